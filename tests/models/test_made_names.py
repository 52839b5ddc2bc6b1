from __future__ import annotations

from pathlib import Path

import pytest

from localllm.models.made_names import made_name


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2-135m-instruct-q4_k_m.gguf"),
        ("model-BF16-00001-of-00003.gguf", "model-q4_k_m.gguf"),
        ("Qwen3-0.6B", "qwen3-0.6b-q4_k_m.gguf"),  # a folder
        ("Meta Llama-3.1-8B-fp16.gguf", "meta-llama-3.1-8b-q4_k_m.gguf"),
        ("tiny-UD-Q4_K_XL.gguf", "tiny-q4_k_m.gguf"),
        ("f16.gguf", "f16-q4_k_m.gguf"),
    ],
)
def test_a_model_is_named_after_its_source(source: str, name: str) -> None:
    assert made_name(Path("/some/where") / source, "Q4_K_M") == name
