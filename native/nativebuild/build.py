"""CMake, and the cache of finished builds.

    <cache>/<digest>/build   CMake's tree: an interrupted build goes on, the peer adds to it
    <cache>/<digest>/lib     the libraries, flat; there only when finished
    <cache>/<digest>/peer    llama.cpp's programs with their libraries, once asked for

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

from nativebuild import NATIVE, inputs
from nativebuild.source import Source, find

_KEPT_ENTRIES = 6
_KEPT_SOURCES = 2


def cache_dir() -> Path:
    """LOCALLLM_BUILD_CACHE, else localllm/native in the user's cache folder."""
    given = os.environ.get("LOCALLLM_BUILD_CACHE")
    folder = Path(given).expanduser() if given else _user_cache() / "localllm" / "native"
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()


def libraries(preset: str | None = None) -> Path:
    """The folder of llama.cpp's libraries and the shim, built now if it is not there yet."""
    return _build("lib", preset or inputs.default_preset())


def peer(preset: str | None = None) -> Path:
    """The folder of llama-server, llama-quantize, llama-perplexity and llama-imatrix, each with
    the same flags as the libraries."""
    return _build("peer", preset or inputs.default_preset())


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _build(product: str, preset: str) -> Path:
    cache = cache_dir()
    source = find(cache)
    entry = cache / inputs.digest(source, preset)
    with FileLock(cache / f"{entry.name}.lock"):
        entry.mkdir(exist_ok=True)
        os.utime(entry)
        if not (entry / product).is_dir():
            _compile(source, preset, entry, product)
    _remove_old(cache, "[0-9a-f]" * len(entry.name), _KEPT_ENTRIES)
    _remove_old(cache, "source-*[0-9a-f]", _KEPT_SOURCES)
    return entry / product


def _compile(source: Source, preset: str, entry: Path, product: str) -> None:
    started = time.monotonic()
    build = entry / "build"
    _say(f"building {product} ({preset}) in {build}; a first build takes some minutes")
    _cmake("-S", str(NATIVE), "-B", str(build), "--preset", preset, *_definitions(source, preset))
    _cmake("--build", str(build), "--target", f"localllm_{product}")
    unfinished = entry / f"{product}.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    _cmake("--install", str(build), "--strip", "--component", product, "--prefix", str(unfinished))
    unfinished.rename(entry / product)
    _say(f"built {product} in {time.monotonic() - started:.0f} s")


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
    subprocess.run([_tool("cmake"), *arguments], cwd=NATIVE, stdout=sys.stderr, check=True)


def _tool(name: str) -> str:
    beside = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
    found = shutil.which(name, path=beside)
    if not found:
        raise SystemExit(f"{name} is missing: pip install cmake ninja")
    return found


def _remove_old(cache: Path, pattern: str, kept: int) -> None:
    """All but the folders used last; one that another process is at work in is left alone."""
    folders = [path for path in cache.glob(pattern) if path.is_dir()]
    folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for folder in folders[kept:]:
        try:
            with FileLock(cache / f"{folder.name}.lock", timeout=0):
                shutil.rmtree(folder, ignore_errors=True)
        except Timeout:
            continue


def _say(words: str) -> None:
    print(f"localllm-native: {words}", file=sys.stderr, flush=True)
