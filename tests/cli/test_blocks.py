"""Where growing Markdown may be cut."""

from __future__ import annotations

import pytest

from localllm.cli.chatting.blocks import finished_length

PARTS = {
    "paragraphs": ("One.\n\n", "Two"),
    "a heading under text": ("Text\n\n", "# Head"),
    "a closed fence": ("```py\nx = 1\n\ny\n```\n", "After"),
    "a list, then text": ("- a\n- b\n\n", "After"),
    "a table": ("|a|b|\n|-|-|\n|1|2|\n\n", "After"),
}


@pytest.mark.parametrize(("finished", "rest"), PARTS.values(), ids=PARTS.keys())
def test_all_but_the_last_block_is_finished(finished: str, rest: str) -> None:
    assert finished_length(finished + rest) == len(finished)


@pytest.mark.parametrize(
    "growing",
    [
        "",
        "One line",
        "One\nand two",
        "```py\nx = 1\n\ny = 2\n\nstill code",
        "- a\n\n- b\n\n  more of b",
        "1. a\n\n   ```\n   code\n\n   code",
        "> quoted\n>\n> more",
        "|a|b|\n|-|-|\n|1|2",
    ],
)
def test_a_single_block_is_not_cut(growing: str) -> None:
    assert finished_length(growing) == 0


def test_unusual_line_separators_do_not_move_the_cut() -> None:
    first = "a\u2028b\x0bc\n\n"
    assert finished_length(first + "d") == len(first)


def test_what_is_finished_stays_finished_whatever_follows() -> None:
    text = "A\n\n```\ncode\n\n```\n\n- x\n- y\n\nB\n\n| a |\n|---|\n| 1 |\n\nC"
    cuts = [finished_length(text[:end]) for end in range(len(text))]
    assert cuts == sorted(cuts)
