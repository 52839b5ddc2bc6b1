from __future__ import annotations

import os
from pathlib import Path

from helpers.gguf_bytes import DEFAULT_METADATA, gguf, part

from localllm.core import EngineOptions
from localllm.models.memory.fit import ENGINE_BYTES, LEAST_CONTEXT
from localllm.models.memory.formula import SMALL
from localllm.models.store import InstalledModel
from localllm.supervisor import budget
from localllm.supervisor.budget import Needs, needs_of, too_large

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


def test_needs_are_the_tensors_the_context_and_the_rest(tmp_path: Path) -> None:
    path = write(tmp_path)
    asked = needs_of(installed(path), EngineOptions(str(path), context=100))
    # two tensors of 512 and 640 bytes; 256 cells (n_ctx is padded) of 10 layers x 2 heads x
    # (8 + 8) wide x 2 bytes
    assert (asked.weights, asked.kv, asked.context) == (1152, 256 * 640, 100)
    assert asked.total == asked.weights + asked.kv + asked.rest


def test_the_rest_is_the_engine_a_step_and_its_logits(tmp_path: Path) -> None:
    path = write(tmp_path, **{"llama.feed_forward_length": 256})
    options = EngineOptions(str(path), context=512, ubatch=32, max_sequences=2)
    rest = needs_of(installed(path), options).rest - ENGINE_BYTES
    # a mask of 512 cells x 32 tokens in F16; 32 rows of 3 x 256 + 3 x 64 + 64 in F32; and logits
    # of 2 sequences, and one that KV is moved through, for a vocabulary of 4
    assert rest == 512 * 32 * 2 + 32 * (3 * 256 + 3 * 64 + 64) * 4 + 3 * 4 * 4 + SMALL


def test_all_parts_of_a_model_count(tmp_path: Path) -> None:
    for number in range(3):
        path = tmp_path / f"big-{number + 1:05}-of-00003.gguf"
        path.write_bytes(part(number, 3, SHAPE))
    first = tmp_path / "big-00001-of-00003.gguf"
    assert needs_of(installed(first), EngineOptions(str(first))).weights == 3 * 1152


def test_a_context_left_to_the_engine_counts_as_the_least(tmp_path: Path) -> None:
    path = write(tmp_path, **{"llama.context_length": 8192})
    assert needs_of(installed(path), EngineOptions(str(path))).context == LEAST_CONTEXT
    path = write(tmp_path, **{"llama.context_length": 512})
    assert needs_of(installed(path), EngineOptions(str(path))).context == 512


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
