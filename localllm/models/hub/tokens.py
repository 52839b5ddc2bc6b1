"""The token for a hub: kept in the keyring of the system, never in our files, never shown.

    HF_TOKEN in the environment      of this process alone; goes before all
    the system's keyring             one token for each hub, by its host
    Hugging Face's own token file    where their tools keep it; ours only where no keyring is

A token is for one hub. The variable and the file belong to the public hub and to HF_ENDPOINT: no
other mirror ever sees them.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import Literal, TypeVar
from urllib.parse import urlsplit

import msgspec

from localllm.errors import BadRequest, DownloadError
from localllm.models.hub.ref import OFFICIAL

log = logging.getLogger(__name__)

T = TypeVar("T")
Place = Literal["environment", "keyring", "file", "given"]

SERVICE = "localllm"
_VARIABLES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
_PATIENCE_S = 60.0  # a keyring may ask its owner for a password
_LONGEST = 4096


class Token(msgspec.Struct, frozen=True):
    """`place` is where it lies, `where` says so in words. Its text hides the value."""

    value: str
    place: Place
    where: str

    def __repr__(self) -> str:
        return f"Token({self.shown!r}, {self.place!r})"

    @property
    def shown(self) -> str:
        """Enough to tell it from another, not enough to use it."""
        value = self.value
        return f"{value[:3]}...{value[-4:]}" if len(value) >= 16 else "..."


def find(endpoint: str) -> Token | None:
    """The token for the hub at this address, wherever one is kept for it."""
    public = _is_public(endpoint)
    for name in _VARIABLES if public else ():
        if value := os.environ.get(name, "").strip():
            return Token(value, "environment", f"the variable {name}")
    if value := _of_keyring(_host(endpoint)):
        return Token(value, "keyring", f"the keyring ({keyring_name()})")
    if public and (value := _of_library()):
        return Token(value, "file", f"the file {token_file()}")
    return None


def save(value: str, endpoint: str) -> str:
    """Keeps the token for this hub; where, in words. BadRequest for what cannot be one."""
    value = value.strip()
    if not value or len(value) > _LONGEST or not value.isascii() or not value.isprintable():
        raise BadRequest("That is no token: it is one word, as hf_... from the hub's page of them")
    if any(char.isspace() for char in value):
        raise BadRequest("That is no token: it has spaces in it")
    if keyring_name():
        import keyring

        try:
            _patiently(lambda: keyring.set_password(SERVICE, _host(endpoint), value))
        except Exception as error:
            raise DownloadError(
                f"The keyring ({keyring_name()}) does not take the token: {error or 'no answer'}. "
                "Unlock it and try again; HF_TOKEN in the environment works without it"
            ) from error
        return f"the keyring ({keyring_name()})"
    if not _is_public(endpoint):
        raise DownloadError(
            f"This computer has no keyring, and the token of {_host(endpoint)} is kept nowhere "
            "else. Set HF_ENDPOINT and HF_TOKEN in the environment instead"
        )
    _write_file(value)
    return (
        f"the file {token_file()}, which only you may read: this computer has no keyring that "
        "could encrypt it"
    )


def clear(endpoint: str) -> tuple[str, ...]:
    """Forgets the token of this hub; the places it was removed from, in words."""
    removed = []
    host = _host(endpoint)
    if _of_keyring(host):
        import keyring

        _patiently(lambda: keyring.delete_password(SERVICE, host))
        removed.append(f"the keyring ({keyring_name()})")
    if _is_public(endpoint):
        from pathlib import Path

        file = Path(token_file())
        if file.is_file():
            file.unlink()
            removed.append(f"the file {file}")
    return tuple(removed)


def keyring_name() -> str:
    """What this computer's keyring is called; "" where there is none that is safe to use."""
    import keyring

    try:
        backend = _patiently(keyring.get_keyring)
        recommended = backend.priority >= 1  # as keyring's own documentation draws the line
        kind = type(backend).__module__.rpartition(".")[2]
        return str(backend.name) if recommended and kind not in ("fail", "null") else ""
    except Exception as error:  # a backend may raise whatever its system raises
        log.warning("no keyring could be looked for: %s", error)
        return ""


def token_file() -> str:
    """Where Hugging Face's own tools keep the token."""
    from huggingface_hub import constants

    from localllm.models.hub import session as hub_session  # noqa: F401 - first, for what it switches off

    return str(constants.HF_TOKEN_PATH)


def _of_keyring(host: str) -> str:
    """ "" where it has none, or does not open."""
    if not keyring_name():
        return ""
    import keyring

    try:
        return _patiently(lambda: keyring.get_password(SERVICE, host)) or ""
    except Exception as error:  # a backend may raise whatever its system raises
        log.warning("the keyring could not be asked for the token: %s", error or "no answer")
        return ""


def _of_library() -> str:
    """As their tools would find it; they renew one that was got by signing in."""
    from huggingface_hub import get_token

    from localllm.models.hub import session as hub_session  # noqa: F401 - first, for what it switches off

    try:
        return get_token() or ""
    except OSError as error:
        log.warning("the hub's token file cannot be read: %s", error)
        return ""


def _write_file(value: str) -> None:
    from pathlib import Path

    file = Path(token_file())
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)  # so that its permissions are ours from the first byte on
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(value)
    except OSError as error:
        raise DownloadError(f"The token cannot be kept in {file}: {error.strerror}") from error


def _patiently(action: Callable[[], T]) -> T:
    """What it returns or raises; TimeoutError where a keyring waits for somebody who is not there.

    In a thread of its own: some wait without an end, and nothing can wake them.
    """
    result: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(action())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True, name="keyring")
    thread.start()
    thread.join(_PATIENCE_S)
    if failure:
        raise failure[0]
    if not result:
        raise TimeoutError(f"it has not answered for {_PATIENCE_S:.0f} s")
    return result[0]


def _is_public(endpoint: str) -> bool:
    """The hub whose token the variable and the file hold: its user has paired the two."""
    theirs = os.environ.get("HF_ENDPOINT", "").strip()
    return _host(endpoint) in {_host(OFFICIAL), _host(theirs)} - {""}


def _host(endpoint: str) -> str:
    url = urlsplit(endpoint if "://" in endpoint else f"https://{endpoint}")
    return url.netloc.rsplit("@", 1)[-1].lower()
