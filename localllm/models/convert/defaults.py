"""What a config.json may leave out: the values that the model's own code would take.

llama.cpp's converter reads configs through the transformers library, which fills them in. Source:
the `configuration_*.py` of transformers 4.57, the version which that converter pins; only keys that
have a place in a GGUF file or decide about one.
"""

from __future__ import annotations

from typing import Any

_LLAMA: dict[str, Any] = {
    "vocab_size": 32000,
    "hidden_size": 4096,
    "intermediate_size": 11008,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": None,
    "max_position_embeddings": 2048,
    "rms_norm_eps": 1e-6,
    "rope_theta": 10000.0,
    "head_dim": None,
}
_MISTRAL = _LLAMA | {
    "intermediate_size": 14336,
    "num_key_value_heads": 8,
    "max_position_embeddings": 131072,
}
_MIXTRAL = _MISTRAL | {
    "rms_norm_eps": 1e-5,
    "rope_theta": 1e6,
    "num_experts_per_tok": 2,
    "num_local_experts": 8,
}
_QWEN2: dict[str, Any] = {
    "vocab_size": 151936,
    "hidden_size": 4096,
    "intermediate_size": 22016,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 32,
    "max_position_embeddings": 32768,
    "rms_norm_eps": 1e-6,
    "rope_theta": 10000.0,
}
_QWEN2_MOE = _QWEN2 | {
    "hidden_size": 2048,
    "intermediate_size": 5632,
    "num_hidden_layers": 24,
    "num_attention_heads": 16,
    "num_key_value_heads": 16,
    "moe_intermediate_size": 1408,
    "shared_expert_intermediate_size": 5632,
    "num_experts_per_tok": 4,
    "num_experts": 60,
}
_QWEN3_MOE = _QWEN2 | {
    "hidden_size": 2048,
    "intermediate_size": 6144,
    "num_hidden_layers": 24,
    "num_key_value_heads": 4,
    "moe_intermediate_size": 768,
    "num_experts_per_tok": 8,
    "num_experts": 128,
}
_GEMMA: dict[str, Any] = {
    "vocab_size": 256000,
    "hidden_size": 3072,
    "intermediate_size": 24576,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 16,
    "head_dim": 256,
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-6,
    "rope_theta": 10000.0,
}
_GEMMA2 = _GEMMA | {
    "hidden_size": 2304,
    "intermediate_size": 9216,
    "num_hidden_layers": 26,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "sliding_window": 4096,
    "final_logit_softcapping": 30.0,
    "attn_logit_softcapping": 50.0,
}
_GEMMA3 = _GEMMA2 | {
    "vocab_size": 262208,
    "max_position_embeddings": 131072,
    "rope_theta": 1e6,
    "rope_local_base_freq": 10000.0,
    "final_logit_softcapping": None,
    "attn_logit_softcapping": None,
}
_PHI3: dict[str, Any] = _LLAMA | {
    "vocab_size": 32064,
    "hidden_size": 3072,
    "intermediate_size": 8192,
    "max_position_embeddings": 4096,
    "original_max_position_embeddings": 4096,
    "rms_norm_eps": 1e-5,
    "partial_rotary_factor": 1.0,
    "sliding_window": None,
}
_GRANITE = _LLAMA | {
    "embedding_multiplier": 1.0,
    "logits_scaling": 1.0,
    "residual_multiplier": 1.0,
    "attention_multiplier": 1.0,
}
_OLMO = {k: v for k, v in _LLAMA.items() if k not in ("rms_norm_eps", "head_dim")} | {
    "vocab_size": 50304
}
_BERT: dict[str, Any] = {
    "vocab_size": 30522,
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3072,
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
    "layer_norm_eps": 1e-12,
    "pad_token_id": 0,
}
_DISTILBERT: dict[str, Any] = {
    "vocab_size": 30522,
    "max_position_embeddings": 512,
    "n_layers": 6,
    "n_heads": 12,
    "dim": 768,
    "hidden_dim": 3072,
    "pad_token_id": 0,
}

_BY_MODEL_TYPE: dict[str, dict[str, Any]] = {
    "llama": _LLAMA,
    "mistral": _MISTRAL,
    "mixtral": _MIXTRAL,
    "qwen2": _QWEN2,
    "qwen3": _QWEN2 | {"head_dim": 128},
    "qwen2_moe": _QWEN2_MOE,
    "qwen3_moe": _QWEN3_MOE,
    "gemma": _GEMMA,
    "gemma2": _GEMMA2,
    "gemma3_text": _GEMMA3,
    "phi3": _PHI3,
    "granite": {k: v for k, v in _GRANITE.items() if k != "head_dim"},
    "granitemoe": {k: v for k, v in _GRANITE.items() if k != "head_dim"}
    | {"num_local_experts": 8, "num_experts_per_tok": 2},
    "olmo": _OLMO,
    "olmo2": _OLMO | {"rms_norm_eps": 1e-5},
    "olmo3": _OLMO | {"rms_norm_eps": 1e-5, "sliding_window": 4096},
    "bert": _BERT,
    "camembert": _BERT | {"pad_token_id": 1},
    "roberta": _BERT | {"vocab_size": 50265, "pad_token_id": 1},
    "distilbert": _DISTILBERT,
}

# A multimodal config holds the text model's under text_config.
_TEXT_TYPES = {"gemma3": "gemma3_text"}
# DistilBERT's names for what all others call by the first.
_OWN_NAMES = {
    "distilbert": {
        "hidden_size": "dim",
        "num_attention_heads": "n_heads",
        "num_hidden_layers": "n_layers",
    }
}


def fill(config: dict[str, Any]) -> dict[str, Any]:
    """`config` with what it leaves out, a text model's part raised to the top."""
    model_type = str(config.get("model_type"))
    if model_type in _TEXT_TYPES or isinstance(config.get("text_config"), dict):
        inner = config.get("text_config") or {}
        if not isinstance(inner, dict):
            inner = {}
        text_type = inner.get("model_type") or _TEXT_TYPES.get(model_type)
        text = _filled({**inner, "model_type": text_type})
        return {**config, **text, "architectures": config.get("architectures")}
    return _filled(config)


def _filled(config: dict[str, Any]) -> dict[str, Any]:
    model_type = str(config.get("model_type"))
    known = _BY_MODEL_TYPE.get(model_type, {})
    filled = known | _renamed(config, _OWN_NAMES.get(model_type, {}))
    heads, kv_heads = filled.get("num_attention_heads"), filled.get("num_key_value_heads")
    if "num_key_value_heads" in known and kv_heads is None:
        filled["num_key_value_heads"] = heads
    if model_type == "llama" and filled.get("head_dim") is None:
        size = filled.get("hidden_size")
        if type(size) is int and type(heads) is int and heads > 0:
            filled["head_dim"] = size // heads
    return filled


def _renamed(config: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {names.get(key, key): value for key, value in config.items()}
