"""What stands on the screen, seen through a terminal that is played."""

from __future__ import annotations

import io
import re

from rich.console import Console

from localllm.cli.chatting.drawing import MarkdownView
from localllm.cli.chatting.view import PlainView

LINES = [f"line {number}" for number in range(60)]
LONG_CODE = "```\n" + "\n".join(LINES) + "\n```\n"


class Screen:
    """A console of 80 x 20 whose whole output, scrolled or not, can be looked at."""

    def __init__(self, height: int = 20) -> None:
        self.out = io.StringIO()
        self.console = Console(
            file=self.out, force_terminal=True, width=80, height=height, color_system=None
        )
        self.height = height

    def rows(self) -> list[str]:
        """Every row ever left on the terminal: cursor movements and erasures are carried out."""
        rows, at = [""], 0
        for token in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\n|\r|[^\x1b\n\r]+", self.out.getvalue()):
            if token == "\n":
                at += 1
                rows += [""] * (at - len(rows) + 1)
            elif token == "\r":
                continue
            elif token.endswith("A") and token.startswith("\x1b"):
                at -= int(token[2:-1] or 1)
            elif token == "\x1b[2K":
                rows[at] = ""
            elif not token.startswith("\x1b"):
                rows[at] += token
        return [row.rstrip() for row in rows]

    def text(self) -> str:
        return "\n".join(self.rows()).strip("\n")


def stream(view: MarkdownView, text: str, step: int = 7) -> None:
    for at in range(0, len(text), step):
        view.content(text[at : at + step])
        view.refresh()
    view.end()


def test_an_answer_stands_there_once() -> None:
    screen = Screen()
    stream(MarkdownView(screen.console), "First words.\n\nSecond words.\n\n- a\n- b\n")
    assert screen.text().split() == ["First", "words.", "Second", "words.", "•", "a", "•", "b"]


def test_blocks_are_parted_by_an_empty_line() -> None:
    screen = Screen()
    stream(MarkdownView(screen.console), "One.\n\nTwo.")
    assert screen.text() == "One.\n\nTwo."


def test_an_answer_longer_than_the_screen_is_neither_doubled_nor_cut() -> None:
    screen = Screen()
    stream(MarkdownView(screen.console), f"Before.\n\n{LONG_CODE}\nAfter.")
    rows = [row.strip() for row in screen.rows()]
    assert [row for row in rows if row.startswith("line")] == LINES
    assert rows.count("Before.") == rows.count("After.") == 1


def test_what_grows_never_exceeds_the_screen() -> None:
    screen = Screen(height=12)
    view = MarkdownView(screen.console)
    view.content(LONG_CODE[:-5])
    view.refresh()
    assert len(screen.rows()) <= 12
    assert "line 59" in screen.text()
    view.end()


def test_nothing_is_drawn_again_without_news() -> None:
    screen = Screen()
    view = MarkdownView(screen.console)
    view.content("Hello")
    view.refresh()
    before = screen.out.getvalue()
    view.refresh()
    assert screen.out.getvalue() == before
    view.end()


def test_thoughts_give_way_to_a_line() -> None:
    screen = Screen()
    view = MarkdownView(screen.console)
    view.reasoning("Let me see ...")
    view.refresh()
    assert "Let me see" in screen.text()
    stream(view, "Yes.")
    assert "Let me see" not in screen.text()
    assert re.search(r"Thought for \d+\.\d s\n+Yes\.", screen.text())


def test_thoughts_without_an_answer_end_with_the_line_too() -> None:
    screen = Screen()
    view = MarkdownView(screen.console)
    view.reasoning("Hm")
    view.end()
    assert "Thought for" in screen.text()


def test_an_empty_answer_leaves_nothing() -> None:
    screen = Screen()
    view = MarkdownView(screen.console)
    view.refresh()
    view.end()
    assert screen.text() == ""


def test_a_pipe_gets_the_text_as_it_is_and_one_line_end() -> None:
    for text in ("**bold**\n\n- x", "ends with\n", ""):
        out = io.StringIO()
        view = PlainView(out)
        view.reasoning("not this")
        for character in text:
            view.content(character)
        view.end()
        assert out.getvalue() == (text if text.endswith("\n") or not text else text + "\n")
