#!/usr/bin/env python3
"""The wheels that `uv tool install` and `pip install` need, and what else they should take.

    wheels.py [FOLDER]      default: dist/wheels

    localllm-*.whl            the program: Python alone
    localllm_native-*.whl     llama.cpp and the shim, for this platform (LOCALLLM_NATIVE_PRESET)
    llama_cpp_python-*.whl    the bindings alone: from the index it would compile llama.cpp again
    constraints.txt           the versions of uv.lock, so that what is installed is what was tested

    uv tool install --find-links FOLDER --constraints FOLDER/constraints.txt "localllm[ui]"

They are made for the machine that makes them: a Linux wheel has the tag linux_*, which no package
index takes, and asks for a glibc as new as the one here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def uv() -> str:
    """As the Makefile names it, or the one that it installs, or the one on the path."""
    own = ROOT / ".tools" / "bin" / "uv"
    return os.environ.get("UV") or (str(own) if own.exists() else "uv")


def build(folder: Path) -> list[Path]:
    """The wheels in `folder`, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _run(uv(), "build", "--quiet", "--wheel", "--out-dir", str(folder), str(ROOT))
    _run(uv(), "build", "--quiet", "--wheel", "--out-dir", str(folder), str(ROOT / "native"))
    bindings = f"llama-cpp-python=={_pinned_bindings()}"
    _run(
        *(uv(), "run", "--quiet", "--no-project", "--with", "pip", "python", "-m", "pip"),
        *("wheel", "--quiet", "--no-deps", "--no-binary", "llama-cpp-python"),
        *("--config-settings", "cmake.define.LLAMA_BUILD=OFF"),
        *("--wheel-dir", str(folder), bindings),
    )
    (folder / "constraints.txt").write_text(_constraints(), "utf-8")
    (folder / ".gitignore").unlink(missing_ok=True)  # uv's
    return sorted(folder.glob("*.whl"))


def _pinned_bindings() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (found,) = (d for d in project["dependencies"] if d.startswith("llama-cpp-python=="))
    return str(found).partition("==")[2]


def _constraints() -> str:
    """What uv.lock holds of what runs, without our own packages, in order."""
    exported = subprocess.run(
        [
            *(uv(), "export", "--quiet", "--frozen", "--all-extras", "--no-default-groups"),
            *("--no-hashes", "--no-annotate", "--no-header", "--no-emit-project"),
            *("--no-emit-package", "localllm-native"),
        ],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in exported.stdout.splitlines() if re.match(r"[A-Za-z0-9]", line)]
    return "".join(f"{line}\n" for line in lines)


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "wheels"
    for wheel in build(folder.resolve()):
        print(wheel)
    options = f"--find-links {folder} --constraints {folder}/constraints.txt"
    print(f'uv tool install {options} "localllm[ui]"')
    return 0


if __name__ == "__main__":
    sys.exit(main())
