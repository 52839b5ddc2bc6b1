from __future__ import annotations

import pytest
from helpers.engines import FakeEngine, make_request

from localllm.core import ChatPrompt, Message, Request
from localllm.engine import chat_turns
from localllm.engine.fake_language import FakeLanguage
from localllm.engine.intake import Intake, Prepared
from localllm.errors import ContextExceeded

SYSTEM = Message("system", "Be brief.")


def turn(n: int) -> list[Message]:
    return [Message("user", f"q{n:03d}"), Message("assistant", f"a{n:03d}")]


def long_chat(turns: int) -> ChatPrompt:
    messages = [message for n in range(turns) for message in turn(n)]
    return ChatPrompt((SYSTEM, *messages, Message("user", "last")))


def contents(chat: ChatPrompt) -> list[str | None]:
    return [message.content for message in chat.messages]


def test_turns_go_some_at_a_time_and_instructions_and_the_last_one_stay() -> None:
    whole, without_4, without_8, shortest = chat_turns.cuts(long_chat(10))
    assert whole == long_chat(10)
    assert contents(without_4)[:3] == ["Be brief.", "q004", "a004"]
    assert contents(without_8)[:3] == ["Be brief.", "q008", "a008"]
    assert contents(shortest) == ["Be brief.", "last"]


def test_a_turn_goes_with_its_tools_answers() -> None:
    tools = [Message("user", "u"), Message("assistant"), Message("tool", "t"), *turn(1)]
    cuts = chat_turns.cuts(ChatPrompt((*tools, Message("user", "last"))))
    assert [contents(cut) for cut in cuts[1:]] == [["last"]]


def test_one_turn_alone_cannot_go() -> None:
    chat = ChatPrompt((SYSTEM, Message("user", "only")))
    assert chat_turns.cuts(chat) == [chat]


def test_a_chat_without_a_question_is_left_as_it_is() -> None:
    chat = ChatPrompt((SYSTEM, Message("assistant", "Hello")))
    assert chat_turns.cuts(chat) == [chat]


# --- in the intake: the fake language takes a token for each byte ---------------------------------


def prepare(chat: ChatPrompt, context: int, **fields: object) -> Prepared:
    request = make_request(prompt=chat, overflow="drop_oldest", **fields)
    return Intake(FakeLanguage(), context, 4096).prepare(request, 0.0)


def text(prepared: Prepared) -> str:
    return bytes(list(prepared.tokens[1:])).decode()


def test_nothing_is_dropped_from_a_chat_that_fits() -> None:
    prepared = prepare(long_chat(3), 1000)
    assert prepared.dropped == 0
    assert "q000" in text(prepared)


def test_as_few_turns_as_leave_room_for_an_answer_are_dropped() -> None:
    # A turn has 13 + 18 bytes; the rest of the prompt 47.
    prepared = prepare(long_chat(20), 600)
    assert prepared.dropped == 2 * 8
    assert "q007" not in text(prepared)
    assert "q008" in text(prepared)
    assert text(prepared).startswith("<|system|>Be brief.")
    assert len(prepared.tokens) <= 600 * 3 / 4


def test_a_short_answer_needs_less_room() -> None:
    assert prepare(long_chat(20), 600, max_tokens=10).dropped == 2 * 4


def test_the_same_turns_go_from_the_next_question_so_that_its_kv_is_found() -> None:
    first = prepare(long_chat(20), 600, max_tokens=10)
    second = prepare(long_chat(21), 600, max_tokens=10)
    shared = len(first.tokens) - len("<|user|>last\n<|assistant|>")
    assert second.tokens[:shared] == first.tokens[:shared]


def test_what_does_not_fit_even_so_is_refused_with_the_numbers() -> None:
    chat = ChatPrompt((SYSTEM, *turn(0), Message("user", "x" * 500)))
    with pytest.raises(ContextExceeded, match="context takes 100"):
        prepare(chat, 100)


def test_nothing_is_dropped_unasked() -> None:
    request: Request = make_request(prompt=long_chat(20))
    with pytest.raises(ContextExceeded):
        Intake(FakeLanguage(), 600, 4096).prepare(request, 0.0)


def test_the_answer_says_how_many_messages_were_left_out() -> None:
    engine = FakeEngine(n_cells=600)
    engine.ask("r", long_chat(20), overflow="drop_oldest", max_tokens=10)
    engine.ask("whole", "hi", max_tokens=10)
    engine.finish()
    assert engine.usage("r").dropped_messages == 8
    assert engine.usage("whole").dropped_messages == 0
