"""localllm chat as a person sits at it: a real terminal, the fake engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="terminals as these are not on Windows")

from helpers.terminal import ALT_ENTER, CTRL_C, CTRL_D, Terminal

COMMAND = [sys.executable, "-P", "-m", "localllm", "chat", "--engine", "fake"]


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A chat that waits for its first line."""
    with Terminal(COMMAND) as terminal:
        terminal.wait_for("fake · /help")
        terminal.wait_for("> ")
        yield terminal


def test_a_question_is_answered_and_the_next_one_awaited(terminal: Terminal) -> None:
    terminal.type("say **bold** words\r")
    terminal.wait_for("bold words")
    terminal.wait_for("> ")
    assert "**bold** words" not in terminal.output.replace("say **bold** words", "")


def test_ctrl_d_ends_it(terminal: Terminal) -> None:
    terminal.type(CTRL_D)
    assert terminal.wait_for_end() == 0


def test_quit_ends_it(terminal: Terminal) -> None:
    terminal.type("/quit\r")
    assert terminal.wait_for_end() == 0


def test_ctrl_c_stops_an_answer_and_keeps_it(terminal: Terminal, tmp_path: Path) -> None:
    terminal.type("/set ignore_eos true\r")
    terminal.wait_for("changed")
    terminal.type("say once\r")
    terminal.wait_for("once (river|stone|market|winter|letter|engine|garden|paper|[^ ]+)")
    terminal.type(CTRL_C)
    terminal.wait_for("Stopped")
    terminal.type(f"/save {tmp_path / 'talk.md'}\r")
    terminal.wait_for("2 messages")
    assert "## Assistant\n\nonce" in (tmp_path / "talk.md").read_text()


def test_ctrl_c_at_the_prompt_says_how_to_end(terminal: Terminal) -> None:
    terminal.type(CTRL_C)
    terminal.wait_for("Ctrl-D ends")
    terminal.type("say still here\r")
    terminal.wait_for("still here")


def test_lines_are_gathered_until_the_input_is_whole(terminal: Terminal) -> None:
    terminal.type(f"say one{ALT_ENTER}two\\\rthree\r")
    terminal.wait_for("one two three")  # as Markdown draws lines of one paragraph


def test_an_error_ends_the_question_not_the_chat(terminal: Terminal) -> None:
    terminal.type("/model nothing-like-it\r")
    terminal.wait_for("Error: There is no model")
    terminal.type("/sat\r")
    terminal.wait_for("did you mean /stats")
    terminal.type("say fine\r")
    terminal.wait_for("fine")


def test_thoughts_are_shown_briefly_and_kept(terminal: Terminal) -> None:
    terminal.type("/think on\r")
    terminal.wait_for("Thinking: on")
    terminal.type("say done\r")
    terminal.wait_for(r"Thought for \d")
    terminal.wait_for("done")


def test_a_question_is_taken_back_and_asked_again(terminal: Terminal) -> None:
    terminal.type("say first\r")
    terminal.wait_for("first")
    terminal.wait_for("> ")
    terminal.type("/r\r")
    terminal.wait_for("first")
    terminal.wait_for("> ")
    terminal.type("/undo\r")
    terminal.wait_for("Taken back: say first")
    terminal.type("/undo\r")
    terminal.wait_for("Nothing was asked")


def test_a_question_on_the_command_line_is_drawn_and_ends() -> None:
    with Terminal([*COMMAND, "say *hello* there"]) as terminal:
        terminal.wait_for("hello there")
        assert terminal.wait_for_end() == 0
        assert "*hello*" not in terminal.output


def test_ctrl_c_on_the_command_line_ends_with_130() -> None:
    with Terminal([*COMMAND, "--stats", "say x" + "y" * 4000]) as terminal:
        terminal.wait_for("xyy")
        terminal.type(CTRL_C)
        assert terminal.wait_for_end() in (0, 130)  # 0 where it was through already
