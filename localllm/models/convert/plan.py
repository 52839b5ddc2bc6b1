"""Everything about the file to be, before a byte of it is written."""

from __future__ import annotations

from pathlib import Path

import gguf
import msgspec
import numpy as np
from gguf import GGMLQuantizationType as Type

from localllm.errors import ModelError, ModelUnsupported
from localllm.models.convert import encoding, parameters, registry, rules
from localllm.models.convert.about import add_about
from localllm.models.convert.architecture import Architecture, block_of
from localllm.models.convert.checkpoint import read_checkpoint
from localllm.models.convert.config import Config
from localllm.models.convert.header import HeaderWriter
from localllm.models.convert.naming import display_name
from localllm.models.convert.output import Output
from localllm.models.convert.safetensors import TensorRef, readable
from localllm.models.convert.shapes import check_shapes
from localllm.models.convert.tokenizer import add_tokenizer
from localllm.models.header.gguf import MAX_DIMS, MAX_NAME

ALIGNMENT = gguf.GGUF_DEFAULT_ALIGNMENT


class Planned(msgspec.Struct, frozen=True):
    """A tensor of the file to be, its type and its bytes without padding."""

    output: Output
    kind: Type
    nbytes: int

    @property
    def padding(self) -> int:
        return -self.nbytes % ALIGNMENT


class Plan(msgspec.Struct, frozen=True):
    """`size_bytes` is exact. `architecture` is llama.cpp's name, `out_type` what auto became."""

    architecture: str
    out_type: str
    header: bytes
    tensors: tuple[Planned, ...]
    size_bytes: int


def make_plan(
    folder: Path, out_type: str = "auto", *, name: str = "", pre: str | None = None
) -> Plan:
    """What `folder` becomes in `out_type` (one of rules.OUT_TYPES).

    `name` goes before the folder's; `pre` as in `add_tokenizer`. Raises every error that a model
    can give reason to; after this only reading and writing can fail.
    """
    folder = folder.absolute()
    checkpoint = read_checkpoint(folder)
    config = Config(checkpoint.config)
    family = registry.find(config, folder)
    _check_readable(family, checkpoint.tensors)
    out_type = rules.resolve(out_type, family.kept(checkpoint.tensors))
    outputs = tuple(family.all_outputs(checkpoint.tensors))
    check_shapes(family, outputs)
    planned = tuple(_planned(output, out_type) for output in outputs)
    writer = HeaderWriter(gguf.MODEL_ARCH_NAMES[family.arch])
    _add_tensors(writer, planned)
    family.add_early(writer)
    add_about(writer, folder, checkpoint.config, name or display_name(folder))
    family.add_parameters(writer, rules.file_type(out_type))
    writer.add_quantization_version(parameters.quantization_version())
    add_tokenizer(folder, config, writer, pre=pre)
    header = writer.header()
    size = len(header) + sum(tensor.nbytes + tensor.padding for tensor in planned)
    return Plan(writer.arch, out_type, header, planned, size)


def _check_readable(family: Architecture, tensors: tuple[TensorRef, ...]) -> None:
    other = next((t for t in family.kept(tensors) if not readable(t.dtype)), None)
    if other is not None:
        raise ModelUnsupported(
            f"The tensor {other.name} has elements of type {other.dtype}: the model is quantized "
            "already. Take the whole one, or a GGUF file of it",
            tensor=other.name,
            dtype=other.dtype,
        )


def _planned(output: Output, out_type: str) -> Planned:
    if len(output.name) > MAX_NAME or len(output.shape) > MAX_DIMS:
        raise ModelError(f"The tensor {output.source} has a name or shape that GGUF does not take")
    bid = block_of(output.source)
    kind = rules.tensor_type(out_type, output.name, output.shape, bid)
    return Planned(output, kind, encoding.nbytes(output.shape, kind))


def _add_tensors(writer: HeaderWriter, planned: tuple[Planned, ...]) -> None:
    for tensor in planned:
        writer.add_tensor_info(
            tensor.output.name,
            tensor.output.shape,
            np.dtype(np.float32),  # only asked for where no type is given
            tensor.nbytes,
            raw_dtype=tensor.kind,
        )
