"""What a quantization will do, told before it does it: types by tensor, exact size, refusals.

llama.cpp itself plans (a dry run of llama_model_quantize); the rest is arithmetic over its answer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from localllm.errors import BadRequest, ModelError, ModelUnsupported
from localllm.jobs.tasks import Quantize, QuantizedTensor
from localllm.llama import quantize as native
from localllm.llama.quantize import Floats, Options, Step
from localllm.models.header.check import inspect
from localllm.models.header.ggml_types import TYPES, GGMLType
from localllm.models.header.gguf import DEFAULT_ALIGNMENT, GGUFHeader, read_header
from localllm.models.header.gguf_size import (
    PlannedTensor,
    entry_sizes,
    file_bytes,
    number_entry_bytes,
    text_entry_bytes,
)
from localllm.models.header.parts import parts_of
from localllm.models.quantization.recipes import (
    Recipe,
    find_recipe,
    find_tensor_type,
    imatrix_missing,
)

_KINDS = {
    "adapter": "is a LoRA adapter: quantize the model it goes with",
    "imatrix": "is an importance matrix: give it as --imatrix",
    "vocabulary": "is a vocabulary without weights",
}
_BY_NAME: dict[str, tuple[int, GGMLType]] = {
    kind.name.lower(): (type_id, kind) for type_id, kind in TYPES.items()
}
_SPLIT_KEYS = ("split.no", "split.count", "split.tensors.count")
_FLOATS = ("f32", "f16", "bf16")
_SHOWN = 4


class Source(msgspec.Struct, frozen=True):
    """A model to be quantized. `path` is its first part, `size_bytes` counts all of them."""

    path: Path
    headers: tuple[GGUFHeader, ...]
    size_bytes: int

    @property
    def name(self) -> str:
        return self.path.name


class Imatrix(msgspec.Struct, frozen=True):
    """Weights of columns by tensor (n_columns x n_experts), and what is known of their making.

    `file` and `dataset` are names, without folders: they end up in the result, which may be shared.
    """

    entries: Mapping[str, Floats] = {}
    file: str = ""
    dataset: str = ""
    chunks: int = 0


class Plan(msgspec.Struct, frozen=True):
    """`size_bytes` is that of the whole file, exact."""

    recipe: Recipe
    options: Options
    tensors: tuple[QuantizedTensor, ...]
    size_bytes: int
    warnings: tuple[str, ...]

    @property
    def n_elements(self) -> int:
        return sum(math.prod(tensor.shape) for tensor in self.tensors)

    @property
    def bits_per_weight(self) -> float:
        return sum(t.nbytes for t in self.tensors) * 8 / max(1, self.n_elements)


def open_source(path: Path) -> Source:
    """The model that `path` (any part of it) belongs to. Raises what is wrong with it."""
    card = inspect(path)
    if card.kind in _KINDS:
        raise ModelUnsupported(f"{path.name} {_KINDS[card.kind]}", path=str(path), kind=card.kind)
    parts = parts_of(path)
    headers = tuple(read_header(part) for part in parts)
    return Source(parts[0], headers, sum(part.stat().st_size for part in parts))


def check_target(source: Path, target: Path, *, force: bool) -> None:
    """BadRequest where the target would be the source, a folder, or is there and not `force`d."""
    for part in () if source.is_dir() else parts_of(source):
        if target.exists() and part.exists() and target.samefile(part):
            raise BadRequest(
                f"The result would replace its own source {part}: name another file with -o",
                param="output",
            )
    if target.is_dir():
        raise BadRequest(f"{target} is a folder: name a file in it with -o", param="output")
    if target.exists() and not force:
        raise BadRequest(
            f"{target} is there already: --force replaces it, -o names another file",
            param="output",
        )


def make_plan(source: Source, task: Quantize, imatrix: Imatrix) -> Plan:
    """Raises BadRequest for what was asked wrongly, ModelError for what the model forbids."""
    recipe = find_recipe(task.recipe)
    options = _options(source, task, recipe, imatrix)
    _check_widths(source, options)
    steps = native.plan(source.path, options)
    tensors = tuple(_tensor(step) for step in steps)
    if not any(tensor.name.endswith("weight") for tensor in tensors):
        raise ModelError(f"{source.name} holds no weights", path=str(source.path))
    _check_requantizing(source, task, tensors)
    _check_imatrix(source, recipe, tensors, imatrix)
    size = _file_bytes(source, options, tensors)
    return Plan(recipe, options, tensors, size, _warnings(source, task, recipe, tensors, size))


def _options(source: Source, task: Quantize, recipe: Recipe, imatrix: Imatrix) -> Options:
    return Options(
        ftype=recipe.ftype,
        threads=task.threads,
        output_type=find_tensor_type(task.output_type) if task.output_type else None,
        embedding_type=find_tensor_type(task.embedding_type) if task.embedding_type else None,
        # llama-quantize lowers the pattern too: tensors' names are lower case
        rules=tuple((rule.pattern.lower(), find_tensor_type(rule.type)) for rule in task.rules),
        imatrix=imatrix.entries,
        metadata=_metadata(source, imatrix),
        pure=task.pure,
        only_copy=recipe.name == "COPY",
    )


def _metadata(source: Source, imatrix: Imatrix) -> dict[str, native.Value]:
    """What llama-quantize notes of an importance matrix, in its order; and a mended alignment:
    llama.cpp lays the result out for 32 bytes whatever the source says."""
    found: dict[str, native.Value] = {}
    if imatrix.entries:
        found["quantize.imatrix.file"] = imatrix.file
        if imatrix.dataset:
            found["quantize.imatrix.dataset"] = imatrix.dataset
        found["quantize.imatrix.entries_count"] = len(imatrix.entries)
        if imatrix.chunks > 0:
            found["quantize.imatrix.chunks_count"] = imatrix.chunks
    if source.headers[0].alignment != DEFAULT_ALIGNMENT:
        found["general.alignment"] = DEFAULT_ALIGNMENT
    return found


def _check_widths(source: Source, options: Options) -> None:
    """Types that were named for a tensor must fit its rows: there llama.cpp does not fall back."""
    for names, type_id in (
        (("output.weight",), options.output_type),
        (("token_embd.weight", "per_layer_token_embd.weight"), options.embedding_type),
    ):
        for header in source.headers if type_id is not None else ():
            for tensor in header.tensors:
                kind = TYPES[type_id or 0]
                if tensor.name in names and tensor.shape[0] % kind.block:
                    raise BadRequest(
                        f"{tensor.name} cannot be {kind.name}: its rows have {tensor.shape[0]} "
                        f"elements, no multiple of {kind.block}. Q8_0, Q5_0, Q4_0 or IQ4_NL take "
                        "multiples of 32",
                        param="output_type" if options.output_type == type_id else "embedding_type",
                    )


def _tensor(step: Step) -> QuantizedTensor:
    after = step.after.lower()
    kind = _BY_NAME[after][1]
    shape = _trimmed(step.shape)
    return QuantizedTensor(
        name=step.name,
        shape=shape,
        before=step.before.lower(),
        after=after,
        nbytes=math.prod(shape) // kind.block * kind.size,
        fell_back=step.fell_back.lower(),
    )


def _trimmed(shape: Sequence[int]) -> tuple[int, ...]:
    """Without trailing ones, as `ggml_n_dims` counts."""
    n_dims = max((i for i, n in enumerate(shape, 1) if n > 1), default=1)
    return tuple(shape[:n_dims])


def _check_requantizing(source: Source, task: Quantize, tensors: Sequence[QuantizedTensor]) -> None:
    again = _requantized(tensors)
    if again and task.strict:
        raise BadRequest(
            f"{source.name} is quantized already ({_types_before(again)}), and --strict was given: "
            "take the original, in F16, BF16 or F32",
            param="strict",
        )


def _requantized(tensors: Sequence[QuantizedTensor]) -> list[QuantizedTensor]:
    return [t for t in tensors if t.before not in _FLOATS and t.before != t.after]


def _types_before(tensors: Sequence[QuantizedTensor]) -> str:
    return ", ".join(sorted({t.before.upper() for t in tensors}))


def _check_imatrix(
    source: Source, recipe: Recipe, tensors: Sequence[QuantizedTensor], imatrix: Imatrix
) -> None:
    changed = [t for t in tensors if t.before != t.after]
    wrong = [t for t in changed if t.name in imatrix.entries and not _fits(t, imatrix)]
    # llama.cpp leaves the embeddings' out where it does not fit, and refuses the others
    wrong = [t for t in wrong if not t.name.endswith("token_embd.weight")]
    if wrong:
        raise ModelError(
            f"The importance matrix was not made for {source.name}: of {len(wrong)} tensors it has "
            f"another width ({_some(wrong)}). Collect one with --calibrate",
            tensors=len(wrong),
        )
    lacking = [
        t
        for t in changed
        if imatrix_missing(t.name, _BY_NAME[t.after][0], recipe)
        and not (t.name in imatrix.entries and _fits(t, imatrix))
    ]
    if lacking:
        raise _no_imatrix(recipe, lacking, bool(imatrix.entries))


def _fits(tensor: QuantizedTensor, imatrix: Imatrix) -> bool:
    experts = tensor.shape[2] if len(tensor.shape) > 2 else 1
    return bool(imatrix.entries[tensor.name].size == tensor.shape[0] * experts)


def _no_imatrix(recipe: Recipe, lacking: list[QuantizedTensor], some: bool) -> BadRequest:
    what = "which has nothing about" if some else "without which it would be garbage:"
    return BadRequest(
        f"{recipe.name} needs an importance matrix, {what} {len(lacking)} tensors "
        f"({_some(lacking)}). --calibrate TEXT collects one from a text of yours, --imatrix FILE "
        "takes one that is there; Q4_K_M and larger need none",
        param="imatrix",
        tensors=len(lacking),
    )


def _some(tensors: Sequence[QuantizedTensor]) -> str:
    names = ", ".join(t.name for t in tensors[:_SHOWN])
    return names + (", ..." if len(tensors) > _SHOWN else "")


def _file_bytes(source: Source, options: Options, tensors: Sequence[QuantizedTensor]) -> int:
    entries = entry_sizes(source.path)
    for key in _SPLIT_KEYS:
        entries.pop(key, None)
    for key in ("general.quantization_version", "general.file_type"):
        entries[key] = number_entry_bytes(key)
    for key, value in options.metadata.items():
        text = isinstance(value, str)
        entries[key] = text_entry_bytes(key, str(value)) if text else number_entry_bytes(key)
    planned = [PlannedTensor(t.name, len(t.shape), t.nbytes) for t in tensors]
    return file_bytes(entries, planned)


def _warnings(
    source: Source,
    task: Quantize,
    recipe: Recipe,
    tensors: Sequence[QuantizedTensor],
    size: int,
) -> tuple[str, ...]:
    said: list[str] = []
    if again := _requantized(tensors):
        said.append(
            f"{len(again)} of {len(tensors)} tensors of {source.name} are quantized already "
            f"({_types_before(again)}): quantizing them again loses more than quantizing the "
            "original would."
        )
    if fallen := [t for t in tensors if t.fell_back]:
        said.append(
            f"{len(fallen)} tensors have rows that {recipe.name} does not divide, and got other "
            f"types: {_fallbacks(fallen)}."
        )
    if size > source.size_bytes and recipe.name not in ("COPY", "F32", "F16", "BF16"):
        said.append("The result is larger than its source, and no better.")
    return (*said, *_unmatched(task, recipe, tensors))


def _fallbacks(fallen: Sequence[QuantizedTensor]) -> str:
    kinds = sorted({(t.fell_back.upper(), t.after.upper(), t.shape[0]) for t in fallen})
    return ", ".join(f"{to} instead of {wanted} (rows of {n})" for wanted, to, n in kinds)


def _unmatched(task: Quantize, recipe: Recipe, tensors: Sequence[QuantizedTensor]) -> list[str]:
    if task.rules and recipe.name in ("COPY", "F32", "F16", "BF16"):
        return [f"Types for single tensors count for nothing with {recipe.name}."]
    names = [t.name for t in tensors]
    return [
        f"No tensor's name matches {rule.pattern!r}."
        for rule in task.rules
        if not _matches_any(rule.pattern.lower(), names)
    ]


def _matches_any(pattern: str, names: Sequence[str]) -> bool:
    """By Python's rules, which for such patterns are C++'s; in doubt nothing is said."""
    try:
        wanted = re.compile(pattern)
    except re.error:
        return True
    return any(wanted.search(name) for name in names)
