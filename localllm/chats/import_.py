"""Chats from files: ours, ChatGPT's, LM Studio's and Open WebUI's.

Two steps, so that a large file does not hold up the store: `read_files` reads and understands, on
any thread, and touches no database; `import_chats` adds what was read in one transaction. A file
that is broken stops everything before the first change; a single chat that cannot be understood is
left out, whole, and reported.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from localllm.chats import from_chatgpt, from_lmstudio, from_openwebui, import_files
from localllm.chats.chats import new_origin
from localllm.chats.export import FORMAT, VERSION
from localllm.chats.incoming import Unusable, parse
from localllm.chats.store import ChatStore
from localllm.chats.transfer import TransferChat, check_tree
from localllm.errors import BadRequest, UnsupportedFeature

OURS = "localllm"
ALREADY_HERE = "already here"

_MAX_FOLDER_DEPTH = 32


class Skipped(msgspec.Struct, frozen=True):
    """A chat that was left out, and why; `where` is its title, or its file and number."""

    where: str
    reason: str


class Incoming(msgspec.Struct, frozen=True):
    """What `read_files` understood."""

    programs: tuple[str, ...]
    chats: tuple[TransferChat, ...]
    skipped: tuple[Skipped, ...]


class ImportReport(msgspec.Struct, frozen=True):
    """What was added. `files` came with their contents; of `files_missing` only the name did."""

    programs: tuple[str, ...]
    chat_ids: tuple[int, ...]
    messages: int
    files: int
    files_missing: int
    skipped: tuple[Skipped, ...]


def import_paths(store: ChatStore, paths: Iterable[Path], *, again: bool = False) -> ImportReport:
    """Both steps at once, on the store's thread."""
    return import_chats(store, read_files(paths), again=again)


def import_chats(store: ChatStore, incoming: Incoming, *, again: bool = False) -> ImportReport:
    """Adds the chats. One that is here already, outside the trash, is skipped unless `again`."""
    known = set(store.known_origins([chat.origin for chat in incoming.chats if chat.origin]))
    skipped = list(incoming.skipped)
    taken: list[TransferChat] = []
    for chat in incoming.chats:
        if chat.origin in known and not again:
            skipped.append(Skipped(chat.title, ALREADY_HERE))
            continue
        fresh = not chat.origin or chat.origin in known
        taken.append(msgspec.structs.replace(chat, origin=new_origin()) if fresh else chat)
        known.add(chat.origin)
    chat_ids = store.chats.insert(taken)
    files = [
        file.data is not None or file.text is not None
        for chat in taken
        for message in chat.messages
        for file in message.attachments
    ]
    return ImportReport(
        programs=incoming.programs,
        chat_ids=tuple(chat_ids),
        messages=sum(len(chat.messages) for chat in taken),
        files=sum(files),
        files_missing=len(files) - sum(files),
        skipped=tuple(skipped),
    )


def read_files(paths: Iterable[Path]) -> Incoming:
    """Reads files, or folders of LM Studio's (whose sub-folders become folders).

    Raises BadRequest where a file cannot be read or is of no known kind.
    """
    programs: dict[str, None] = {}
    chats: list[TransferChat] = []
    skipped: list[Skipped] = []
    for path in paths:
        for program, result in _read_path(path):
            programs[program] = None
            if isinstance(result, Skipped):
                skipped.append(result)
            else:
                chats.append(result)
    return Incoming(tuple(programs), tuple(chats), tuple(skipped))


Result = tuple[str, TransferChat | Skipped]


def _read_path(path: Path) -> Iterator[Result]:
    if path.is_dir():
        yield from _read_folder(path)
    elif zipfile.is_zipfile(path):
        with import_files.Archive(path) as archive:
            for name, document in archive.documents():
                yield from _read_document(name, document, archive.find)
    else:
        yield from _read_document(path.name, import_files.load(path), _no_files)


def _read_folder(folder: Path) -> Iterator[Result]:
    files = sorted(file for file in folder.rglob("*.json") if file.is_file())
    names = set(import_files.wanted([file.name for file in files]))
    if not names:
        raise BadRequest(f"There are no conversations in {folder}.")
    for file in files:
        if file.name not in names:
            continue
        inside = file.relative_to(folder).parts[:-1]
        for program, result in _read_document(file.name, import_files.load(file), _no_files):
            if isinstance(result, TransferChat) and not result.folder:
                result = msgspec.structs.replace(result, folder=inside)
            yield program, result


def _read_document(name: str, document: Any, find_file: from_chatgpt.FindFile) -> Iterator[Result]:
    program, found, read = _recognised(name, document, find_file)
    for number, value in enumerate(found, start=1):
        try:
            chat = read(value)
            check_tree(chat.messages)
            if len(chat.folder) > _MAX_FOLDER_DEPTH or not all(map(str.strip, chat.folder)):
                raise Unusable("its folder has no proper name")
        except (Unusable, BadRequest) as error:
            yield program, Skipped(_title(value) or f"{name}, chat {number}", str(error))
        else:
            yield program, chat


Reader = Callable[[Any], TransferChat]


def _recognised(
    name: str, document: Any, find_file: from_chatgpt.FindFile
) -> tuple[str, Sequence[Any], Reader]:
    """Which program wrote it, its chats, and how to read one."""
    if isinstance(document, dict) and document.get("format") == FORMAT:
        return OURS, _our_chats(name, document), lambda value: parse(value, TransferChat)
    if (found := from_chatgpt.conversations(document)) is not None:
        return from_chatgpt.PROGRAM, found, lambda value: from_chatgpt.read(value, find_file)
    if (found := from_openwebui.conversations(document)) is not None:
        return from_openwebui.PROGRAM, found, from_openwebui.read
    if (found := from_lmstudio.conversations(document)) is not None:
        return from_lmstudio.PROGRAM, found, from_lmstudio.read
    raise BadRequest(
        f"{name} is no export of chats that localllm knows. It reads its own, ChatGPT's "
        "(conversations.json or the zip), LM Studio's (*.conversation.json) and Open WebUI's."
    )


def _our_chats(name: str, document: dict[str, Any]) -> list[Any]:
    version, chats = document.get("version"), document.get("chats")
    if not isinstance(version, int) or not isinstance(chats, list):
        raise BadRequest(f"{name} is a damaged export of localllm.")
    if version > VERSION:
        raise UnsupportedFeature(
            f"{name} was written by a newer localllm (format {version}; this one reads up to "
            f"{VERSION}): please update localllm."
        )
    return chats


def _title(value: Any) -> str:
    title = (value.get("title") or value.get("name")) if isinstance(value, dict) else None
    return title if isinstance(title, str) else ""


def _no_files(file_id: str) -> None:
    return None
