"""Files in, chats out: recognised by content, taken whole or not at all, and accounted for."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chats.chatting import chat_of, path_of
from chats.exports import (
    PNG,
    gpt_conversation,
    gpt_message,
    gpt_simple,
    lms_simple,
    owui_simple,
    write,
    write_zip,
)

from localllm.chats import import_files
from localllm.chats.import_ import ALREADY_HERE, Skipped, import_paths, read_files
from localllm.chats.store import ChatStore
from localllm.chats.types import Changed, MessageState
from localllm.errors import BadRequest, UnsupportedFeature

EGG = ["How do I boil an egg?", "Seven minutes."]


def ours(*chats: dict[str, Any], version: int = 1) -> dict[str, Any]:
    return {"format": "localllm.chats", "version": version, "exported_at": 0, "chats": list(chats)}


def our_chat(**fields: Any) -> dict[str, Any]:
    messages = [
        {"id": 1, "role": "user", "content": EGG[0]},
        {"id": 2, "role": "assistant", "parent": 1, "content": EGG[1]},
    ]
    return {"origin": "localllm:x", "title": "Eggs", "messages": messages, **fields}


@pytest.mark.parametrize(
    ("name", "value", "program"),
    [
        ("localllm.json", ours(our_chat()), "localllm"),
        ("conversations.json", [gpt_simple()], "ChatGPT"),
        ("wrapped.json", {"conversations": [gpt_simple()]}, "ChatGPT"),
        ("single.json", gpt_simple(), "ChatGPT"),
        ("1736789912980.conversation.json", lms_simple(), "LM Studio"),
        ("chat-export-1745071894.json", [owui_simple()], "Open WebUI"),
        ("single.json", owui_simple(), "Open WebUI"),
        ("inner.json", owui_simple()["chat"], "Open WebUI"),
    ],
)
def test_a_file_is_recognised_by_what_is_in_it(
    store: ChatStore, tmp_path: Path, name: str, value: Any, program: str
) -> None:
    report = import_paths(store, [write(tmp_path / name, value)])
    assert report.programs == (program,)
    assert report.messages == 2
    assert report.skipped == ()
    (chat_id,) = report.chat_ids
    assert path_of(store, chat_id) == EGG


def test_imported_chats_are_searched(store: ChatStore, tmp_path: Path) -> None:
    import_paths(store, [write(tmp_path / "a.json", [owui_simple()])])
    (hit,) = store.search("boil")
    assert hit.chat.title == "Egg boiling"


def test_several_files_are_one_import(
    store: ChatStore, tmp_path: Path, published: list[Changed]
) -> None:
    report = import_paths(
        store,
        [write(tmp_path / "a.json", [gpt_simple()]), write(tmp_path / "b.json", [owui_simple()])],
    )
    assert report.programs == ("ChatGPT", "Open WebUI")
    assert published == [Changed(chats=frozenset(report.chat_ids))]


def test_the_same_chat_is_not_taken_twice(store: ChatStore, tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", [gpt_simple()])
    import_paths(store, [path])
    report = import_paths(store, [path])
    assert report.chat_ids == ()
    assert report.skipped == (Skipped("A talk", ALREADY_HERE),)


def test_the_same_chat_in_two_files_is_taken_once(store: ChatStore, tmp_path: Path) -> None:
    paths = [write(tmp_path / name, [gpt_simple()]) for name in ("a.json", "b.json")]
    assert len(import_paths(store, paths).chat_ids) == 1


def test_a_chat_is_taken_again_when_asked_for(store: ChatStore, tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", [gpt_simple()])
    (first,) = import_paths(store, [path]).chat_ids
    (second,) = import_paths(store, [path], again=True).chat_ids
    assert store.chat(first).origin != store.chat(second).origin


def test_a_chat_in_the_trash_does_not_stand_in_the_way(store: ChatStore, tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", [gpt_simple()])
    store.chats.trash(import_paths(store, [path]).chat_ids)
    assert len(import_paths(store, [path]).chat_ids) == 1


# --- folders and archives --------------------------------------------------------------------


def test_a_folder_of_lm_studio_comes_with_its_sub_folders(store: ChatStore, tmp_path: Path) -> None:
    root = tmp_path / "conversations"
    write(root / "1.conversation.json", lms_simple(createdAt=1736789912981))
    write(root / "Work" / "Deep" / "2.conversation.json", lms_simple(createdAt=1736789912982))
    write(root / "Work" / "notes.json", {"not": "a chat"})
    report = import_paths(store, [root])
    places = {store.folder_path(store.chat(c).summary.folder_id) for c in report.chat_ids}
    assert places == {(), ("Work", "Deep")}


def test_folders_that_are_there_already_are_used(store: ChatStore, tmp_path: Path) -> None:
    work = store.folders.create("Work")
    path = write(tmp_path / "a.json", ours(our_chat(folder=["Work"])))
    (chat_id,) = import_paths(store, [path]).chat_ids
    assert store.chat(chat_id).summary.folder_id == work.id


def test_a_folder_without_conversations_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "other.json", {})
    with pytest.raises(BadRequest, match="no conversations"):
        read_files([tmp_path])


def picture(file_id: str) -> dict[str, Any]:
    part = {"content_type": "image_asset_pointer", "asset_pointer": f"sediment://{file_id}"}
    return gpt_conversation({"q": (None, gpt_message("user", part, kind="multimodal_text"))})


def test_a_zip_of_chatgpt_comes_with_its_pictures(store: ChatStore, tmp_path: Path) -> None:
    path = write_zip(
        tmp_path / "export.zip",
        {
            "user.json": {"id": "user-1"},
            "chat.html": b"<html>",
            "conversations.json": [picture("file_aa11"), picture("file_missing")],
            "user-1/file_aa11-egg.png": PNG,
        },
    )
    conversations = json.loads(zipfile.ZipFile(path).read("conversations.json"))
    conversations[1] |= {"id": "other", "conversation_id": "other"}
    report = import_paths(
        store, [write_zip(path, {"conversations.json": conversations, "file_aa11-egg.png": PNG})]
    )
    assert (report.files, report.files_missing) == (1, 1)
    (file,) = store.thread(report.chat_ids[0])[0].attachments
    assert (file.name, store.attachment_data(file.id)) == ("egg.png", PNG)


def test_an_export_in_shards_is_read_whole(store: ChatStore, tmp_path: Path) -> None:
    shards = {
        f"export/conversations-{n:03}.json": [gpt_simple(conversation_id=str(n))] for n in range(3)
    }
    assert len(import_paths(store, [write_zip(tmp_path / "a.zip", shards)]).chat_ids) == 3


def test_pictures_beyond_the_limit_are_named_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_files, "MAX_FILES", len(PNG) + 1)
    path = write_zip(
        tmp_path / "a.zip",
        {
            "conversations.json": [picture("file_a1"), picture("file_b2")],
            "file_a1-one.png": PNG,
            "file_b2-two.png": PNG,
        },
    )
    first, second = read_files([path]).chats
    assert first.messages[0].attachments[0].data == PNG
    assert second.messages[0].attachments[0].data is None


# --- a broken chat is left out ---------------------------------------------------------------


def test_a_chat_that_cannot_be_understood_is_left_out_and_reported(
    store: ChatStore, tmp_path: Path
) -> None:
    broken = gpt_simple(title="Broken", mapping={"a": {"message": 3}})
    report = import_paths(store, [write(tmp_path / "a.json", [gpt_simple(), broken])])
    assert len(report.chat_ids) == 1
    (skipped,) = report.skipped
    assert skipped.where == "Broken"
    assert "not as expected" in skipped.reason


def test_a_broken_chat_without_a_title_is_named_by_its_place(tmp_path: Path) -> None:
    incoming = read_files([write(tmp_path / "a.json", [gpt_simple(), 17])])
    assert [skipped.where for skipped in incoming.skipped] == ["a.json, chat 2"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"messages": [{"id": 1, "role": "user"}, {"id": 1, "role": "user"}]}, "two messages"),
        ({"messages": [{"id": 1, "role": "user", "parent": 2}]}, "before its parent"),
        ({"messages": [{"id": 1, "role": "user", "parent": 1}]}, "before its parent"),
        ({"messages": [{"id": 1, "role": "alien"}]}, "alien"),
        ({"messages": [{"id": 1, "role": "user", "created_at": -1}]}, "created_at"),
        ({"created_at": 10**30}, "created_at"),
        ({"folder": ["a", " "]}, "folder"),
        ({"folder": ["x"] * 100}, "folder"),
        ({"sampling": {"temperature": "hot"}}, "temperature"),
    ],
)
def test_a_wrong_chat_of_ours_is_left_out(
    tmp_path: Path, fields: dict[str, Any], reason: str
) -> None:
    incoming = read_files([write(tmp_path / "a.json", ours(our_chat(**fields), our_chat()))])
    assert len(incoming.chats) == 1
    assert reason in incoming.skipped[0].reason


def test_an_answer_that_claims_to_be_streaming_is_interrupted(
    store: ChatStore, tmp_path: Path
) -> None:
    message = {"id": 1, "role": "assistant", "state": "streaming", "content": "half"}
    path = write(tmp_path / "a.json", ours(our_chat(messages=[message])))
    (chat_id,) = import_paths(store, [path]).chat_ids
    assert store.thread(chat_id)[0].state is MessageState.INTERRUPTED


def test_a_chat_from_the_future_is_not_on_top_for_ever(store: ChatStore, tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", ours(our_chat(updated_at=253_000_000_000_000)))
    import_paths(store, [path])
    newer = chat_of(store, "new")
    assert store.list_chats()[0].id == newer.id


# --- a broken file imports nothing -----------------------------------------------------------


def not_a_zip(path: Path) -> None:
    write_zip(path, {"conversations.json": [gpt_simple()]})
    data = bytearray(path.read_bytes())
    at = data.index(b"conversations.json") + 30
    data[at : at + 40] = bytes(40)
    path.write_bytes(data)


def encrypted_zip(path: Path) -> None:
    write_zip(path, {"conversations.json": [gpt_simple()]})
    data = bytearray(path.read_bytes())
    data[6] |= 1  # the flag in the local header
    data[data.index(b"PK\x01\x02") + 8] |= 1  # and in the directory
    path.write_bytes(data)


BROKEN: dict[str, tuple[Callable[[Path], Any], str]] = {
    "empty": (lambda path: path.write_bytes(b""), "no JSON"),
    "nothing but NULs": (lambda path: path.write_bytes(bytes(4096)), "no JSON"),
    "text": (lambda path: path.write_text("Hello"), "no JSON"),
    "cut off": (lambda path: path.write_text(json.dumps([gpt_simple()])[:-20]), "no JSON"),
    "not UTF-8": (lambda path: path.write_bytes(b'["\xff\xfe"]'), "no JSON"),
    "deeply nested": (lambda path: path.write_bytes(b"[" * 200_000 + b"]" * 200_000), "nested"),
    "another file": (lambda path: path.write_text('{"name": "package", "version": 1}'), "knows"),
    "a number": (lambda path: path.write_text("1"), "knows"),
    "an empty list": (lambda path: path.write_text("[]"), "knows"),
    "a list of numbers": (lambda path: path.write_text("[1, 2]"), "knows"),
    "ours, damaged": (lambda path: path.write_text('{"format": "localllm.chats"}'), "damaged"),
    "a damaged zip": (not_a_zip, "damaged"),
    "an encrypted zip": (encrypted_zip, "encrypted"),
    "a zip without chats": (lambda path: write_zip(path, {"a.txt": b"x"}), "no conversations"),
    "a missing file": (lambda path: None, "cannot be read"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_an_error_in_words_and_imports_nothing(
    store: ChatStore, tmp_path: Path, kind: str
) -> None:
    make, words = BROKEN[kind]
    make(tmp_path / "broken")
    good = write(tmp_path / "good.json", [gpt_simple()])
    with pytest.raises(BadRequest, match=words):
        import_paths(store, [good, tmp_path / "broken"])
    assert store.counts().chats == 0


def test_a_newer_export_of_ours_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedFeature, match="newer localllm"):
        read_files([write(tmp_path / "a.json", ours(version=2))])


def test_a_file_beyond_the_limit_is_refused_with_the_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_files, "MAX_JSON", 1 << 20)
    path = tmp_path / "a.json"
    path.write_bytes(b" " * (3 << 20))
    with pytest.raises(BadRequest, match="3 MB, and at most 1 MB"):
        read_files([path])


def test_a_zip_bomb_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_files, "MAX_JSON", 1 << 20)
    path = write_zip(tmp_path / "a.zip", {"conversations.json": b" " * (50 << 20)})
    with pytest.raises(BadRequest, match="too large"):
        read_files([path])


def test_a_zip_that_lies_about_a_size_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_files, "MAX_JSON", 1 << 20)
    path = write_zip(tmp_path / "a.zip", {"conversations.json": b" " * (5 << 20)})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(BadRequest):
        read_files([path])


def test_half_of_an_emoji_does_not_spoil_the_file(store: ChatStore, tmp_path: Path) -> None:
    # JavaScript cuts titles between the halves of a surrogate pair.
    text = json.dumps([gpt_simple(title="TITLE")])
    path = tmp_path / "a.json"
    path.write_text(text.replace("TITLE", r"whole \ud83e\udd5a half \ud83e path C:\\ud83e"))
    (chat_id,) = import_paths(store, [path]).chat_ids
    assert store.chat(chat_id).summary.title == "whole 🥚 half \ufffd path C:\\ud83e"


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([gpt_simple()]).encode())
    assert len(read_files([path]).chats) == 1


def test_reading_touches_no_database(tmp_path: Path, isolated_home: Path) -> None:
    read_files([write(tmp_path / "a.json", [gpt_simple()])])
    assert list(isolated_home.rglob("*.db")) == []


def test_hostile_text_is_kept_as_text(store: ChatStore, tmp_path: Path) -> None:
    text = "'; DROP TABLE chats; --\0<script>alert(1)</script>../../etc/passwd"
    path = write(tmp_path / "a.json", ours(our_chat(title=text, folder=["../.."])))
    (chat_id,) = import_paths(store, [path]).chat_ids
    assert store.chat(chat_id).summary.title == text
    assert store.folder_path(store.chat(chat_id).summary.folder_id) == ("../..",)
