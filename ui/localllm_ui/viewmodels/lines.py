"""The sidebar's rows, from what is read of the store. Pure.

heading "Pinned" | chat | heading "Folders" | folder (open) | chat in it | heading "Today" | chat
"""

from __future__ import annotations

import time
from collections.abc import Set
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from localllm_ui.viewmodels import words

if TYPE_CHECKING:
    from localllm.chats.reader import ChatReader
    from localllm.chats.types import ChatSummary, Folder


class Line(msgspec.Struct, frozen=True):
    """One row. `kind` is "heading", "folder" or "chat"; `id` of the folder or chat, `folder` is the
    one that it is in (-1: none)."""

    kind: str
    id: int
    title: str
    depth: int = 0
    pinned: bool = False
    open: bool = False
    folder: int = -1
    draft: bool = False


class Page(msgspec.Struct, frozen=True):
    """What was read: `top` are the chats outside folders, `inside` those of open folders."""

    folders: list[Folder]
    inside: dict[int, list[ChatSummary]]
    top: list[ChatSummary]
    more: bool


def key(line: Line) -> tuple[str, int | str]:
    return line.kind, line.id or line.title


def read_page(reader: ChatReader, opened: frozenset[int], wanted: int) -> Page:
    top = reader.list_chats(limit=wanted + 1)
    return Page(
        folders=reader.list_folders(),
        inside={folder: reader.list_chats(folder, limit=wanted) for folder in opened},
        top=top[:wanted],
        more=len(top) > wanted,
    )


def lines_of(page: Page, opened: Set[int], today: date) -> list[Line]:
    pinned = [chat for chat in page.top if chat.pinned]
    lines = [_heading(words.translate("Pinned"))] if pinned else []
    lines += [_chat(chat, 0) for chat in pinned]
    if page.folders:
        lines.append(_heading(words.translate("Folders")))
        lines += _folder_lines(page, opened, None, 0)
    heading = ""
    for chat in page.top[len(pinned) :]:
        age = _age(chat.updated_at, today)
        if age != heading:
            heading = age
            lines.append(_heading(age))
        lines.append(_chat(chat, 0))
    return lines


def _folder_lines(page: Page, opened: Set[int], parent: int | None, depth: int) -> list[Line]:
    lines: list[Line] = []
    for folder in page.folders:
        if folder.parent_id != parent:
            continue
        is_open = folder.id in opened
        up = -1 if parent is None else parent
        lines.append(Line("folder", folder.id, folder.name, depth, open=is_open, folder=up))
        if is_open:
            lines += _folder_lines(page, opened, folder.id, depth + 1)
            lines += [_chat(chat, depth + 1) for chat in page.inside.get(folder.id, [])]
    return lines


def _chat(chat: ChatSummary, depth: int) -> Line:
    title = chat.title or words.translate("New chat")
    folder = -1 if chat.folder_id is None else chat.folder_id
    return Line("chat", chat.id, title, depth, chat.pinned, folder=folder, draft=chat.has_draft)


def _heading(text: str) -> Line:
    return Line("heading", 0, text)


def _age(updated_ms: int, today: date) -> str:
    days = (today - date.fromtimestamp(updated_ms / 1000)).days
    if days <= 0:
        return words.translate("Today")
    if days == 1:
        return words.translate("Yesterday")
    if days <= 7:
        return words.translate("Last 7 days")
    if days <= 30:
        return words.translate("Last 30 days")
    return time.strftime("%Y-%m", time.localtime(updated_ms / 1000))


def path(folder: Folder, by_id: dict[int, Folder]) -> str:
    names = [folder.name]
    while folder.parent_id is not None and folder.parent_id in by_id:
        folder = by_id[folder.parent_id]
        names.append(folder.name)
    return " / ".join(reversed(names))
