"""Markdown that grows: only its last block is parsed again.

    text   | # Title  paragraph  list item  list item  paragr
           | <-------- done ---------------------------><-tail
    blocks | 0        1          2          3          4

The tail begins at the last top-level block, for anything after a blank line may still belong to it;
a long list is cut between its items. What is done is never parsed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from localllm_ui.markdown.parse import blocks_of, parser

if TYPE_CHECKING:
    from markdown_it.token import Token

    from localllm_ui.markdown.block import Block

_LONG_LIST = 2_000  # characters, beyond which a list is cut between its items


class MarkdownStream:
    """`blocks` is the state after the last `update`."""

    def __init__(self, text: str = "") -> None:
        self.text = text.replace("\r", "")
        self.blocks: list[Block] = []
        self._tail_at = 0  # character of `text`
        self._n_done = 0  # blocks before the tail
        self._env: dict[str, Any] = {}  # link definitions met so far

    def append(self, text: str) -> None:
        self.text += text.replace("\r", "")

    def update(self) -> int:
        """Parses the tail. Returns the index of the first block that is not what it was."""
        tail = self.text[self._tail_at :]
        tokens = parser().parse(tail, self._env)
        fresh = list(blocks_of(tokens))
        stale = self.blocks[self._n_done :]
        same = next(
            (i for i, (old, new) in enumerate(zip(stale, fresh, strict=False)) if old != new),
            min(len(stale), len(fresh)),
        )
        first_changed = self._n_done + same
        self.blocks[first_changed:] = fresh[same:]
        self._settle(tail, tokens)
        return first_changed

    def _settle(self, tail: str, tokens: Sequence[Token]) -> None:
        line = _last_start(tokens, len(tail) > _LONG_LIST)
        if line == 0:
            return
        done = sum(len(text) + 1 for text in tail.split("\n")[:line])
        rest = parser().parse(tail[done:], self._env)
        self._tail_at += done
        self._n_done = len(self.blocks) - len(list(blocks_of(rest)))


def _last_start(tokens: Sequence[Token], cut_lists: bool) -> int:
    """The line where the last top-level block begins, or its last item if it is a list to cut."""
    line, in_list = 0, False
    for token in tokens:
        if token.level == 0 and token.nesting >= 0:
            if token.map is None:  # the bracket formulas do not say where they are
                continue
            line = token.map[0]
            in_list = token.type.endswith("_list_open")
        elif cut_lists and token.type == "list_item_open" and token.level == 1 and in_list:
            line = token.map[0] if token.map else line
    return line
