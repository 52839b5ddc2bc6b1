"""What a model would take, against what it takes, and against arithmetic."""

from __future__ import annotations

from pathlib import Path

import pytest

from localllm import errors
from localllm.llama import memory
from localllm.llama.context import Context
from localllm.llama.model import Model

pytestmark = pytest.mark.model

_SETTINGS = {"n_ctx": 1024, "n_ubatch": 128, "n_seq_max": 2}


@pytest.fixture
def taken(model: Model) -> memory.MemoryBreakdown:
    with Context(model, threads=1, **_SETTINGS) as ctx:
        return memory.breakdown(ctx)


def test_it_is_what_a_loaded_model_takes(
    starter_model: Path, taken: memory.MemoryBreakdown
) -> None:
    would = memory.measure(starter_model, **_SETTINGS)

    assert (would.context, would.compute, would.output) == (
        taken.context,
        taken.compute,
        taken.output,
    )
    # A mapped file has its tensors 32 bytes apart, a buffer of their own starts them at 64.
    assert would.model == pytest.approx(taken.model, rel=1e-3)


def test_keys_and_values_are_layers_times_heads_times_widths(
    starter_model: Path, model: Model
) -> None:
    layers, kv_heads, width = 30, 3, 64  # SmolLM2-135M's config.json
    token = layers * kv_heads * width * 2

    f16 = memory.measure(starter_model, n_ctx=2048)
    q8_0 = memory.measure(starter_model, n_ctx=2048, kv_type="q8_0", flash_attention="on")

    assert f16.context == 2048 * token * 2
    assert q8_0.context == 2048 * token * 34 // 32


def test_the_weights_are_those_of_the_file(starter_model: Path, model: Model) -> None:
    would = memory.measure(starter_model, n_ctx=256)

    assert model.size_bytes <= would.model <= starter_model.stat().st_size


def test_the_sums_are_those_of_the_buffers(starter_model: Path) -> None:
    found = memory.measure(starter_model, **_SETTINGS)

    everywhere = found.host + sum(found.devices.values())
    assert found.total == everywhere == sum(b.total for b in found.buffers) + found.output


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "notes.gguf"
    other.write_text("not a model")

    with pytest.raises(errors.NotAModel):
        memory.measure(other, n_ctx=256)
