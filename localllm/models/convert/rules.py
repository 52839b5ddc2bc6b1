"""Which type each tensor gets, by llama.cpp's rules.

Source: `prepare_tensors` of conversion/base.py. Vectors, norms and some small tensors stay F32,
because the code that computes with them handles nothing else; all others get the type asked for,
and F16 where their rows are no whole number of its blocks.
"""

from __future__ import annotations

from collections.abc import Iterable

import gguf
from gguf import MODEL_TENSOR, LlamaFileType
from gguf import GGMLQuantizationType as Type

from localllm.errors import BadRequest
from localllm.models.convert.encoding import fits
from localllm.models.convert.safetensors import TensorRef

OUT_TYPES = ("auto", "f32", "f16", "bf16", "q8_0")

_TYPES = {"f32": Type.F32, "f16": Type.F16, "bf16": Type.BF16, "q8_0": Type.Q8_0}
_FILE_TYPES = {
    "f32": LlamaFileType.ALL_F32,
    "f16": LlamaFileType.MOSTLY_F16,
    "bf16": LlamaFileType.MOSTLY_BF16,
    "q8_0": LlamaFileType.MOSTLY_Q8_0,
}
_ALWAYS_F32 = (
    MODEL_TENSOR.FFN_GATE_INP,
    MODEL_TENSOR.FFN_GATE_INP_SHEXP,
    MODEL_TENSOR.POS_EMBD,
    MODEL_TENSOR.TOKEN_TYPES,
)


def resolve(out_type: str, tensors: Iterable[TensorRef]) -> str:
    """`auto` is the 16-bit type that the first matrix of such a type has; F16 without one.

    BadRequest where there is no such type.
    """
    if out_type not in OUT_TYPES:
        raise BadRequest(
            f"A model cannot be converted to {out_type!r}; possible are {', '.join(OUT_TYPES)}",
            param="out_type",
        )
    if out_type != "auto":
        return out_type
    by_dtype = {"BF16": "bf16", "F16": "f16"}
    matrices = (tensor.dtype for tensor in tensors if len(tensor.shape) > 1)
    return next((by_dtype[dtype] for dtype in matrices if dtype in by_dtype), "f16")


def file_type(out_type: str) -> LlamaFileType:
    return _FILE_TYPES[out_type]


def tensor_type(out_type: str, name: str, shape: tuple[int, ...], bid: int | None) -> Type:
    """The type of the tensor `name` (as in the file to be); `bid` is its block's number."""
    if len(shape) <= 1 or name.endswith("_norm.weight") or not name.endswith(".weight"):
        return Type.F32
    if any(name == _named(kind, bid) for kind in _ALWAYS_F32):
        return Type.F32
    wanted = _TYPES[out_type]
    return wanted if fits(shape, wanted) else Type.F16


def _named(kind: MODEL_TENSOR, bid: int | None) -> str:
    name = gguf.TENSOR_NAMES[kind]
    if "{bid}" in name:
        return f"{name.format(bid=bid)}.weight" if bid is not None else ""
    return f"{name}.weight" if bid is None else ""
