from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.gguf_bytes import DEFAULT_METADATA, gguf

from localllm.core import EngineOptions
from localllm.models.gguf import read_header
from localllm.models.store import InstalledModel
from localllm.supervisor import budget
from localllm.supervisor.budget import Needs, kv_bytes_a_token, needs_of, too_large

SHAPE = {
    "llama.block_count": 10,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 8,
    "llama.attention.head_count_kv": 2,
}


def write(folder: Path, **more: object) -> Path:
    path = folder / "tiny.gguf"
    path.write_bytes(gguf({**DEFAULT_METADATA, **SHAPE, **more}))
    return path


def installed(path: Path, **changes: object) -> InstalledModel:
    fields = {"name": "tiny", "path": str(path), "size_bytes": 1000, "context_train": 2048}
    return InstalledModel(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_token_takes_keys_and_values_of_every_layer(tmp_path: Path) -> None:
    header = read_header(write(tmp_path))
    # 10 layers x 2 heads x (8 + 8) wide x 2 bytes
    assert kv_bytes_a_token(header, "f16") == 640
    assert kv_bytes_a_token(header, "q8_0") == 640 / 2 * 34 / 32


def test_widths_that_the_header_gives_count(tmp_path: Path) -> None:
    more = {"llama.attention.key_length": 16, "llama.attention.value_length": 4}
    assert kv_bytes_a_token(read_header(write(tmp_path, **more)), "f32") == 10 * 2 * 20 * 4


def test_the_starter_models_tokens_take_what_was_measured(starter_model: Path) -> None:
    # SmolLM2-135M: 30 layers, 3 KV heads of 64: 23,040 bytes
    assert kv_bytes_a_token(read_header(starter_model), "f16") == 23_040


def test_needs_are_the_file_the_context_and_the_rest(tmp_path: Path) -> None:
    path = write(tmp_path)
    asked = needs_of(installed(path), EngineOptions(str(path), context=100))
    assert (asked.weights, asked.kv, asked.context) == (1000, 64_000, 100)
    assert asked.total == 65_000 + asked.rest


def test_a_step_takes_four_tensors_of_the_widest_kind(tmp_path: Path) -> None:
    path = write(tmp_path, **{"llama.feed_forward_length": 256})
    needs = needs_of(installed(path), EngineOptions(str(path), ubatch=32))
    assert needs.rest == budget.BASE_BYTES + 32 * 256 * 4 * 4


def test_a_context_left_to_the_engine_counts_as_the_least(tmp_path: Path) -> None:
    path = write(tmp_path)
    options = EngineOptions(str(path))
    assert needs_of(installed(path, context_train=8192), options).context == budget.LEAST_CONTEXT
    assert needs_of(installed(path, context_train=512), options).context == 512


def test_the_refusal_has_the_numbers_and_the_way_past_it() -> None:
    needs = Needs(weights=8_000_000_000, kv=1_500_000_000, context=32768, rest=500_000_000)
    error = too_large(installed(Path("/tiny")), needs, free=4_000_000_000, freeable=1_000_000_000)
    for said in ("10.0 GB", "8.0 GB", "1.5 GB", "32,768", "4.0 GB", "1.0 GB", "memory_check off"):
        assert said in error.message
    assert error.status == 422


def test_memory_of_this_process_is_measured() -> None:
    assert 1_000_000 < budget.freed_by(os.getpid()) < 10_000_000_000


def test_a_process_that_is_gone_frees_nothing() -> None:
    assert budget.freed_by(2**22 + 1) == 0


def test_a_containers_limit_counts_where_it_is_tighter(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.current").write_text("3000\n")
    (tmp_path / "memory.stat").write_text("anon 2000\ninactive_file 700\n")
    monkeypatch.setattr(budget, "_CGROUP", tmp_path)
    assert budget.available_bytes() == 2700


@pytest.mark.parametrize("limit", ["max\n", None])
def test_without_a_limit_the_machine_counts(tmp_path: Path, monkeypatch, limit) -> None:
    if limit:
        (tmp_path / "memory.max").write_text(limit)
    monkeypatch.setattr(budget, "_CGROUP", tmp_path)
    assert budget.available_bytes() > 1_000_000
