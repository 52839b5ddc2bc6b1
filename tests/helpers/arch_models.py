"""GGUF files of many architectures with real shapes and no weights, for what depends on shapes.

Written with the `gguf` package, so that our reader is not tested against ourselves. The data
section is a hole in a sparse file: llama.cpp loads such a file with `no_alloc`, and nothing takes
room on the disk. A vocabulary is only its size ("none"), as llama.cpp allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter
from gguf.constants import GGML_QUANT_SIZES

Tensor = tuple[str, tuple[int, ...], str]  # name, shape with the row length first, type


class Shape(msgspec.Struct, frozen=True):
    """The numbers of a transformer. `head` is the width of a head, 0: embd / heads."""

    arch: str
    layers: int
    embd: int
    heads: int
    kv_heads: int
    ff: int
    vocab: int
    head: int = 0
    experts: int = 0
    used: int = 0
    tied: bool = False
    train: int = 32768
    more: dict[str, Any] = {}

    @property
    def width(self) -> int:
        return self.head or self.embd // self.heads


def write_model(path: Path, shape: Shape, kind: str = "Q4_K", head_kind: str = "Q6_K") -> Path:
    """A file of that shape whose matrices have type `kind`; embeddings and output `head_kind`.

    As in llama-quantize, a row that is no multiple of 256 takes Q8_0 in place of a K type.
    """
    writer = GGUFWriter(None, shape.arch)
    for key, value in _metadata(shape).items():
        _add(writer, key, value)
    total = 0
    for name, dims, dtype in _tensors(shape, kind, head_kind):
        quant = GGMLQuantizationType[dtype]
        if dims[0] % GGML_QUANT_SIZES[quant][0]:
            quant = GGMLQuantizationType.Q8_0
        block, size = GGML_QUANT_SIZES[quant]
        nbytes = int(np.prod(dims)) // block * size
        writer.add_tensor_info(name, dims[::-1], np.dtype(np.float32), nbytes, raw_dtype=quant)
        total += -(-nbytes // 32) * 32
    writer.write_header_to_file(path)
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    writer.close()
    with path.open("r+b") as file:
        begin = file.seek(0, 2)
        file.truncate(-(-begin // 32) * 32 + total)
    return path


def _add(writer: GGUFWriter, key: str, value: Any) -> None:
    if isinstance(value, bool):
        writer.add_bool(key, value)
    elif isinstance(value, int):
        writer.add_uint32(key, value)
    elif isinstance(value, float):
        writer.add_float32(key, value)
    elif isinstance(value, str):
        writer.add_string(key, value)
    else:
        writer.add_array(key, value)


def _metadata(shape: Shape) -> dict[str, Any]:
    arch = shape.arch
    found: dict[str, Any] = {
        f"{arch}.context_length": shape.train,
        f"{arch}.embedding_length": shape.embd,
        f"{arch}.block_count": shape.layers,
        f"{arch}.feed_forward_length": shape.ff,
        f"{arch}.attention.head_count": shape.heads,
        f"{arch}.attention.head_count_kv": shape.kv_heads,
        f"{arch}.attention.layer_norm_rms_epsilon": 1e-6,
        f"{arch}.vocab_size": shape.vocab,
        "tokenizer.ggml.model": "none",
    }
    if shape.head:
        found[f"{arch}.attention.key_length"] = shape.head
        found[f"{arch}.attention.value_length"] = shape.head
    if shape.experts:
        found[f"{arch}.expert_count"] = shape.experts
        found[f"{arch}.expert_used_count"] = shape.used
    if arch == "bert":
        found["tokenizer.ggml.token_type_count"] = 2
    return found | {f"{arch}.{key}": value for key, value in shape.more.items()}


def _tensors(shape: Shape, kind: str, head_kind: str) -> Iterator[Tensor]:
    yield "token_embd.weight", (shape.embd, shape.vocab), head_kind
    if not shape.tied:
        yield "output.weight", (shape.embd, shape.vocab), head_kind
    layer = _LAYERS.get(shape.arch, _plain)
    if layer is not _bert:
        yield "output_norm.weight", (shape.embd,), "F32"
    else:
        yield from _bert_head(shape)
    for number in range(shape.layers):
        for name, dims, matrix in layer(shape):
            yield f"blk.{number}.{name}", dims, kind if matrix else "F32"


Layer = Callable[[Shape], Iterator[tuple[str, tuple[int, ...], bool]]]


def _attention(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    q, kv = s.heads * s.width, s.kv_heads * s.width
    yield "attn_q.weight", (s.embd, q), True
    yield "attn_k.weight", (s.embd, kv), True
    yield "attn_v.weight", (s.embd, kv), True
    yield "attn_output.weight", (q, s.embd), True


def _norms(s: Shape, *names: str) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from ((f"{name}.weight", (s.embd,), False) for name in names)


def _gated(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield "ffn_gate.weight", (s.embd, s.ff), True
    yield "ffn_up.weight", (s.embd, s.ff), True
    yield "ffn_down.weight", (s.ff, s.embd), True


def _plain(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _norms(s, "attn_norm", "ffn_norm")
    yield from _attention(s)
    yield from _gated(s)


def _qwen2(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _plain(s)
    yield "attn_q.bias", (s.heads * s.width,), False
    yield "attn_k.bias", (s.kv_heads * s.width,), False
    yield "attn_v.bias", (s.kv_heads * s.width,), False


def _head_norms(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield "attn_q_norm.weight", (s.width,), False
    yield "attn_k_norm.weight", (s.width,), False


def _qwen3(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _plain(s)
    yield from _head_norms(s)


def _gemma2(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _plain(s)
    yield from _norms(s, "post_attention_norm", "post_ffw_norm")


def _gemma3(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _gemma2(s)
    yield from _head_norms(s)


def _olmo2(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _norms(s, "post_attention_norm", "post_ffw_norm", "attn_q_norm")
    yield "attn_k_norm.weight", (s.kv_heads * s.width,), False
    yield from _attention(s)
    yield from _gated(s)


def _phi3(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _norms(s, "attn_norm", "ffn_norm")
    yield "attn_qkv.weight", (s.embd, (s.heads + 2 * s.kv_heads) * s.width), True
    yield "attn_output.weight", (s.embd, s.embd), True
    yield "ffn_up.weight", (s.embd, 2 * s.ff), True
    yield "ffn_down.weight", (s.ff, s.embd), True


def _experts(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    wide = s.more.get("expert_feed_forward_length", s.ff)
    yield "ffn_gate_inp.weight", (s.embd, s.experts), False
    yield "ffn_gate_exps.weight", (s.embd, wide, s.experts), True
    yield "ffn_up_exps.weight", (s.embd, wide, s.experts), True
    yield "ffn_down_exps.weight", (wide, s.embd, s.experts), True


def _qwen3moe(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _norms(s, "attn_norm", "ffn_norm")
    yield from _attention(s)
    yield from _head_norms(s)
    yield from _experts(s)


def _llama(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    if not s.experts:
        yield from _plain(s)
        return
    yield from _norms(s, "attn_norm", "ffn_norm")
    yield from _attention(s)
    yield from _experts(s)


def _bert(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    yield from _attention(s)
    for name, wide in (
        ("attn_q", s.embd),
        ("attn_k", s.embd),
        ("attn_v", s.embd),
        ("attn_output", s.embd),
        ("ffn_up", s.ff),
        ("ffn_down", s.embd),
    ):
        yield f"{name}.bias", (wide,), False
    yield "ffn_up.weight", (s.embd, s.ff), True
    yield "ffn_down.weight", (s.ff, s.embd), True
    for name in ("attn_output_norm", "layer_output_norm"):
        yield f"{name}.weight", (s.embd,), False
        yield f"{name}.bias", (s.embd,), False


def _bert_head(s: Shape) -> Iterator[Tensor]:
    yield "token_types.weight", (s.embd, 2), "F32"
    yield "position_embd.weight", (s.embd, s.train), "F32"
    yield "token_embd_norm.weight", (s.embd,), "F32"
    yield "token_embd_norm.bias", (s.embd,), "F32"


def _mamba2(s: Shape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    inner, state = s.more["ssm.inner_size"], s.more["ssm.state_size"]
    groups, heads = s.more["ssm.group_count"], s.more["ssm.time_step_rank"]
    conv = inner + 2 * groups * state
    yield "attn_norm.weight", (s.embd,), False
    yield "ssm_in.weight", (s.embd, inner + conv + heads), True
    yield "ssm_conv1d.weight", (s.more["ssm.conv_kernel"], conv), False
    yield "ssm_conv1d.bias", (conv,), False
    yield "ssm_dt.bias", (heads,), False
    yield "ssm_a", (1, heads), False
    yield "ssm_d", (1, heads), False
    yield "ssm_norm.weight", (inner // groups, groups), False
    yield "ssm_out.weight", (inner, s.embd), True


_LAYERS: dict[str, Layer] = {
    "llama": _llama,
    "qwen2": _qwen2,
    "qwen3": _qwen3,
    "qwen3moe": _qwen3moe,
    "gemma2": _gemma2,
    "gemma3": _gemma3,
    "olmo2": _olmo2,
    "phi3": _phi3,
    "bert": _bert,
    "mamba2": _mamba2,
}

# Shapes of published models, so that the numbers mean something.
SHAPES: dict[str, Shape] = {
    "llama-3.2-1b": Shape("llama", 16, 2048, 32, 8, 8192, 128256, head=64, tied=True, train=131072),
    "llama-3.1-8b": Shape("llama", 32, 4096, 32, 8, 14336, 128256, train=131072),
    "mixtral-8x7b": Shape("llama", 32, 4096, 32, 8, 14336, 32000, experts=8, used=2),
    "qwen2.5-0.5b": Shape("qwen2", 24, 896, 14, 2, 4864, 151936, tied=True),
    "qwen3-4b": Shape("qwen3", 36, 2560, 32, 8, 9728, 151936, head=128, tied=True, train=40960),
    "qwen3-30b-a3b": Shape(
        "qwen3moe", 48, 2048, 32, 4, 6144, 151936, head=128, experts=128, used=8, train=40960,
        more={"expert_feed_forward_length": 768},
    ),
    "phi-3.5-mini": Shape("phi3", 32, 3072, 32, 32, 8192, 32064, train=131072,
        more={"attention.sliding_window": 262144, "rope.dimension_count": 96}),
    "gemma-2-2b": Shape("gemma2", 26, 2304, 8, 4, 9216, 256000, head=256, tied=True, train=8192,
        more={"attention.sliding_window": 4096, "attn_logit_softcapping": 50.0,
              "final_logit_softcapping": 30.0}),
    "gemma-3-4b": Shape("gemma3", 34, 2560, 8, 4, 10240, 262208, head=256, tied=True, train=131072,
        more={"attention.sliding_window": 1024}),
    "granite-3.3-2b": Shape("granite", 40, 2048, 32, 8, 8192, 49159, tied=True, train=131072,
        more={"logit_scale": 8.0, "residual_scale": 0.22, "embedding_scale": 12.0,
              "attention.scale": 0.015625}),
    "olmo-2-1b": Shape("olmo2", 16, 2048, 16, 16, 8192, 100352, train=4096),
    "minilm-l6": Shape("bert", 6, 384, 12, 12, 1536, 30522, tied=True, train=512,
        more={"attention.layer_norm_epsilon": 1e-12, "attention.causal": False,
              "pooling_type": 1}),
    "mamba2-130m": Shape("mamba2", 24, 768, 0, 0, 0, 50288, tied=True, train=8192,
        more={"ssm.inner_size": 1536, "ssm.state_size": 128, "ssm.group_count": 1,
              "ssm.time_step_rank": 24, "ssm.conv_kernel": 4}),
}  # fmt: skip
