"""The installer for Windows, as far as it can be seen without one: its script is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.build_scripts import PACKAGING, script

build = script("windows/build")
FILE = PACKAGING / "windows" / "localllm.iss"
TEXT = FILE.read_text("utf-8-sig")


def section(name: str) -> list[str]:
    """Its lines without comments."""
    found = re.search(rf"^\[{name}\]\n(.*?)(?=^\[\w+\]$|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, name
    return [line for line in found[1].splitlines() if line and not line.startswith(";")]


def setup() -> dict[str, str]:
    pairs = (line.partition("=") for line in section("Setup"))
    return {name: value for name, _, value in pairs}


def test_inno_setup_sees_that_it_is_utf_8() -> None:
    assert FILE.read_bytes().startswith(b"\xef\xbb\xbf")


def test_no_administrator_is_needed() -> None:
    assert setup()["PrivilegesRequired"] == "lowest"
    assert "PrivilegesRequiredOverridesAllowed" not in setup()
    assert setup()["DefaultDirName"] == r"{autopf}\localllm"  # below the user's own folder then
    assert all(line.startswith("Root: HKCU;") for line in section("Registry"))


def test_what_the_script_leaves_open_is_what_the_build_says() -> None:
    options = build.installer_options(Path("folder"))
    defined = {option[2:].partition("=")[0] for option in options if option.startswith("/D")}
    assert set(re.findall(r"\{#(\w+)\}", TEXT)) == defined
    assert f"/F{build.name()}-setup" in options


def test_every_text_is_there_in_every_language() -> None:
    languages = set(re.findall(r'^Name: "(\w+)"', "\n".join(section("Languages")), re.MULTILINE))
    texts = dict.fromkeys(languages, frozenset[str]())
    for line in section("CustomMessages"):
        language, _, name = line.partition("=")[0].partition(".")
        texts[language] |= {name}
    own = set(re.findall(r"\{cm:(\w+)\}|CustomMessage\('(\w+)'\)", TEXT))
    used = {a or b for a, b in own} - {"CreateDesktopIcon"}  # Inno Setup's own
    assert languages == {"en", "de", "ja"}
    assert set(texts.values()) == {frozenset(used)}


def test_gguf_opens_in_the_windowed_program_and_is_not_taken_from_another() -> None:
    registry = "\n".join(section("Registry"))
    assert r'"""{app}\localllm-app.exe"" ""%1"""' in registry
    assert r'Subkey: "Software\Classes\.gguf\OpenWithProgids"' in registry
    assert r'Subkey: "Software\Classes\.gguf";' not in registry
    assert setup()["ChangesAssociations"] == "yes"


def test_every_task_that_is_named_is_offered() -> None:
    offered = set(re.findall(r'^Name: "(\w+)"', "\n".join(section("Tasks")), re.MULTILINE))
    named = set(re.findall(r"Tasks: (\w+)|WizardIsTaskSelected\('(\w+)'\)", TEXT))
    assert {a or b for a, b in named} == offered


def test_chats_and_models_stay_unless_a_person_says_otherwise() -> None:
    """In silence nobody is asked and all stays; asked, the button that is chosen already is No."""
    deletes = [line for line in section("UninstallDelete") if "localappdata" in line]
    assert deletes == []
    code = "\n".join(section("Code"))
    (before, after) = code.split("DelTree(")
    assert "if UninstallSilent() or not DirExists(Data) then\n    exit;" in before
    assert re.search(r"MB_YESNO or MB_DEFBUTTON2\) = IDYES then\s*\Z", before)
    assert after.startswith("Data, ")
    assert r"Data := ExpandConstant('{localappdata}\localllm');" in before


def test_blocks_of_the_code_are_closed() -> None:
    code = re.sub(r"\{[^{}]*\}|'(?:[^']|'')*'", "", "\n".join(section("Code")))
    words = re.findall(r"\b(begin|end)\b", code)
    assert words.count("begin") == words.count("end") > 3


def test_both_programs_are_asked_of_the_spec(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "_run", lambda *command: None)
    monkeypatch.setattr(build, "DIST", tmp_path)
    monkeypatch.setenv("LOCALLLM_NATIVE_PRESET", "cpu-all")
    (tmp_path / "localllm").mkdir()
    (tmp_path / "localllm" / "localllm.exe").touch()
    with pytest.raises(SystemExit, match=r"no localllm-app\.exe"):
        build.freeze()
    (tmp_path / "localllm" / "localllm-app.exe").touch()
    assert build.freeze() == tmp_path / "localllm"


def test_a_compiler_that_is_not_there_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ISCC", str(tmp_path / "none.exe"))
    with pytest.raises(SystemExit, match="set ISCC"):
        build.compiler()
