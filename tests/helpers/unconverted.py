"""A Llama in GGUF taken back to the layout of the model hub: the reverse of a conversion.

    to_checkpoint(gguf, folder, "smollm")     config.json, tokenizer files, model.safetensors in F32

Weights are dequantized by the gguf package; nothing of ours takes part, so that a conversion can be
held to the file it began with.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFReader, dequantize

from helpers.hf_tokenizers import Vocabulary, rebuild

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
    reader = GGUFReader(source)
    with open(folder / "model.safetensors", "wb") as out:
        _write(out, reader, config)
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


def _write(out: Any, reader: GGUFReader, config: dict[str, Any]) -> None:
    header: dict[str, Any] = {}
    at = 0
    for tensor in reader.tensors:
        shape = [int(n) for n in reversed(tensor.shape)]
        nbytes = 4 * int(np.prod(shape))
        header[_name(tensor.name)] = {
            "dtype": "F32",
            "shape": shape,
            "data_offsets": [at, at + nbytes],
        }
        at += nbytes
    raw = json.dumps(header).encode()
    out.write(len(raw).to_bytes(8, "little") + raw)
    for tensor in reader.tensors:
        values = dequantize(tensor.data, tensor.tensor_type).astype("<f4")
        heads = {"attn_q": "num_attention_heads", "attn_k": "num_key_value_heads"}
        kind = tensor.name.split(".")[-2]
        if kind in heads:
            values = _halves(values, config[heads[kind]])
        out.write(values.tobytes())


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
