#!/usr/bin/env python3
"""The app for Linux, from a fresh clone: folder, one file, .deb and AppDir, in dist/.

    bundle.py                    all of them
    bundle.py folder             the folder alone: dist/localllm
    bundle.py --with-starter     the starter model inside, works without any network
    bundle.py --preset NAME      native build; default: LOCALLLM_NATIVE_PRESET, else cpu-all

Where PyInstaller is not importable, an environment of its own is made in the cache from uv.lock.
What was made of the same inputs before is taken from there too.

    <cache>/venv-<preset>/       Python with what runs and PyInstaller
    <cache>/work/                PyInstaller's own
    <cache>/made/<digest>/       results; the last two are kept

<cache> is LOCALLLM_BUILD_CACHE/bundle, else localllm/bundle in the user's cache folder.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "linux"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import stamp

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path += [str(ROOT), str(ROOT / "ui")]  # the program is not installed where it is frozen

KINDS = ("folder", "onefile", "deb", "appdir")
_INPUTS = ("localllm", "ui", "native", "packaging", "LICENSE", "THIRD_PARTY_NOTICES.md",
           "CHANGELOG.md", "pyproject.toml", "uv.lock")  # fmt: skip
_KEPT = 2


def cache_dir() -> Path:
    given = os.environ.get("LOCALLLM_BUILD_CACHE")
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(given).expanduser() / "bundle" if given else user / "localllm" / "bundle"
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()


def digest(options: argparse.Namespace) -> str:
    """Sixteen hex digits over all that goes in, this Python and this machine's libraries."""
    found = hashlib.sha256()
    machine = (sys.version, platform.machine(), platform.libc_ver(), sysconfig.get_path("stdlib"))
    settings = (options.preset, options.with_starter, *sorted(options.kinds))
    found.update(repr((machine, settings, os.environ.get("CMAKE_ARGS", ""))).encode())
    for file in _input_files():
        found.update(f"\0{file.relative_to(ROOT)}\0{file.stat().st_mode & 0o111}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _input_files() -> Iterator[Path]:
    for name in _INPUTS:
        path = ROOT / name
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (f for f in files if f.is_file() and "__pycache__" not in f.parts)


def environment(cache: Path, preset: str) -> Path:
    """The interpreter of the environment that has PyInstaller, made or brought up to date."""
    folder = cache / f"venv-{preset}"
    uv = os.environ.get("UV") or shutil.which("uv") or str(ROOT / ".tools" / "bin" / "uv")
    command = [uv, "sync", "--quiet", "--locked", "--all-extras", "--no-default-groups"]
    command += ["--group", "bundle", "--group", "starter", "--no-install-project"]
    variables = {"UV_PROJECT_ENVIRONMENT": str(folder), "LOCALLLM_NATIVE_PRESET": preset}
    restore = [sys.executable, str(ROOT / ".ci" / "lock_hosts.py"), "restore"]
    subprocess.run(restore, cwd=ROOT, check=True)
    subprocess.run(command, cwd=ROOT, env=os.environ | variables, check=True)
    return folder / "bin" / "python"


def make(options: argparse.Namespace, cache: Path, target: Path) -> None:
    """Everything that was asked for, into `target`; runs where PyInstaller is importable."""
    import deb
    import elf
    import icons
    import layout
    import licences

    work = cache / "work"
    shutil.rmtree(work, ignore_errors=True)
    drawn = work / "icons"
    drawn.mkdir(parents=True)
    for size in layout.ICON_SIZES:
        (drawn / f"{size}.png").write_bytes(icons.png(size))
    licences.collect(work / "licences")
    _freeze(options, cache, work)
    frozen = work / "dist" / "localllm"
    glibc = ".".join(map(str, elf.newest(frozen)[0]))
    (target / "glibc.txt").write_text(f"{glibc}\n", "utf-8")
    shutil.copytree(frozen, target / "localllm", symlinks=True)
    if "onefile" in options.kinds:
        shutil.copy2(work / "dist" / "localllm-onefile", target / onefile_name())
    if "appdir" in options.kinds:
        layout.app_dir(frozen, target / "localllm.AppDir", drawn)
    if "deb" in options.kinds:
        layout.tree(frozen, work / "deb", drawn)
        deb.write(work / "deb", target / deb.file_name(stamp.version()), stamp.version(), glibc)
    shutil.rmtree(work)


def onefile_name() -> str:
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    return f"localllm-{stamp.version()}-linux-{machine}"


def _freeze(options: argparse.Namespace, cache: Path, work: Path) -> None:
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(work / "dist"), "--workpath", str(work / "build")]
    command += [str(HERE / "localllm.spec"), "--", "--licences", str(work / "licences")]
    command += ["--onefile"] * ("onefile" in options.kinds)
    command += ["--with-starter"] * options.with_starter
    variables = {"PYINSTALLER_CONFIG_DIR": str(cache / "pyinstaller")}
    subprocess.run(command, cwd=ROOT, env=os.environ | variables, check=True)


def made(options: argparse.Namespace, cache: Path) -> Path:
    """The folder with the results, made now unless the same inputs were there before."""
    results = cache / "made"
    results.mkdir(exist_ok=True)
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = results / digest(options)
        if not found.is_dir():
            part = results / f"{found.name}.part"
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            make(options, cache, part)
            part.rename(found)
        os.utime(found)
        for old in sorted(results.iterdir(), key=lambda f: -f.stat().st_mtime)[_KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    return found


def put(found: Path, dist: Path) -> list[Path]:
    """Copies of the results in `dist`, in place of those that were there."""
    dist.mkdir(parents=True, exist_ok=True)
    for source in sorted(found.iterdir()):
        target = dist / source.name
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        target.unlink(missing_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True)
        else:
            shutil.copy2(source, target)
    return [dist / source.name for source in sorted(found.iterdir())]


def _arguments() -> argparse.Namespace:
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--with-starter", action="store_true")
    parser.add_argument("--preset", default=os.environ.get("LOCALLLM_NATIVE_PRESET", "cpu-all"))
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER")
    given = parser.parse_args()
    if unknown := set(given.kinds) - set(KINDS):
        parser.error(f"{', '.join(sorted(unknown))}: there are {', '.join(KINDS)}")
    given.kinds = set(given.kinds or KINDS)
    return given


def main() -> int:
    options = _arguments()
    if sys.platform != "linux":
        raise SystemExit("this makes the app for Linux; see packaging/macos and packaging/windows")
    cache = cache_dir()
    if importlib.util.find_spec("PyInstaller") is None:
        python = environment(cache, options.preset)
        return subprocess.run([str(python), str(Path(__file__)), *sys.argv[1:]]).returncode
    for path in put(made(options, cache), options.out.resolve()):
        size = sum(f.lstat().st_size for f in [path, *path.rglob("*")] if not f.is_dir())
        print(f"{size / 1e6:7.1f} MB  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
