from __future__ import annotations

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from localllm.cli.chatting.editor import CommandCompleter, is_complete, without_marks


@pytest.mark.parametrize("text", ["hello", "two\nlines", '"""a\nb"""', 'say """a""" twice'])
def test_enter_sends_what_is_whole(text: str) -> None:
    assert is_complete(text)


@pytest.mark.parametrize("text", ["more\\", '"""a', '"""a\nb', "a\\\nb\\"])
def test_enter_goes_on_where_more_is_announced(text: str) -> None:
    assert not is_complete(text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a\\\nb", "a\nb"),
        ('"""\na\n\nb\n"""', "a\n\nb"),
        ('"""a"""', "a"),
        ('"""', '"""'),
        ("  hello \n", "hello"),
        ("C:\\dir\\x", "C:\\dir\\x"),
    ],
)
def test_marks_of_several_lines_are_taken_off(typed: str, meant: str) -> None:
    assert without_marks(typed) == meant


def completions(text: str) -> list[str]:
    completer = CommandCompleter(lambda: ["gemma", "qwen3"])
    return [c.text for c in completer.get_completions(Document(text), CompleteEvent())]


def test_commands_are_completed() -> None:
    assert completions("/re") == ["/regenerate"]
    assert {"/save", "/set", "/stats", "/system"} == set(completions("/s"))


def test_arguments_are_completed() -> None:
    assert completions("/model q") == ["qwen3"]
    assert completions("/set temp") == ["temperature"]


def test_what_is_said_to_the_model_is_not_completed() -> None:
    assert completions("re") == []
    assert completions("/undo x") == []
