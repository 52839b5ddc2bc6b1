"""Chats as a whole: titles, the list, copies, the trash."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from chats.chatting import Ticks, ask, chat_of, contents, path_of, reply

from localllm.chats.store import ChatStore
from localllm.chats.transfer import TransferChat, TransferMessage
from localllm.chats.types import Changed, ChatSettings, NewAttachment, TitleSource
from localllm.core import Message, SamplingParams
from localllm.errors import BadRequest


def test_settings_come_back_as_they_were_given(store: ChatStore) -> None:
    settings = ChatSettings(
        model="m",
        system_prompt="Be brief.",
        sampling=SamplingParams(temperature=0.1, stop=("a",), logit_bias={3: -1.0}),
        thinking=False,
    )
    chat = store.chats.create(settings=settings)
    assert store.chat(chat.id).settings == settings


def test_one_setting_is_changed_by_replacing_it(store: ChatStore) -> None:
    chat = store.chats.create(settings=ChatSettings(model="m", system_prompt="s"))
    old = store.chat(chat.id).settings
    store.chats.configure(chat.id, msgspec.structs.replace(old, model="n"))
    assert store.chat(chat.id).settings == ChatSettings(model="n", system_prompt="s")


def test_a_title_is_one_line(store: ChatStore) -> None:
    chat = store.chats.create()
    store.chats.rename(chat.id, "  two\n lines\t")
    assert store.chat(chat.id).summary.title == "two lines"


def test_a_model_titles_an_untitled_chat(store: ChatStore) -> None:
    chat = store.chats.create()
    store.chats.rename(chat.id, "By the model", TitleSource.MODEL)
    assert store.chat(chat.id).summary.title_source is TitleSource.MODEL


def test_a_model_does_not_overwrite_a_persons_title(store: ChatStore) -> None:
    chat = store.chats.create()
    store.chats.rename(chat.id, "Mine")
    changed = store.chats.rename(chat.id, "By the model", TitleSource.MODEL)
    assert store.chat(chat.id).summary.title == "Mine"
    assert not changed


def test_a_draft_is_kept(store: ChatStore) -> None:
    chat = store.chats.create()
    store.chats.set_draft(chat.id, "half a thou")
    assert store.chat(chat.id).draft == "half a thou"
    assert store.chat(chat.id).summary.has_draft


def test_an_unknown_chat_is_an_error_that_names_it(store: ChatStore) -> None:
    for change in (
        lambda: store.chats.pin(7),
        lambda: store.chats.rename(7, "x"),
        lambda: store.chats.set_draft(7, "x"),
        lambda: store.chats.configure(7, ChatSettings()),
        lambda: store.chats.duplicate(7),
        lambda: store.chat(7),
        lambda: ask(store, 7),
    ):
        with pytest.raises(BadRequest, match="no chat 7"):
            change()


# --- the list --------------------------------------------------------------------------------


def test_pinned_chats_come_first_then_the_latest(store: ChatStore) -> None:
    old, new, pinned = (chat_of(store, "x", title=title) for title in ("old", "new", "pinned"))
    store.chats.pin(pinned.id)
    ask(store, old.id, "again")
    assert [chat.title for chat in store.list_chats()] == ["pinned", "old", "new"]
    assert new.updated_at < store.chat(old.id).summary.updated_at


def test_renaming_and_pinning_do_not_move_a_chat_in_time(store: ChatStore) -> None:
    chat = chat_of(store, "x")
    store.chats.rename(chat.id, "renamed")
    store.chats.pin(chat.id)
    assert store.chat(chat.id).summary.updated_at == chat.updated_at


def test_pages_follow_each_other_without_gap_or_repeat(path: Path) -> None:
    with ChatStore.open(path, clock=Ticks()) as store:
        ids = [store.chats.create().id for _ in range(25)]
        for chat_id in ids[::7]:
            store.chats.pin(chat_id)
        whole = store.list_chats()
        paged = store.list_chats(limit=10)
        while page := store.list_chats(limit=10, after=paged[-1]):
            paged += page
    assert paged == whole
    assert {chat.id for chat in paged} == set(ids)


def test_a_page_goes_on_where_it_was_though_chats_moved_up(store: ChatStore) -> None:
    ids = [store.chats.create().id for _ in range(4)]
    first = store.list_chats(limit=2)
    ask(store, ids[0], "moves to the top")
    assert [chat.id for chat in store.list_chats(limit=2, after=first[-1])] == [ids[1]]


def test_the_list_is_of_one_folder_or_of_all(store: ChatStore) -> None:
    folder = store.folders.create("Work")
    inside = store.chats.create(folder_id=folder.id)
    outside = store.chats.create()
    assert [chat.id for chat in store.list_chats()] == [outside.id]
    assert [chat.id for chat in store.list_chats(folder.id)] == [inside.id]
    assert len(store.list_chats(everywhere=True)) == 2


def test_chats_move_between_folders(store: ChatStore) -> None:
    folder = store.folders.create("Work")
    chat = store.chats.create()
    store.chats.move([chat.id], folder.id)
    assert store.chat(chat.id).summary.folder_id == folder.id
    store.chats.move([chat.id], None)
    assert store.chat(chat.id).summary.folder_id is None


def test_a_chat_cannot_move_into_a_folder_that_is_none(store: ChatStore) -> None:
    chat = store.chats.create()
    with pytest.raises(BadRequest, match="no folder 9"):
        store.chats.move([chat.id], 9)


# --- copies ----------------------------------------------------------------------------------


def test_a_duplicate_has_all_branches_and_the_same_path(store: ChatStore) -> None:
    chat = chat_of(store, "question", "first answer", title="Original")
    question = store.thread(chat.id)[0]
    reply(store, chat.id, "second answer", parent_id=question.id)
    copy = store.chats.duplicate(chat.id)
    assert path_of(store, copy.id) == ["question", "second answer"]
    assert len(store.tree(copy.id)) == 3
    assert store.thread(copy.id)[1].siblings == 2
    assert copy.title == "Original"


def test_a_copy_has_nothing_in_common_with_the_original(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    copy = store.chats.duplicate(chat.id)
    ask(store, copy.id, "only in the copy")
    assert path_of(store, chat.id) == ["question"]
    assert store.chat(copy.id).origin != store.chat(chat.id).origin


def test_a_copy_has_the_settings_folder_and_files(store: ChatStore) -> None:
    folder = store.folders.create("Work")
    preset = store.presets.create("Terse", ChatSettings(system_prompt="Be terse."))
    chat = store.chats.create(folder_id=folder.id)
    store.presets.apply(preset.id, chat.id)
    store.messages.add(
        chat.id, Message(role="user", content="see"), files=[NewAttachment("a", "text/plain", b"x")]
    )
    copy = store.chats.duplicate(chat.id)
    assert copy.folder_id == folder.id
    assert store.chat(copy.id).settings == store.chat(chat.id).settings
    (file,) = store.thread(copy.id)[0].attachments
    assert store.attachment_data(file.id) == b"x"


def test_a_branch_is_the_way_to_a_message_in_a_new_chat(store: ChatStore) -> None:
    chat = chat_of(store, "one", "two", "three", "four")
    second = store.thread(chat.id)[1]
    branch = store.chats.branch(second.id)
    assert path_of(store, branch.id) == ["one", "two"]
    assert path_of(store, chat.id) == ["one", "two", "three", "four"]


def test_a_branch_of_an_unselected_answer_holds_that_one(store: ChatStore) -> None:
    chat = chat_of(store, "question", "old answer")
    question, old = store.thread(chat.id)
    reply(store, chat.id, "new answer", parent_id=question.id)
    branch = store.chats.branch(old.id)
    assert contents(store.tree(branch.id)) == ["question", "old answer"]


def test_a_trashed_message_has_no_branch(store: ChatStore) -> None:
    chat = chat_of(store, "one", "two")
    last = store.thread(chat.id)[-1]
    store.messages.delete(last.id)
    with pytest.raises(BadRequest, match="in the trash"):
        store.chats.branch(last.id)


# --- the trash -------------------------------------------------------------------------------


def test_the_trash_takes_a_chat_out_of_the_list_and_restoring_undoes_it(store: ChatStore) -> None:
    chat = chat_of(store, "kept")
    before = store.chat(chat.id)
    store.chats.trash([chat.id])
    assert store.list_chats() == []
    assert [found.id for found in store.list_trash()] == [chat.id]
    store.chats.restore([chat.id])
    assert store.chat(chat.id) == before
    assert path_of(store, chat.id) == ["kept"]


def test_the_trash_is_paged_with_the_last_deleted_first(store: ChatStore) -> None:
    ids = [store.chats.create().id for _ in range(5)]
    for chat_id in ids:
        store.chats.trash([chat_id])
    first = store.list_trash(limit=2)
    rest = store.list_trash(limit=9, after=first[-1])
    assert [chat.id for chat in first + rest] == ids[::-1]


def test_purging_deletes_for_good(store: ChatStore) -> None:
    chat = chat_of(store, "secret words")
    store.chats.trash([chat.id])
    store.chats.purge([chat.id])
    with pytest.raises(BadRequest, match="deleted for good"):
        store.chat(chat.id)
    assert store.counts().messages == 0


def test_only_what_is_in_the_trash_can_be_purged(store: ChatStore) -> None:
    trashed, living = store.chats.create(), store.chats.create()
    store.chats.trash([trashed.id])
    with pytest.raises(BadRequest) as raised:
        store.chats.purge([trashed.id, living.id])
    assert raised.value.detail["chats"] == [living.id]
    assert store.counts().trashed == 1


def test_a_chat_with_a_running_answer_is_not_purged(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    store.answers.begin(chat.id)
    store.chats.trash([chat.id])
    with pytest.raises(BadRequest, match="still writing"):
        store.chats.purge([chat.id])
    store.chats.empty_trash()
    assert store.counts().trashed == 1


def test_emptying_the_trash_takes_chats_and_single_messages(store: ChatStore) -> None:
    trashed = chat_of(store, "gone")
    chat = chat_of(store, "kept", "gone too")
    store.messages.delete(store.thread(chat.id)[-1].id)
    store.chats.trash([trashed.id])
    store.chats.empty_trash()
    assert store.counts().messages == 1
    assert path_of(store, chat.id) == ["kept"]


def test_emptying_the_trash_may_spare_what_is_recent(path: Path) -> None:
    clock = Ticks()
    with ChatStore.open(path, clock=clock) as store:
        old, recent = store.chats.create(), store.chats.create()
        store.chats.trash([old.id])
        clock.now += 86_400_000
        store.chats.trash([recent.id])
        store.chats.empty_trash(older_than=clock.now)
        assert [chat.id for chat in store.list_trash()] == [recent.id]


def test_a_chat_of_two_thousand_messages_is_purged(store: ChatStore) -> None:
    # SQLite allows 1000 levels of cascading deletes.
    long = TransferChat(
        messages=tuple(
            TransferMessage(id=number, role="user", parent=number - 1 if number else None)
            for number in range(2000)
        )
    )
    (chat_id,) = store.chats.insert([long])
    assert len(store.thread(chat_id)) == 2000
    store.chats.trash([chat_id])
    store.chats.purge([chat_id])
    assert store.counts().messages == 0


def test_purged_text_is_not_in_the_file_any_more(path: Path) -> None:
    with ChatStore.open(path) as store:
        chat = chat_of(store, "the zanzibar incident " * 100)
        store.chats.trash([chat.id])
        store.chats.purge([chat.id])
    assert b"zanzibar incident" not in path.read_bytes()


def test_purging_frees_the_bytes_of_files_nobody_carries(store: ChatStore) -> None:
    picture = NewAttachment("a.png", "image/png", b"\x89PNG" + bytes(100_000))
    message = Message(role="user", content="look")
    first, second = store.chats.create(), store.chats.create()
    for chat in (first, second):
        store.messages.add(chat.id, message, files=[picture])
    full = store.counts().bytes
    store.chats.trash([first.id])
    store.chats.empty_trash()
    (file,) = store.thread(second.id)[0].attachments
    assert store.attachment_data(file.id) == picture.data
    store.chats.trash([second.id])
    store.chats.empty_trash()
    assert store.counts().bytes < full - 90_000


# --- what is published -----------------------------------------------------------------------


def test_every_change_names_the_chats_it_changed(
    store: ChatStore, published: list[Changed]
) -> None:
    chat = store.chats.create()
    one = Changed(chats=frozenset([chat.id]))
    assert published == [one]
    assert store.chats.pin(chat.id) == one
    assert store.chats.rename(chat.id, "x") == one
    assert store.chats.set_draft(chat.id, "x") == one
    assert store.chats.trash([chat.id]) == msgspec.structs.replace(one, folders=True)
    assert len(published) == 5


def test_a_change_of_a_folders_count_is_named(store: ChatStore, published: list[Changed]) -> None:
    folder = store.folders.create("Work")
    chat = store.chats.create(folder_id=folder.id)
    store.chats.duplicate(chat.id)
    store.chats.move([chat.id], None)
    assert [change.folders for change in published] == [True, True, True, True]


def test_a_change_of_nothing_is_not_published(store: ChatStore, published: list[Changed]) -> None:
    assert not store.chats.trash([99])
    assert published == []
