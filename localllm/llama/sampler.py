"""How the next token is picked: llama.cpp's own sampler chain and grammars, through the shim.

A Sampler belongs to one choice of one request. `sample` serves a whole batch in one C call, without
the GIL. One thread at a time uses a Sampler.
"""

from __future__ import annotations

import ctypes
import math
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from localllm import errors
from localllm.core import SamplingParams
from localllm.llama import grammar, lib
from localllm.llama.shim import ShimError
from localllm.llama.vocab import Tokens

if TYPE_CHECKING:
    from localllm.llama.chat import AppliedTemplate
    from localllm.llama.context import Context
    from localllm.llama.model import Model

# core.SamplingParams to llama.cpp's common_params_sampling.
_NAMES = {
    "temperature": "temp",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "typical_p": "typ_p",
    "top_n_sigma": "top_n_sigma",
    "xtc_probability": "xtc_probability",
    "xtc_threshold": "xtc_threshold",
    "repeat_last_n": "penalty_last_n",
    "repeat_penalty": "penalty_repeat",
    "presence_penalty": "penalty_present",
    "frequency_penalty": "penalty_freq",
    "dry_multiplier": "dry_multiplier",
    "dry_base": "dry_base",
    "dry_allowed_length": "dry_allowed_length",
    "dry_penalty_last_n": "dry_penalty_last_n",
    "dry_sequence_breakers": "dry_sequence_breakers",
    "mirostat": "mirostat",
    "mirostat_tau": "mirostat_tau",
    "mirostat_eta": "mirostat_eta",
    "ignore_eos": "ignore_eos",
}

# Fields of an applied template that steer the grammar.
_GRAMMAR_FIELDS = (
    "grammar",
    "grammar_lazy",
    "grammar_type",
    "grammar_triggers",
    "preserved_tokens",
    "generation_prompt",
    "thinking_start",
    "thinking_ends",
)

_WINDOWS = ("repeat_last_n", "dry_penalty_last_n")
_INT32_MAX = 2**31 - 1
# JSON has no infinity; in a float32 softmax this is the same.
_BANNED = -1e30


class Sampler:
    """The chain for one choice. `seed` is the one in use: a drawn one where -1 (2**32 - 1) was
    given."""

    def __init__(
        self,
        model: Model,
        params: SamplingParams,
        applied: AppliedTemplate | None,
        seed: int,
    ) -> None:
        """A chat's grammar (tools, schema, GBNF) comes with `applied`; for text prompts it is made
        of `params`. Raises BadRequest naming the field that is wrong."""
        shim = model.native.shim
        check(params, model.vocab.n_tokens)
        fields = _chain(params, model.context_train, seed) | _grammar(params, applied)
        try:
            handle = shim.handle(
                shim.lib.shim_sampler_init(model.handle, msgspec.json.encode(fields))
            )
        except ShimError as error:
            raise _refusal(error, params, applied) from error
        self.handle: int = handle
        self.seed = int(shim.lib.shim_sampler_seed(handle))
        self._lib = shim.lib
        self._free = weakref.finalize(self, shim.lib.shim_sampler_free, handle)
        model.own(self)

    def accept_prompt(self, tokens: Sequence[int] | Tokens) -> None:
        """Shows the prompt to penalties and DRY; the grammar does not see it."""
        ids = np.ascontiguousarray(tokens, np.int32)
        if self._lib.shim_sampler_accept_prompt(self.handle, ids.ctypes.data, len(ids)) < 0:
            raise ValueError(last_error())

    def close(self) -> None:
        """Frees the chain. Twice is fine."""
        self._free()


def sample(ctx: Context, samplers: Sequence[Sampler], rows: Sequence[int]) -> Tokens:
    """Picks and accepts one token for each row of the last decode: (n,) int32.

    samplers[i] is used on rows[i]. A row that failed gives -1 and leaves the others as they are;
    `last_error` has its words.
    """
    n = len(samplers)
    if n != len(rows):
        raise ValueError(f"{n} samplers for {len(rows)} rows")
    handles = (ctypes.c_void_p * n)(*[sampler.handle for sampler in samplers])
    ids = np.asarray(rows, np.int32)
    tokens = np.empty(n, np.int32)
    ctx.native.shim.lib.shim_sample(ctx.handle, handles, ids.ctypes.data, n, tokens.ctypes.data)
    return tokens


