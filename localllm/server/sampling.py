"""Sampling parameters by the names of OpenAI's API and of llama.cpp's server, and their limits.

Shared by every endpoint that generates. A null counts as not given, everywhere: the default is
then core's.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from localllm.core import SamplingParams
from localllm.errors import BadRequest

INT32_MAX = 2**31 - 1

Probability = Annotated[float, Meta(ge=0, le=1)]
Penalty = Annotated[float, Meta(ge=-2, le=2)]
Factor = Annotated[float, Meta(ge=0, le=100)]
Count = Annotated[int, Meta(ge=0, le=INT32_MAX)]
CountOrAll = Annotated[int, Meta(ge=-1, le=INT32_MAX)]  # -1: no limit
TokenId = Annotated[int, Meta(ge=0, le=INT32_MAX)]
Bias = Annotated[float, Meta(ge=-100, le=100)]
Choices = Annotated[int, Meta(ge=1, le=16)]
Alternatives = Annotated[int, Meta(ge=0, le=20)]

_MAX_STOPS = 64


class StreamOptions(msgspec.Struct):
    include_usage: bool | None = None


class GenerationFields(msgspec.Struct, kw_only=True):
    """The fields that every generating endpoint takes."""

    model: str | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: Choices | None = None
    max_tokens: CountOrAll | None = None
    temperature: Factor | None = None
    top_k: CountOrAll | None = None
    top_p: Probability | None = None
    min_p: Probability | None = None
    typical_p: Probability | None = None
    top_n_sigma: Annotated[float, Meta(ge=-1, le=100)] | None = None
    xtc_probability: Probability | None = None
    xtc_threshold: Probability | None = None
    repeat_last_n: CountOrAll | None = None
    repeat_penalty: Annotated[float, Meta(gt=0, le=100)] | None = None
    presence_penalty: Penalty | None = None
    frequency_penalty: Penalty | None = None
    dry_multiplier: Factor | None = None
    dry_base: Factor | None = None
    dry_allowed_length: Count | None = None
    dry_penalty_last_n: CountOrAll | None = None
    dry_sequence_breakers: list[str] | None = None
    mirostat: Annotated[int, Meta(ge=0, le=2)] | None = None
    mirostat_tau: Factor | None = None
    mirostat_eta: Probability | None = None
    seed: int | None = None
    logit_bias: dict[str, Bias] | None = None
    stop: str | list[str] | None = None
    grammar: str | None = None
    ignore_eos: bool | None = None
    timings_per_token: bool | None = None

    @property
    def include_usage(self) -> bool:
        return bool(self.stream_options and self.stream_options.include_usage)


# Fields that mean the same in core and only have to be carried over.
_CARRIED = (
    "temperature",
    "top_p",
    "min_p",
    "typical_p",
    "top_n_sigma",
    "xtc_probability",
    "xtc_threshold",
    "repeat_last_n",
    "repeat_penalty",
    "presence_penalty",
    "frequency_penalty",
    "dry_multiplier",
    "dry_base",
    "dry_allowed_length",
    "dry_penalty_last_n",
    "mirostat",
    "mirostat_tau",
    "mirostat_eta",
    "ignore_eos",
)


def sampling_params(
    fields: GenerationFields,
    *,
    max_tokens: int | None,
    logprobs: int | None,
    json_schema: str | None = None,
) -> SamplingParams:
    """core's parameters; those that an endpoint names in its own way are given beside `fields`.

    Raises BadRequest where values contradict each other or cannot be understood.
    """
    if json_schema is not None and fields.grammar:
        raise BadRequest("Give either response_format or grammar, not both.", param="grammar")
    given: dict[str, Any] = {
        name: value for name in _CARRIED if (value := getattr(fields, name)) is not None
    }
    if fields.top_k is not None:
        given["top_k"] = max(fields.top_k, 0)
    if fields.dry_sequence_breakers is not None:
        given["dry_sequence_breakers"] = tuple(fields.dry_sequence_breakers)
    return SamplingParams(
        max_tokens=_limit(max_tokens),
        seed=_seed(fields.seed),
        logit_bias=_logit_bias(fields.logit_bias or {}),
        stop=_stops(fields.stop),
        grammar=fields.grammar or None,
        json_schema=json_schema,
        logprobs=logprobs,
        **given,
    )


def _limit(max_tokens: int | None) -> int | None:
    if max_tokens == 0:
        raise BadRequest(
            "max_tokens is 0: ask for at least one token, or leave it out for no limit.",
            param="max_tokens",
        )
    return None if max_tokens == -1 else max_tokens


def _seed(seed: int | None) -> int | None:
    """llama.cpp's seeds are 32 bits wide, and the highest means "draw one", as does -1 here."""
    return None if seed is None or seed == -1 else seed % (2**32 - 1)


def _stops(stop: str | list[str] | None) -> tuple[str, ...]:
    stops = [stop] if isinstance(stop, str) else stop or []
    if len(stops) > _MAX_STOPS:
        raise BadRequest(
            f"stop: {len(stops)} strings were given, at most {_MAX_STOPS} are allowed.",
            param="stop",
        )
    return tuple(text for text in stops if text)


def _logit_bias(biases: dict[str, float]) -> dict[int, float]:
    return {_token_id(key): bias for key, bias in biases.items()}


def _token_id(key: str) -> int:
    if re.fullmatch(r"[0-9]{1,10}", key) and (token := int(key)) <= INT32_MAX:
        return token
    raise BadRequest(
        f'logit_bias: {key!r} is no token id; keys are whole numbers such as "42".',
        param="logit_bias",
    )
