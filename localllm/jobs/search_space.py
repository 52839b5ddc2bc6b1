"""Which types each tensor may get, what they take and lose: the problem that jobs/search.py solves.

Tensors are grouped by kind ("attn_v", "ffn_down", ...): noise in one kind costs the model so much,
c_kind, times each tensor's own error (sensitivity.errors):

    loss(allocation) = sum over tensors of c_kind(tensor) x error(tensor, type)
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import msgspec

from localllm.jobs import sensitivity
from localllm.jobs.allocate import Choice
from localllm.jobs.quantize_plan import Imatrix, Source
from localllm.jobs.sensitivity import Located
from localllm.jobs.tasks import Quantize, TensorRule
from localllm.jobs.wire import Report
from localllm.llama import quantize as native
from localllm.llama.quantize import Options
from localllm.models.header.ggml_types import TYPES
from localllm.models.quantization.recipes import find_recipe, find_tensor_type, imatrix_missing

_PLAIN: tuple[str, ...] = (
    *("Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K", "Q8_0", "IQ3_S", "IQ4_XS"),
    *("Q4_0", "Q4_1", "Q5_0", "Q5_1", "IQ4_NL"),  # for rows that are no multiple of 256
)
_WITH_IMATRIX = ("IQ3_XXS", "IQ2_S", "IQ2_XS", "IQ2_XXS")
_IDS = {kind.name: type_id for type_id, kind in TYPES.items()}
_BLOCK = re.compile(r"^(blk\.)(\d+)(\..*)$")
_F16 = 1


class Candidate(msgspec.Struct, frozen=True):
    """A tensor that may be quantized: `types` (enum ggml_type) with bytes and error of each, the
    type it has now among them unless another was asked for."""

    name: str
    kind: str
    n_elements: int
    types: tuple[int, ...]
    nbytes: tuple[int, ...]
    errors: tuple[float, ...]

    def index(self, type_id: int) -> int | None:
        return self.types.index(type_id) if type_id in self.types else None


def candidates(
    source: Source, task: Quantize, imatrix: Imatrix, small: bool, report: Report
) -> tuple[Candidate, ...]:
    """Every tensor that llama.cpp would quantize, measured. `small` admits the types below three
    bits, which need an importance matrix and long tables."""
    tensors = sensitivity.located(source)
    names = _quantizable(source)
    fixed = _fixed(task, names)
    types = {
        name: _types(tensors[name], imatrix, fixed.get(name), small)
        for name in names
        if name in tensors
    }
    errors = sensitivity.errors(tensors, types, imatrix, report, threads=task.threads)
    return tuple(
        Candidate(
            name,
            kind_of(name),
            tensors[name].info.n_elements,
            tuple(types[name]),
            tuple(_bytes(tensors[name], type_id) for type_id in types[name]),
            tuple(errors[name][type_id] for type_id in types[name]),
        )
        for name in types
    )


def kind_of(name: str) -> str:
    """`blk.3.ffn_down_exps.weight` -> "ffn_down_exps"."""
    found = _BLOCK.match(name)
    return (found[3] if found else name).strip(".").removesuffix(".weight")


def choices(found: Sequence[Candidate], cost: Mapping[str, float]) -> list[list[Choice]]:
    """As `allocate` takes them; `cost` is c of each kind (0 where it can lose nothing)."""
    return [
        [
            Choice(nbytes, cost.get(each.kind, 0.0) * error)
            for nbytes, error in zip(each.nbytes, each.errors, strict=True)
        ]
        for each in found
    ]


def rules_of(found: Sequence[Candidate], chosen: Sequence[int]) -> tuple[TensorRule, ...]:
    """The allocation as rules: for each type and kind one pattern that names its layers."""
    groups: dict[tuple[str, int], list[str]] = {}
    for each, i in zip(found, chosen, strict=True):
        groups.setdefault((each.kind, each.types[i]), []).append(each.name)
    return tuple(
        TensorRule(_pattern(names), TYPES[type_id].name.lower())
        for (_, type_id), names in groups.items()
    )


def _pattern(names: Sequence[str]) -> str:
    """Matches these names and no other; they are of one kind."""
    found = [_BLOCK.match(name) for name in names]
    layers = [match for match in found if match is not None]
    if len(layers) < len(names):
        return "^(" + "|".join(re.escape(name) for name in names) + ")$"
    numbers = "|".join(match[2] for match in layers)
    return rf"^blk\.({numbers}){re.escape(layers[0][3])}$"


def _quantizable(source: Source) -> list[str]:
    """What llama.cpp changes at all: asked for two types, since a tensor may have one already."""
    found: dict[str, None] = {}
    for ftype in (find_recipe("Q8_0").ftype, find_recipe("Q4_0").ftype):
        for step in native.plan(source.path, Options(ftype=ftype, pure=True)):
            if step.before != step.after:
                found[step.name] = None
    return list(found)


def _fixed(task: Quantize, names: Sequence[str]) -> dict[str, int]:
    """Tensors whose type was asked for, as llama.cpp would give it."""
    found: dict[str, int] = {}
    for name in names:
        for rule in task.rules:
            if re.search(rule.pattern.lower(), name):
                found[name] = find_tensor_type(rule.type)
                break
        if name.endswith("token_embd.weight") and task.embedding_type:
            found[name] = find_tensor_type(task.embedding_type)
        if name == "output.weight" and task.output_type:
            found[name] = find_tensor_type(task.output_type)
    return found


def _types(tensor: Located, imatrix: Imatrix, fixed: int | None, small: bool) -> list[int]:
    now = tensor.info.type_id
    if fixed is not None:
        return sensitivity.fitting(tensor.width, [fixed]) or [now]
    weighed = imatrix.entries.get(tensor.info.name)
    experts = tensor.info.shape[2] if len(tensor.info.shape) > 2 else 1
    names = _PLAIN
    if small and weighed is not None and weighed.size == tensor.width * experts:
        names += _WITH_IMATRIX
    # Whatever F32 is good for, weights that are multiplied lose nothing in F16.
    wanted = [now, *(_IDS[name] for name in names)] + ([_F16] if now == 0 else [])
    fits = sensitivity.fitting(tensor.width, dict.fromkeys(wanted))
    q4_k_m = find_recipe("Q4_K_M")
    return [
        type_id
        for type_id in fits
        if type_id == now
        or weighed is not None
        or not imatrix_missing(tensor.info.name, type_id, q4_k_m)
    ]


def _bytes(tensor: Located, type_id: int) -> int:
    """With the padding behind it in the file."""
    kind = TYPES[type_id]
    nbytes = math.prod(tensor.info.shape) // kind.block * kind.size
    return -(-nbytes // 32) * 32
