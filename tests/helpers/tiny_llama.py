"""A tiny llama of random weights, written with numpy alone: to be quantized, not talked to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from helpers.gguf_bytes import tensor_info, text, value_bytes

Arrays = dict[str, npt.NDArray[Any]]
_TYPE_IDS = {"float32": 0, "float16": 1, "uint16": 30}  # uint16: the bits of bf16


def metadata(width: int = 256, ff: int = 512, layers: int = 2, experts: int = 0) -> dict[str, Any]:
    """What llama.cpp asks of the header of a llama, and a name."""
    found: dict[str, Any] = {
        "general.architecture": "llama",
        "general.name": "Tiny",
        "general.license": "apache-2.0",
        "general.file_type": 1,
        "llama.context_length": 128,
        "llama.embedding_length": width,
        "llama.block_count": layers,
        "llama.feed_forward_length": ff,
        "llama.attention.head_count": 4,
        "llama.attention.head_count_kv": 2,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.dimension_count": width // 4,
    }
    if experts:
        found |= {"llama.expert_count": experts, "llama.expert_used_count": 2}
    return found


def weights(
    width: int = 256,
    ff: int = 512,
    layers: int = 2,
    experts: int = 0,
    vocab: int = 64,
    dtype: str = "float16",
    seed: int = 1,
) -> Arrays:
    """Every tensor of it, numpy's [rows, columns]; norms are float32."""
    rng = np.random.default_rng(seed)

    def draw(*shape: int) -> npt.NDArray[Any]:
        return (rng.standard_normal(shape) * 0.05).astype(dtype)

    found: Arrays = {"token_embd.weight": draw(vocab, width), "output.weight": draw(vocab, width)}
    found["output_norm.weight"] = np.ones(width, np.float32)
    for i in range(layers):
        each = (experts,) if experts else ()
        suffix = "_exps" if experts else ""
        found |= {
            f"blk.{i}.attn_norm.weight": np.ones(width, np.float32),
            f"blk.{i}.ffn_norm.weight": np.ones(width, np.float32),
            f"blk.{i}.attn_q.weight": draw(width, width),
            f"blk.{i}.attn_k.weight": draw(width // 2, width),
            f"blk.{i}.attn_v.weight": draw(width // 2, width),
            f"blk.{i}.attn_output.weight": draw(width, width),
            f"blk.{i}.ffn_gate{suffix}.weight": draw(*each, ff, width),
            f"blk.{i}.ffn_up{suffix}.weight": draw(*each, ff, width),
            f"blk.{i}.ffn_down{suffix}.weight": draw(*each, width, ff),
        }
        if experts:
            found[f"blk.{i}.ffn_gate_inp.weight"] = draw(experts, width).astype(np.float32)
    return found


def write(path: Path, entries: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> Path:
    """A GGUF of these arrays, aligned as `general.alignment` says."""
    alignment = int(entries.get("general.alignment", 32))
    infos, data = b"", bytearray()
    for name, array in arrays.items():
        data += bytes(-len(data) % alignment)
        shape = array.shape[::-1]
        infos += tensor_info(name, shape, _TYPE_IDS[array.dtype.name], len(data))
        data += array.tobytes()
    data += bytes(-len(data) % alignment)
    head = b"GGUF" + (3).to_bytes(4, "little")
    head += len(arrays).to_bytes(8, "little") + len(entries).to_bytes(8, "little")
    head += b"".join(text(key) + value_bytes(value) for key, value in entries.items()) + infos
    path.write_bytes(head + bytes(-len(head) % alignment) + bytes(data))
    return path


def tiny_llama(path: Path, **sizes: Any) -> Path:
    """`weights` and `metadata` of one model, as a file."""
    shared = {key: sizes[key] for key in ("width", "ff", "layers", "experts") if key in sizes}
    return write(path, metadata(**shared), weights(**sizes))


def imatrix_of(arrays: Mapping[str, npt.NDArray[Any]], seed: int = 2) -> dict[str, Any]:
    """Made-up (sums, counts) for each 2-D and 3-D weight, as a collector would have them."""
    rng = np.random.default_rng(seed)
    found = {}
    for name, array in arrays.items():
        if array.ndim >= 2:
            experts, columns = (array.shape[0] if array.ndim > 2 else 1), array.shape[-1]
            sums = rng.gamma(1.0, 30.0, (experts, columns)).astype(np.float32)
            found[name] = (sums, np.full((experts, 1), 300, np.float32))
    return found


def write_imatrix(path: Path, found: Mapping[str, Any], dataset: str = "talk.txt") -> Path:
    """As the GGUF that llama-imatrix writes."""
    arrays: Arrays = {}
    for name, (sums, counts) in found.items():
        arrays |= {f"{name}.in_sum2": sums, f"{name}.counts": counts}
    entries = {
        "general.type": "imatrix",
        "imatrix.datasets": [dataset],
        "imatrix.chunk_count": 7,
        "imatrix.chunk_size": 512,
    }
    return write(path, entries, arrays)
