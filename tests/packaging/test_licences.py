"""Everything that runs is named in the notices, and the frozen app carries the texts."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

from helpers.build_scripts import ROOT, script

licences = script("licences")
NOTICES = (ROOT / "THIRD_PARTY_NOTICES.md").read_text("utf-8")
# Their wheels have no text: the notices' own, and those that packaging/licences/ has for Qt.
WITHOUT_TEXT = {"latex2mathml", "pyside6-essentials", "shiboken6", "tokenizers"}


def test_every_package_that_runs_is_named() -> None:
    packages = licences.runtime_packages()
    assert {"httpx", "jeepney", "pywin32-ctypes", "ziafont"} <= set(packages)
    assert not {"pytest", "localllm", "httpx2-jsfetch"} & set(packages)
    assert licences.unnamed(NOTICES, packages) == []


def test_one_that_is_not_named_is_found() -> None:
    without = NOTICES.replace("| msgspec |", "| |").replace("zipp (MIT)", "(MIT)")
    assert licences.unnamed(without, licences.runtime_packages()) == ["msgspec", "zipp"]


def test_what_is_named_elsewhere_in_the_notices_does_not_count() -> None:
    assert "`python packaging/" in NOTICES
    without = NOTICES.replace("| packaging |", "| |")
    assert licences.unnamed(without, ["packaging", "pytest"]) == ["packaging", "pytest"]


def test_the_texts_of_all_that_is_installed_are_collected(tmp_path: Path) -> None:
    folder = tmp_path / "licences"
    assert set(licences.collect(folder)) == WITHOUT_TEXT
    for name in set(licences.runtime_packages()) - WITHOUT_TEXT:
        if _installed(name):
            texts = [*(folder / name).iterdir()]
            assert any(len(text.read_bytes()) > 200 for text in texts), name
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (folder / "LGPL-3.0.txt").read_text()
    assert "PYTHON SOFTWARE FOUNDATION" in (folder / "Python.txt").read_text()
    assert [*(folder / "llama.cpp").rglob("*")]


def _installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
