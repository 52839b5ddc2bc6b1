"""Every task a job process can be given, and what it gives back: frozen, msgpack-able.

A task is self-contained: absolute paths, nothing that the settings or the parent would have to
add. `threads` 0 is one for each physical core. What a task writes is named in its field `target`;
half-finished files lie beside it under the names of `models.temporary`.
"""

from __future__ import annotations

import msgspec


class Convert(msgspec.Struct, frozen=True, tag=True):
    """A folder of safetensors becomes one GGUF file.

    `out_type` is "f32", "f16", "bf16", "q8_0", or "auto": the type that most weights have there.
    """

    source: str
    target: str
    out_type: str = "auto"


class Converted(msgspec.Struct, frozen=True, tag=True):
    path: str
    size_bytes: int
    architecture: str
    n_tensors: int


class TensorRule(msgspec.Struct, frozen=True):
    """Tensors whose name contains a match of `pattern` (ECMAScript, as std::regex_search has it)
    get the ggml type `type` ("q6_k"). Of several rules the first that matches counts."""

    pattern: str
    type: str


class Quantize(msgspec.Struct, frozen=True, tag=True):
    """A GGUF model (any part of it), or a folder of safetensors, becomes a smaller GGUF file.

    `recipe` is a name of models.recipes ("Q4_K_M"), or "" where `target_bytes` or `max_loss` is to
    choose the types by tensor: the best within that many bytes, or the smallest whose mean KL
    divergence from the source (nats a token, on `text` or the built-in one) stays below.
    `imatrix` is a file, `calibrate` a text to collect one from. `output_type` and `embedding_type`
    are ggml types for output.weight and the token embeddings. `strict` refuses a source that is
    quantized already, `force` replaces an existing target. `dry_run` writes nothing.
    """

    source: str
    target: str
    recipe: str
    imatrix: str = ""
    calibrate: str = ""
    rules: tuple[TensorRule, ...] = ()
    output_type: str = ""
    embedding_type: str = ""
    pure: bool = False
    threads: int = 0
    target_bytes: int = 0
    max_loss: float = 0.0
    text: str = ""
    strict: bool = False
    force: bool = False
    dry_run: bool = False


class QuantizedTensor(msgspec.Struct, frozen=True):
    """`shape` with the row length first. `before` and `after` are ggml types. `fell_back` is the
    type that was wanted where the shape did not allow it, else ""."""

    name: str
    shape: tuple[int, ...]
    before: str
    after: str
    nbytes: int
    fell_back: str = ""


class Quantized(msgspec.Struct, frozen=True, tag=True):
    """`size_bytes` is that of the whole file, exact also in a dry run; `bits_per_weight` counts the
    tensors alone. `warnings` are whole sentences. `loss` is the measured mean KL divergence from
    the source, -1 where it was not measured."""

    path: str
    size_bytes: int
    source_bytes: int
    bits_per_weight: float
    tensors: tuple[QuantizedTensor, ...]
    warnings: tuple[str, ...] = ()
    recipe: str = ""
    imatrix: str = ""
    seconds: float = 0.0
    loss: float = -1.0
    dry_run: bool = False


Task = Convert | Quantize
Result = Converted | Quantized
