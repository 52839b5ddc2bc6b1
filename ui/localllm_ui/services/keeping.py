"""The files of models on this computer: what deleting one frees, deleting, bringing one in.

Everything here blocks: for worker threads.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from localllm import paths
from localllm.errors import BadRequest, Busy, Forbidden, LocalLLMError
from localllm.models.disk import check_disk
from localllm.models.header.parts import SUFFIX, parts_of
from localllm.models.temporary import Temporary, explained

if TYPE_CHECKING:
    from localllm.models.removal import Removal
    from localllm.settings import Settings

_BLOCK = 1 << 22


class Deleting(msgspec.Struct, frozen=True):
    """What would be deleted. `mine` is False for a file that localllm did not fetch or make;
    `forbidden` says why it cannot be deleted here at all."""

    name: str
    removal: Removal
    mine: bool
    forbidden: str = ""


class Coming(msgspec.Struct, frozen=True):
    """A file that a person chose, with all its parts. `problem` says why it is no model for us."""

    path: str
    size: int
    details: str
    problem: str = ""


def deleting(settings: Settings, name: str) -> Deleting:
    """Raises ModelNotFound."""
    from localllm.models.removal import Removal
    from localllm.models.store import Store

    store = Store.of(settings)
    model = store.resolve(name)
    try:
        store.check_removable(model, force=True)
    except Forbidden as error:
        return Deleting(model.name, Removal(()), model.source == "own", error.message)
    return Deleting(model.name, store.would_free(model), model.source == "own")


def delete(settings: Settings, name: str) -> int:
    """The bytes that are free again."""
    from localllm.models.store import Store

    store = Store.of(settings)
    try:
        return store.remove(store.resolve(name), force=True)
    except OSError as error:
        raise BadRequest(f"{error.filename} cannot be deleted: {error.strerror}.") from error


def look_at(path: Path) -> Coming:
    """What a chosen file is."""
    from localllm.models.header.card import LANGUAGE_MODEL, card_of
    from localllm.models.header.check import headers_of

    if path.suffix.lower() != SUFFIX:
        return Coming(str(path), 0, "", f"{path.name} is no GGUF file.")
    parts = parts_of(path)
    size = sum(part.stat().st_size for part in parts if part.is_file())
    try:
        card = card_of(headers_of(str(parts[0])), path.stem)
    except LocalLLMError as error:
        return Coming(str(path), size, "", error.message)
    if card.kind != LANGUAGE_MODEL:
        return Coming(str(path), size, "", f"{path.name} is no language model but {card.kind}.")
    return Coming(str(path), size, " · ".join(filter(None, (card.architecture, card.quantization))))


def bring_in(path: Path, *, copy: bool) -> None:
    """Has the model in our own folder from now on: as a link to where it lies, or as a copy.

    Busy where another one of that name is there; DiskFull.
    """
    for part in parts_of(path):
        target = paths.models_dir() / part.name
        if _same(target, part):
            continue
        if os.path.lexists(target):
            raise Busy(
                f"{target.name} is in the folder of the models already, and is another file. "
                "Rename one of them."
            )
        _copy(part, target) if copy else _link(part, target)


def _same(target: Path, part: Path) -> bool:
    with contextlib.suppress(OSError):
        return target.samefile(part)
    return False


def _link(part: Path, target: Path) -> None:
    """A link, of whatever kind the system allows."""
    try:
        target.symlink_to(part.resolve())
    except OSError:
        try:
            os.link(part, target)
        except OSError as error:
            raise BadRequest(
                f"{part.name} cannot be linked to from {target.parent}: {error.strerror}. Copy it, "
                "or add its folder."
            ) from error


def _copy(part: Path, target: Path) -> None:
    check_disk(target, part.stat().st_size)
    with Temporary(target) as made:
        try:
            with part.open("rb") as source, made.path.open("wb") as out:
                shutil.copyfileobj(source, out, _BLOCK)
        except OSError as error:
            raise explained(error, target) from error
        made.finish(replace=False)
