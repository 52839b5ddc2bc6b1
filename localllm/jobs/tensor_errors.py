"""Which tensors lost most in a quantization: weights against weights, without running the model.

It says where precision went, not what it does to answers: an error in one tensor may matter more
than a larger one in another. For that see `evaluate`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from localllm.errors import BadRequest, ModelError, ModelTruncated
from localllm.jobs.measures import TensorError, TensorErrors
from localllm.jobs.reading import threads_for
from localllm.jobs.wire import Report
from localllm.llama.tensors import Bytes, Difference, difference
from localllm.models.header.ggml_types import TYPES
from localllm.models.header.gguf import TensorInfo, read_header
from localllm.models.header.parts import parts_of

_NO_NUMBERS = {"I8", "I16", "I32", "I64", "F64"}


def tensor_errors(source: str, base: str, report: Report, *, threads: int = 0) -> TensorErrors:
    """Compares all weights of two GGUF models (the first parts, of split ones) that are forms of
    one. Files are mapped and read once.

    Raises ModelNotFound and ModelError for files that cannot be read, BadRequest for two that are
    not forms of the same model.
    """
    ours, theirs = dict(_tensors(Path(source))), dict(_tensors(Path(base)))
    common = [name for name in ours if name in theirs]
    if not common:
        raise BadRequest(
            f"{Path(source).name} and {Path(base).name} have no tensor in common: they are not "
            "forms of one model.",
            param="base",
        )
    total = sum(ours[name][0].n_elements for name in common)
    found, done = list[TensorError](), 0
    for name in common:
        report("comparing weights", done, total, name)
        found.append(_error(*ours[name], *theirs[name], threads_for(threads)))
        done += ours[name][0].n_elements
    report("comparing weights", total, total)
    found.sort(key=lambda tensor: tensor.relative_rmse, reverse=True)
    return TensorErrors(tuple(found), tuple(sorted(ours.keys() ^ theirs.keys())))


def _tensors(path: Path) -> Iterator[tuple[str, tuple[TensorInfo, Bytes]]]:
    for part in parts_of(path):
        header = read_header(part)
        try:
            size = part.stat().st_size
            data = np.memmap(part, np.uint8, "r") if size else np.empty(0, np.uint8)
        except OSError as error:
            raise ModelError(f"Cannot read {part}: {error.strerror or error}") from None
        if len(data) < header.file_size:
            raise ModelTruncated(
                f"{part.name} has {len(data):,} bytes, but needs {header.file_size:,}: it was not "
                "copied or fetched to its end",
                path=str(part),
            )
        for info in header.tensors:
            if info.type_name not in _NO_NUMBERS:
                begin = header.data_offset + info.offset
                yield info.name, (info, data[begin : begin + info.nbytes])


def _error(
    info: TensorInfo, data: Bytes, base_info: TensorInfo, base: Bytes, threads: int
) -> TensorError:
    if _shape(info) != _shape(base_info):
        raise BadRequest(
            f"{info.name} has the shape {_shape(info)}, in the base {_shape(base_info)}: they are "
            "not forms of one model.",
            param="base",
        )
    found = difference(info.type_id, data, base_info.type_id, base, info.n_elements, threads)
    if not math.isfinite(found.squares + found.base_squares):
        raise ModelError(f"{info.name} holds values that are not numbers: the file is damaged.")
    return TensorError(
        info.name,
        TYPES[info.type_id].name,
        TYPES[base_info.type_id].name,
        info.n_elements,
        _relative(found),
        _cosine(found),
        found.largest_error,
    )


def _shape(info: TensorInfo) -> tuple[int, ...]:
    """Without trailing ones, which mean nothing."""
    shape = info.shape
    while shape and shape[-1] == 1:
        shape = shape[:-1]
    return shape


def _relative(found: Difference) -> float:
    """Of a base that is all zero, by the tensor itself."""
    scale = found.base_squares or found.squares
    return math.sqrt(found.error_squares / scale) if scale else 0.0


def _cosine(found: Difference) -> float:
    lengths = math.sqrt(found.squares * found.base_squares)
    if not lengths:
        return 1.0 if found.squares == found.base_squares else 0.0
    return min(1.0, found.products / lengths)
