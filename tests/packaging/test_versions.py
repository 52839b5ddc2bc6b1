"""The version stands in one place; what is built from it agrees, and the CHANGELOG has it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.build_scripts import PACKAGING, ROOT, script

from localllm import __version__, updates

stamp = script("stamp")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_wheel_takes_it_from_the_program() -> None:
    assert "version" in project()["project"]["dynamic"]
    assert project()["tool"]["hatch"]["version"] == {"path": "localllm/__init__.py"}
    assert stamp.version() == __version__


def test_no_file_of_the_packaging_has_a_version_of_its_own() -> None:
    files = [f for f in PACKAGING.rglob("*") if f.is_file() and f.suffix not in (".txt", ".pyc")]
    assert len(files) > 10
    assert [f.name for f in files if __version__.encode() in f.read_bytes()] == []


def test_macos_has_it() -> None:
    plist = script("macos/info").info_plist()
    assert plist["CFBundleShortVersionString"] == plist["CFBundleVersion"]
    assert __version__.startswith(plist["CFBundleVersion"])


def test_windows_has_it() -> None:
    """As PyInstaller reads the file: it evaluates it with these names."""
    found: dict[str, Any] = {}

    def text(name: str, value: str) -> None:
        found[name] = value

    def fixed(**numbers: Any) -> None:
        found.update(numbers)

    names = {
        "StringStruct": text,
        "FixedFileInfo": fixed,
        **dict.fromkeys(
            ("VSVersionInfo", "StringFileInfo", "StringTable", "VarFileInfo", "VarStruct"),
            lambda *_, **__: SimpleNamespace(),
        ),
    }
    eval(script("windows/version").resource(), names)
    assert found["ProductVersion"] == found["FileVersion"] == __version__
    numbers = ".".join(map(str, found["filevers"]))
    assert numbers == ".".join(map(str, stamp.four_numbers(__version__)))
    assert f"/DVersion={__version__}" in script("windows/build").installer_options(Path("x"))


@pytest.mark.parametrize(
    ("version", "numbers"),
    [
        ("1.2.3", (1, 2, 3, 0)),
        ("1.2.3rc1", (1, 2, 3, 0)),
        ("1.2", (1, 2, 0, 0)),
        ("2", (2, 0, 0, 0)),
        ("1.2.3.post4", (1, 2, 3, 0)),
    ],
)
def test_four_numbers_of_a_version(version: str, numbers: tuple[int, ...]) -> None:
    assert stamp.four_numbers(version) == numbers


def test_the_changelog_has_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert stamp.section(changelog, __version__), f"CHANGELOG.md needs '## {__version__}'"


CHANGELOG = """# Changelog

## 1.2.0 - not released yet

### Added
- Something.

## 1.1.0 - 2026-01-02

## 1.0.0 - 2026-01-01

- First.
"""


def test_a_section_ends_where_the_next_begins() -> None:
    assert stamp.section(CHANGELOG, "1.2.0") == "### Added\n- Something."
    assert stamp.section(CHANGELOG, "1.0.0") == "- First."
    assert stamp.section(CHANGELOG, "1.1.0") == ""
    assert stamp.section(CHANGELOG, "1.2") == ""
    assert stamp.section(CHANGELOG, "1x2.0") == ""


def test_a_tag_has_to_be_the_version_with_a_dated_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamp, "version", lambda: "1.0.0")
    assert stamp.tag_faults("v1.0.0", CHANGELOG) == []
    (fault,) = stamp.tag_faults("v1.0.1", CHANGELOG)
    assert "has to be v1.0.0" in fault
    monkeypatch.setattr(stamp, "version", lambda: "1.1.0")
    (fault,) = stamp.tag_faults("v1.1.0", CHANGELOG)
    assert "no section" in fault
    monkeypatch.setattr(stamp, "version", lambda: "1.2.0")
    (fault,) = stamp.tag_faults("v1.2.0", CHANGELOG)
    assert "not released yet" in fault


def test_the_app_finds_the_address_that_the_build_was_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(stamp, "BUILD", tmp_path / "build.json")
    monkeypatch.setattr(updates, "_STAMP", tmp_path / "build.json")
    stamp.write("https://example.test/latest")
    assert json.loads((tmp_path / "build.json").read_text())
    assert updates.stamped() == "https://example.test/latest"
    for wrong in ("", "example.test", "http://example.test/x", "https:///x"):
        with pytest.raises(SystemExit, match="no address"):
            stamp.write(wrong)


def test_the_stamp_lies_where_the_app_looks_and_git_does_not() -> None:
    assert stamp.BUILD == updates._STAMP
    assert "/localllm/build.json" in (ROOT / ".gitignore").read_text().splitlines()
    wheel = project()["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "localllm/build.json" in wheel["artifacts"]
