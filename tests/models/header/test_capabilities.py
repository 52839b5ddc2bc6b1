"""What a header, and the files beside it, promise that a model can do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.gguf_bytes import DEFAULT_METADATA, gguf, text, value_bytes

from localllm.models import projector
from localllm.models.header.capabilities import capabilities_of, template_capabilities
from localllm.models.header.gguf import LongArray, read_header
from localllm.models.store import Store


def header(tmp_path: Path, metadata: dict[str, Any]) -> Any:
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf(DEFAULT_METADATA | metadata))
    return read_header(path)


def told(tmp_path: Path, metadata: dict[str, Any]) -> list[str]:
    return list(capabilities_of([header(tmp_path, metadata)]))


def test_a_template_makes_it_a_chat_model(tmp_path: Path) -> None:
    assert told(tmp_path, {"tokenizer.chat_template": "{{ messages }}"}) == ["chat"]
    assert told(tmp_path, {}) == []


@pytest.mark.parametrize(
    ("template", "has"),
    [
        ("{% if tools %}{{ tools }}{% endif %}{{ message.tool_calls }}", True),
        ("{% if tools %}{{ tools }}{% endif %}", False),  # shown, but no call can be repeated
        ("{{ message.tool_calls }}", False),
        ("tools and tool_calls, as words of the prompt", False),
        ("{# tools, tool_calls #}{{ x }}", False),
        ("{{ builtin_tools_in_user_message }} {{ tool_calls }}", False),
    ],
)
def test_tools_are_told_by_what_the_templates_code_uses(template: str, has: bool) -> None:
    assert ("tools" in template_capabilities(template)) is has


def test_a_template_without_an_end_takes_no_time() -> None:
    assert template_capabilities("{%" * 500_000) == {}
    assert template_capabilities("{#" * 500_000) == {}


@pytest.mark.parametrize(
    ("key", "value"),
    [("tokenizer.ggml.fim_pre_token_id", 7), ("tokenizer.ggml.prefix_token_id", 7)],
)
def test_filling_in_is_told_by_the_headers_tokens(tmp_path: Path, key: str, value: int) -> None:
    assert told(tmp_path, {key: value}) == ["fim"]


@pytest.mark.parametrize(
    "token", ["<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>", "<｜fim▁hole｜>"]
)
@pytest.mark.parametrize("at", [0, 299, 40_000])
def test_filling_in_is_told_by_the_vocabulary(tmp_path: Path, token: str, at: int) -> None:
    words = [f"fim{n}" for n in range(50_000)]
    words[at] = token
    found = header(tmp_path, {"tokenizer.ggml.tokens": words})
    assert found.metadata["tokenizer.ggml.tokens"] == LongArray(8, 50_000, token)
    assert list(capabilities_of([found])) == ["fim"]


def test_other_words_are_no_tokens_for_filling_in(tmp_path: Path) -> None:
    words = ["fim", "x<|fim_suffix|>", "<|fim_suffix|>x", "<fim"] * 200
    assert told(tmp_path, {"tokenizer.ggml.tokens": words}) == []


@pytest.mark.parametrize(
    ("metadata", "capability"),
    [
        ({"llama.pooling_type": 1}, ["embeddings"]),
        ({"llama.pooling_type": 4}, ["rerank"]),
        ({"llama.pooling_type": 0}, []),
        ({"llama.pooling_type": 99}, []),
        ({"general.architecture": "bert"}, ["embeddings"]),
        ({"llama.attention.causal": False}, ["embeddings"]),
    ],
)
def test_embeddings_are_told_by_pooling_and_architecture(
    tmp_path: Path, metadata: dict[str, Any], capability: list[str]
) -> None:
    assert told(tmp_path, metadata) == capability


class TestProjectors:
    def put(self, folder: Path, *names: str) -> list[Path]:
        for name in names:
            (folder / name).write_bytes(b"x" * len(name))
        return [folder / name for name in names]

    def test_the_only_one_is_for_the_only_model(self, tmp_path: Path) -> None:
        model, found = self.put(tmp_path, "gemma-3-4b-it-Q4_K_M.gguf", "mmproj-F16.gguf")
        assert projector.projector_of(model) == found

    def test_other_quantizations_are_the_same_model(self, tmp_path: Path) -> None:
        q4, q8, found = self.put(tmp_path, "a-Q4_K_M.gguf", "a.Q8_0.gguf", "mmproj-model.gguf")
        assert projector.projector_of(q4) == projector.projector_of(q8) == found

    def test_beside_several_models_its_name_tells(self, tmp_path: Path) -> None:
        a, b, found = self.put(tmp_path, "gemma-Q4_0.gguf", "qwen-Q4_0.gguf", "mmproj-gemma.gguf")
        assert projector.projector_of(a) == found
        assert projector.projector_of(b) is None

    def test_without_its_name_nobody_owns_it(self, tmp_path: Path) -> None:
        a, b, _ = self.put(tmp_path, "gemma-Q4_0.gguf", "qwen-Q4_0.gguf", "mmproj-F16.gguf")
        assert projector.projector_of(a) is projector.projector_of(b) is None

    def test_the_most_exact_of_several_is_taken(self, tmp_path: Path) -> None:
        model, _, large = self.put(tmp_path, "a-Q4_0.gguf", "mmproj-q8.gguf", "mmproj-bf16-l.gguf")
        assert projector.projector_of(model) == large

    @pytest.mark.parametrize(
        ("said", "found"),
        [
            ({"clip.has_vision_encoder": True}, ["vision"]),
            ({"clip.has_audio_encoder": True}, ["audio"]),
            (
                {"clip.has_audio_encoder": True, "clip.has_vision_encoder": True},
                ["vision", "audio"],
            ),
            ({}, ["vision"]),
        ],
    )
    def test_its_header_says_what_the_model_gains(
        self, tmp_path: Path, said: dict[str, Any], found: list[str]
    ) -> None:
        (tmp_path / "a-Q4_0.gguf").write_bytes(gguf())
        store = Store([tmp_path])
        before = next(model for model in store.list() if model.source == "folder")
        assert before.capabilities == ()
        assert before.projector == ""
        clip = gguf({"general.architecture": "clip", "general.type": "mmproj"} | said)
        (tmp_path / "mmproj-a.gguf").write_bytes(clip)
        after = next(model for model in store.list() if model.source == "folder")
        assert list(after.capabilities) == found
        assert after.projector == str(tmp_path / "mmproj-a.gguf")

    def test_a_broken_one_does_no_harm(self, tmp_path: Path) -> None:
        (tmp_path / "a-Q4_0.gguf").write_bytes(gguf())
        (tmp_path / "mmproj-a.gguf").write_bytes(b"GGUF")
        found = [model for model in Store([tmp_path]).list() if model.source == "folder"]
        assert [(m.name, m.problem, m.capabilities) for m in found if "mmproj" not in m.name] == [
            ("a-q4_0", None, ())
        ]


def test_a_key_of_another_type_tells_nothing(tmp_path: Path) -> None:
    assert told(tmp_path, {"tokenizer.ggml.fim_pre_token_id": "7"}) == []
    entry = text("tokenizer.chat_template") + value_bytes(5)
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf({}, entries=entry, n_metadata=1))
    assert capabilities_of([read_header(path)]) == {}
