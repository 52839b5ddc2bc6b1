"""The tree: siblings, the path through it, editing, deleting and undoing."""

from __future__ import annotations

import pytest
from chats.chatting import ask, chat_of, contents, path_of, reply
from msgspec import UNSET

from localllm.chats.store import ChatStore
from localllm.chats.types import Changed, NewAttachment, StoredMessage
from localllm.core import Message, ToolCall
from localllm.errors import BadRequest


@pytest.fixture
def forked(store: ChatStore) -> dict[str, StoredMessage]:
    """
    q1 ─┬─ a1 ── q2 ── a2
        └─ b1 ── q3            (selected)
    """
    chat = chat_of(store, "q1", "a1", "q2", "a2")
    first = store.thread(chat.id)[0]
    reply(store, chat.id, "b1", parent_id=first.id)
    ask(store, chat.id, "q3")
    return {message.content: message for message in store.tree(chat.id)}


def chat_id(forked: dict[str, StoredMessage]) -> int:
    return forked["q1"].chat_id


# --- adding ----------------------------------------------------------------------------------


def test_messages_follow_each_other(store: ChatStore) -> None:
    chat = chat_of(store, "one", "two", "three")
    assert path_of(store, chat.id) == ["one", "two", "three"]
    assert [message.role for message in store.thread(chat.id)] == ["user", "assistant", "user"]


def test_every_part_of_a_message_comes_back(store: ChatStore) -> None:
    chat = store.chats.create()
    call = ToolCall("c1", "weather", '{"city": "Oslo"}')
    given = Message(role="assistant", reasoning="hm", tool_calls=(call,))
    result = Message(role="tool", content="-3", tool_call_id="c1", name="weather")
    store.messages.add(chat.id, given)
    store.messages.add(chat.id, result)
    assert [message.to_core() for message in store.thread(chat.id)] == [given, result]


@pytest.mark.parametrize(
    "text", ["", "a\0b", "🧑‍🚀 日本語 ﷽", "'; DROP TABLE chats; --", "x" * 200_000]
)
def test_any_text_comes_back_as_it_was(store: ChatStore, text: str) -> None:
    chat = store.chats.create()
    assert ask(store, chat.id, text).content == text


def test_a_chat_may_have_several_first_messages(store: ChatStore) -> None:
    chat = chat_of(store, "one")
    other = ask(store, chat.id, "another beginning", parent_id=None)
    assert path_of(store, chat.id) == ["another beginning"]
    assert (other.position, other.siblings) == (2, 2)


def test_a_message_of_another_chat_is_no_parent(store: ChatStore) -> None:
    here, there = chat_of(store, "here"), chat_of(store, "there")
    with pytest.raises(BadRequest, match="has no message"):
        ask(store, here.id, parent_id=store.thread(there.id)[0].id)


def test_files_are_kept_with_their_message(store: ChatStore) -> None:
    chat = store.chats.create()
    sent = store.messages.add(
        chat.id,
        Message(role="user", content="see"),
        files=[
            NewAttachment("a.pdf", "application/pdf", b"%PDF", text="the text", tokens=3),
            NewAttachment("b.txt", "text/plain", text="only text"),
        ],
    )
    pdf, note = sent.attachments
    assert (pdf.name, pdf.size, pdf.text, pdf.tokens) == ("a.pdf", 4, "the text", 3)
    assert store.attachment_data(pdf.id) == b"%PDF"
    assert (note.size, store.attachment_data(note.id)) == (0, b"")


# --- walking ---------------------------------------------------------------------------------


