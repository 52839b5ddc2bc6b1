"""llama.cpp's own count of a model's memory, from its header alone, in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.arch_models import SHAPES, write_model
from helpers.gguf_bytes import gguf

from localllm.errors import EngineError, ModelError, ModelUnsupported
from localllm.models.header.check import headers_of
from localllm.models.memory.formula import FitOptions, memory
from localllm.models.memory.shape import shape_of
from localllm.settings import Settings
from localllm.supervisor import measure
from localllm.supervisor.launch import Launch


@pytest.mark.model
def test_the_count_is_that_of_the_formulas(tmp_path: Path) -> None:
    headers = headers_of(write_model(tmp_path / "m.gguf", SHAPES["qwen3-4b"]))
    options = [FitOptions(2048), FitOptions(32768, sequences=2, kv_type="q8_0")]
    answer = measure.measure(Settings(), headers, options)
    for one, counted in zip(options, answer.memories, strict=True):
        said = memory(shape_of(headers), headers, one)
        assert counted.host.kv == said.host.kv
        assert counted.host.weights == pytest.approx(said.host.weights, rel=1e-4)
        assert counted.total == pytest.approx(said.total, rel=0.05)
    assert "cpu" in {device["kind"] for device in answer.devices}


@pytest.mark.model
def test_every_context_is_judged_by_it(starter_model: Path) -> None:
    every, problem = measure.fits(Settings(parallel=2), headers_of(starter_model), [0, 2048, 8192])
    assert problem is None
    assert [fit.context for fit in every] == [8192, 2048, 8192]
    assert all(fit.exact and fit.verdict == "fits" for fit in every)
    assert every[1].kv == 2048 * 23_040  # 30 layers, 3 heads of 64, keys and values in F16
    assert every[0].total > every[1].total


@pytest.mark.model
def test_an_architecture_that_llama_cpp_does_not_know_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(gguf({"general.architecture": "quux", "quux.block_count": 1}))
    headers = headers_of(tmp_path / "m.gguf")
    with pytest.raises(ModelUnsupported, match="quux"):
        measure.measure(Settings(), headers, [FitOptions(2048)])
    every, problem = measure.fits(Settings(), headers, [2048])
    assert isinstance(problem, ModelUnsupported)
    assert [fit.exact for fit in every] == [False]


@pytest.mark.model
def test_a_header_without_layers_is_refused_with_words(tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(gguf())
    with pytest.raises((ModelError, EngineError)) as caught:
        measure.measure(Settings(), headers_of(tmp_path / "m.gguf"), [FitOptions(2048)])
    assert len(caught.value.message) > 20


@pytest.mark.parametrize("script", ["import os; os.abort()", "print('not JSON')", "print('{}x')"])
def test_a_child_that_dies_or_babbles_is_told(
    script: str, starter_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launch = Launch((sys.executable, "-c", script, "engine"))
    monkeypatch.setattr(measure, "engine_launch", lambda settings: launch)
    headers = headers_of(starter_model)
    with pytest.raises(EngineError, match="could not count"):
        measure.measure(Settings(), headers, [FitOptions(2048)])
    every, problem = measure.fits(Settings(), headers, [2048])
    assert isinstance(problem, EngineError)
    assert [fit.exact for fit in every] == [False]
