#!/usr/bin/env python3
"""What is released of a build: taken from dist/ into one folder, with wheels and SBOM.

    released.py NAME FOLDER     NAME: linux-x64, linux-arm64, macos-arm64, windows-x64

Each file has version and system in its name. One that is missing fails, before anything is
published.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import stamp

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
# System -> what its build left in dist/; {} is localllm-VERSION-NAME.
MADE = {
    "linux": ("{}", "*.deb"),
    "macos": ("{}.dmg",),
    "windows": ("{}.zip", "{}-setup.exe"),
}


def stem(name: str) -> str:
    return f"localllm-{stamp.version()}-{name}"


def made(name: str, dist: Path) -> list[Path]:
    """SystemExit where a build did not leave what it should, or more than that."""
    found = []
    for pattern in MADE[name.partition("-")[0]]:
        files = [file for file in dist.glob(pattern.format(stem(name))) if file.is_file()]
        if len(files) != 1:
            raise SystemExit(f"{len(files)} files are {dist / pattern.format(stem(name))}, not one")
        found += files
    return found


def gather(name: str, dist: Path, folder: Path) -> None:
    """The files of the build; on Linux the folder too, packed with its modes and links."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in made(name, dist):
        shutil.copy2(file, folder)
    if name.startswith("linux"):
        with tarfile.open(folder / f"{stem(name)}.tar.gz", "w:gz") as tar:
            tar.add(dist / "localllm", "localllm")


def add(name: str, folder: Path) -> None:
    """Wheels and SBOM, as the scripts beside this one make them."""
    _run("wheels.py", "build/wheels")
    shutil.make_archive(str(folder / f"{stem(name)}-wheels"), "zip", ROOT / "build" / "wheels")
    _run("sbom.py", str(folder / f"{stem(name)}.cdx.json"))


def _run(script: str, *arguments: str) -> None:
    subprocess.run([sys.executable, f"packaging/{script}", *arguments], cwd=ROOT, check=True)


def main() -> int:
    match sys.argv[1:]:
        case [name, folder] if name.partition("-")[0] in MADE:
            target = Path(folder).resolve()
            gather(name, DIST, target)
            add(name, target)
            print(*sorted(file.name for file in target.iterdir()), sep="\n")
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
