"""Answers while they are written: saved as they come, whole at the end, marked when cut off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from chats.chatting import ask, chat_of, path_of, reply

from localllm.chats.answers import SAVE_AT_CHARS, SAVE_EVERY_S
from localllm.chats.reader import ChatReader
from localllm.chats.store import ChatStore
from localllm.chats.types import Changed, ChatSettings, MessageState, StoredMessage
from localllm.core import FinishReason, ToolCall, Usage
from localllm.errors import BadRequest, DiskFull, EngineDied


class Later:
    """A `call_later` whose time comes when the test says so."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, delay: float, call: Callable[[], None]) -> None:
        self.calls.append((delay, call))

    def run(self) -> None:
        calls, self.calls = self.calls, []
        for _, call in calls:
            call()


def on_disk(path: Path, message_id: int) -> StoredMessage:
    """What another program would find in the file now."""
    with ChatReader.open(path) as reader:
        return reader.message(message_id)


def full_disk(store: ChatStore) -> Callable[[], None]:
    """Lets the database grow no more; returns how to free the disk again."""
    database = store._database.connection
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")

    def free() -> None:
        database.execute("PRAGMA max_page_count = 1000000")

    return free


def test_an_answer_is_streaming_until_it_ends(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    answer = store.answers.begin(chat.id)
    assert store.message(answer.message_id).state is MessageState.STREAMING
    answer.finish(FinishReason.STOP)
    assert store.message(answer.message_id).state is MessageState.COMPLETE


def test_the_pieces_are_one_text(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    answer = store.answers.begin(chat.id)
    for piece in ("Hel", "lo", " wörld 🙂"):
        answer.append(content=piece)
    assert path_of(store, chat.id)[-1] == "Hello wörld 🙂"
    answer.finish(FinishReason.STOP)
    assert path_of(store, chat.id)[-1] == "Hello wörld 🙂"


def test_how_it_ended_is_kept(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    usage = Usage(prompt_tokens=10, cached_tokens=4, completion_tokens=3, decode_s=0.5)
    calls = (ToolCall("c", "f", "{}"),)
    answer = store.answers.begin(chat.id, model="m")
    answer.finish(FinishReason.TOOL_CALLS, usage=usage, tool_calls=calls)
    kept = store.message(answer.message_id)
    assert (kept.model, kept.usage, kept.tool_calls) == ("m", usage, calls)
    assert kept.finish_reason is FinishReason.TOOL_CALLS


def test_an_answer_is_of_the_chats_model_unless_told(store: ChatStore) -> None:
    chat = store.chats.create(settings=ChatSettings(model="small"))
    ask(store, chat.id)
    assert store.message(store.answers.begin(chat.id).message_id).model == "small"


def test_what_a_person_ended_is_stopped(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    answer = store.answers.begin(chat.id)
    answer.append("half")
    answer.finish(FinishReason.ABORTED)
    assert store.message(answer.message_id).state is MessageState.STOPPED


def test_a_failed_answer_says_why_and_keeps_its_text(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    answer = store.answers.begin(chat.id)
    answer.append("half")
    answer.fail(EngineDied("The engine ended."))
    kept = store.message(answer.message_id)
    assert (kept.state, kept.content) == (MessageState.FAILED, "half")
    assert (kept.error_code, kept.error) == ("engine_died", "The engine ended.")


def test_thinking_is_timed_until_the_answer_begins(
    store: ChatStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("localllm.chats.answers.time.monotonic", lambda: now)
    chat = chat_of(store, "question")
    answer = store.answers.begin(chat.id)
    answer.append(reasoning="hm, ")
    now = 102.0
    answer.append(reasoning="yes")
    now = 103.5
    answer.append(content="Yes.")
    now = 110.0
    answer.finish(FinishReason.STOP)
    kept = store.message(answer.message_id)
    assert (kept.reasoning, kept.reasoning_seconds) == ("hm, yes", 3.5)


def test_an_answer_that_never_thought_has_no_time(store: ChatStore) -> None:
    chat = chat_of(store, "question", "answer")
    assert store.thread(chat.id)[-1].reasoning_seconds is None


def test_regenerating_makes_a_sibling(store: ChatStore) -> None:
    chat = chat_of(store, "question", "first")
    second = reply(store, chat.id, "second", parent_id=store.thread(chat.id)[0].id)
    assert (second.position, second.siblings) == (2, 2)
    assert path_of(store, chat.id) == ["question", "second"]


def test_two_chats_are_answered_at_the_same_time(store: ChatStore) -> None:
    first, second = chat_of(store, "one"), chat_of(store, "two")
    answers = [store.answers.begin(chat.id) for chat in (first, second)]
    for piece in "abc":
        for number, answer in enumerate(answers):
            answer.append(f"{number}{piece}")
    for answer in answers:
        answer.finish(FinishReason.STOP)
    assert path_of(store, first.id)[-1] == "0a0b0c"
    assert path_of(store, second.id)[-1] == "1a1b1c"


def test_a_piece_after_the_end_is_a_bug(store: ChatStore) -> None:
    answer = store.answers.begin(chat_of(store, "question").id)
    answer.finish(FinishReason.STOP)
    with pytest.raises(RuntimeError, match="has ended"):
        answer.append("late")


def test_the_beginning_and_the_end_are_published_and_the_pieces_are_not(
    store: ChatStore, published: list[Changed]
) -> None:
    chat = chat_of(store, "question")
    published.clear()
    answer = store.answers.begin(chat.id)
    for _ in range(5):
        answer.append("x")
    answer.finish(FinishReason.STOP)
    change = Changed(chats=frozenset([chat.id]), messages=frozenset([answer.message_id]))
    assert published == [change, change]


# --- continuing ------------------------------------------------------------------------------


def test_an_answer_is_continued_where_it_ended(store: ChatStore) -> None:
    chat = chat_of(store, "question", "half an")
    answer = store.answers.resume(store.thread(chat.id)[-1].id)
    answer.append(" answer")
    assert path_of(store, chat.id)[-1] == "half an answer"
    answer.finish(FinishReason.STOP)
    assert path_of(store, chat.id) == ["question", "half an answer"]


def test_a_failure_is_forgotten_when_it_is_continued(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    failed = store.answers.begin(chat.id)
    failed.fail(EngineDied("The engine ended."))
    store.answers.resume(failed.message_id).finish(FinishReason.STOP)
    assert store.message(failed.message_id).error == ""


def test_only_an_ended_answer_is_continued(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    running = store.answers.begin(chat.id)
    for message_id in (store.thread(chat.id)[0].id, running.message_id):
        with pytest.raises(BadRequest, match="can be continued"):
            store.answers.resume(message_id)


def test_a_running_answer_cannot_be_edited(store: ChatStore) -> None:
    answer = store.answers.begin(chat_of(store, "question").id)
    with pytest.raises(BadRequest, match="still being written"):
        store.messages.edit(answer.message_id, "x")


# --- when it is on the disk ------------------------------------------------------------------


def test_without_call_later_a_piece_is_on_the_disk_at_once(store: ChatStore) -> None:
    answer = store.answers.begin(chat_of(store, "question").id)
    answer.append(content="now")
    assert on_disk(store.path, answer.message_id).content == "now"


def test_with_call_later_pieces_are_saved_together_and_in_time(path: Path) -> None:
    later = Later()
    with ChatStore.open(path, call_later=later) as store:
        answer = store.answers.begin(chat_of(store, "question").id)
        answer.append("first ")
        later.run()
        for piece in ("second ", "third"):
            answer.append(piece)
        assert on_disk(path, answer.message_id).content == "first "
        ((delay, _),) = later.calls
        assert 0 < delay <= SAVE_EVERY_S
        later.run()
        assert on_disk(path, answer.message_id).content == "first second third"


def test_much_text_is_saved_without_waiting(path: Path) -> None:
    with ChatStore.open(path, call_later=Later()) as store:
        answer = store.answers.begin(chat_of(store, "question").id)
        answer.append("first")
        text = "x" * SAVE_AT_CHARS
        answer.append(text)
        assert on_disk(path, answer.message_id).content == "first" + text


def test_all_running_answers_are_saved_in_one_commit(path: Path) -> None:
    later = Later()
    with ChatStore.open(path, call_later=later) as store:
        answers = [store.answers.begin(chat_of(store, "q").id) for _ in range(3)]
        answers[0].append("now")
        later.run()
        commits: list[str] = []
        store._database.connection.set_trace_callback(commits.append)
        for answer in answers:
            answer.append("x")
        later.run()
        assert commits.count("COMMIT") == 1


def test_the_store_itself_shows_what_is_not_saved_yet(path: Path) -> None:
    with ChatStore.open(path, call_later=Later()) as store:
        chat = chat_of(store, "question")
        answer = store.answers.begin(chat.id)
        answer.append("saved, ")
        answer.append("waiting")
        assert path_of(store, chat.id)[-1] == "saved, waiting"
        assert answer.content == "saved, waiting"


def test_nothing_is_written_when_there_is_nothing_to_save(path: Path) -> None:
    later = Later()
    with ChatStore.open(path, call_later=later) as store:
        answer = store.answers.begin(chat_of(store, "question").id)
        answer.append("one")
        answer.append("two")
        answer.finish(FinishReason.STOP)
        before = store._database.connection.total_changes
        later.run()
        assert store._database.connection.total_changes == before


# --- cut off ---------------------------------------------------------------------------------


def test_closing_saves_a_running_answer_and_marks_it(path: Path) -> None:
    with ChatStore.open(path, call_later=Later()) as store:
        chat = chat_of(store, "question")
        answer = store.answers.begin(chat.id)
        answer.append("saved, ")
        answer.append("waiting")
    with ChatStore.open(path) as store:
        kept = store.thread(chat.id)[-1]
        assert (kept.content, kept.state) == ("saved, waiting", MessageState.INTERRUPTED)


def test_an_interrupted_answer_can_be_continued_and_found(path: Path) -> None:
    with ChatStore.open(path) as store:
        chat = chat_of(store, "question")
        store.answers.begin(chat.id).append("unfinished symphony")
    with ChatStore.open(path) as store:
        (hit,) = store.search("symphony")
        answer = store.answers.resume(store.thread(chat.id)[-1].id)
        answer.append(" completed")
        answer.finish(FinishReason.STOP)
        assert hit.message_id == answer.message_id
        assert path_of(store, chat.id)[-1] == "unfinished symphony completed"


def test_a_full_disk_loses_nothing_of_a_running_answer(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    answer = store.answers.begin(chat.id)
    free_disk = full_disk(store)
    with pytest.raises(DiskFull):
        answer.append("x" * 50_000)
    with pytest.raises(DiskFull):
        answer.finish(FinishReason.STOP)
    assert answer.content == "x" * 50_000
    free_disk()
    answer.append("y")
    answer.finish(FinishReason.STOP)
    assert path_of(store, chat.id)[-1] == "x" * 50_000 + "y"


def test_a_full_disk_is_logged_once_when_nobody_waits_for_the_saving(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    later = Later()
    with ChatStore.open(path, call_later=later) as store:
        answer = store.answers.begin(chat_of(store, "question").id)
        answer.append("x")
        free_disk = full_disk(store)
        with caplog.at_level(logging.WARNING):
            for _ in range(3):
                answer._unsaved_content.append("x" * 50_000)
                store.answers._flush_scheduled()
        assert len(caplog.records) == 1
        free_disk()
