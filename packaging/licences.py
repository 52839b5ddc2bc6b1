#!/usr/bin/env python3
"""The licences of all that runs: collected for the frozen app, and checked against the notices.

    licences.py collect FOLDER   texts of the installed packages, of Python, Qt and llama.cpp
    licences.py check            exits 1 where uv.lock has a package that the notices do not name

For the spec: `collect(Path(...))`, and the folder goes into the app as `licences`.
"""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.markers import Marker

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
OURS = frozenset({"localllm", "localllm-native"})
_TEXT = re.compile(r"(?i)(licen[cs]e|copying|notice|authors)")
# Where the app runs: a package that only other systems need is none of ours.
_SYSTEMS = (
    ("linux", "Linux", "posix", "x86_64"),
    ("linux", "Linux", "posix", "aarch64"),
    ("darwin", "Darwin", "posix", "arm64"),
    ("win32", "Windows", "nt", "AMD64"),
)
_PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def collect(folder: Path) -> list[str]:
    """Writes the texts; the packages of which none was found beside what the notices say."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in (ROOT / "LICENSE", ROOT / "THIRD_PARTY_NOTICES.md", *HERE.glob("licences/*.txt")):
        shutil.copy(file, folder)
    shutil.copy(_of_python(), folder / "Python.txt")
    without = [name for name in runtime_packages() if not _texts_of(name, folder)]
    _native(folder / "llama.cpp")
    return without


def _of_python() -> Path:
    """Beside the standard library, on Windows beside the executable."""
    places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    return next(file for place in places if (file := place / "LICENSE.txt").is_file())


def _texts_of(name: str, folder: Path) -> bool:
    """True too for a package that is not installed here: it is not in this app."""
    try:
        package = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return True
    texts = [
        Path(str(package.locate_file(file)))
        for file in package.files or []
        if ".dist-info/" in file.as_posix() and _TEXT.search(file.name)
    ]
    for text in texts:
        target = folder / name / _flat(text)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(text, target)
    return bool(texts)


def _flat(text: Path) -> str:
    """licenses/numpy/random/LICENSE.md and licenses/LICENSE.md may both be there."""
    inside = text.as_posix().partition(".dist-info/")[2].removeprefix("licenses/")
    return inside.replace("/", "-")


def _native(folder: Path) -> None:
    from localllm_native import lib_dir

    for found in (lib_dir() / "licenses", lib_dir().parent / "licenses"):
        if found.is_dir():
            shutil.copytree(found, folder)
            return
    raise SystemExit(f"the native build in {lib_dir()} has no folder licenses")


def runtime_packages(lock: Path = ROOT / "uv.lock") -> list[str]:
    """Every package that a user of the app may get, from any system, without our own."""
    packages = {each["name"]: each for each in tomllib.loads(lock.read_text("utf-8"))["package"]}
    found: set[str] = set()
    for environment in _environments():
        found |= _needed(packages, environment)
    return sorted(found - OURS)


def _needed(packages: dict[str, Any], environment: dict[str, str]) -> set[str]:
    root = packages["localllm"]
    waiting = [*root["dependencies"], *root["optional-dependencies"]["ui"]]
    found: set[str] = set()
    while waiting:
        one = waiting.pop()
        marker = one.get("marker")
        if one["name"] in found or (marker and not Marker(marker).evaluate(environment)):
            continue
        found.add(one["name"])
        waiting += packages[one["name"]].get("dependencies", [])
    return found


def _environments() -> Iterator[dict[str, str]]:
    for platform, system, os_name, machine in _SYSTEMS:
        for python in _PYTHONS:
            yield {
                "sys_platform": platform,
                "platform_system": system,
                "os_name": os_name,
                "platform_machine": machine,
                "python_version": python,
                "python_full_version": f"{python}.0",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
            }


def unnamed(notices: str, packages: list[str]) -> list[str]:
    """Those of the packages that the notices' part about packages does not name."""
    part = notices.partition("\n## Python packages at run time\n")[2].partition("\n## ")[0]
    words = re.findall(r"[\w.-]*\w", re.sub(r"`[^`]*`", "", part))
    named = {re.sub(r"[-_.]+", "-", word).lower() for word in words}
    return [name for name in packages if name not in named]


def main() -> int:
    match sys.argv[1:]:
        case ["collect", folder]:
            for name in collect(Path(folder)):
                print(f"{name} ships no text; THIRD_PARTY_NOTICES.md names its licence")
        case ["check"]:
            notices = (ROOT / "THIRD_PARTY_NOTICES.md").read_text("utf-8")
            if missing := unnamed(notices, runtime_packages()):
                print(f"THIRD_PARTY_NOTICES.md does not name {', '.join(missing)}")
                return 1
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
