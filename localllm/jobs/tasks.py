"""Every task a job process can be given, and what it gives back: frozen, msgpack-able.

A task is self-contained: absolute paths, nothing that the settings or the parent would have to
add. `threads` 0 is one for each physical core. What a task writes is named in its field `target`;
half-finished files lie beside it under the names of `models.temporary`.
"""

from __future__ import annotations

import msgspec

from localllm.jobs.measures import PROMPTS, Sample, Speed, WeightErrors
from localllm.models.header.card import TensorType


class Convert(msgspec.Struct, frozen=True, tag=True):
    """A folder of safetensors becomes one GGUF file.

    `out_type` is "f32", "f16", "bf16", "q8_0", or "auto": the 16-bit type the weights have, else
    f16. `name` goes before the folder's, `pre` is a pre-tokenizer for a tokenizer that llama.cpp
    does not know. `force` replaces an existing target.
    """

    source: str
    target: str
    out_type: str = "auto"
    name: str = ""
    pre: str = ""
    force: bool = False


class Converted(msgspec.Struct, frozen=True, tag=True):
    """`architecture` is llama.cpp's name, `out_type` what "auto" became."""

    path: str
    size_bytes: int
    architecture: str
    n_tensors: int
    out_type: str = ""


BUILTIN = "builtin"


class TensorRule(msgspec.Struct, frozen=True):
    """Tensors whose name contains a match of `pattern` (ECMAScript, as std::regex_search has it)
    get the ggml type `type` ("q6_k"). Of several rules the first that matches counts."""

    pattern: str
    type: str


