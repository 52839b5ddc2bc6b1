"""What each tensor would lose in each type: measured on its own rows, a sample of them.

    error(W, type) = sum_j w_j (W - W')_j^2 / sum_j w_j W_j^2        over all sampled rows

W' is W turned into blocks of the type and back, w the importance matrix' weights of the columns
(mean squares of the inputs; 1 where there is none). With inputs x whose columns are independent
this is the expected |W x - W' x|^2 / |W x|^2: how much of a layer's output becomes noise, which
tells tensors of one kind apart. What noise in one kind costs the whole model is measured too
(jobs/search.py).
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from localllm.jobs.quantize_plan import Imatrix, Source
from localllm.jobs.wire import Report
from localllm.llama.ggml_types import ggml_types
from localllm.models.header.ggml_types import TYPES
from localllm.models.header.gguf import GGUFHeader, TensorInfo
from localllm.models.header.parts import parts_of

Floats = npt.NDArray[np.float32]

STAGE = "measuring"
# Enough for an error to two figures, and the same time for each tensor however large it is.
SAMPLED_ELEMENTS = 1 << 15
_SAMPLED_EXPERTS = 4


class Located(NamedTuple):
    """A tensor and the bytes of its rows, where they lie in the file."""

    info: TensorInfo
    data: npt.NDArray[np.uint8]  # (rows, bytes of a row)

    @property
    def width(self) -> int:
        return self.info.shape[0]


def located(source: Source) -> dict[str, Located]:
    """Every tensor of the model with at least one whole row. The files stay mapped, not read."""
    found: dict[str, Located] = {}
    for part, header in zip(parts_of(source.path), source.headers, strict=True):
        data = _mapped(part, header)
        for info in header.tensors:
            rows = math.prod(info.shape[1:])
            start = info.offset
            flat = data[start : start + info.nbytes]
            if rows and info.nbytes:
                found[info.name] = Located(info, flat.reshape(rows, -1))
    return found


def _mapped(part: Path, header: GGUFHeader) -> npt.NDArray[np.uint8]:
    return np.memmap(part, np.uint8, mode="r", offset=header.data_offset)


def errors(
    tensors: Mapping[str, Located],
    types: Mapping[str, Sequence[int]],
    imatrix: Imatrix,
    report: Report,
    *,
    threads: int = 0,
) -> dict[str, dict[int, float]]:
    """For each tensor of `types` the error in each of its types (enum ggml_type); see the module.

    A tensor of nothing but zeros loses nothing. Bounded: a sample of rows stands for a tensor.
    """
    found: dict[str, dict[int, float]] = {}
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        names = list(types)
        results = pool.map(lambda name: _of_one(tensors[name], types[name], imatrix), names)
        for done, (name, result) in enumerate(zip(names, results, strict=True), 1):
            found[name] = result
            report(STAGE, done, len(names), name)
    return found


def _of_one(tensor: Located, types: Iterable[int], imatrix: Imatrix) -> dict[int, float]:
    samples = list(_samples(tensor, imatrix.entries.get(tensor.info.name)))
    return {type_id: _error(samples, type_id, tensor.info.type_id) for type_id in types}


class _Sample(NamedTuple):
    rows: Floats
    weights: Floats | None


def _samples(tensor: Located, weights: Floats | None) -> Iterable[_Sample]:
    """Rows spread evenly over the tensor, expert by expert where there are several."""
    shape = tensor.info.shape
    per_expert = shape[1] if len(shape) > 1 else 1
    experts = len(tensor.data) // per_expert
    chosen = np.unique(np.linspace(0, experts - 1, min(experts, _SAMPLED_EXPERTS)).astype(int))
    n_rows = max(1, SAMPLED_ELEMENTS // tensor.width // len(chosen))
    by_expert = _by_expert(weights, experts, tensor.width)
    for expert in chosen:
        rows = np.unique(np.linspace(0, per_expert - 1, min(per_expert, n_rows)).astype(int))
        taken = np.ascontiguousarray(tensor.data[expert * per_expert + rows])
        floats = ggml_types().to_floats(tensor.info.type_id, taken, tensor.width)
        yield _Sample(floats, None if by_expert is None else by_expert[expert])


def _by_expert(weights: Floats | None, experts: int, width: int) -> Floats | None:
    if weights is None or weights.size != experts * width:
        return None
    return weights.reshape(experts, width)


def _error(samples: Sequence[_Sample], type_id: int, source_type: int) -> float:
    if type_id == source_type:
        return 0.0
    lost = power = 0.0
    for rows, weights in samples:
        blocks = ggml_types().to_rows(type_id, rows, weights)
        back = ggml_types().to_floats(type_id, blocks, rows.shape[1])
        weigh = np.float32(1) if weights is None else weights
        lost += float(np.sum(weigh * np.square(rows - back), dtype=np.float64))
        power += float(np.sum(weigh * np.square(rows), dtype=np.float64))
    return lost / power if power > 0 else 0.0


def fitting(width: int, types: Iterable[int]) -> list[int]:
    """Those of the types whose blocks divide a row."""
    return [type_id for type_id in types if width % TYPES[type_id].block == 0]
