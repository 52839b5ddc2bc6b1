"""What OpenAI's chat and completions APIs have in common: envelope, usage, timings, chunks."""

from __future__ import annotations

import abc
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from localllm import __version__
from localllm.core import Delta, Done, Event, Finished, Usage
from localllm.errors import LocalLLMError
from localllm.server.error_forms import openai_error

encode = msgspec.json.Encoder().encode

_END = b"}\n\n"  # of a chunk


def named_event(name: str, fields: dict[str, Any]) -> bytes:
    """A server-sent event with a name, as Anthropic's API has them and OpenAI's responses."""
    return b"event: " + name.encode() + b"\ndata: " + encode({"type": name, **fields}) + b"\n\n"


# JSON has no infinity; OpenAI writes a token that cannot come as this.
_LOWEST_LOGPROB = -9999.0


class Envelope(msgspec.Struct, frozen=True):
    """The fields around every chunk and every whole answer of one request."""

    id: str
    object: str
    model: str
    created: int = msgspec.field(default_factory=lambda: int(time.time()))
    system_fingerprint: str = f"localllm-{__version__}"

    def around(self, **fields: Any) -> bytes:
        """JSON of the envelope and of `fields`."""
        return encode(msgspec.to_builtins(self) | fields)


def usage_json(usage: Usage) -> dict[str, Any]:
    """OpenAI's `usage`; `dropped_messages` only where some were left out."""
    dropped = {"dropped_messages": usage.dropped_messages} if usage.dropped_messages else {}
    return dropped | {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.prompt_tokens + usage.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
    }


def timings_json(usage: Usage) -> dict[str, Any]:
    """llama.cpp's `timings`: milliseconds, tokens, tokens a second (null where none ran). Beside
    them the time in the queue and to the first token; speculation's counts where there was any."""
    computed = usage.prompt_tokens - usage.cached_tokens
    drafts = {"draft_n": usage.drafted_tokens, "draft_n_accepted": usage.accepted_tokens}
    return {
        "queued_ms": usage.queued_s * 1e3,
        "ttft_ms": (usage.queued_s + usage.prefill_s) * 1e3,
        "cache_n": usage.cached_tokens,
        "prompt_n": computed,
        "prompt_ms": usage.prefill_s * 1e3,
        "prompt_per_second": _rate(computed, usage.prefill_s),
        "predicted_n": usage.completion_tokens,
        "predicted_ms": usage.decode_s * 1e3,
        "predicted_per_second": _rate(usage.completion_tokens, usage.decode_s),
        **(drafts if usage.drafted_tokens else {}),
    }


def _rate(tokens: int, seconds: float) -> float | None:
    return tokens / seconds if seconds > 0 else None


def finite(logprob: float) -> float:
    return max(logprob, _LOWEST_LOGPROB)


class Chunks(abc.ABC):
    """A dialect (see sse.py) of one chunk for each Delta and Finished, in OpenAI's frame:

        data: {envelope, "choices":[{"index":0, ..., "logprobs":null,"finish_reason":null}]}

    Everything but the text is built once, so that a token costs one JSON string and a join.
    """

    def __init__(
        self, envelope: Envelope, n: int, *, include_usage: bool, timings: bool = False
    ) -> None:
        """With `timings` the end has them even without a usage; Deltas with one show them too."""
        self._envelope = envelope
        self._include_usage = include_usage
        self._timings = timings
        opening = b"data: " + encode(envelope)[:-1] + b',"choices":[{"index":'
        self.heads = [opening + b"%d," % index for index in range(n)]
        # Asked for usage, OpenAI sends a null one with every chunk but the last.
        self.tail = b'}],"usage":null}\n\n' if include_usage else b"}]}\n\n"
        self.going_on = b',"logprobs":null,"finish_reason":null' + self.tail

    @abc.abstractmethod
    def delta(self, event: Delta) -> bytes: ...

    @abc.abstractmethod
    def finished(self, event: Finished) -> bytes: ...

    def encode(self, events: Sequence[Event]) -> bytes:
        return b"".join([self._one(event) for event in events])

    def failed(self, error: LocalLLMError) -> bytes:
        return b"data: " + encode(openai_error(error)) + b"\n\n"

    def _one(self, event: Event) -> bytes:
        if isinstance(event, Delta):
            chunks = self.delta(event)
            return chunks if event.usage is None else _with_timings(chunks, event.usage)
        if isinstance(event, Finished):
            return self.finished(event)
        return self._last(event) if isinstance(event, Done) else b""

    def _last(self, event: Done) -> bytes:
        last = b""
        if self._include_usage or self._timings:
            usage = {"usage": usage_json(event.usage)} if self._include_usage else {}
            body = self._envelope.around(choices=[], **usage, timings=timings_json(event.usage))
            last = b"data: " + body + b"\n\n"
        return last + b"data: [DONE]\n\n"


def _with_timings(chunks: bytes, usage: Usage) -> bytes:
    """The last of these chunks tells the timings so far; nothing where there is none."""
    if not chunks:
        return b""
    return chunks.removesuffix(_END) + b',"timings":' + encode(timings_json(usage)) + _END
