from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from localllm import core
from localllm.engine import loading
from localllm.errors import BadRequest, ModelError, ModelNotFound, ModelTooLarge, ModelUnsupported
from localllm.llama import devices
from localllm.llama.context import Context
from localllm.llama.model import Model

GB = 2**30


@pytest.mark.parametrize(
    ("context_train", "kv_bytes", "free", "context"),
    [
        (8192, 23_040, 16 * GB, 8192),  # the model's own
        (131_072, 23_040, 64 * GB, 32_768),  # no more than this unasked
        (131_072, 131_072, 8 * GB, 16_384),  # a quarter of the memory
        (131_072, 131_072, GB // 8, 2048),  # not less
        (0, 0.0, GB, 32_768),  # a recurrent model that does not say
        (5000, 1.0, GB, 4864),  # in steps of 256
    ],
)
def test_auto_context(context_train: int, kv_bytes: float, free: int, context: int) -> None:
    assert loading.auto_context(context_train, kv_bytes, free) == context


@pytest.mark.parametrize(
    ("granted", "asked", "train", "free", "words"),
    [
        (4096, 4096, 8192, 16 * GB, "as asked for"),
        (8192, 0, 8192, 16 * GB, "all that the model was made for"),
        (4864, 0, 5000, 16 * GB, "all that the model was made for"),
        (32_768, 0, 131_072, 64 * GB, "taken unasked; the model was made for 131,072"),
        (16_384, 0, 131_072, 8 * GB, "a quarter of the 8.6 GB of free memory holds, at 131 kB"),
        (8192, 0, 131_072, 8 * GB, "halved"),
        (2048, 0, 131_072, GB // 8, "the least"),
        (32_768, 0, 0, 64 * GB, "it has no limit"),
    ],
)
def test_why_a_context_is_as_long_as_it_is_is_told(
    granted: int, asked: int, train: int, free: int, words: str
) -> None:
    assert words in loading.why_context(granted, asked, train, 131_072, free)


def test_threads_are_the_cores_it_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "cpu_count", lambda logical: 16)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1, 2}, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert devices.default_threads() == 3


@pytest.mark.parametrize(
    ("fields", "param"),
    [({"max_sequences": 0}, "max_sequences"), ({"max_sequences": 1000}, "max_sequences")],
)
def test_options_out_of_range_are_refused(fields: dict[str, Any], param: str) -> None:
    with pytest.raises(BadRequest) as caught:
        loading.load(core.EngineOptions("m.gguf", **fields), lambda fraction: True)
    assert caught.value.detail["param"] == param


def load(path: Path, **options: Any) -> loading.Loaded:
    return loading.load(core.EngineOptions(str(path), threads=1, **options), lambda fraction: True)


@pytest.mark.model
def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound):
        load(tmp_path / "none.gguf")


@pytest.mark.model
def test_the_context_is_the_model_s_own_unless_asked(starter_model: Path) -> None:
    loaded = load(starter_model)
    try:
        assert loaded.info.context == loaded.runner.n_cells == 8192
        assert loaded.info.context_train == 8192
        assert loaded.info.context_reason == "all that the model was made for"
        assert loaded.ram_budget > 0
    finally:
        loaded.close()


@pytest.mark.model
def test_progress_can_stop_a_load(starter_model: Path) -> None:
    with pytest.raises(ModelError, match="stopped"):
        loading.load(core.EngineOptions(str(starter_model)), lambda fraction: False)


@pytest.mark.model
def test_bytes_of_a_token_are_what_llama_cpp_allocates(starter_model: Path) -> None:
    with Model.open(starter_model) as model:
        ctx = Context(model, n_ctx=1024, n_ubatch=64, n_seq_max=1, threads=1)
        allocated = ctx.buffer_bytes["kv"]
        assert 1024 * loading.kv_token_bytes(model, "f16") == pytest.approx(allocated, rel=0.01)


@pytest.mark.model
@pytest.mark.parametrize(("asked", "granted"), [(0, 2048), (8192, None)])
def test_a_context_of_our_own_choice_shrinks_until_it_fits(
    starter_model: Path, monkeypatch: pytest.MonkeyPatch, asked: int, granted: int | None
) -> None:
    def small(*args: Any, n_ctx: int, **kwargs: Any) -> Context:
        if n_ctx > 2048:
            raise ModelTooLarge("no memory")
        return Context(*args, n_ctx=n_ctx, **kwargs)

    monkeypatch.setattr(loading, "Context", small)
    if granted is None:
        with pytest.raises(ModelTooLarge):
            load(starter_model, context=asked)
        return
    loaded = load(starter_model, context=asked)
    assert loaded.info.context == granted
    loaded.close()


@pytest.mark.parametrize(
    ("architecture", "causal", "has_decoder"),
    [("bert", "false", True), ("t5encoder", None, False), ("t5", None, True)],
)
def test_a_model_that_does_not_write_by_itself_is_refused(
    architecture: str, causal: str | None, has_decoder: bool
) -> None:
    model: Any = SimpleNamespace(
        name="m",
        architecture=architecture,
        has_decoder=has_decoder,
        metadata=lambda key: causal if key == f"{architecture}.attention.causal" else None,
    )
    with pytest.raises(ModelUnsupported, match=architecture):
        Model.require_generation(model)
