"""convert: a folder of safetensors becomes a GGUF file among the models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli.conftest import Run
from helpers.hf_families import MODELS, VOCAB
from helpers.hf_models import write_checkpoint
from helpers.hf_tokenizers import byte_level

from localllm import paths
from localllm.models.header.gguf import read_header

LETTERS = {chr(65 + n): n for n in range(VOCAB - 1)}
CLASS = {"tokenizer_class": "PreTrainedTokenizerFast"}
TOKENIZER: dict[str, Any] = {
    "model": {"type": "BPE", "vocab": LETTERS | {"AB": VOCAB - 1}, "merges": ["A B"]},
    "added_tokens": [],
    "pre_tokenizer": byte_level(),
    "decoder": byte_level(),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"tokenizer.json": TOKENIZER, "tokenizer_config.json": CLASS}
    return write_checkpoint(
        tmp_path / "Tiny-Chat", msgspec.structs.replace(MODELS["qwen3"], files=files)
    )


def test_the_model_is_among_the_others_afterwards(run: Run, folder: Path) -> None:
    done = run("convert", str(folder), "--pre", "qwen2")

    target = paths.models_dir() / "Tiny-Chat-BF16.gguf"
    assert done.code == 0, done.err
    assert done.out.startswith(f"{target}: ")
    assert "BF16" in done.out
    header = read_header(target)
    assert header.text("general.name") == "Tiny Chat"
    assert header.text("tokenizer.ggml.pre") == "qwen2"
    assert "tiny-chat-bf16" in run("list").out


def test_file_type_and_name_are_chosen(run: Run, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "small.gguf"

    done = run(
        *("convert", str(folder), "--pre", "qwen2", "-o", str(target)),
        *("--out-type", "q8_0", "--name", "Mine"),
    )

    assert done.code == 0, done.err
    assert "Q8_0" in done.out
    assert read_header(target).text("general.name") == "Mine"

    again = run("convert", str(folder), "--pre", "qwen2", "-o", str(target))
    assert again.code == 1
    assert "--force" in again.err


def test_what_cannot_be_converted_is_said_in_one_line(run: Run, tmp_path: Path) -> None:
    done = run("convert", str(tmp_path))

    assert done.code == 1
    assert done.err.startswith(f"Error: {tmp_path} cannot be converted: it has no config.json")
    assert "Traceback" not in done.err


def test_a_folder_that_is_not_there_is_no_matter_of_the_list(run: Run, tmp_path: Path) -> None:
    done = run("convert", str(tmp_path / "nowhere"))

    assert done.code == 1
    assert "Name the folder" in done.err
    assert "localllm list" not in done.err


def test_a_type_that_is_none_is_a_wrong_call(run: Run, folder: Path) -> None:
    assert run("convert", str(folder), "--out-type", "q4_k").code == 2
