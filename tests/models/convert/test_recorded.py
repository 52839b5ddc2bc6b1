"""Every family, every type: the very bytes that llama.cpp's converter made with real torch.

recorded.json holds the sha256 of its files; tests/peers/record_converter.py writes it. The step
that writes the tokenizer is left out on both sides, so that the models stay small.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from helpers.hf_families import MODELS
from helpers.hf_models import write_checkpoint

from localllm.models.convert import plan, registry
from localllm.models.convert.convert import convert

RECORDED: dict[str, Any] = json.loads((Path(__file__).parent / "recorded.json").read_text())
TYPES = ("f32", "f16", "bf16", "q8_0", "auto")


@pytest.fixture(autouse=True)
def no_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "add_tokenizer", lambda *_, **__: None)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_becomes_the_very_file_that_llama_cpp_makes_of_it(
    name: str, tmp_path: Path
) -> None:
    folder = write_checkpoint(tmp_path / name, MODELS[name])

    made = {out_type: tmp_path / f"{out_type}.gguf" for out_type in TYPES}
    for out_type, target in made.items():
        convert(folder, target, out_type=out_type)

    digests = {t: hashlib.sha256(path.read_bytes()).hexdigest() for t, path in made.items()}
    assert digests == RECORDED["sha256"][name]


def test_shards_make_the_same_file_as_one(tmp_path: Path) -> None:
    """Of the same tensors in the same order, so that the header is the same too."""
    one = write_checkpoint(tmp_path / "one" / "qwen3", MODELS["qwen3"])
    three = write_checkpoint(tmp_path / "three" / "qwen3", MODELS["qwen3"], shards=3)

    convert(one, tmp_path / "one.gguf")
    convert(three, tmp_path / "three.gguf")

    first, second = (_tensors(tmp_path / f"{name}.gguf") for name in ("one", "three"))
    assert first == second
    assert len(first) == len(MODELS["qwen3"].shapes)


def test_every_family_has_a_model_here() -> None:
    covered = {plan_of["architectures"][0] for plan_of in (m.config for m in MODELS.values())}
    families = {registry.family_of(name) for name in registry.known()}

    assert families == {registry.family_of(name) for name in covered} | {
        registry.family_of("Gemma3TextModel")  # Gemma 3 with another name; needs a pooling config
    }


def _tensors(path: Path) -> dict[str, tuple[Any, bytes]]:
    from gguf import GGUFReader

    return {
        tensor.name: (tensor.tensor_type, tensor.data.tobytes())
        for tensor in GGUFReader(path).tensors
    }
