"""Generated text read by the model's format as it comes: content, reasoning and tool calls grow.

The parser knows only whole texts, so every look at the newest piece reads all of it again. A parse
therefore waits until ten times as long has gone by as the last one took: pieces get coarser on long
outputs, parsing stays below a tenth of the time, and nothing is lost, since each piece is the
difference to what was sent before.
"""

from __future__ import annotations

import secrets
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from localllm.core import ToolCallDelta
from localllm.llama.chat import ParsedOutput
from localllm.llama.shim import ShimError

_PAUSE = 10.0


class TextParser(Protocol):
    """As llama.chat.OutputParser: `parse` raises ShimError where the text breaks the format."""

    def parse(self, text: str, partial: bool) -> ParsedOutput: ...


@dataclass(slots=True)
class Parts:
    """What is new in an output."""

    content: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCallDelta, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.content or self.reasoning or self.tool_calls)


@dataclass(slots=True)
class _Call:
    id: str
    arguments: str = ""


class _Shown(NamedTuple):
    content: int  # characters
    calls: int


class ParsedText:
    """The text of one choice. `clock` in seconds. `reasoning_tokens` counts the tokens whose text
    went to reasoning, as far as it is parsed."""

    def __init__(self, parser: TextParser, clock: Callable[[], float]) -> None:
        self.reasoning_tokens = 0
        self._parser = parser
        self._clock = clock
        self._parse_at = 0.0
        self._pieces: list[str] = []
        self._length = 0
        self._token_ends: list[int] = []  # of the tokens that no growth was laid to yet
        self._reasons = False  # reasoning was what grew last
        self._content = ""
        self._reasoning = ""
        self._calls: list[_Call] = []

    @property
    def has_tool_calls(self) -> bool:
        return bool(self._calls)

    def add(self, text: str) -> None:
        """More text."""
        self._pieces.append(text)
        self._length += len(text)

    def end_token(self) -> None:
        """All text of one more token has been added; there may have been none."""
        self._token_ends.append(self._length)

    def take(self) -> Parts:
        """What is certain by now and not sent yet; nothing before a parse is due again."""
        started = self._clock()
        if started < self._parse_at:
            return Parts()
        parsed = self._try(self._text(), partial=True)
        ended = self._clock()
        self._parse_at = ended + _PAUSE * (ended - started)
        return self._difference(parsed, _grown) if parsed else Parts()

    def finish(self, *, cut: bool) -> Parts:
        """The rest. `cut` says that the model did not end by itself, so that its text may break
        off anywhere. What does not follow the format is content as it stands."""
        text = self._text()
        parsed = self._try(text, partial=False)
        if parsed is None and cut:
            parsed = self._try(text, partial=True)
        if parsed is None:
            return Parts(content=self._unsent(text))
        parts = self._difference(parsed, _longer)
        self.reasoning_tokens += len(self._token_ends) if self._reasons else 0
        return parts

    def _text(self) -> str:
        text = "".join(self._pieces)
        self._pieces = [text]
        return text

    def _try(self, text: str, *, partial: bool) -> ParsedOutput | None:
        try:
            return self._parser.parse(text, partial)
        except ShimError:
            return None

    def _difference(self, parsed: ParsedOutput, new_part: Callable[[str, str], str]) -> Parts:
        shown = _Shown(len(self._content), len(self._calls))
        parts = Parts(
            new_part(self._content, parsed.content),
            new_part(self._reasoning, parsed.reasoning),
            tuple(self._call_deltas(parsed, new_part)),
        )
        if parts:
            self._count_reasoning(parts, shown)
            self._content += parts.content
            self._reasoning += parts.reasoning
        return parts

    def _call_deltas(
        self, parsed: ParsedOutput, new_part: Callable[[str, str], str]
    ) -> list[ToolCallDelta]:
        deltas = []
        for index, call in enumerate(parsed.tool_calls):
            new = index == len(self._calls)
            if new:
                if not call.name:
                    break
                self._calls.append(_Call(call.id or f"call_{secrets.token_hex(12)}"))
            known = self._calls[index]
            arguments = new_part(known.arguments, call.arguments)
            known.arguments += arguments
            if new:
                deltas.append(ToolCallDelta(index, known.id, call.name, arguments))
            elif arguments:
                deltas.append(ToolCallDelta(index, arguments=arguments))
        return deltas

    def _count_reasoning(self, parts: Parts, shown: _Shown) -> None:
        """Lays the tokens since the last growth to reasoning, up to the first one that shows more
        than that. What closes it belongs to it, as what opens it does."""
        ends, self._token_ends = self._token_ends, []
        self._reasons = self._reasons or bool(parts.reasoning)
        if not self._reasons:
            return
        reasoning = len(ends)
        if parts.content or parts.tool_calls:
            text = self._text()
            reasoning = bisect_left(ends, True, key=lambda end: self._shows_more(text[:end], shown))
            self._reasons = False
        self.reasoning_tokens += reasoning

    def _shows_more(self, text: str, shown: _Shown) -> bool:
        parsed = self._try(text, partial=True)
        return parsed is not None and (
            len(parsed.content) > shown.content or len(parsed.tool_calls) > shown.calls
        )

    def _unsent(self, text: str) -> str:
        """The text after what was shown of it, which is all of it where that cannot be told."""
        shown = self._calls[-1].arguments if self._calls else self._content or self._reasoning
        at = text.rfind(shown) if shown else -1
        return text[at + len(shown) :] if at >= 0 else text


def _grown(old: str, new: str) -> str:
    """What a later parse adds. One that takes something back waits until it has caught up."""
    return new[len(old) :] if new.startswith(old) else ""


def _longer(old: str, new: str) -> str:
    """What the last parse adds: what was sent cannot be taken back any more."""
    return new[len(old) :]
