"""What one family of models needs: which tensors, under which names, and which hyperparameters.

The base does what most families share; a family's file overrides where it differs. Source:
`ModelBase` and `TextModel` of conversion/base.py, method by method.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar

import gguf
from gguf import MODEL_ARCH, MODEL_TENSOR, LlamaFileType

from localllm.errors import ModelError, ModelUnsupported
from localllm.models.convert import parameters
from localllm.models.convert.checkpoint import some
from localllm.models.convert.config import Config
from localllm.models.convert.output import Output, rotary_order, whole
from localllm.models.convert.safetensors import TensorRef

MAX_BLOCKS = 2048
_BUFFERS = (".attention.masked_bias", ".attention.bias", ".rotary_emb.inv_freq")
# Parts of the names of other halves of a multimodal model: what they see and hear with.
_OTHER_HALVES = (
    *("visual.", "vision.", "audio.", "talker.", "vision_", "audio_", "token2wav.", "code2wav."),
    *("projector.", "pre_mm_projector_norm", "image_newline", "view_seperator", "patch_embed"),
    *("patch_merger.", "patch_merge_mlp.", "model.connector."),
)
_OTHER_BEGINS = (
    *("mlp", "vit.", "vpm.", "siglip2.", "conformer.", "merger.", "resampler.", "sound_encoder."),
    *("sound_projection.", "speech_embeddings."),
)


class Architecture:
    """One checkpoint seen as a model of its family. Subclasses set `names` and `arch`."""

    names: ClassVar[tuple[str, ...]] = ()  # in config.json's `architectures`
    arch: ClassVar[MODEL_ARCH]

    def __init__(self, config: Config, folder: Path) -> None:
        self.config = config
        self.folder = folder
        self.block_count = config.integer("n_layers", "num_hidden_layers", "n_layer", "num_layers")
        if self.block_count > MAX_BLOCKS:
            raise ModelError(
                f"config.json: num_hidden_layers is {self.block_count}, at most "
                f"{MAX_BLOCKS} are possible"
            )
        self.tensor_map = gguf.get_tensor_name_map(self.arch, self.block_count)

    # --- tensors -----------------------------------------------------------------------------

    def keep(self, name: str) -> str | None:
        """The name to go on with, or None for a tensor that has no place in a text model."""
        if name.startswith(_OTHER_BEGINS) or any(part in name for part in _OTHER_HALVES):
            return None
        return name.replace("language_model.", "")

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        """What a stored tensor becomes: mostly one, under another name."""
        yield self.renamed(tensor, name)

    def computed(self) -> Iterable[Output]:
        """Tensors that are in no file, before all others."""
        return ()

    def leftovers(self) -> list[str]:
        """Names of tensors that still wait for others to be joined with."""
        return []

    def all_outputs(self, tensors: Iterable[TensorRef]) -> Iterator[Output]:
        """Every tensor of the file to be, in llama.cpp's order. ModelError if one has no place."""
        yield from self.computed()
        for tensor in tensors:
            name = self.keep(tensor.name)
            if name is None or name.endswith(_BUFFERS):
                continue
            yield from self.outputs(tensor, name, block_of(name))
        if left := self.leftovers():
            raise ModelError(
                f"Experts do not add up to whole layers; left over are {some(left)}. config.json "
                "is of another model, or files are missing"
            )

    def vocab_rows(self) -> int:
        """Rows that the embedding must have; 0 for any number."""
        return self.config.integer("vocab_size", default=0)

    def kept(self, tensors: Iterable[TensorRef]) -> Iterator[TensorRef]:
        return (tensor for tensor in tensors if self.keep(tensor.name) is not None)

    # --- hyperparameters ---------------------------------------------------------------------

    def add_early(self, writer: gguf.GGUFWriter) -> None:
        """What llama.cpp's converter writes while it makes the computed tensors."""

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        parameters.add_common(writer, self.config, self.block_count, file_type)

    # --- for families ------------------------------------------------------------------------

    def renamed(
        self, tensor: TensorRef, name: str, shift: float = 0.0, order: tuple[int, ...] = ()
    ) -> Output:
        return Output(
            name=self.map_name(name),
            shape=tensor.shape,
            parts=whole(tensor, shift, order),
            source=name,
        )

    def map_name(self, name: str) -> str:
        """llama.cpp's name of a tensor. ModelUnsupported where it has none in this family."""
        mapped = self.tensor_map.get_name(name, try_suffixes=(".weight", ".bias"))
        if mapped is None:
            bid = block_of(name)
            beyond = bid is not None and bid >= self.block_count
            why = (
                f"config.json speaks of {self.block_count} layers"
                if beyond
                else (f"{gguf.MODEL_ARCH_NAMES[self.arch]} models have no such tensor in llama.cpp")
            )
            raise ModelUnsupported(f"The tensor {name!r} has no place: {why}", tensor=name)
        return mapped

    def tensor_name(
        self, kind: MODEL_TENSOR, bid: int | None = None, suffix: str = ".weight"
    ) -> str:
        return gguf.TENSOR_NAMES[kind].format(bid=bid) + suffix

    def heads_reordered(self, tensor: TensorRef, name: str, n_head: int) -> Output:
        """Rows of each head in ggml's order of rotary pairs."""
        rows = tensor.shape[0] if tensor.shape else 0
        if rows % n_head or (rows // n_head) % 2:
            raise ModelError(
                f"{name} has {rows} rows, which {n_head} heads cannot share evenly. config.json is "
                "of another model"
            )
        return self.renamed(tensor, name, order=rotary_order(rows // n_head))


def block_of(name: str) -> int | None:
    """The first number that stands between dots: the layer's."""
    return next((int(part) for part in name.split(".") if part.isdecimal()), None)
