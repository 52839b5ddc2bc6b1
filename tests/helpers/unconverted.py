"""A Llama in GGUF taken back to the layout of the model hub: the reverse of a conversion.

    to_checkpoint(gguf, folder, "smollm")     config.json, tokenizer files, model.safetensors in F32

Weights are dequantized by the gguf package and put back by the inverse of what the conversion does,
so that it can be held to the file it began with.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGMLQuantizationType, dequantize

from helpers.hf_tokenizers import Vocabulary, rebuild
from localllm.models.header.gguf import TensorInfo, read_header

_NAMES = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_TOP = {
    "token_embd.weight": "model.embed_tokens.weight",
    "output_norm.weight": "model.norm.weight",
    "output.weight": "lm_head.weight",
}


def to_checkpoint(source: Path, folder: Path, recipe: str) -> Path:
    """`recipe` as in hf_tokenizers.rebuild."""
    vocabulary = Vocabulary.of(source)
    config = _config(vocabulary.metadata)
    rebuild(vocabulary, recipe, folder, **config)
    with open(folder / "model.safetensors", "wb") as out:
        _write(out, source, config)
    return folder


def _config(metadata: Any) -> dict[str, Any]:
    def of(key: str) -> Any:
        return metadata[f"llama.{key}"]

    return {
        "hidden_size": of("embedding_length"),
        "intermediate_size": of("feed_forward_length"),
        "num_hidden_layers": of("block_count"),
        "num_attention_heads": of("attention.head_count"),
        "num_key_value_heads": of("attention.head_count_kv"),
        "max_position_embeddings": of("context_length"),
        "rms_norm_eps": of("attention.layer_norm_rms_epsilon"),
        "rope_theta": of("rope.freq_base"),
        "tie_word_embeddings": True,
    }


def _write(out: Any, source: Path, config: dict[str, Any]) -> None:
    header: dict[str, Any] = {}
    at = 0
    found = read_header(source)
    for tensor in found.tensors:
        end = at + 4 * tensor.n_elements
        shape = tensor.shape[::-1]
        header[_name(tensor.name)] = {"dtype": "F32", "shape": shape, "data_offsets": [at, end]}
        at = end
    raw = json.dumps(header).encode()
    out.write(len(raw).to_bytes(8, "little") + raw)
    data = np.memmap(source, np.uint8, "r")
    for tensor in found.tensors:
        out.write(_values(data, found.data_offset, tensor, config).tobytes())


def _values(data: Any, begin: int, tensor: TensorInfo, config: dict[str, Any]) -> Any:
    stored = data[begin + tensor.offset :][: tensor.nbytes]
    stored = stored.reshape(*tensor.shape[:0:-1], -1)
    values = dequantize(stored, GGMLQuantizationType(tensor.type_id)).astype("<f4")
    heads = {"attn_q": "num_attention_heads", "attn_k": "num_key_value_heads"}
    kind = tensor.name.split(".")[-2]
    return _halves(values, config[heads[kind]]) if kind in heads else values


def _name(name: str) -> str:
    if name in _TOP:
        return _TOP[name]
    _, layer, kind, _ = name.split(".")
    return f"model.layers.{layer}.{_NAMES[kind]}.weight"


def _halves(values: np.ndarray[Any, Any], n_head: int) -> np.ndarray[Any, Any]:
    """Neighbouring pairs of a head's rows go back to a first and a second half."""
    rows, columns = values.shape
    pairs = values.reshape(n_head, rows // n_head // 2, 2, columns)
    return pairs.swapaxes(1, 2).reshape(rows, columns)
