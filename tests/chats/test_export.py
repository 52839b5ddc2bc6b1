"""Chats as files: JSON that comes back whole, Markdown that reads well."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import msgspec
import pytest
from chats.chatting import ask, chat_of, reply

from localllm.chats import export
from localllm.chats.export import Names, to_markdown, write_json, write_markdown
from localllm.chats.import_ import import_paths
from localllm.chats.reader import ChatReader
from localllm.chats.store import ChatStore
from localllm.chats.transfer import TransferChat, read
from localllm.chats.types import ChatSettings, NewAttachment, TitleSource
from localllm.core import FinishReason, Message, SamplingParams, ToolCall, Usage
from localllm.errors import BadRequest, EngineDied, Forbidden


@pytest.fixture
def rich(store: ChatStore) -> int:
    """A chat with everything a chat can have."""
    folder = store.folders.create("Deep", store.folders.create("Work").id)
    settings = ChatSettings(
        model="m",
        system_prompt="Be brief.",
        sampling=SamplingParams(temperature=0.3, stop=("END",), logit_bias={5: -1.5}),
        thinking=True,
    )
    chat = store.chats.create(folder_id=folder.id, settings=settings)
    store.chats.rename(chat.id, "Everything 🥚", TitleSource.MODEL)
    store.chats.pin(chat.id)
    store.chats.set_draft(chat.id, "and then?")
    question = store.messages.add(
        chat.id,
        Message(role="user", content="What is it?"),
        files=[NewAttachment("a.bin", "application/x-a", bytes(range(256)), "text", 7)],
    )
    call = ToolCall("c1", "look", '{"at": "egg"}')
    answer = store.answers.begin(chat.id)
    answer.append(reasoning="Hm.")
    answer.append(content="Let me look.")
    answer.finish(FinishReason.TOOL_CALLS, usage=Usage(10, 2, 3), tool_calls=(call,))
    store.messages.add(chat.id, Message(role="tool", content="an egg", tool_call_id="c1"))
    reply(store, chat.id, "An egg.")
    reply(store, chat.id, "Another answer.", parent_id=question.id)
    store.answers.begin(chat.id, parent_id=question.id).fail(EngineDied("It ended."))
    store.messages.edit(question.id, "What was it?")
    store.messages.select(answer.message_id)
    return chat.id


def without_ids(chat: TransferChat) -> TransferChat:
    """The chat with its message ids counted from 0, to compare two copies."""
    number = {message.id: index for index, message in enumerate(chat.messages)}
    return msgspec.structs.replace(
        chat,
        messages=tuple(
            msgspec.structs.replace(
                message,
                id=number[message.id],
                parent=None if message.parent is None else number[message.parent],
            )
            for message in chat.messages
        ),
    )


# --- JSON ------------------------------------------------------------------------------------


def test_an_export_comes_back_whole(store: ChatStore, rich: int, tmp_path: Path) -> None:
    write_json(store, tmp_path / "chats.json")
    with ChatStore.open(tmp_path / "other.db") as other:
        (chat_id,) = import_paths(other, [tmp_path / "chats.json"]).chat_ids
        assert without_ids(read(other, chat_id)) == without_ids(read(store, rich))
        shown = [message.to_core() for message in other.thread(chat_id)]
        assert shown == [message.to_core() for message in store.thread(rich)]


def test_the_file_is_what_the_documented_types_say(
    store: ChatStore, rich: int, tmp_path: Path
) -> None:
    write_json(store, tmp_path / "chats.json")
    file = msgspec.json.decode((tmp_path / "chats.json").read_bytes(), type=export.ExportFile)
    assert (file.format, file.version) == ("localllm.chats", 1)
    assert file.chats == (read(store, rich),)


def test_what_is_at_its_default_is_left_out(store: ChatStore, tmp_path: Path) -> None:
    chat_of(store, "Hello")
    write_json(store, tmp_path / "chats.json")
    (chat,) = json.loads((tmp_path / "chats.json").read_text())["chats"]
    (message,) = chat["messages"]
    assert set(message) == {"id", "role", "selected", "content", "created_at"}


def test_all_chats_are_exported_but_the_trash(store: ChatStore, tmp_path: Path) -> None:
    chats = [chat_of(store, f"chat {n}") for n in range(5)]
    store.chats.trash([chats[0].id])
    assert write_json(store, tmp_path / "chats.json") == 4


def test_more_chats_than_a_page_are_exported_once_each(
    store: ChatStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_PAGE", 2)
    for number in range(7):
        chat_of(store, title=f"chat {number}")
    write_json(store, tmp_path / "chats.json")
    titles = [c["title"] for c in json.loads((tmp_path / "chats.json").read_text())["chats"]]
    assert sorted(titles) == [f"chat {number}" for number in range(7)]


def test_deleted_messages_are_not_exported(store: ChatStore, tmp_path: Path) -> None:
    chat = chat_of(store, "kept", "secret")
    store.messages.delete(store.thread(chat.id)[-1].id)
    write_json(store, tmp_path / "chats.json", [chat.id])
    assert "secret" not in (tmp_path / "chats.json").read_text()


def test_no_chats_are_an_empty_export(store: ChatStore, tmp_path: Path) -> None:
    assert write_json(store, tmp_path / "chats.json") == 0
    assert json.loads((tmp_path / "chats.json").read_text())["chats"] == []


def test_another_thread_or_process_exports_with_a_reader(store: ChatStore, tmp_path: Path) -> None:
    chat_of(store, "Hello")
    with ChatReader.open(store.path) as reader:
        assert write_json(reader, tmp_path / "chats.json") == 1


def test_a_failed_export_leaves_the_old_file(store: ChatStore, tmp_path: Path) -> None:
    path = tmp_path / "chats.json"
    path.write_text("the old one")
    with pytest.raises(BadRequest, match="no chat 99"):
        write_json(store, path, [99])
    assert path.read_text() == "the old one"
    assert {file.name for file in tmp_path.iterdir() if "json" in file.name} == {"chats.json"}


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that refuses writing"
)
def test_a_folder_that_refuses_writing_is_an_error_in_words(
    store: ChatStore, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(Forbidden, match="could not be written"):
        write_json(store, closed / "chats.json")


def test_a_folder_that_is_missing_is_an_error_in_words(store: ChatStore, tmp_path: Path) -> None:
    with pytest.raises(Forbidden, match="could not be written"):
        write_json(store, tmp_path / "missing" / "chats.json")


# --- Markdown --------------------------------------------------------------------------------


def test_markdown_is_the_path_a_person_sees(store: ChatStore, rich: int, tmp_path: Path) -> None:
    write_markdown(store, tmp_path / "chat.md", rich)
    text = (tmp_path / "chat.md").read_text(encoding="utf-8")
    seconds = store.thread(rich)[1].reasoning_seconds
    assert text == (
        "# Everything 🥚\n\n## System prompt\n\nBe brief.\n\n"
        "## You\n\n*Attachment: a.bin*\n\nWhat is it?\n\n"
        "## Assistant (m)\n\n"
        f"<details><summary>Thinking ({seconds:.1f} s)</summary>\n\nHm.\n\n</details>\n\n"
        'Let me look.\n\n**look**\n```json\n{"at": "egg"}\n```\n\n'
        "## Tool\n\n```\nan egg\n```\n\n"
        "## Assistant (m)\n\nAn egg.\n"
    )


def test_a_selection_of_messages_is_copied_without_a_title(store: ChatStore) -> None:
    chat = chat_of(store, "one", "two", "three")
    assert to_markdown(store.thread(chat.id)[1:]) == "## Assistant\n\ntwo\n\n## You\n\nthree\n"


def test_names_can_be_translated(store: ChatStore) -> None:
    chat = chat_of(store, "eins")
    text = to_markdown(
        store.thread(chat.id), chat=store.chat(chat.id), names=Names(untitled="Gespräch", user="Du")
    )
    assert text == "# Gespräch\n\n## Du\n\neins\n"


def test_a_fence_is_longer_than_any_inside_it(store: ChatStore) -> None:
    chat = store.chats.create()
    store.messages.add(chat.id, Message(role="tool", content="```\ncode\n```", tool_call_id="c"))
    assert "````\n```\ncode\n```\n````" in to_markdown(store.thread(chat.id))


def test_a_failed_answer_says_so(store: ChatStore) -> None:
    chat = store.chats.create()
    ask(store, chat.id)
    store.answers.begin(chat.id).fail(EngineDied("The engine ended."))
    text = to_markdown(store.thread(chat.id))
    assert "## Assistant – unfinished\n\n> The engine ended.\n" in text
