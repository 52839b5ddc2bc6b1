"""A Debian package of a folder, written without Debian's tools (deb(5), deb-control(5)).

An `ar` of three members: debian-binary, control.tar.xz, data.tar.xz. Files belong to root, their
time is SOURCE_DATE_EPOCH, else 0, so that the same folder gives the same package.
"""

from __future__ import annotations

import hashlib
import io
import os
import platform
import tarfile
from collections.abc import Iterator
from pathlib import Path

_MACHINES = {"x86_64": "amd64", "aarch64": "arm64", "ppc64le": "ppc64el", "armv7l": "armhf"}
# What excludes.py leaves to the system, by its package; the older name first, then that of the
# 64-bit time_t.
_DEPENDS = (
    "libstdc++6", "libgcc-s1", "zlib1g", "libx11-6", "libxcb1", "libfontconfig1", "libfreetype6",
    "libexpat1", "libegl1", "libgl1", "libglib2.0-0 | libglib2.0-0t64",
)  # fmt: skip
# 2 is quick, and within some percent of the best for what is in here.
_XZ_LEVEL = 2


def machine() -> str:
    """This computer as Debian calls it."""
    return _MACHINES.get(platform.machine(), platform.machine())


def file_name(version: str) -> str:
    return f"localllm_{debian_version(version)}_{machine()}.deb"


def debian_version(version: str) -> str:
    """1.2.0rc1 -> 1.2.0~rc1: before 1.2.0, as it should be."""
    for mark in ("a", "b", "rc", ".dev"):
        head, found, tail = version.partition(mark)
        if found:
            return f"{head}~{mark.lstrip('.')}{tail}"
    return version


def control(version: str, glibc: str, installed_bytes: int) -> str:
    """`glibc`: the oldest that the files inside run with."""
    depends = ", ".join((f"libc6 (>= {glibc})", *_DEPENDS))
    return (
        "Package: localllm\n"
        f"Version: {debian_version(version)}\n"
        f"Architecture: {machine()}\n"
        "Maintainer: The localllm maintainers <maintainers@localllm.invalid>\n"
        f"Installed-Size: {-(-installed_bytes // 1024)}\n"
        f"Depends: {depends}\n"
        "Recommends: libdbus-1-3, libvulkan1\n"
        "Section: utils\n"
        "Priority: optional\n"
        "Description: chat with language models that run on this computer\n"
        " A window, a local port that editors and programs speak to, and a command\n"
        " line that fetches, quantizes and measures models. llama.cpp does the\n"
        " arithmetic; it is inside, for every instruction set of this processor.\n"
    )


def write(root: Path, target: Path, version: str, glibc: str) -> None:
    """`root` holds usr/ ...; the package is written under a temporary name and renamed."""
    entries = [*_entries(root)]
    size = sum(path.stat().st_size for path in entries if path.is_file() and not path.is_symlink())
    texts = {"control": control(version, glibc, size), "md5sums": _md5sums(root, entries)}
    part = target.with_name(target.name + ".part")
    with part.open("wb") as out:
        out.write(b"!<arch>\n")
        _member(out, "debian-binary", b"2.0\n")
        _member(out, "control.tar.xz", _control_tar(texts))
        _member(out, "data.tar.xz", _data_tar(root, entries))
    part.replace(target)


def _entries(root: Path) -> Iterator[Path]:
    return iter(sorted(root.rglob("*")))


def _md5sums(root: Path, entries: list[Path]) -> str:
    lines = []
    for path in entries:
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as data:
                digest = hashlib.file_digest(data, "md5").hexdigest()
            lines.append(f"{digest}  {path.relative_to(root).as_posix()}\n")
    return "".join(lines)


def _member(out: io.BufferedWriter, name: str, data: bytes) -> None:
    """ar(5): 16 letters of name, 12 of time, 6 + 6 of owner, 8 of mode, 10 of size, an even end."""
    out.write(f"{name:<16}{_time():<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode())
    out.write(data + b"\n" * (len(data) % 2))


def _control_tar(texts: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz", format=tarfile.GNU_FORMAT) as tar:
        for name, text in texts.items():
            info = tarfile.TarInfo(f"./{name}")
            info.size, info.mtime, info.mode = len(text.encode()), _time(), 0o644
            tar.addfile(info, io.BytesIO(text.encode()))
    return buffer.getvalue()


def _data_tar(root: Path, entries: list[Path]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(
        fileobj=buffer, mode="w:xz", format=tarfile.GNU_FORMAT, preset=_XZ_LEVEL
    ) as tar:
        for path in entries:
            name = f"./{path.relative_to(root).as_posix()}"
            tar.add(path, name, recursive=False, filter=_by_root)
    return buffer.getvalue()


def _by_root(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.uid = info.gid = 0
    info.uname = info.gname = "root"
    info.mtime = _time()
    info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
    return info


def _time() -> int:
    return int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
