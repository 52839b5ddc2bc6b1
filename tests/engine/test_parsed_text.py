"""Against a parser for "<reasoning>content[call", which is easy to read in a test."""

from __future__ import annotations

import pytest

from localllm.core import ToolCall, ToolCallDelta
from localllm.engine.parsed_text import ParsedText, Parts
from localllm.llama.chat import ParsedOutput
from localllm.llama.shim import ShimError


class Parser:
    """`<thought>content[name:arguments]`. Broken where a finished text leaves "[" open. Counts its
    calls, and takes `cost` seconds of the clock for each."""

    def __init__(self, cost: float = 0.0) -> None:
        self.cost = cost
        self.now = 0.0
        self.n_parses = 0

    def clock(self) -> float:
        return self.now

    def parse(self, text: str, partial: bool) -> ParsedOutput:
        self.n_parses += 1
        self.now += self.cost
        reasoning = ""
        if text.startswith("<"):
            reasoning, _, text = text[1:].partition(">")
        content, opened, rest = text.partition("[")
        calls = []
        while opened:
            call, closed, rest = rest.partition("]")
            if not closed and not partial:
                raise ShimError("a call is not closed")
            name, colon, arguments = call.partition(":")
            calls.append(ToolCall("", name if colon else "", arguments))
            _, opened, rest = rest.partition("[")
        return ParsedOutput(content, reasoning, tuple(calls))


def feed(text: ParsedText, *pieces: str) -> list[Parts]:
    taken = []
    for piece in pieces:
        text.add(piece)
        text.end_token()
        taken.append(text.take())
    return taken


def make(parser: Parser | None = None) -> ParsedText:
    parser = parser or Parser()
    return ParsedText(parser, parser.clock)


def test_reasoning_and_content_grow_apart() -> None:
    first, second, third = feed(make(), "<hm", "m>Hel", "lo")
    assert (first.reasoning, first.content) == ("hm", "")
    assert (second.reasoning, second.content) == ("m", "Hel")
    assert (third.reasoning, third.content) == ("", "lo")


def test_a_call_is_announced_once_and_its_arguments_grow() -> None:
    text = make()
    _, named, more = feed(text, "[f", ":{", '"a"')
    (begin,) = named.tool_calls
    assert (begin.index, begin.name, begin.arguments) == (0, "f", "{")
    assert begin.id.startswith("call_")
    assert more.tool_calls == (ToolCallDelta(0, arguments='"a"'),)
    assert text.has_tool_calls


def test_calls_get_ids_of_their_own() -> None:
    (parts,) = feed(make(), "[f:{}][g:{}]")
    assert [call.index for call in parts.tool_calls] == [0, 1]
    assert len({call.id for call in parts.tool_calls}) == 2


def test_an_id_that_the_model_wrote_is_kept() -> None:
    class WithId(Parser):
        def parse(self, text: str, partial: bool) -> ParsedOutput:
            return ParsedOutput("", "", (ToolCall("abc", "f", ""),))

    (parts,) = feed(make(WithId()), "x")
    assert parts.tool_calls[0].id == "abc"


def test_what_a_parse_takes_back_waits_until_it_has_caught_up() -> None:
    class Shrinking(Parser):
        texts = iter(["abcd", "ab", "abc", "abcdef"])

        def parse(self, text: str, partial: bool) -> ParsedOutput:
            return ParsedOutput(next(self.texts), "", ())

    parts = feed(make(Shrinking()), "1", "2", "3", "4")
    assert [part.content for part in parts] == ["abcd", "", "", "ef"]


def test_parsing_takes_no_more_than_a_tenth_of_the_time() -> None:
    parser = Parser(cost=0.01)
    text = make(parser)
    for _ in range(1000):
        parser.now += 0.005
        feed(text, "x")
    assert parser.n_parses * parser.cost <= 0.1 * parser.now + parser.cost


def test_pieces_that_waited_are_not_lost() -> None:
    parser = Parser(cost=1.0)
    text = make(parser)
    parts = feed(text, "a", "b", "c")
    assert [part.content for part in parts] == ["a", "", ""]
    assert text.finish(cut=False).content == "bc"


@pytest.mark.parametrize("cost", [0.0, 1000.0])
@pytest.mark.parametrize(
    ("pieces", "tokens"),
    [
        (("<a", "b", ">", "c"), 3),
        (("<a", "b", "c>d"), 2),
        (("a", "b"), 0),
        (("<a", "b"), 2),
        (("<a", "b", ">"), 3),
        (("<a", ">", "[f:", "{}]"), 2),
    ],
)
def test_reasoning_tokens_are_counted_however_rarely_it_is_parsed(
    cost: float, pieces: tuple[str, ...], tokens: int
) -> None:
    text = make(Parser(cost))
    text.take()  # the next parse is far away, where it costs
    feed(text, *pieces)
    text.finish(cut=False)
    assert text.reasoning_tokens == tokens


def test_a_text_that_breaks_the_format_is_content_as_it_stands() -> None:
    text = make()
    for piece in ("see [f", ":{"):
        text.add(piece)
    assert text.finish(cut=False).content == "see [f:{"


def test_of_a_broken_text_only_what_was_not_shown_follows() -> None:
    text = make()
    shown = feed(text, "<why>see ", "[f")
    assert "".join(part.content for part in shown) == "see "
    assert text.finish(cut=False).content == "[f"


def test_a_text_that_was_cut_gives_what_is_certain() -> None:
    text = make()
    text.add("see [f:{")
    parts = text.finish(cut=True)
    assert (parts.content, parts.tool_calls[0].arguments) == ("see ", "{")


def test_a_partial_parse_that_fails_holds_the_text() -> None:
    class Fussy(Parser):
        def parse(self, text: str, partial: bool) -> ParsedOutput:
            if partial:
                raise ShimError("not yet")
            return ParsedOutput(text, "", ())

    text = make(Fussy())
    assert not any(feed(text, "a", "b"))
    assert text.finish(cut=False).content == "ab"
