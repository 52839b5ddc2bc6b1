"""The token for a hub: where it is kept, which one goes first, and who never sees it."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from helpers.keyrings import LockedKeyring, MemoryKeyring, no_tokens

from localllm.errors import BadRequest, DownloadError
from localllm.models.hub import tokens
from localllm.models.hub.ref import OFFICIAL

ONE, OTHER = "hf_" + "a" * 20, "hf_" + "b" * 20
MIRROR = "https://mirror.example"


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    with no_tokens(monkeypatch, tmp_path):
        yield


@pytest.fixture
def ring() -> MemoryKeyring:
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    return ring


def value(endpoint: str = OFFICIAL) -> str:
    found = tokens.find(endpoint)
    return found.value if found else ""


def file_mode() -> int:
    return stat.S_IMODE(os.stat(tokens.token_file()).st_mode)


def test_at_first_there_is_none() -> None:
    assert tokens.find(OFFICIAL) is None


def test_it_is_kept_in_the_keyring_alone(ring: MemoryKeyring) -> None:
    assert "keyring" in tokens.save(f" {ONE}\n", OFFICIAL)
    assert value() == ONE
    assert list(ring.kept.values()) == [ONE]
    assert not Path(tokens.token_file()).exists()


def test_each_hub_has_its_own(ring: MemoryKeyring) -> None:
    tokens.save(ONE, OFFICIAL)
    assert value(MIRROR) == ""
    tokens.save(OTHER, MIRROR)
    assert (value(), value(MIRROR)) == (ONE, OTHER)


def test_without_a_keyring_it_goes_where_hugging_face_keeps_it_readable_by_its_owner() -> None:
    words = tokens.save(ONE, OFFICIAL)
    assert tokens.token_file() in words
    assert "no keyring" in words
    assert Path(tokens.token_file()).read_text() == ONE
    if os.name == "posix":
        assert file_mode() == 0o600
    assert value() == ONE


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_file_that_others_could_read_is_not_kept_so() -> None:
    file = Path(tokens.token_file())
    file.parent.mkdir(parents=True)
    file.write_text(OTHER)
    file.chmod(0o644)
    tokens.save(ONE, OFFICIAL)
    assert file_mode() == 0o600


def test_without_a_keyring_a_mirrors_token_is_kept_nowhere() -> None:
    with pytest.raises(DownloadError, match="HF_ENDPOINT"):
        tokens.save(ONE, MIRROR)
    assert not Path(tokens.token_file()).exists()


def test_the_environment_goes_first(ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens.save(ONE, OFFICIAL)
    monkeypatch.setenv("HF_TOKEN", OTHER)
    found = tokens.find(OFFICIAL)
    assert found is not None
    assert (found.value, found.place) == (OTHER, "environment")


def test_the_keyring_goes_before_the_file(ring: MemoryKeyring) -> None:
    file = Path(tokens.token_file())
    file.parent.mkdir(parents=True)
    file.write_text(OTHER)
    assert value() == OTHER
    tokens.save(ONE, OFFICIAL)
    assert value() == ONE


def test_variable_and_file_are_never_for_a_mirror_of_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tokens.save(ONE, OFFICIAL)
    monkeypatch.setenv("HF_TOKEN", OTHER)
    assert value(MIRROR) == ""


def test_they_are_for_the_mirror_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", MIRROR)
    monkeypatch.setenv("HF_TOKEN", OTHER)
    assert value(MIRROR) == OTHER


def test_clear_forgets_all_that_is_kept(ring: MemoryKeyring) -> None:
    file = Path(tokens.token_file())
    file.parent.mkdir(parents=True)
    file.write_text(OTHER)
    tokens.save(ONE, OFFICIAL)
    tokens.save(OTHER, MIRROR)
    removed = tokens.clear(OFFICIAL)
    assert len(removed) == 2
    assert (value(), value(MIRROR)) == ("", OTHER)
    assert tokens.clear(OFFICIAL) == ()


@pytest.mark.parametrize("text", ["", "  ", "two words", "hf_ünïcode", "x" * 5000, "a\nb", "a\0b"])
def test_what_cannot_be_a_token_is_refused(ring: MemoryKeyring, text: str) -> None:
    with pytest.raises(BadRequest):
        tokens.save(text, OFFICIAL)
    assert ring.kept == {}


def test_a_keyring_that_stays_locked_is_no_token_and_no_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    keyring.set_keyring(LockedKeyring())
    assert tokens.find(OFFICIAL) is None
    assert "locked" in caplog.text


def test_a_keyring_that_takes_nothing_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.set_keyring(LockedKeyring())
    with pytest.raises(DownloadError, match="Unlock it"):
        tokens.save(ONE, OFFICIAL)


def test_a_keyring_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_PATIENCE_S", 0.05)
    over = threading.Event()

    class Asking(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            over.wait(10)
            return None

    keyring.set_keyring(Asking())
    assert tokens.find(OFFICIAL) is None
    over.set()


def test_a_keyring_that_is_not_recommended_is_none() -> None:
    class PlainText(MemoryKeyring):
        priority = 0.5  # type: ignore[assignment]

    keyring.set_keyring(PlainText())
    assert tokens.keyring_name() == ""
    assert tokens.token_file() in tokens.save(ONE, OFFICIAL)


def test_its_text_hides_it() -> None:
    token = tokens.Token(ONE, "keyring", "the keyring")
    assert ONE not in f"{token} {token!r} {token.shown} {[token]}"
    assert tokens.Token("short", "keyring", "").shown == "..."


def test_it_is_in_no_log(ring: MemoryKeyring, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    tokens.save(ONE, OFFICIAL)
    tokens.find(OFFICIAL)
    tokens.clear(OFFICIAL)
    assert ONE not in caplog.text
