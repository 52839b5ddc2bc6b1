"""What is measured of models beside their predictions: frozen, and readable without numpy.

Part of the results in `tasks`; each is filled in by the file of its name.
"""

from __future__ import annotations

import msgspec

PROMPTS = (
    "Explain in two sentences why the sky is blue.",
    "Write a Python function that returns the n-th Fibonacci number.",
    "A train leaves at 14:35 and arrives at 17:10. How long does the journey take?",
    "Translate into French: The library opens at nine o'clock.",
)


class Speed(msgspec.Struct, frozen=True):
    """Tokens a second. `prompt_tokens` is the size of the prompts that were read at that rate,
    `tokens` how many were written."""

    prompt_rate: float
    prompt_tokens: int
    rate: float
    tokens: int
    threads: int
    devices: tuple[str, ...]


class Sample(msgspec.Struct, frozen=True):
    """`ended` says whether the model came to an end by itself. `as_chat` is False for a model
    without a chat template, which goes on with the prompt instead of answering it."""

    prompt: str
    answer: str
    tokens: int
    ended: bool
    as_chat: bool


class TensorError(msgspec.Struct, frozen=True):
    """`relative_rmse` is the root mean square error over the root mean square of the base's
    weights: 0.05 is 5 percent. `cosine` is 1 where both point the same way. Types are ggml's."""

    name: str
    type: str
    base_type: str
    n_elements: int
    relative_rmse: float
    cosine: float
    largest_error: float


class TensorErrors(msgspec.Struct, frozen=True):
    """The worst first. `unmatched` are names that only one of the two has."""

    tensors: tuple[TensorError, ...]
    unmatched: tuple[str, ...] = ()


class LayerError(msgspec.Struct, frozen=True):
    """`layer` -1 is a tensor of no layer (output.weight)."""

    layer: int
    relative_rmse: float


class KindErrors(msgspec.Struct, frozen=True):
    """Relative errors of the tensors of one kind ("ffn_down"), by layer. `types` are ggml's, the
    commonest first."""

    kind: str
    types: tuple[str, ...]
    least: float
    median: float
    most: float
    layers: tuple[LayerError, ...]


class WeightErrors(msgspec.Struct, frozen=True):
    """A digest of TensorErrors: of `tensors` in common, `changed` differ. `worst` are the first
    of them, `kinds` those in which anything changed, the worst median first."""

    tensors: int
    changed: int
    unmatched: int
    worst: tuple[TensorError, ...]
    kinds: tuple[KindErrors, ...]
