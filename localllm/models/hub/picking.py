"""Which quantization to take where nobody says one.

Q4_K_M is what people expect: the usual default of the tools they know, about 5 bits a weight with
little loss. Below it quality falls quickly, above it only size grows; but a small model costs
little either way and loses more, so that one is taken at Q8_0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from localllm.models.hub.quants import QUALITY, Choice

Fits = Callable[[Choice], bool]

# In the order in which they are wanted. MXFP4 is what its models were trained in.
_WANTED = (
    "MXFP4", "MXFP4_MOE", "Q4_K_M", "Q4_K_XL", "Q4_K_L", "Q4_K_S", "IQ4_NL", "IQ4_XS", "Q4_0",
    "Q4_1", "Q5_K_M", "Q5_K_S", "Q5_0", "Q6_K", "Q8_0",
)  # fmt: skip
SMALL_BYTES = 1_000_000_000  # a model that is no larger at Q8_0 is taken so
_OVERHEAD = 1.1  # the weights, and a tenth for what is computed with them
_CONTEXT_BYTES = 512 << 20  # for a chat of some length


class Pick(msgspec.Struct, frozen=True):
    """`fits` False: the smallest there is, and even that does not fit. `why` ends a sentence."""

    choice: Choice
    fits: bool
    why: str


def in_memory(free_bytes: int) -> Fits:
    """A rough answer from sizes alone; fit.py has the exact one once a header is read."""
    return lambda choice: choice.total * _OVERHEAD + _CONTEXT_BYTES <= free_bytes


def pick(choices: Sequence[Choice], fits: Fits = lambda choice: True) -> Pick:
    """The one to take of a model's choices (at least one), given what fits this computer."""
    fitting = [choice for choice in choices if fits(choice)]
    if not fitting:
        smallest = min(choices, key=lambda choice: choice.total)
        return Pick(smallest, False, "the smallest there is, though it may not fit the memory")
    small = [c for c in fitting if c.quantization == "Q8_0" and c.size <= SMALL_BYTES]
    if small:
        return Pick(small[0], True, "for so small a model the best that is not wasteful")
    for wanted in _WANTED:
        for choice in sorted(fitting, key=lambda choice: len(choice.name)):
            if choice.quantization == wanted:
                return Pick(choice, True, "the usual balance of size and quality")
    return Pick(_best_of_the_rest(fitting), True, "the best that fits the memory")


def _best_of_the_rest(fitting: list[Choice]) -> Choice:
    """Of what is left only those below four bits, or full precision where there is no other."""
    below = [c for c in fitting if _rank(c) > QUALITY.index("Q4_0")]
    return min(below, key=_rank) if below else min(fitting, key=lambda choice: choice.total)


def _rank(choice: Choice) -> int:
    known = choice.quantization in QUALITY
    return QUALITY.index(choice.quantization) if known else len(QUALITY)
