"""Further names of models, from the settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.gguf_bytes import gguf

from localllm import paths
from localllm.errors import BadRequest, ModelNotFound
from localllm.models import starter
from localllm.models.naming import aliases_of
from localllm.models.store import Store
from localllm.settings import Settings


@pytest.fixture(autouse=True)
def models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "in_package", lambda: None)
    for name in ("qwen3-0.6b-q8_0", "qwen3-4b-q4_k_m", "gemma-3-270m"):
        (paths.models_dir() / f"{name}.gguf").write_bytes(gguf())


def store(*aliases: str) -> Store:
    return Store.of(Settings(aliases=aliases))


@pytest.mark.parametrize("target", ["qwen3-0.6b-q8_0", "QWEN3-0.6B", "qwen3-0.6b-q8_0.gguf"])
def test_an_alias_is_a_name_like_any_other(target: str) -> None:
    models = store(f"Fast={target}")
    assert models.resolve("fast").name == "qwen3-0.6b-q8_0"
    assert models.find("FAST").name == "qwen3-0.6b-q8_0"
    assert {m.name: m.aliases for m in models.list() if m.aliases} == {"qwen3-0.6b-q8_0": ("fast",)}


def test_it_may_stand_for_a_path_that_clients_could_not_name(tmp_path: Path) -> None:
    (tmp_path / "mine.gguf").write_bytes(gguf())
    assert store(f"mine={tmp_path / 'mine.gguf'}").find("mine").path == str(tmp_path / "mine.gguf")


def test_a_models_own_name_goes_first() -> None:
    assert store("gemma-3-270m=qwen3-4b").resolve("gemma-3-270m").name == "gemma-3-270m"


def test_an_alias_goes_before_the_begin_of_a_name() -> None:
    assert store("qwen3=gemma-3-270m").resolve("qwen3").name == "gemma-3-270m"


def test_it_can_be_the_default() -> None:
    settings = Settings(model="fast", aliases=("fast=gemma",))
    assert Store.of(settings).resolve(None).name == "gemma-3-270m"


@pytest.mark.parametrize("target", ["gone", "qwen3", "fast", "b"])
def test_one_that_means_nothing_or_two_is_an_unknown_name(target: str) -> None:
    models = store(f"fast={target}", "b=fast")
    with pytest.raises(ModelNotFound):
        models.resolve("fast")
    assert all(not model.aliases for model in models.list())


@pytest.mark.parametrize("entry", ["fast", "=x", "fast=", " = "])
def test_what_is_no_alias_is_refused_with_an_example(entry: str) -> None:
    with pytest.raises(BadRequest, match="name=model"):
        aliases_of([entry])


def test_an_alias_for_two_models_is_refused() -> None:
    with pytest.raises(BadRequest, match="twice"):
        aliases_of(["a=x", "A=y"])
    assert aliases_of(["a=x", "A = x"]) == {"a": "x"}
