"""Folders that can be converted, and in words why others cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.hf_families import MODELS
from helpers.hf_models import safetensors, write_checkpoint

from localllm.errors import (
    LocalLLMError,
    ModelError,
    ModelNotFound,
    ModelTruncated,
    ModelUnsupported,
    NotAModel,
)
from localllm.models.convert.checkpoint import INDEX, read_checkpoint

LLAMA = MODELS["llama"]


def written(folder: Path, **files: Any) -> Path:
    """A folder with these files; `__` in a name is a dot. What is no text becomes JSON."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        path = folder / name.replace("__", ".")
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(json.dumps(content))
    return folder


def refusal(folder: Path, error: type[LocalLLMError]) -> str:
    with pytest.raises(error) as caught:
        read_checkpoint(folder)
    assert str(folder) in caught.value.message
    return caught.value.message


def test_all_shards_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    found = read_checkpoint(write_checkpoint(tmp_path / "m", LLAMA, shards=3))

    assert [tensor.path.name for tensor in found.tensors] == sorted(
        tensor.path.name for tensor in found.tensors
    )
    assert {tensor.name for tensor in found.tensors} == set(LLAMA.shapes)


def test_what_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    assert "no folder" in refusal(tmp_path / "nowhere", ModelNotFound)
    file = tmp_path / "model.safetensors"
    file.write_bytes(safetensors({}))
    assert "Name the folder" in refusal(file, NotAModel)
    assert "no config.json" in refusal(written(tmp_path / "empty"), NotAModel)


@pytest.mark.parametrize(
    ("files", "error", "says"),
    [
        ({"model__gguf": b"GGUF"}, NotAModel, "needs no conversion"),
        ({"params__json": {}}, NotAModel, "Mistral's own layout"),
        ({"model_index__json": {}}, NotAModel, "pictures"),
        ({"adapter_config__json": {}}, ModelUnsupported, "LoRA adapter"),
        ({"config__json": {}, "adapter_config__json": {}}, ModelUnsupported, "LoRA adapter"),
        ({"config__json": {}}, ModelUnsupported, "no safetensors"),
        ({"config__json": {}, "pytorch_model__bin": b""}, ModelUnsupported, "pickles"),
        ({"config__json": {}, "model__pt": b""}, ModelUnsupported, "pickles"),
        ({"config__json": {}, "other__safetensors": b""}, ModelUnsupported, "other.safetensors"),
        ({"config__json": b"\xff\xfe{"}, NotAModel, "not UTF-8"),
        ({"config__json": b"{'a': 1}"}, NotAModel, "not valid JSON"),
        ({"config__json": b"[" * 100_000}, NotAModel, "nested too deeply"),
        ({"config__json": [1]}, NotAModel, "no JSON object"),
        ({"config__json": b'{"a": ' + b"9" * 5000 + b"}"}, NotAModel, "not valid JSON"),
    ],
)
def test_a_folder_that_cannot_be_converted_is_told_why(
    files: dict[str, Any], error: type[LocalLLMError], says: str, tmp_path: Path
) -> None:
    assert says in refusal(written(tmp_path / "m", **files), error)


@pytest.mark.parametrize("method", ["gptq", "awq", "fp8", "mxfp4", "bitsandbytes", "nonsense"])
def test_quantized_weights_are_refused_by_the_name_of_their_method(
    method: str, tmp_path: Path
) -> None:
    folder = write_checkpoint(tmp_path / "m", LLAMA)
    written(folder, config__json=LLAMA.config | {"quantization_config": {"quant_method": method}})

    message = refusal(folder, ModelUnsupported)

    assert f"(by {method})" in message
    assert "take the model it was made from" in message


def test_a_quantization_that_is_told_elsewhere_is_refused_too(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "m", LLAMA)
    written(folder, hf_quant_config__json={"quantization": {"quant_algo": "NVFP4"}})
    assert "(by NVFP4)" in refusal(folder, ModelUnsupported)

    inner = {"text_config": {"quantization_config": {"quant_method": "fp8"}}}
    written(folder, config__json=LLAMA.config | inner)
    assert "(by fp8)" in refusal(folder, ModelUnsupported)


def test_absent_shards_are_named(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "m", LLAMA, shards=4)
    for n in (2, 4):
        (folder / f"model-0000{n}-of-00004.safetensors").unlink()

    message = refusal(folder, ModelTruncated)

    assert "2 of 4 files with weights are missing" in message
    assert "model-00002-of-00004.safetensors, model-00004-of-00004.safetensors" in message


def test_a_shard_that_is_not_yet_whole_is_named(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "m", LLAMA, shards=2)
    shard = folder / "model-00002-of-00002.safetensors"
    shard.write_bytes(shard.read_bytes()[:-1])

    assert shard.name in refusal(folder, ModelTruncated)


def test_shards_of_different_versions_do_not_mix(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "m", LLAMA, shards=2)
    index = json.loads((folder / INDEX).read_text())
    names = sorted(index["weight_map"])
    del index["weight_map"][names[0]]
    (folder / INDEX).write_text(json.dumps(index))
    assert names[0] in refusal(folder, ModelError)

    index["weight_map"][names[0]] = index["weight_map"]["new"] = index["weight_map"][names[1]]
    (folder / INDEX).write_text(json.dumps(index))
    assert "1 tensors" in refusal(folder, ModelTruncated)


@pytest.mark.parametrize(
    "name", ["../outside.safetensors", "/etc/passwd", "a/b.safetensors", 7, ""]
)
def test_an_index_cannot_name_files_outside(name: Any, tmp_path: Path) -> None:
    (tmp_path / "outside.safetensors").write_bytes(safetensors({}))
    folder = written(tmp_path / "m", config__json=LLAMA.config)
    (folder / INDEX).write_text(json.dumps({"weight_map": {"a": name}}))

    assert "none of this folder" in refusal(folder, NotAModel)
