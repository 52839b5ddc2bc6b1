"""Keyrings for tests: in memory, or as broken as real ones can be."""

from __future__ import annotations

import contextlib
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringLocked, PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    priority = 5  # type: ignore[assignment]
    name = "memory"

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError
        del self.kept[service, username]


class LockedKeyring(MemoryKeyring):
    """Its owner does not open it."""

    name = "locked"

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("the keyring is locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("the keyring is locked")


def no_tokens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> contextlib.ExitStack:
    """A computer without a keyring, a token file or a token in its environment.

    What is returned puts the keyring back when it is closed.
    """
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_ENDPOINT", "HF_OIDC_RESOURCE"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "hugging-face"
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(folder / "token"))
    monkeypatch.setattr("huggingface_hub.constants.HF_STORED_TOKENS_PATH", str(folder / "tokens"))
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    stack = contextlib.ExitStack()
    stack.callback(keyring.set_keyring, before)
    return stack
