"""Nested folders and what happens to their chats."""

from __future__ import annotations

import pytest
from chats.chatting import chat_of

from localllm.chats.store import ChatStore
from localllm.chats.types import Changed
from localllm.errors import BadRequest


def names(store: ChatStore, *, trashed: bool = False) -> list[str]:
    return [folder.name for folder in store.list_folders(trashed=trashed)]


def test_folders_nest_and_count_their_chats(store: ChatStore) -> None:
    work = store.folders.create("Work")
    deep = store.folders.create("Deep", work.id)
    chat_of(store, folder_id=deep.id)
    assert [(f.name, f.parent_id, f.chats) for f in store.list_folders()] == [
        ("Deep", work.id, 1),
        ("Work", None, 0),
    ]


def test_the_path_of_a_folder_is_its_names_from_the_top(store: ChatStore) -> None:
    work = store.folders.create("Work")
    deep = store.folders.create("Deep", work.id)
    assert store.folder_path(deep.id) == ("Work", "Deep")
    assert store.folder_path(None) == ()


def test_a_folder_is_renamed(store: ChatStore) -> None:
    work = store.folders.create("Work")
    assert store.folders.rename(work.id, " Play ") == Changed(folders=True)
    assert names(store) == ["Play"]


def test_a_folder_needs_a_name(store: ChatStore) -> None:
    with pytest.raises(BadRequest, match="needs a name"):
        store.folders.create("  ")


def test_a_folder_moves_but_not_into_itself(store: ChatStore) -> None:
    outer = store.folders.create("outer")
    inner = store.folders.create("inner", outer.id)
    for target in (outer.id, inner.id):
        with pytest.raises(BadRequest, match="into itself"):
            store.folders.move(outer.id, target)
    store.folders.move(inner.id, None)
    store.folders.move(outer.id, inner.id)
    assert store.folder_path(outer.id) == ("inner", "outer")


def test_folders_keep_the_order_a_person_gives_them(store: ChatStore) -> None:
    a, b, c = (store.folders.create(name) for name in "abc")
    assert store.folders.place(c.id, None, before=a.id) == Changed(folders=True)
    assert names(store) == ["c", "a", "b"]
    store.folders.place(c.id, None)
    assert names(store) == ["a", "b", "c"]
    store.folders.place(b.id, None, before=b.id)  # where it is: not found among the others
    assert names(store) == ["a", "c", "b"]


def test_a_new_folder_comes_last_where_there_is_an_order(store: ChatStore) -> None:
    for name in "ab":
        store.folders.create(name)
    store.folders.create("A first by its name")
    assert names(store)[0] == "a"
    a, b = (folder for folder in store.list_folders() if folder.name in "ab")
    store.folders.place(b.id, None, before=a.id)
    store.folders.create("0")
    assert names(store)[-1] == "0"
    assert names(store)[0] == "b"


def test_a_folder_is_placed_inside_another_but_not_inside_itself(store: ChatStore) -> None:
    outer, inner = store.folders.create("outer"), store.folders.create("inner")
    first = store.folders.create("first", outer.id)
    store.folders.place(inner.id, outer.id, before=first.id)
    assert store.folder_path(inner.id) == ("outer", "inner")
    assert [f.name for f in store.list_folders() if f.parent_id == outer.id] == ["inner", "first"]
    with pytest.raises(BadRequest, match="into itself"):
        store.folders.place(outer.id, inner.id)


def test_trashing_a_folder_takes_all_that_is_in_it(store: ChatStore) -> None:
    outer = store.folders.create("outer")
    inner = store.folders.create("inner", outer.id)
    chats = [chat_of(store, folder_id=folder.id) for folder in (outer, inner)]
    changed = store.folders.trash(outer.id)
    assert changed.chats == {chat.id for chat in chats}
    assert names(store) == []
    assert names(store, trashed=True) == ["inner", "outer"]
    assert store.list_chats(everywhere=True) == []


def test_restoring_a_folder_brings_back_exactly_what_it_took(store: ChatStore) -> None:
    outer = store.folders.create("outer")
    inner = store.folders.create("inner", outer.id)
    earlier, taken = chat_of(store, folder_id=inner.id), chat_of(store, folder_id=inner.id)
    store.chats.trash([earlier.id])
    store.folders.trash(outer.id)
    store.folders.restore(outer.id)
    assert [chat.id for chat in store.list_chats(inner.id)] == [taken.id]
    assert [chat.id for chat in store.list_trash()] == [earlier.id]


def test_a_folder_whose_parent_is_gone_comes_back_at_the_top(store: ChatStore) -> None:
    outer = store.folders.create("outer")
    inner = store.folders.create("inner", outer.id)
    store.folders.trash(inner.id)
    store.folders.trash(outer.id)
    store.folders.restore(inner.id)
    assert store.folder_path(inner.id) == ("inner",)


def test_a_chat_restored_alone_comes_back_at_the_top(store: ChatStore) -> None:
    folder = store.folders.create("Work")
    chat = chat_of(store, folder_id=folder.id)
    store.folders.trash(folder.id)
    store.chats.restore([chat.id])
    assert [found.id for found in store.list_chats()] == [chat.id]


def test_emptying_the_trash_deletes_folders(store: ChatStore) -> None:
    outer = store.folders.create("outer")
    store.folders.create("inner", outer.id)
    store.folders.trash(outer.id)
    assert store.chats.empty_trash().folders
    assert names(store, trashed=True) == []


def test_nothing_is_put_into_a_trashed_folder(store: ChatStore) -> None:
    folder = store.folders.create("Work")
    store.folders.trash(folder.id)
    with pytest.raises(BadRequest, match="no folder"):
        store.chats.create(folder_id=folder.id)
