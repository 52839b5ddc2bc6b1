"""The llama.cpp tree to build: the pinned one, fetched and checked, or a folder the user names."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from nativebuild import NATIVE

# What the build and its tests read; the rest of the tree (docs, vocabularies) is 110 MB.
_WANTED = (
    "AUTHORS",
    "CMakeLists.txt",
    "LICENSE",
    "cmake",
    "common",
    "ggml",
    "include",
    "licenses",
    "models/templates",
    "scripts",
    "src",
    "tools",
    "vendor",
)


@dataclass(frozen=True)
class Pin:
    """The release whose sdist carries llama.cpp."""

    package: str
    version: str
    sha256: str


@dataclass(frozen=True)
class Source:
    """A llama.cpp tree. `identity` changes whenever its content does."""

    tree: Path
    identity: str


def read_pin() -> Pin:
    with open(NATIVE / "pin.toml", "rb") as file:
        return Pin(**tomllib.load(file))


def find(cache: Path) -> Source:
    """LOCALLLM_LLAMA_SOURCE if it is set, else the pinned source, fetched into the cache once."""
    given = os.environ.get("LOCALLLM_LLAMA_SOURCE")
    if given:
        tree = _llama_tree(Path(given).expanduser().resolve())
        return Source(tree, f"local-{_fingerprint(tree)}")
    pin = read_pin()
    tree = cache / f"source-{pin.version}-{pin.sha256[:12]}"
    with FileLock(cache / f"{tree.name}.lock"):
        if not tree.is_dir():
            _fetch(pin, tree)
        os.utime(tree)
    return Source(tree, pin.sha256)


def _llama_tree(folder: Path) -> Path:
    for tree in (folder / "vendor" / "llama.cpp", folder):
        if (tree / "common" / "chat.h").is_file():
            return tree
    raise SystemExit(f"LOCALLLM_LLAMA_SOURCE={folder} holds no llama.cpp source")


def _fingerprint(tree: Path) -> str:
    """Of names, sizes and times: reading every file would take longer than it is worth."""
    digest = hashlib.sha256(str(tree).encode())
    for part in _WANTED:
        for path in sorted((tree / part).rglob("*")):
            if path.is_file():
                stat = path.stat()
                digest.update(
                    f"{path.relative_to(tree)}:{stat.st_size}:{stat.st_mtime_ns}\n".encode()
                )
    return digest.hexdigest()


def _fetch(pin: Pin, tree: Path) -> None:
    with tempfile.TemporaryDirectory(dir=tree.parent) as scratch:
        archive = download(pin, Path(scratch))
        unpacked = Path(scratch) / "llama.cpp"
        unpack(archive, unpacked, _wanted)
        unpacked.rename(tree)


def download(pin: Pin, folder: Path) -> Path:
    """The release's sdist in `folder`, with the sha256 that the pin names."""
    archive = _download(pin, folder)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != pin.sha256:
        raise SystemExit(f"{archive.name} has sha256 {found}, but pin.toml wants {pin.sha256}")
    return archive


def _download(pin: Pin, folder: Path) -> Path:
    """Through pip, so that the machine's own index, proxy and certificate settings hold.

    pip compares the hash before it runs anything of the archive, and reads its metadata only.
    """
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{pin.package}=={pin.version} --hash=sha256:{pin.sha256}\n")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", pin.package]
    command += ["--require-hashes", "--dest", str(folder), "--requirement", str(requirements)]
    print(f"localllm-native: fetching {pin.package} {pin.version}", file=sys.stderr, flush=True)
    outcome = subprocess.run(command, env=_index_settings(), stdout=sys.stderr, check=False)
    if outcome.returncode != 0:
        raise SystemExit(
            f"pip could not fetch the source of {pin.package} {pin.version} (its words are above). "
            "Without a network, set LOCALLLM_LLAMA_SOURCE to an unpacked copy of it."
        )
    (archive,) = folder.glob("*.tar.gz")
    return archive


def _index_settings() -> dict[str, str]:
    """The environment, with uv's index where pip has none of its own."""
    env = dict(os.environ)
    index = env.get("UV_DEFAULT_INDEX") or env.get("UV_INDEX_URL")
    if index:
        env.setdefault("PIP_INDEX_URL", index.split("=", 1)[-1] if "=http" in index else index)
    return env


def unpack(archive: Path, folder: Path, wanted: Callable[[str], bool]) -> None:
    """The files of vendor/llama.cpp inside the sdist whose names in there are `wanted`."""
    with tarfile.open(archive) as tar:
        for member, name in _members(tar, wanted):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            content = tar.extractfile(member)
            assert content is not None
            with content, open(target, "wb") as file:
                shutil.copyfileobj(content, file)
            target.chmod(0o755 if member.mode & 0o100 else 0o644)


def _wanted(name: str) -> bool:
    return any(name == part or name.startswith(f"{part}/") for part in _WANTED)


def _members(
    tar: tarfile.TarFile, wanted: Callable[[str], bool]
) -> Iterator[tuple[tarfile.TarInfo, str]]:
    for member in tar:
        _, found, name = member.name.partition("/vendor/llama.cpp/")
        if found and wanted(name) and member.isfile() and ".." not in Path(name).parts:
            yield member, name
