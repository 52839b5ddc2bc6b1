#!/usr/bin/env python3
"""The folder with both executables, the installer over it, and a ZIP of it, on Windows.

    .venv\\Scripts\\python packaging\\windows\\build.py     after `uv sync ... --group bundle`

    LOCALLLM_NATIVE_PRESET   default: cpu-all
    ISCC                     Inno Setup's compiler; default: where its installer puts it, or PATH

Leaves dist/localllm/, dist/localllm-VERSION-windows-x64.zip and ...-setup.exe.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import stamp

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DIST = ROOT / "dist"
EXECUTABLES = ("localllm.exe", "localllm-app.exe")


def name() -> str:
    return f"localllm-{stamp.version()}-windows-x64"


def freeze() -> Path:
    """dist/localllm, with both executables. SystemExit where the spec made others."""
    os.environ.setdefault("LOCALLLM_NATIVE_PRESET", "cpu-all")
    python = sys.executable
    _run(python, "packaging/icons.py", "build/icons")
    _run(python, "packaging/licences.py", "collect", "build/licences")
    _run(python, "packaging/windows/version.py", "build/windows/version.txt")
    _run(
        *(python, "-m", "PyInstaller", "--noconfirm", "--distpath", "dist"),
        *("--workpath", "build/pyinstaller", "packaging/localllm.spec"),
        *("--", "--licences", "build/licences"),
    )
    folder = DIST / "localllm"
    if missing := [file for file in EXECUTABLES if not (folder / file).is_file()]:
        raise SystemExit(f"the spec made no {', '.join(missing)} in {folder}")
    return folder


def zipped(folder: Path) -> Path:
    """For who wants no installer: unpack anywhere and start."""
    return Path(shutil.make_archive(str(DIST / name()), "zip", folder.parent, folder.name))


def installer(folder: Path) -> Path:
    _run(compiler(), *installer_options(folder), str(HERE / "localllm.iss"))
    return DIST / f"{name()}-setup.exe"


def installer_options(folder: Path) -> list[str]:
    """What the script leaves open: no version, path or name stands in it."""
    defined = {
        "Version": stamp.version(),
        "FourNumbers": ".".join(map(str, stamp.four_numbers(stamp.version()))),
        "Folder": str(folder),
        "Icon": str(ROOT / "build" / "icons" / "localllm.ico"),
        "Licence": str(ROOT / "LICENSE"),
    }
    output = [f"/O{DIST}", f"/F{name()}-setup"]
    return [*(f"/D{key}={value}" for key, value in defined.items()), *output, "/Qp"]


def compiler() -> str:
    given = os.environ.get("ISCC")
    usual = Path(os.environ.get("PROGRAMFILES(X86)", "C:/Program Files (x86)"))
    found = given or shutil.which("ISCC") or str(usual / "Inno Setup 6" / "ISCC.exe")
    if not Path(found).is_file():
        raise SystemExit(f"Inno Setup's compiler is not at {found}: install it, or set ISCC")
    return found


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> int:
    if sys.platform != "win32":
        print(f"this runs on Windows alone; here is {sys.platform}", file=sys.stderr)
        return 2
    folder = freeze()
    print(zipped(folder))
    print(installer(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
