"""A small model of every family that can be converted: `MODELS`, by a name for tests.

Their configs are what the hub has, some of them sparse; their sizes are as small as the families
allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from helpers.hf_models import Config, Model, Shapes

EMBD, FF, HEADS, KV_HEADS, HEAD, LAYERS, VOCAB = 64, 96, 4, 2, 16, 2, 40


def decoder(
    *,
    layers: Iterable[Shapes],
    head: bool = True,
    prefix: str = "model.",
    norm: bool = True,
) -> Shapes:
    """A causal language model: embeddings, layers, the last norm, and the output matrix."""
    found: Shapes = {f"{prefix}embed_tokens.weight": (VOCAB, EMBD)}
    for n, layer in enumerate(layers):
        found |= {f"{prefix}layers.{n}.{name}": shape for name, shape in layer.items()}
    if norm:
        found[f"{prefix}norm.weight"] = (EMBD,)
    return found | ({"lm_head.weight": (VOCAB, EMBD)} if head else {})


def attention(bias: bool = False, qk_norm: tuple[int, int] | None = None) -> Shapes:
    sizes = {"q": HEADS * HEAD, "k": KV_HEADS * HEAD, "v": KV_HEADS * HEAD}
    found: Shapes = {f"self_attn.{x}_proj.weight": (n, EMBD) for x, n in sizes.items()}
    found["self_attn.o_proj.weight"] = (EMBD, HEADS * HEAD)
    if bias:
        found |= {f"self_attn.{x}_proj.bias": (n,) for x, n in sizes.items()}
    if qk_norm:
        found |= {"self_attn.q_norm.weight": qk_norm[:1], "self_attn.k_norm.weight": qk_norm[1:]}
    return found


def mlp(within: str = "mlp", ff: int = FF) -> Shapes:
    return {
        f"{within}.gate_proj.weight": (ff, EMBD),
        f"{within}.up_proj.weight": (ff, EMBD),
        f"{within}.down_proj.weight": (EMBD, ff),
    }


def norms(*names: str) -> Shapes:
    return {f"{name}.weight": (EMBD,) for name in names}


TWO_NORMS = norms("input_layernorm", "post_attention_layernorm")


def config(architecture: str, model_type: str, **more: Any) -> Config:
    return {
        "architectures": [architecture],
        "model_type": model_type,
        "hidden_size": EMBD,
        "intermediate_size": FF,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "num_key_value_heads": KV_HEADS,
        "vocab_size": VOCAB,
        "max_position_embeddings": 512,
        "rms_norm_eps": 1e-5,
        **more,
    }


def _dense(
    architecture: str, model_type: str, layer: Shapes, head: bool = True, **more: Any
) -> Any:
    shapes = decoder(layers=[layer] * LAYERS, head=head)
    return config(architecture, model_type, **more), shapes


def _wide_heads() -> tuple[Config, Shapes]:
    """Llama 3 has 128 numbers a head, with more frequencies to be scaled than the small ones."""
    wide = 128
    layer = (
        mlp()
        | TWO_NORMS
        | {
            "self_attn.q_proj.weight": (2 * wide, EMBD),
            "self_attn.k_proj.weight": (wide, EMBD),
            "self_attn.v_proj.weight": (wide, EMBD),
            "self_attn.o_proj.weight": (EMBD, 2 * wide),
        }
    )
    more = {"num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": wide}
    scaling = _LLAMA3 | {"factor": 8.0, "original_max_position_embeddings": 8192}
    more |= {"rope_theta": 500000.0, "rope_scaling": scaling}
    return _dense("LlamaForCausalLM", "llama", layer, **more)


def _mixtral() -> tuple[Config, Shapes]:
    layer = attention() | TWO_NORMS | {"block_sparse_moe.gate.weight": (3, EMBD)}
    for x in range(3):
        w1_w3, w2 = (FF, EMBD), (EMBD, FF)
        expert = f"block_sparse_moe.experts.{x}"
        layer |= {f"{expert}.w1.weight": w1_w3, f"{expert}.w2.weight": w2}
        layer[f"{expert}.w3.weight"] = w1_w3
    more = {"num_local_experts": 3, "num_experts_per_tok": 2, "rope_theta": 1e6}
    return _dense("MixtralForCausalLM", "mixtral", layer, **more)


def _qwen_moe(generation: int, joined: bool = False) -> tuple[Config, Shapes]:
    norm = (HEAD, HEAD) if generation == 3 else None
    layer = attention(bias=generation == 2, qk_norm=norm) | TWO_NORMS
    layer["mlp.gate.weight"] = (3, EMBD)
    if joined:
        layer["mlp.experts.gate_up_proj"] = (3, 64, EMBD)
        layer["mlp.experts.down_proj"] = (3, EMBD, 32)
    else:
        for x in range(3):
            layer |= mlp(f"mlp.experts.{x}", 32)
    more: Config = {"num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 32}
    if generation == 2:
        layer |= mlp("mlp.shared_expert", 64) | {"mlp.shared_expert_gate.weight": (1, EMBD)}
        more["shared_expert_intermediate_size"] = 64
    else:
        more["head_dim"] = HEAD
    name = f"Qwen{generation}MoeForCausalLM"
    return _dense(name, f"qwen{generation}_moe", layer, **more)


def _granite_moe() -> tuple[Config, Shapes]:
    layer = attention() | TWO_NORMS
    layer |= {
        "block_sparse_moe.router.layer.weight": (3, EMBD),
        "block_sparse_moe.input_linear.weight": (3, 2 * FF, EMBD),
        "block_sparse_moe.output_linear.weight": (3, EMBD, FF),
    }
    more = {"num_local_experts": 3, "num_experts_per_tok": 2, "embedding_multiplier": 12.0}
    return _dense("GraniteMoeForCausalLM", "granitemoe", layer, **more)


def _gemma3(vision: bool) -> tuple[Config, Shapes]:
    four = norms(
        *("input_layernorm", "post_attention_layernorm"),
        *("pre_feedforward_layernorm", "post_feedforward_layernorm"),
    )
    layer = attention(qk_norm=(HEAD, HEAD)) | mlp() | four
    text = config("Gemma3ForCausalLM", "gemma3_text", head_dim=HEAD, sliding_window=128)
    text |= {"rope_local_base_freq": 10000.0, "rope_theta": 1e6, "query_pre_attn_scalar": 16}
    if not vision:
        return text, decoder(layers=[layer] * LAYERS, head=False)
    del text["architectures"]
    shapes = decoder(layers=[layer] * LAYERS, head=False, prefix="language_model.model.")
    shapes |= {
        "vision_tower.vision_model.post_layernorm.weight": (8,),
        "multi_modal_projector.mm_soft_emb_norm.weight": (8,),
    }
    top = {"architectures": ["Gemma3ForConditionalGeneration"], "model_type": "gemma3"}
    return {
        **top,
        "text_config": text,
        "vision_config": {"model_type": "siglip_vision_model"},
    }, shapes


def _phi3(long: bool) -> tuple[Config, Shapes]:
    layer = TWO_NORMS | {
        "self_attn.qkv_proj.weight": ((HEADS + 2 * KV_HEADS) * HEAD, EMBD),
        "self_attn.o_proj.weight": (EMBD, HEADS * HEAD),
        "mlp.gate_up_proj.weight": (2 * FF, EMBD),
        "mlp.down_proj.weight": (EMBD, FF),
    }
    more: Config = {"sliding_window": 262144, "original_max_position_embeddings": 256}
    if long:
        factors = [1.0 + n / 7 for n in range(HEAD // 2)]
        more["rope_scaling"] = {
            "type": "longrope",
            "long_factor": [factor * 3.3 for factor in factors],
            "short_factor": factors,
        }
    return _dense("Phi3ForCausalLM", "phi3", layer, **more)


def _bert(kind: str) -> tuple[Config, Shapes]:
    names = _BERT_NAMES[kind]
    found: Shapes = {
        "embeddings.word_embeddings.weight": (VOCAB, EMBD),
        "embeddings.position_embeddings.weight": (70, EMBD),
        **_affine("embeddings.LayerNorm", EMBD),
    }
    if kind != "distilbert":
        found["embeddings.token_type_embeddings.weight"] = (2, EMBD)
    for n in range(LAYERS):
        for name, (rows, columns) in names.items():
            found |= _affine(name.format(n), rows, columns)
    more = {"max_position_embeddings": 70, "type_vocab_size": 2, "layer_norm_eps": 1e-12}
    found |= _affine("pooler.dense", EMBD, EMBD)
    architecture = {"bert": "BertModel", "distilbert": "DistilBertModel", "roberta": "RobertaModel"}
    made = config(architecture[kind], kind, **more)
    for key in ("num_key_value_heads", "rms_norm_eps"):
        del made[key]
    if kind == "distilbert":
        for key, own in (
            ("hidden_size", "dim"),
            ("num_attention_heads", "n_heads"),
            ("num_hidden_layers", "n_layers"),
            ("intermediate_size", "hidden_dim"),
        ):
            made[own] = made.pop(key)
        found = {name: shape for name, shape in found.items() if "pooler" not in name}
    if kind == "roberta":
        made["pad_token_id"] = 1
    return made, found


def _affine(name: str, rows: int, columns: int = 0) -> Shapes:
    weight = (rows, columns) if columns else (rows,)
    return {f"{name}.weight": weight, f"{name}.bias": (rows,)}


_SQUARE, _UP, _DOWN, _LINE = (EMBD, EMBD), (FF, EMBD), (EMBD, FF), (EMBD, 0)
_BERT_LAYER = {
    "encoder.layer.{}.attention.self.query": _SQUARE,
    "encoder.layer.{}.attention.self.key": _SQUARE,
    "encoder.layer.{}.attention.self.value": _SQUARE,
    "encoder.layer.{}.attention.output.dense": _SQUARE,
    "encoder.layer.{}.attention.output.LayerNorm": _LINE,
    "encoder.layer.{}.intermediate.dense": _UP,
    "encoder.layer.{}.output.dense": _DOWN,
    "encoder.layer.{}.output.LayerNorm": _LINE,
}
_BERT_NAMES = {
    "bert": _BERT_LAYER,
    "roberta": _BERT_LAYER,
    "distilbert": {
        "transformer.layer.{}.attention.q_lin": _SQUARE,
        "transformer.layer.{}.attention.k_lin": _SQUARE,
        "transformer.layer.{}.attention.v_lin": _SQUARE,
        "transformer.layer.{}.attention.out_lin": _SQUARE,
        "transformer.layer.{}.sa_layer_norm": _LINE,
        "transformer.layer.{}.ffn.lin1": _UP,
        "transformer.layer.{}.ffn.lin2": _DOWN,
        "transformer.layer.{}.output_layer_norm": _LINE,
    },
}

_FOUR_NORMS = norms(
    *("input_layernorm", "post_attention_layernorm"),
    *("pre_feedforward_layernorm", "post_feedforward_layernorm"),
)
_LLAMA = attention() | mlp() | TWO_NORMS
_LLAMA3 = {
    "rope_type": "llama3",
    "factor": 32.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 128,
}
_CARD = """---
license: apache-2.0
language: [en, "no"]
tags:
- chat
pipeline_tag: text-generation
base_model: Somebody/Large-Model-1B-Base
datasets: [somebody/texts]
---
# A model
"""
_GENERATION = {"temperature": 0.6, "top_k": 20, "top_p": 0.95, "repetition_penalty": 1.05}
_TINY_TOKENIZER = {
    "model": {"type": "BPE", "vocab": {f"t{n}": n for n in range(VOCAB - 5)}, "merges": []},
    "added_tokens": [{"id": VOCAB - 5, "content": "<s>"}, {"id": VOCAB - 4, "content": "</s>"}],
}
_POOLING = {
    "modules.json": [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {
            "idx": 1,
            "name": "1",
            "path": "1_Pooling",
            "type": "sentence_transformers.models.Pooling",
        },
    ],
    "1_Pooling/config.json": {"word_embedding_dimension": EMBD, "pooling_mode_mean_tokens": True},
}


def _model(made: tuple[Config, Shapes], **more: Any) -> Model:
    return Model(*made, **more)


MODELS: dict[str, Model] = {
    "llama": _model(
        _dense("LlamaForCausalLM", "llama", _LLAMA, rope_theta=500000.0),
        files={"README.md": _CARD, "generation_config.json": _GENERATION},
    ),
    "llama-rope3-tied": _model(
        _dense(
            "LlamaForCausalLM",
            "llama",
            _LLAMA,
            head=False,
            rope_scaling=_LLAMA3,
            rope_theta=500000.0,
            tie_word_embeddings=True,
        )
    ),
    "llama-rope3-wide": _model(_wide_heads()),
    "llama-bare": _model(  # the oldest kind of config: most is left out
        (
            {
                k: v
                for k, v in config("LlamaForCausalLM", "llama").items()
                if k
                in (
                    "architectures",
                    "model_type",
                    "hidden_size",
                    "intermediate_size",
                    "num_hidden_layers",
                    "num_attention_heads",
                    "vocab_size",
                )
            },
            decoder(
                layers=[
                    _LLAMA
                    | {
                        "self_attn.k_proj.weight": (HEADS * HEAD, EMBD),
                        "self_attn.v_proj.weight": (HEADS * HEAD, EMBD),
                        "self_attn.rotary_emb.inv_freq": (HEAD // 2,),
                    }
                ]
                * LAYERS
            ),
        ),
        dtype="F16",
    ),
    "llama-linear": _model(
        _dense("LlamaForCausalLM", "llama", _LLAMA, rope_scaling={"type": "linear", "factor": 4.0}),
        dtype="F32",
    ),
    "mistral": _model(_dense("MistralForCausalLM", "mistral", _LLAMA, sliding_window=256)),
    "mixtral": _model(_mixtral()),
    "qwen2": _model(
        _dense(
            "Qwen2ForCausalLM",
            "qwen2",
            attention(bias=True) | mlp() | TWO_NORMS,
            rope_theta=1e6,
            use_sliding_window=False,
            sliding_window=128,
        )
    ),
    "qwen2-yarn": _model(
        _dense(
            "Qwen2ForCausalLM",
            "qwen2",
            attention(bias=True) | mlp() | TWO_NORMS,
            rope_scaling={"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 128},
        )
    ),
    "qwen3": _model(
        _dense(
            "Qwen3ForCausalLM",
            "qwen3",
            attention(qk_norm=(HEAD, HEAD)) | mlp() | TWO_NORMS,
            head_dim=HEAD,
        )
    ),
    "qwen2moe": _model(_qwen_moe(2)),
    "qwen3moe": _model(_qwen_moe(3)),
    "qwen3moe-joined": _model(_qwen_moe(3, joined=True)),
    "gemma": _model(_dense("GemmaForCausalLM", "gemma", _LLAMA, head=False, head_dim=HEAD)),
    "gemma2": _model(
        _dense(
            "Gemma2ForCausalLM",
            "gemma2",
            attention() | mlp() | _FOUR_NORMS,
            head=False,
            head_dim=HEAD,
            sliding_window=128,
        ),
        dtype="F16",
    ),
    "gemma3": _model(_gemma3(vision=False), files={"tokenizer.json": _TINY_TOKENIZER}),
    "gemma3-vision": _model(_gemma3(vision=True), files={"tokenizer.json": _TINY_TOKENIZER}),
    "phi3": _model(_phi3(long=False)),
    "phi3-long": _model(_phi3(long=True)),
    "granite": _model(
        _dense(
            "GraniteForCausalLM",
            "granite",
            _LLAMA,
            attention_multiplier=0.015625,
            embedding_multiplier=12.0,
            residual_multiplier=0.22,
            logits_scaling=8.0,
        )
    ),
    "granitemoe": _model(_granite_moe()),
    "olmo": _model(
        (
            {
                k: v
                for k, v in config("OlmoForCausalLM", "olmo", clip_qkv=8.0).items()
                if k != "rms_norm_eps"
            },
            decoder(layers=[attention() | mlp()] * LAYERS, norm=False),
        ),
        dtype="F32",
    ),
    "olmo2": _model(
        _dense(
            "Olmo2ForCausalLM",
            "olmo2",
            attention(qk_norm=(HEADS * HEAD, KV_HEADS * HEAD))
            | mlp()
            | norms("post_attention_layernorm", "post_feedforward_layernorm"),
        )
    ),
    "olmo3": _model(
        _dense(
            "Olmo3ForCausalLM",
            "olmo3",
            attention(qk_norm=(HEADS * HEAD, KV_HEADS * HEAD))
            | mlp()
            | norms("post_attention_layernorm", "post_feedforward_layernorm"),
            sliding_window=128,
        )
    ),
    "bert": _model(_bert("bert"), dtype="F32", files=_POOLING),
    "distilbert": _model(_bert("distilbert"), dtype="F16"),
    "roberta": _model(_bert("roberta"), dtype="F32"),
}