def test_siblings_are_numbered_from_the_oldest(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    assert contents(store.siblings(forked["b1"].id)) == ["a1", "b1"]
    assert [(m.position, m.siblings) for m in store.thread(chat_id(forked))] == [
        (1, 1),
        (2, 2),
        (1, 1),
    ]


def test_walking_to_a_sibling_shows_its_branch_as_it_was_last(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.select(forked["a1"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "a1", "q2", "a2"]
    store.messages.select(forked["b1"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "b1", "q3"]


def test_selecting_a_message_deep_in_another_branch_leads_there(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    changed = store.messages.select(forked["q2"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "a1", "q2", "a2"]
    assert changed == Changed(chats=frozenset([chat_id(forked)]))


def test_the_next_message_follows_the_selected_leaf(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.select(forked["a1"].id)
    ask(store, chat_id(forked), "q4")
    assert path_of(store, chat_id(forked)) == ["q1", "a1", "q2", "a2", "q4"]


def test_the_tree_has_parents_before_children(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    seen: set[int | None] = {None}
    for message in store.tree(chat_id(forked)):
        assert message.parent_id in seen
        seen.add(message.id)


# --- editing ---------------------------------------------------------------------------------


def test_an_edit_is_a_sibling_and_the_old_branch_stays(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.edit(forked["q2"].id, "q2 better")
    assert path_of(store, chat_id(forked)) == ["q1", "a1", "q2 better"]
    store.messages.select(forked["q2"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "a1", "q2", "a2"]


def test_the_first_message_can_be_edited(store: ChatStore) -> None:
    chat = chat_of(store, "one", "two")
    store.messages.edit(store.thread(chat.id)[0].id, "one better")
    assert path_of(store, chat.id) == ["one better"]


def test_an_answer_can_be_edited_and_keeps_its_model(store: ChatStore) -> None:
    chat = chat_of(store, "one")
    store.answers.begin(chat.id, model="m").fail(BadRequest("no"))
    edited = store.messages.edit(store.thread(chat.id)[-1].id, "corrected")
    assert (edited.role, edited.model, edited.error) == ("assistant", "m", "")


@pytest.mark.parametrize(
    ("files", "names"),
    [(UNSET, ["old.txt"]), ((), []), ([NewAttachment("new.txt", "text/plain")], ["new.txt"])],
)
def test_an_edit_keeps_the_files_unless_others_are_given(
    store: ChatStore, files: list[NewAttachment], names: list[str]
) -> None:
    chat = store.chats.create()
    old = store.messages.add(
        chat.id,
        Message(role="user", content="see"),
        files=[NewAttachment("old.txt", "text/plain", b"old")],
    )
    edited = store.messages.edit(old.id, "look", files=files)
    assert [file.name for file in edited.attachments] == names


# --- deleting and undoing --------------------------------------------------------------------


def test_deleting_takes_all_that_follows_and_turns_to_the_sibling(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    changed = store.messages.delete(forked["b1"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "a1", "q2", "a2"]
    assert changed.messages == {forked["b1"].id, forked["q3"].id}
    assert store.siblings(forked["a1"].id)[0].siblings == 1


def test_restoring_undoes_a_deletion(store: ChatStore, forked: dict[str, StoredMessage]) -> None:
    before = store.thread(chat_id(forked))
    store.messages.delete(forked["b1"].id)
    store.messages.restore(forked["b1"].id)
    assert store.thread(chat_id(forked)) == before


def test_deleting_an_unselected_branch_leaves_the_path(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.delete(forked["a1"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "b1", "q3"]


def test_deleting_the_only_child_shortens_the_path(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.delete(forked["q3"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "b1"]


def test_deleting_the_first_message_empties_the_chat_and_undo_fills_it(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.delete(forked["q1"].id)
    assert path_of(store, chat_id(forked)) == []
    store.messages.restore(forked["q1"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "b1", "q3"]


def test_what_was_deleted_before_stays_deleted(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.delete(forked["q3"].id)
    store.messages.delete(forked["b1"].id)
    store.messages.restore(forked["b1"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "b1"]


def test_a_restored_message_brings_back_what_it_hangs_on(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.delete(forked["q3"].id)
    store.messages.delete(forked["b1"].id)
    store.messages.restore(forked["q3"].id)
    assert path_of(store, chat_id(forked)) == ["q1", "b1", "q3"]


def test_restoring_a_living_message_changes_nothing(
    store: ChatStore, forked: dict[str, StoredMessage], published: list[Changed]
) -> None:
    assert not store.messages.restore(forked["a1"].id)
    assert published == []


def test_a_trashed_message_is_no_parent_and_cannot_be_selected(
    store: ChatStore, forked: dict[str, StoredMessage]
) -> None:
    store.messages.delete(forked["b1"].id)
    with pytest.raises(BadRequest, match="has no message"):
        ask(store, chat_id(forked), parent_id=forked["b1"].id)
    with pytest.raises(BadRequest, match="in the trash"):
        store.messages.select(forked["b1"].id)
    with pytest.raises(BadRequest, match="has no message"):
        store.messages.edit(forked["q3"].id, "x")


def test_an_unknown_message_is_an_error_that_names_it(store: ChatStore) -> None:
    for change in (
        lambda: store.message(9),
        lambda: store.messages.edit(9, "x"),
        lambda: store.messages.select(9),
        lambda: store.messages.delete(9),
        lambda: store.messages.restore(9),
        lambda: store.chats.branch(9),
        lambda: store.answers.resume(9),
    ):
        with pytest.raises(BadRequest, match="no message 9"):
            change()
