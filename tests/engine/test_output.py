from __future__ import annotations

from localllm.core import Delta, FinishReason, TokenLogprob, ToolCall
from localllm.engine.output import Output
from localllm.llama.chat import ParsedOutput


def logprob(name: str) -> TokenLogprob:
    return TokenLogprob(name, -1.0, name.encode())


def names(delta: Delta | None) -> list[str]:
    assert delta is not None
    return [entry.token for entry in delta.logprobs]


def deltas(output: Output, *pieces: bytes) -> list[str | None]:
    """What each token makes visible."""
    shown = []
    for piece in pieces:
        output.push(piece)
        delta = output.take()
        shown.append(delta.content if delta else None)
    return shown


def rest(output: Output, reason: FinishReason = FinishReason.STOP) -> str:
    delta, _ = output.finish(reason)
    return delta.content if delta else ""


def test_text_streams_token_by_token() -> None:
    assert deltas(Output("r", 0), b"one", b" two") == ["one", " two"]


def test_a_delta_says_how_many_tokens_it_stands_for() -> None:
    output = Output("r", 3)
    output.push(b"\xe2\x82")
    assert output.take() is None
    output.push(b"\xac")
    assert output.take() == Delta("r", 3, content="€", n_tokens=2)


def test_half_a_character_at_the_end_becomes_a_replacement() -> None:
    output = Output("r", 0)
    assert deltas(output, b"a", b"\xe2\x82") == ["a", None]
    assert rest(output) == "\ufffd"


def test_a_stop_string_is_cut_off_and_ends_it() -> None:
    output = Output("r", 0, ["END"], ["END"])
    assert deltas(output, b"one EN", b"D two") == ["one ", None]
    assert output.stopped
    delta, finished = output.finish(FinishReason.STOP)
    assert delta is None
    assert finished.stop == "END"


def test_the_template_s_own_stop_is_not_told() -> None:
    output = Output("r", 0, ["END", "<|eot|>"], ["END"])
    output.push(b"a<|eot|>")
    assert output.finish(FinishReason.STOP)[1].stop is None


def test_what_only_began_like_a_stop_string_is_shown_at_the_end() -> None:
    output = Output("r", 0, ["END"])
    assert deltas(output, b"an EN") == ["an "]
    assert rest(output, FinishReason.LENGTH) == "EN"


def test_logprobs_travel_with_their_text() -> None:
    output = Output("r", 0, ["END"])
    output.push(b"a ", logprob("a"))
    assert names(output.take()) == ["a"]
    output.push(b"E", logprob("E"))
    assert output.take() is None
    output.push(b"N", logprob("N"))
    output.push(b"x", logprob("x"))
    assert names(output.take()) == ["E", "N", "x"]


def test_logprobs_of_a_character_s_tokens_travel_together() -> None:
    output = Output("r", 0)
    output.push(b"\xe2\x82", logprob("1"))
    assert output.take() is None
    output.push(b"\xac", logprob("2"))
    assert names(output.take()) == ["1", "2"]


def test_tokens_that_a_stop_string_cut_off_have_no_logprobs() -> None:
    output = Output("r", 0, ["\n\n"])
    output.push(b"a", logprob("a"))
    output.push(b"\n", logprob("n1"))
    output.push(b"\n", logprob("n2"))
    assert names(output.finish(FinishReason.STOP)[0]) == ["a"]


def test_a_token_of_which_a_part_is_shown_keeps_its_logprob() -> None:
    output = Output("r", 0, ["\n"])
    output.push(b"a\nb", logprob("a\nb"))
    assert names(output.finish(FinishReason.STOP)[0]) == ["a\nb"]


def test_the_ending_token_comes_last_among_logprobs() -> None:
    output = Output("r", 0)
    output.push(b"a", logprob("a"))
    output.push_end(logprob(""))
    assert names(output.finish(FinishReason.STOP)[0]) == ["a", ""]


def test_an_ending_token_alone_shows_nothing() -> None:
    output = Output("r", 0)
    output.push_end()
    assert output.finish(FinishReason.STOP)[0] is None


class CallsAfterBar:
    """Content up to "|", then the arguments of one call."""

    def parse(self, text: str, partial: bool) -> ParsedOutput:
        content, bar, arguments = text.partition("|")
        calls = (ToolCall("", "f", arguments),) if bar else ()
        return ParsedOutput(content, "", calls)


def test_a_tool_call_is_how_it_finished() -> None:
    output = Output("r", 0, parser=CallsAfterBar(), clock=lambda: 0.0)
    output.push(b"hi|{}")
    delta, finished = output.finish(FinishReason.STOP)
    assert delta is not None
    assert (delta.content, delta.tool_calls[0].arguments) == ("hi", "{}")
    assert finished.reason is FinishReason.TOOL_CALLS


def test_a_tool_call_cut_by_the_limit_finished_for_length() -> None:
    output = Output("r", 0, parser=CallsAfterBar(), clock=lambda: 0.0)
    output.push(b"hi|{")
    assert output.finish(FinishReason.LENGTH)[1].reason is FinishReason.LENGTH


def test_stop_strings_hold_for_parsed_output_too() -> None:
    output = Output("r", 0, ["STOP"], parser=CallsAfterBar(), clock=lambda: 0.0)
    output.push(b"hi STOP|{}")
    delta, finished = output.finish(FinishReason.STOP)
    assert delta is not None
    assert (delta.content, delta.tool_calls, finished.reason) == ("hi ", (), FinishReason.STOP)
