"""What a header becomes for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from helpers.gguf_bytes import DEFAULT_METADATA, DEFAULT_TENSORS, gguf

from localllm.models.header.card import ModelCard, card_of
from localllm.models.header.gguf import read_header


def card(tmp_path: Path, metadata: dict[str, Any] | None = None, **kwargs: Any) -> ModelCard:
    path = tmp_path / "file.gguf"
    path.write_bytes(gguf(DEFAULT_METADATA | (metadata or {}), **kwargs))
    return card_of([read_header(path)], "file")


def test_the_starter_model(starter_model: Path) -> None:
    found = card_of([read_header(starter_model)], "x")
    assert found.architecture == "llama"
    assert found.quantization == "Q4_1"
    assert found.parameters == 134_515_008  # 135M, as its authors state
    assert found.context_train == 8192
    assert found.has_template
    assert found.licence == "apache-2.0"
    assert found.size_label == "135M"


def test_parameters_are_the_elements_of_all_tensors(tmp_path: Path) -> None:
    assert card(tmp_path).parameters == 32 * 4 + 32 * 32


def test_the_file_names_its_mixture(tmp_path: Path) -> None:
    assert card(tmp_path, {"general.file_type": 15}).quantization == "Q4_K_M"


def test_without_a_name_the_type_with_most_bytes_counts(tmp_path: Path) -> None:
    assert card(tmp_path).quantization == "Q4_1"
    assert card(tmp_path, {"general.file_type": 1024}).quantization == "Q4_1"


def test_without_a_label_the_size_is_made_from_the_count(tmp_path: Path) -> None:
    assert card(tmp_path).size_label == "1.15K"


def test_a_model_without_a_name_takes_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file.gguf"
    path.write_bytes(gguf({"general.architecture": "llama"}))
    assert card_of([read_header(path)], "file").name == "file"


def test_kinds_that_are_no_language_model(tmp_path: Path) -> None:
    assert card(tmp_path, {"general.type": "adapter"}).kind == "adapter"
    assert card(tmp_path, {"general.type": "mmproj"}).kind == "mmproj"
    assert card(tmp_path, {"general.architecture": "clip"}).kind == "mmproj"
    assert card(tmp_path, tensors=()).kind == "vocabulary"
    assert card(tmp_path, tensors=DEFAULT_TENSORS).kind == "model"
