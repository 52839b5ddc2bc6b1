"""CMake, and the cache of finished builds.

    <cache>/<digest>/recipe       a copy of what CMake reads, so that every checkout may go on with
    <cache>/<digest>/build        CMake's tree; a new shim or the peer adds to it
    <cache>/<digest>/lib-<shim>   the libraries, flat; there only when finished
    <cache>/<digest>/peer         llama.cpp's programs with their libraries, once asked for
    <cache>/<digest>/module       a GPU's module alone, to lie beside the libraries of cpu-all

A lock for each entry keeps two processes from building the same thing.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from filelock import FileLock, Timeout

from nativebuild import NATIVE, distribution, inputs
from nativebuild.source import Source, find

_KEPT_ENTRIES = 6
_KEPT_SHIMS = 3
_KEPT_SOURCES = 2


def cache_dir() -> Path:
    """LOCALLLM_BUILD_CACHE, else localllm/native in the user's cache folder."""
    given = os.environ.get("LOCALLLM_BUILD_CACHE")
    folder = Path(given).expanduser() if given else _user_cache() / "localllm" / "native"
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()


def libraries(preset: str | None = None) -> Path:
    """The folder of llama.cpp's libraries and the shim, built now if it is not there yet."""
    return _build("lib", f"lib-{inputs.shim_digest()}", preset or inputs.default_preset())


def peer(preset: str | None = None) -> Path:
    """The folder of llama-server, llama-quantize, llama-perplexity and llama-imatrix, each with
    the same flags as the libraries."""
    return _build("peer", "peer", preset or inputs.default_preset())


def module(preset: str) -> Path:
    """The folder of the one module that `preset` (cuda, vulkan) adds to those of cpu-all. Nothing
    else is compiled; localllm takes it as LOCALLLM_NATIVE_EXTRA, or beside its libraries."""
    return _build("module", "module", preset)


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _build(product: str, folder: str, preset: str) -> Path:
    cache = cache_dir()
    source = find(cache)
    entry = cache / inputs.digest(source, preset)
    with FileLock(cache / f"{entry.name}.lock"):
        entry.mkdir(exist_ok=True)
        os.utime(entry)
        if not (entry / folder).is_dir():
            unfinished = entry / f"{folder}.part"
            _compile(source, preset, entry, product, unfinished)
            unfinished.rename(entry / folder)
        os.utime(entry / folder)
        for old in _oldest(entry, "lib-*", _KEPT_SHIMS):
            shutil.rmtree(old, ignore_errors=True)
    _remove_old(cache, "[0-9a-f]" * len(entry.name), _KEPT_ENTRIES)
    _remove_old(cache, "source-*[0-9a-f]", _KEPT_SOURCES)
    return entry / folder


def _compile(source: Source, preset: str, entry: Path, product: str, target: Path) -> None:
    started = time.monotonic()
    recipe, build = entry / "recipe", entry / "build"
    _say(f"building {product} ({preset}) in {build}; a first build takes some minutes")
    _copy_recipe(recipe)
    _cmake("-S", str(recipe), "-B", str(build), "--preset", preset, *_definitions(source, preset))
    shutil.rmtree(target, ignore_errors=True)
    if product == "module":
        _cmake("--build", str(build), "--target", f"ggml-{preset}")
        distribution.copy_module(build, f"ggml-{preset}", target)
    else:
        _cmake("--build", str(build), "--target", f"localllm_{product}")
        _cmake("--install", str(build), "--strip", "--component", product, "--prefix", str(target))
    distribution.complete(build, target, source.identity, preset)
    _say(f"built {product} in {time.monotonic() - started:.0f} s")


def _copy_recipe(recipe: Path) -> None:
    """What has not changed keeps its time, so that it is not compiled again."""
    for path in inputs.recipe_files() + inputs.shim_files():
        copy = recipe / path.relative_to(NATIVE)
        if not copy.is_file() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def _definitions(source: Source, preset: str) -> list[str]:
    defined = {
        "CMAKE_MAKE_PROGRAM": _tool("ninja"),
        "LOCALLLM_LLAMA_SOURCE": source.tree.as_posix(),
        "LOCALLLM_SOURCE_SHA256": source.identity,
        "LOCALLLM_PRESET": preset,
    }
    chosen = shlex.split(os.environ.get("CMAKE_ARGS", ""))
    return [f"-D{name}={value}" for name, value in defined.items()] + chosen


def _cmake(*arguments: str) -> None:
    """Its output goes to stderr: visible where the frontend lets it through."""
    subprocess.run([_tool("cmake"), *arguments], stdout=sys.stderr, check=True)


def _tool(name: str) -> str:
    beside = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
    found = shutil.which(name, path=beside)
    if not found:
        raise SystemExit(f"{name} is missing: pip install cmake ninja")
    return found


def _oldest(folder: Path, pattern: str, kept: int) -> list[Path]:
    """All but the folders used last."""
    found = [path for path in folder.glob(pattern) if path.is_dir()]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[kept:]


def _remove_old(cache: Path, pattern: str, kept: int) -> None:
    """One that another process is at work in is left alone."""
    for folder in _oldest(cache, pattern, kept):
        try:
            with FileLock(cache / f"{folder.name}.lock", timeout=0):
                shutil.rmtree(folder, ignore_errors=True)
        except Timeout:
            continue


def _say(words: str) -> None:
    print(f"localllm-native: {words}", file=sys.stderr, flush=True)
