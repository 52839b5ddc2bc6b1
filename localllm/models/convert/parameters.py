"""Hyperparameters that most families write, in llama.cpp's order.

Source: `TextModel.set_gguf_parameters` and `_try_set_pooling_type` of conversion/base.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gguf
from gguf import ExpertGatingFuncType, GGUFWriter, LlamaFileType, PoolingType, RopeScalingType

from localllm.errors import ModelError, ModelUnsupported
from localllm.models.convert.config import Config, number, whole_number
from localllm.models.convert.jsonfile import read_object

_SCORES = {"sigmoid": ExpertGatingFuncType.SIGMOID, "softmax": ExpertGatingFuncType.SOFTMAX}
_SCORE_KEYS = (
    *("score_function", "scoring_func", "score_func", "moe_router_activation"),
    *("moe_router_activation_func", "expert_selection_fn"),
)


def add_common(
    writer: GGUFWriter, config: Config, block_count: int, file_type: LlamaFileType
) -> None:
    writer.add_block_count(block_count)
    _add_sizes(writer, config)
    if config.find("is_causal") is False:
        writer.add_causal_attention(False)
    _add_rope(writer, config)
    _add_norms(writer, config)
    _add_experts(writer, config)
    if config.find("head_dim") is not None:
        writer.add_key_length(config.head_dim)
        writer.add_value_length(config.head_dim)
    writer.add_file_type(file_type)


def _add_sizes(writer: GGUFWriter, config: Config) -> None:
    for add, keys in (
        (
            writer.add_context_length,
            ("max_position_embeddings", "n_ctx", "n_positions", "max_sequence_length"),
        ),
        (writer.add_embedding_length, ("hidden_size", "n_embd", "dim")),
        (writer.add_feed_forward_length, ("intermediate_size", "n_inner", "hidden_dim")),
        (writer.add_head_count, ("num_attention_heads", "n_head", "n_heads")),
        (writer.add_head_count_kv, ("num_key_value_heads", "n_kv_heads")),
    ):
        if config.find(*keys) is not None:
            add(config.integer(*keys))


def _add_rope(writer: GGUFWriter, config: Config) -> None:
    rope = config.global_rope
    _add_rope_scaling(writer, rope)
    if rope.get("rope_theta") is not None:
        writer.add_rope_freq_base(number(rope["rope_theta"], "rope_theta"))
    sliding = config.rope.get("sliding_attention")
    if isinstance(sliding, dict) and sliding.get("rope_theta") is not None:
        writer.add_rope_freq_base_swa(number(sliding["rope_theta"], "rope_theta"))


def _add_rope_scaling(writer: GGUFWriter, rope: dict[str, Any]) -> None:
    kind = rope.get("rope_type")
    if kind == "linear" and rope.get("factor") is not None:
        writer.add_rope_scaling_type(RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(rope_number(rope, "factor"))
    elif kind == "yarn" and rope.get("factor") is not None:
        _add_yarn(writer, rope)
    elif kind in ("su", "longrope"):
        writer.add_rope_scaling_type(RopeScalingType.LONGROPE)
    elif kind is not None and kind not in ("default", "linear", "yarn", "dynamic", "llama3"):
        raise ModelUnsupported(f"config.json asks for rope scaling of the unknown type {kind!r}")


def _add_yarn(writer: GGUFWriter, rope: dict[str, Any]) -> None:
    writer.add_rope_scaling_type(RopeScalingType.YARN)
    writer.add_rope_scaling_factor(rope_number(rope, "factor"))
    original = "original_max_position_embeddings"
    writer.add_rope_scaling_orig_ctx_len(whole_number(rope.get(original), original))
    attention = rope.get("attention_factor", rope.get("attn_factor"))
    for add, key, value in (
        (writer.add_rope_scaling_yarn_ext_factor, "extrapolation_factor", None),
        (writer.add_rope_scaling_yarn_attn_factor, "attention_factor", attention),
        (writer.add_rope_scaling_yarn_beta_fast, "beta_fast", None),
        (writer.add_rope_scaling_yarn_beta_slow, "beta_slow", None),
    ):
        value = rope.get(key) if value is None else value
        if value is not None:
            add(number(value, key))


def rope_number(rope: dict[str, Any], key: str, default: float | None = None) -> float:
    value = rope.get(key, default)
    return number(value, key)


def _add_norms(writer: GGUFWriter, config: Config) -> None:
    if config.find("rms_norm_eps", "norm_eps") is not None:
        writer.add_layer_norm_rms_eps(config.number("rms_norm_eps", "norm_eps"))
    keys = ("layer_norm_eps", "layer_norm_epsilon", "norm_epsilon")
    if config.find(*keys) is not None:
        writer.add_layer_norm_eps(config.number(*keys))


def _add_experts(writer: GGUFWriter, config: Config) -> None:
    keys: tuple[str, ...] = ("num_local_experts", "num_experts", "n_routed_experts")
    if config.find(*keys) is not None:
        writer.add_expert_count(config.integer(*keys, least=0))
    keys = ("num_experts_per_tok", "num_experts_per_token", "top_k_experts")
    if config.find(*keys) is not None:
        writer.add_expert_used_count(config.integer(*keys, least=0))
    if config.find("n_group") is not None:
        writer.add_expert_group_count(config.integer("n_group"))
    if config.find("topk_group") is not None:
        writer.add_expert_group_used_count(config.integer("topk_group"))
    score = config.find(*_SCORE_KEYS)
    if score is not None:
        if not isinstance(score, str) or score not in _SCORES:
            raise ModelUnsupported(
                f"config.json: experts are chosen by {score!r}, which is unknown"
            )
        writer.add_expert_gating_func(_SCORES[score])


def add_pooling(writer: GGUFWriter, folder: Path) -> None:
    """How an embedding model makes one vector of many: as sentence-transformers' files say it."""
    path = _pooling_folder(folder)
    if path is None:
        return
    pooling = read_object(path / "config.json")
    for key, word, kind in (
        ("pooling_mode_mean_tokens", "mean", PoolingType.MEAN),
        ("pooling_mode_cls_token", "cls", PoolingType.CLS),
        ("pooling_mode_lasttoken", "lasttoken", PoolingType.LAST),
    ):
        if pooling.get(key) or pooling.get("pooling_mode") == word:
            writer.add_pooling_type(kind)
            return
    raise ModelUnsupported(
        f"{path / 'config.json'} asks for a way of pooling that llama.cpp does not have; it knows "
        "the mean, the first and the last token"
    )


def _pooling_folder(folder: Path) -> Path | None:
    modules = folder / "modules.json"
    if not modules.is_file():
        return None
    for module in _modules(modules):
        if isinstance(module, dict) and str(module.get("type", "")).endswith("Pooling"):
            name = module.get("path")
            if not isinstance(name, str) or name != Path(name).name:
                raise ModelError(f"{modules} names the folder {name!r}, which is none of the model")
            return folder / name
    return None


def _modules(path: Path) -> list[Any]:
    """modules.json is the one file whose outermost value is a list."""
    import json

    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"Cannot read {path}: {error}") from None
    return found if isinstance(found, list) else []


def quantization_version() -> int:
    return int(gguf.GGML_QUANT_VERSION)
