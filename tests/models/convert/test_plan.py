"""What is found out before anything is written: names, shapes, sizes, and every contradiction."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.hf_families import EMBD, FF, MODELS, VOCAB
from helpers.hf_models import Model, write_checkpoint

from localllm.errors import BadRequest, LocalLLMError, ModelError, ModelUnsupported
from localllm.models.convert import plan, registry
from localllm.models.convert.plan import make_plan

LLAMA = MODELS["llama"]


@pytest.fixture(autouse=True)
def no_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "add_tokenizer", lambda *_, **__: None)


def changed(model: Model = LLAMA, shapes: Any = (), **config: Any) -> Model:
    """The model with other values in its config, and other shapes; None takes a thing away."""
    values = {key: value for key, value in (model.config | config).items() if value is not ...}
    tensors = {k: v for k, v in (model.shapes | dict(shapes)).items() if v is not None}
    return msgspec.structs.replace(model, config=values, shapes=tensors)


def refusal(tmp_path: Path, model: Model, error: type[LocalLLMError] = ModelError) -> str:
    with pytest.raises(error) as caught:
        make_plan(write_checkpoint(tmp_path / "m", model))
    return caught.value.message


def test_an_unknown_architecture_is_refused_with_the_nearest_that_is_known(tmp_path: Path) -> None:
    message = refusal(tmp_path, changed(architectures=["Qwen9ForCausalLM"]), ModelUnsupported)

    assert "'Qwen9ForCausalLM' cannot be converted; the nearest is Qwen" in message
    assert all(name in message for name in registry.known())


def test_an_architecture_like_no_other_is_refused_without_a_guess(tmp_path: Path) -> None:
    message = refusal(tmp_path, changed(architectures=["RwkvThing"]), ModelUnsupported)

    assert "cannot be converted; Known are" in message


@pytest.mark.parametrize("named", [..., None, [], [3], "LlamaForCausalLM"])
def test_a_config_without_an_architecture_says_so(named: Any, tmp_path: Path) -> None:
    assert "does not name the model's architecture" in refusal(
        tmp_path, changed(architectures=named)
    )


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ({"hidden_size": "64"}, "hidden_size is '64'"),
        ({"num_hidden_layers": 0}, "num_hidden_layers is 0"),
        ({"num_hidden_layers": 10**9}, "at most 2048"),
        ({"num_hidden_layers": None}, "num_hidden_layers is None"),
        ({"num_hidden_layers": True}, "is True"),
        ({"num_attention_heads": -4}, "is -4"),
        ({"rms_norm_eps": "small"}, "rms_norm_eps is 'small'"),
        ({"rms_norm_eps": float("nan")}, "is nan"),
        ({"rope_theta": float("inf")}, "is inf"),
        ({"max_position_embeddings": 1 << 40}, "must be a whole number"),
        ({"rope_scaling": [1]}, "must be an object"),
        ({"rope_scaling": {"rope_type": "sideways"}}, "unknown type 'sideways'"),
        ({"rope_scaling": {"rope_type": "yarn", "factor": 2.0}}, "original_max_position"),
        ({"rope_scaling": {"rope_type": "llama3", "factor": "x"}}, "factor is 'x'"),
    ],
)
def test_a_value_that_cannot_be_is_named(config: Any, says: str, tmp_path: Path) -> None:
    assert says in refusal(tmp_path, changed(**config))


@pytest.mark.parametrize(
    ("shapes", "config", "says"),
    [
        (
            {},
            {"hidden_size": 128},
            "lm_head.weight has the shape (40, 64); by config.json it should be (40, 128)",
        ),
        ({}, {"vocab_size": 50}, "by config.json it should be (50, 64)"),
        ({}, {"intermediate_size": 100}, "down_proj.weight has the shape"),
        ({}, {"num_attention_heads": 8, "head_dim": 16}, "o_proj.weight has the shape"),
        ({}, {"num_key_value_heads": 3}, "3 heads cannot share evenly"),
        ({}, {"num_hidden_layers": 1}, "config.json speaks of 1 layers"),
        ({}, {"num_hidden_layers": 4}, "no tensors of layer 2, 3"),
        ({"model.embed_tokens.weight": None}, {}, "no token embeddings"),
        ({"model.layers.0.mlp.gizmo.weight": (3, 3)}, {}, "'model.layers.0.mlp.gizmo.weight'"),
        ({"model.layers.1.self_attn.q_proj.weight": (64,)}, {}, "q_proj.weight has the shape"),
    ],
)
def test_tensors_and_config_that_contradict_each_other_are_refused(
    shapes: Any, config: Any, says: str, tmp_path: Path
) -> None:
    assert says in refusal(tmp_path, changed(shapes=shapes, **config))


def test_experts_must_all_be_there(tmp_path: Path) -> None:
    model = MODELS["mixtral"]
    gone = {"model.layers.1.block_sparse_moe.experts.2.w2.weight": None}
    assert "do not add up to whole layers" in refusal(tmp_path, changed(model, gone))

    odd = {"model.layers.1.block_sparse_moe.experts.2.w2.weight": (EMBD, 8)}
    assert "differ" in refusal(tmp_path, changed(model, odd))

    few = {"num_local_experts": 2}
    assert "left over are model.layers.0.block_sparse_moe.experts.2" in refusal(
        tmp_path, changed(model, **few)
    )

    skipped = {
        f"model.layers.0.block_sparse_moe.experts.{x}.{w}.weight": shape
        for w, ab in (("w1", (FF, EMBD)), ("w2", (EMBD, FF)), ("w3", (FF, EMBD)))
        for x, shape in ((2, None), (3, ab))
    }
    assert "Layer 0 has no w1 of expert 2" in refusal(tmp_path, changed(model, skipped))


def test_half_a_fused_expert_tensor_is_refused(tmp_path: Path) -> None:
    odd = {"model.layers.0.mlp.experts.gate_up_proj": (3, 63, EMBD)}

    assert "cannot be cut" in refusal(tmp_path, changed(MODELS["qwen3moe-joined"], odd))


def test_eight_bit_floats_are_called_quantized(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "m", LLAMA)
    path = folder / "model.safetensors"
    path.write_bytes(
        path.read_bytes().replace(b'"BF16", "shape": [40, 64]', b'"U16",  "shape": [40, 64]')
    )

    with pytest.raises(ModelUnsupported, match="of type U16: the model is quantized already"):
        make_plan(folder)


def test_another_type_than_there_is_cannot_be_asked_for(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"auto, f32, f16, bf16, q8_0"):
        make_plan(write_checkpoint(tmp_path / "m", LLAMA), "q4_k")


def test_longrope_needs_a_factor_for_each_pair(tmp_path: Path) -> None:
    scaling = {"type": "longrope", "long_factor": [1.0] * 8, "short_factor": [1.0] * 7}

    assert "8 numbers in short_factor, it has 7" in refusal(
        tmp_path, changed(MODELS["phi3-long"], rope_scaling=scaling)
    )


@pytest.mark.parametrize(
    ("pooling", "says"),
    [
        ({"pooling_mode_max_tokens": True}, "way of pooling"),
        ([], "no JSON object"),
    ],
)
def test_a_pooling_that_is_not_known_is_refused(pooling: Any, says: str, tmp_path: Path) -> None:
    files = MODELS["bert"].files | {"1_Pooling/config.json": pooling}

    assert says in refusal(tmp_path, msgspec.structs.replace(MODELS["bert"], files=files))


def test_modules_cannot_name_folders_outside(tmp_path: Path) -> None:
    modules = [{"type": "sentence_transformers.models.Pooling", "path": "../other"}]
    model = msgspec.structs.replace(MODELS["bert"], files={"modules.json": modules})

    assert "none of the model" in refusal(tmp_path, model)


def test_mutated_configs_are_converted_or_refused(tmp_path: Path) -> None:
    """Every value of config.json of every family is replaced by what it should not be."""
    chance = random.Random(7)
    strange = (
        None,
        -1,
        0,
        1,
        2**31,
        2**70,
        1.5,
        float("nan"),
        "x",
        "",
        [],
        {},
        [[]],
        True,
        "\ud800",
    )
    refused = 0
    for n in range(120):
        name = chance.choice(list(MODELS))
        model = MODELS[name]
        config = json.loads(json.dumps(model.config))
        place = config.get("text_config", config)
        place[chance.choice(list(place))] = chance.choice(strange)
        folder = write_checkpoint(
            tmp_path / str(n), msgspec.structs.replace(model, config=config, shapes=model.shapes)
        )
        try:
            make_plan(folder, chance.choice(("f16", "q8_0", "auto")))
        except LocalLLMError:
            refused += 1

    assert 40 < refused < 120


def test_the_vocabulary_is_padded_only_in_gemma(tmp_path: Path) -> None:
    """Its matrix has more rows than there are tokens; those beyond have no meaning."""
    made = make_plan(write_checkpoint(tmp_path / "m", MODELS["gemma3"]))

    shapes = {tensor.output.name: tensor.output.shape for tensor in made.tensors}
    assert shapes["token_embd.weight"] == (VOCAB - 3, EMBD)
