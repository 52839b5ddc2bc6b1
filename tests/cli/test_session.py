"""A conversation: what is asked, kept, taken back, set and saved."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from localllm import core
from localllm.cli.chatting.answer import Answer
from localllm.cli.chatting.session import Session, parameter, settable
from localllm.errors import BadRequest, LocalLLMError


def session(*turns: tuple[str, str], system: str = "") -> Session:
    made = Session(model=None, system=system)
    for question, answer in turns:
        made.say(question)
        made.answered(Answer(content=answer))
    return made


def texts(session: Session) -> list[str | None]:
    return [message.content for message in session.messages]


def prompt(session: Session) -> core.ChatPrompt:
    asked = session.request().prompt
    assert isinstance(asked, core.ChatPrompt)
    return asked


def test_a_request_holds_the_whole_conversation_after_the_system_prompt() -> None:
    made = session(("a", "b"), system="Be brief.")
    made.say("c")
    said = [(message.role, message.content) for message in prompt(made).messages]
    assert said == [("system", "Be brief."), ("user", "a"), ("assistant", "b"), ("user", "c")]


def test_a_person_waits_for_it() -> None:
    assert session().request().priority is core.Priority.INTERACTIVE


def test_request_ids_differ() -> None:
    made = session()
    assert made.request().id != made.request().id


def test_a_stopped_answer_is_kept() -> None:
    made = session()
    made.say("a")
    made.answered(Answer(content="half", stopped=True))
    assert texts(made) == ["a", "half"]


def test_a_question_that_got_nothing_is_dropped() -> None:
    made = session(("a", "b"))
    made.say("c")
    made.answered(Answer(stopped=True))
    assert texts(made) == ["a", "b"]


def test_thoughts_stay_with_their_answer() -> None:
    made = session()
    made.say("a")
    made.answered(Answer(content="b", reasoning="because"))
    assert made.messages[-1].reasoning == "because"


def test_a_question_is_taken_back_with_its_answer() -> None:
    made = session(("a", "b"), ("c", "d"))
    assert made.take_back() == "c"
    assert texts(made) == ["a", "b"]


def test_there_may_be_nothing_to_take_back() -> None:
    with pytest.raises(BadRequest, match="Nothing"):
        session().take_back()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("temperature", "0.2", 0.2),
        ("top-k", "10", 10),
        ("temp", "0.1", 0.1),
        ("seed", "7", 7),
        ("seed", "none", None),
        ("max_tokens", "100", 100),
        ("ignore_eos", "true", True),
    ],
)
def test_parameters_are_set_from_words(name: str, value: str, expected: object) -> None:
    made = session()
    made.set(name, value)
    assert getattr(made.request().sampling, parameter(name)) == expected


def test_an_unknown_parameter_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadRequest, match=r"'warmth'.*temperature, top_k"):
        session().set("warmth", "1")


@pytest.mark.parametrize(("name", "value"), [("temperature", "hot"), ("top_k", "1.5")])
def test_a_value_that_does_not_fit_is_refused_with_words(name: str, value: str) -> None:
    with pytest.raises(BadRequest, match="number"):
        session().set(name, value)


def test_what_is_no_single_value_cannot_be_set() -> None:
    assert not {"stop", "logit_bias", "json_schema", "logprobs"} & set(settable())


def test_a_saved_chat_comes_back_whole(tmp_path: Path) -> None:
    made = session(("a", "b"), system="S")
    made.model = "gemma"
    made.set("temperature", "0.1")
    made.save(tmp_path / "talk.json")
    again = session(("other", "talk"))
    again.load(tmp_path / "talk.json")
    assert again.messages == made.messages
    assert (again.model, again.system, again.sampling) == ("gemma", "S", made.sampling)


def test_a_chat_can_be_saved_for_reading(tmp_path: Path) -> None:
    session(("a", "b"), system="S").save(tmp_path / "talk.md")
    text = (tmp_path / "talk.md").read_text()
    assert text == "## System\n\nS\n\n## User\n\na\n\n## Assistant\n\nb\n"


@pytest.mark.parametrize("content", ["no json", "[]", '{"messages": [{"role": "wizard"}]}'])
def test_what_is_no_chat_is_refused_and_changes_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    made = session(("a", "b"))
    with pytest.raises(LocalLLMError, match=r"x\.json"):
        made.load(path)
    assert texts(made) == ["a", "b"]


def test_a_file_of_a_newer_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    said = {"messages": [{"role": "user", "content": "a", "mood": 1}], "new": True}
    path.write_bytes(msgspec.json.encode(said))
    made = session()
    made.load(path)
    assert texts(made) == ["a"]


def test_a_file_that_cannot_be_written_is_an_error_with_words(tmp_path: Path) -> None:
    with pytest.raises(LocalLLMError, match="Cannot write"):
        session().save(tmp_path)