def last_error() -> str:
    """What the last failing native call of this thread said."""
    return lib.load().shim.last_error()


def check(params: SamplingParams, n_vocab: int) -> None:
    """Raises BadRequest for values that llama.cpp would answer with nonsense or an abort."""
    for name in _NAMES:
        value = getattr(params, name)
        if isinstance(value, float) and not math.isfinite(value):
            raise errors.BadRequest(f"{name} must be a finite number.", param=name)
        if isinstance(value, int) and abs(value) > _INT32_MAX:
            raise errors.BadRequest(f"{name} must fit into 32 bits, not be {value}.", param=name)
    if params.repeat_penalty <= 0:
        raise errors.BadRequest(
            f"repeat_penalty must be above 0 (1 is off), not {params.repeat_penalty}.",
            param="repeat_penalty",
        )
    budget = params.reasoning_budget
    if budget is not None and not 0 <= budget <= _INT32_MAX:
        raise errors.BadRequest(
            f"reasoning_budget is a number of tokens from 0 on, not {budget}.",
            param="reasoning_budget",
        )
    if params.grammar and params.json_schema:
        raise errors.BadRequest("Give a grammar or a JSON schema, not both.", param="grammar")
    for token, bias in params.logit_bias.items():
        if not 0 <= token < n_vocab or math.isnan(bias):
            raise errors.BadRequest(
                f"logit_bias of token {token}: ids go from 0 to {n_vocab - 1}, and a bias is a "
                "number.",
                param="logit_bias",
            )


def _chain(params: SamplingParams, context_train: int, seed: int) -> dict[str, Any]:
    fields = {theirs: getattr(params, ours) for ours, theirs in _NAMES.items()}
    for name in _WINDOWS:
        fields[_NAMES[name]] = _window(getattr(params, name), context_train)
    fields["seed"] = seed & 0xFFFFFFFF
    if params.reasoning_budget is not None:
        fields["reasoning_budget"] = params.reasoning_budget
        fields["reasoning_budget_message"] = params.reasoning_budget_message
    fields["logit_bias"] = [
        [token, min(max(bias, _BANNED), -_BANNED)] for token, bias in params.logit_bias.items()
    ]
    return fields


def _window(tokens: int, context_train: int) -> int:
    """How far back penalties look. -1 is the whole context; a ring of that length is allocated, so
    that it is also the most."""
    return context_train if tokens < 0 else min(tokens, context_train)


def _grammar(params: SamplingParams, applied: AppliedTemplate | None) -> dict[str, Any]:
    if applied is not None:
        return {name: getattr(applied, name) for name in _GRAMMAR_FIELDS}
    if params.json_schema:
        gbnf = grammar.from_json_schema(params.json_schema)
        return {"grammar": gbnf, "grammar_type": "output_format"}
    if params.grammar:
        return {"grammar": params.grammar, "grammar_type": "user"}
    return {}


def _refusal(
    error: ShimError, params: SamplingParams, applied: AppliedTemplate | None
) -> errors.BadRequest:
    words = str(error)
    for ours, theirs in _NAMES.items():
        if words.startswith(theirs + " "):
            return errors.BadRequest(ours + words.removeprefix(theirs), param=ours)
    if params.grammar:
        return errors.BadRequest(f"The grammar cannot be used: {words}", param="grammar")
    if params.json_schema:
        return errors.BadRequest(f"The JSON schema cannot be used: {words}", param="json_schema")
    if applied is not None and applied.grammar:
        return errors.BadRequest(f"The tools' schemas cannot be used: {words}", param="tools")
    return errors.BadRequest(f"The sampling parameters cannot be used: {words}")