class Quantize(msgspec.Struct, frozen=True, tag=True):
    """A GGUF model (any part of it), or a folder of safetensors, becomes a smaller GGUF file.

    `recipe` is a name of models.quantization.recipes ("Q4_K_M"), or "" where `target_bytes` or
    `max_loss` is to choose the types by tensor: the best within that many bytes, or the smallest
    whose mean KL divergence from the source (nats a token, on `text` or the built-in one) stays
    below.
    `imatrix` is a file, `calibrate` a text to collect one from (BUILTIN: the built-in one).
    `output_type` and `embedding_type` are ggml types for output.weight and the token embeddings.
    `strict` refuses a source that is quantized already, `force` replaces an existing target.
    `dry_run` writes nothing. With `measure_chunks` the result is compared with its source over so
    many chunks of the text. `threads` 0 is every processor: there is no spinning here.
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
    measure_chunks: int = 0


class QuantizedTensor(msgspec.Struct, frozen=True):
    """`shape` with the row length first. `before` and `after` are ggml types. `fell_back` is the
    type that was wanted where the shape did not allow it, else ""."""

    name: str
    shape: tuple[int, ...]
    before: str
    after: str
    nbytes: int
    fell_back: str = ""


class Cost(msgspec.Struct, frozen=True):
    """What one kind of tensors costs: `kld` was measured with all of them in types of a mean error
    `error` and all else untouched. `kind` is as in their names ("attn_v")."""

    kind: str
    tensors: int
    error: float
    kld: float


class Search(msgspec.Struct, frozen=True):
    """How types were chosen by tensor. `predicted` is the mean KL divergence by the sum of the
    costs, `kld` what was measured then. `stock` is the recipe that was tried beside it, "" for
    none, filled up to the same size; `stock_kld` what that lost. `trials` were written in all."""

    costs: tuple[Cost, ...]
    predicted: float
    kld: float
    stock: str = ""
    stock_kld: float = 0.0
    trials: int = 0


class Quantized(msgspec.Struct, frozen=True, tag=True):
    """`size_bytes` is that of the whole file, exact also in a dry run; `bits_per_weight` counts the
    tensors alone. `warnings` are whole sentences. `recipe` is the one asked for, or "" where types
    were chosen by tensor. `evaluated` is the comparison with the source, where there was one,
    `compared` all of it.
    """

    path: str
    size_bytes: int
    source_bytes: int
    bits_per_weight: float
    tensors: tuple[QuantizedTensor, ...]
    warnings: tuple[str, ...] = ()
    recipe: str = ""
    imatrix: str = ""
    seconds: float = 0.0
    evaluated: Evaluated | None = None
    search: Search | None = None
    compared: Compared | None = None
    dry_run: bool = False


class Figure(msgspec.Struct, frozen=True):
    """A measured value and its standard error, in the same unit."""

    value: float
    error: float = 0.0


class Calibrate(msgspec.Struct, frozen=True, tag=True):
    """A model reads a text; what its weights are multiplied with becomes an importance matrix.

    `text` is a file, "" the built-in one; it is read in chunks of `n_ctx` tokens, of which `chunks`
    (0: all). `with_output` collects for output.weight too. The sums of the files `merge` are added.
    `force` replaces an existing target.
    """

    source: str
    target: str
    text: str = ""
    n_ctx: int = 512
    chunks: int = 0
    with_output: bool = False
    merge: tuple[str, ...] = ()
    threads: int = 0
    gpu_layers: int = -1
    force: bool = False


class Unseen(msgspec.Struct, frozen=True):
    """A tensor of experts of which some were never chosen while the text was read."""

    tensor: str
    experts: int
    unseen: int


class Calibrated(msgspec.Struct, frozen=True, tag=True):
    """`chunks` were read in this run. `perplexity` is that of the text: far above what the model
    has elsewhere, the text does not suit it. `unseen` names what the text did not reach."""

    path: str
    n_ctx: int
    chunks: int
    tensors: int
    perplexity: Figure
    unseen: tuple[Unseen, ...] = ()
    seconds: float = 0.0


class Evaluate(msgspec.Struct, frozen=True, tag=True):
    """A model's perplexity on a text; with `base`, how far it is from that model as well.

    `text` is a file, "" the built-in one; it is read in chunks of `n_ctx` tokens, of which `chunks`
    (0: all). Unless `exact`, the base's predictions are rounded to 16 bits as llama-perplexity
    rounds them, so that the figures are those that are published.
    """

    source: str
    base: str = ""
    text: str = ""
    n_ctx: int = 512
    chunks: int = 0
    exact: bool = False
    threads: int = 0
    gpu_layers: int = -1


class Spread(msgspec.Struct, frozen=True):
    """How values of single tokens are distributed: `p99_9` is the value that 99.9% stay below."""

    minimum: float
    p0_1: float
    p1: float
    p5: float
    p10: float
    p25: float
    median: float
    p75: float
    p90: float
    p95: float
    p99: float
    p99_9: float
    maximum: float


class Divergence(msgspec.Struct, frozen=True):
    """How far a model is from its base, over the tokens scored so far.

    `log_ratio` is ln(perplexity / base perplexity), `kld` the mean over the tokens of the
    Kullback-Leibler divergence of the two predictions, in nats. `p_diff` is the probability of the
    token that came, less what the base gave it, `p_diff_rms` the root of its mean square.
    `same_top` is the share of tokens of which both hold the same one likeliest. Shares and
    probabilities are 0 to 1.
    """

    base_perplexity: Figure
    log_ratio: Figure
    kld: Figure
    p_diff: Figure
    p_diff_rms: Figure
    same_top: Figure


class Running(msgspec.Struct, frozen=True):
    """The figures after the first `chunks`."""

    chunks: int
    perplexity: Figure
    divergence: Divergence | None = None


class Loss(msgspec.Struct, frozen=True):
    """What was measured against the base beside `Divergence`: `ratio` and `difference` of the two
    perplexities, the correlation of their logarithms (0 where it has none), and the spreads."""

    base: str
    divergence: Divergence
    ratio: Figure
    difference: Figure
    correlation: float
    kld_spread: Spread
    p_diff_spread: Spread


class Evaluated(msgspec.Struct, frozen=True, tag=True):
    """`text` is "" for the built-in one. `tokens` were scored, of `chunks` of `n_ctx`."""

    source: str
    text: str
    n_ctx: int
    chunks: int
    tokens: int
    perplexity: Figure
    running: tuple[Running, ...]
    loss: Loss | None = None
    seconds: float = 0.0


class Compare(msgspec.Struct, frozen=True, tag=True):
    """Everything that can be measured of two GGUF files, best of one model: `base` is the one that
    the other was made from. `text`, `n_ctx` and `chunks` as in Evaluate.

    Each is measured for `speed_seconds` and answers `prompts` (none: neither does) with
    `sample_tokens` at most, fewer where the slower one would take minutes.
    """

    source: str
    base: str
    text: str = ""
    n_ctx: int = 512
    chunks: int = 8
    prompts: tuple[str, ...] = PROMPTS
    sample_tokens: int = 64
    speed_seconds: float = 3.0
    threads: int = 0
    gpu_layers: int = -1


class Side(msgspec.Struct, frozen=True):
    """One of two models. `name` is its file's without the ending, `title` what its header says.

    `evaluated` is there where it was measured alone, since it could not be against the other.
    """

    path: str
    name: str
    title: str
    architecture: str
    quantization: str
    size_bytes: int
    parameters: int
    bits_per_weight: float
    types: tuple[TensorType, ...]
    speed: Speed | None = None
    samples: tuple[Sample, ...] = ()
    evaluated: Evaluated | None = None


class Compared(msgspec.Struct, frozen=True, tag=True):
    """`evaluated` is the source against the base. `warnings` are whole sentences: what could not
    be measured, and why. `one_model` is whether both hold the same tensors."""

    source: Side
    base: Side
    one_model: bool
    evaluated: Evaluated | None = None
    weights: WeightErrors | None = None
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0


Task = Convert | Quantize | Calibrate | Evaluate | Compare
Result = Converted | Quantized | Calibrated | Evaluated | Compared
