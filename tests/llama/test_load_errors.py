"""llama.cpp's own log lines, and the sentences that people get."""

from __future__ import annotations

from pathlib import Path

import pytest

from localllm import errors
from localllm.llama.load_errors import check_file, explain_context, explain_model


@pytest.fixture
def gguf(tmp_path: Path) -> Path:
    path = tmp_path / "some.gguf"
    path.write_bytes(b"GGUF" + bytes(1000))
    return path


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        (
            "llama_model_load: error loading model: unknown model architecture: 'foo'",
            errors.ModelUnsupported,
            "the model architecture 'foo'",
        ),
        (
            "gguf_init_from_reader: this GGUF file is version 9 but this software only supports"
            " up to version 3",
            errors.ModelUnsupported,
            "version 9 of the GGUF format",
        ),
        (
            "gguf_init_from_reader: GGUFv1 is no longer supported, please use a more up-to-date"
            " version",
            errors.ModelUnsupported,
            "version 1 of the GGUF format",
        ),
        (
            "gguf_init_from_reader: tensor 'blk.0.attn_q.weight' has invalid ggml type 99. should"
            " be in [0, 43)",
            errors.ModelUnsupported,
            "the tensor type number 99",
        ),
        (
            "llama_model_load: error loading model: error loading model vocabulary: unknown"
            " pre-tokenizer type: 'new-bpe'",
            errors.ModelUnsupported,
            "unknown pre-tokenizer type: 'new-bpe'",
        ),
        (
            "llama_model_load: error loading model: tensor 'blk.5.ffn_up.weight' data is not"
            " within the file bounds, model is corrupted or incomplete",
            errors.ModelTruncated,
            "shorter than its own header says",
        ),
        (
            "gguf_init_from_reader: failed to read tensor info",
            errors.ModelTruncated,
            "Fetch it again",
        ),
        (
            "llama_model_load: error loading model: unable to allocate CUDA0 buffer",
            errors.ModelTooLarge,
            "does not fit into memory: unable to allocate CUDA0 buffer",
        ),
        (
            "llama_model_load: error loading model: missing tensor 'output_norm.weight'",
            errors.ModelError,
            "cannot be loaded: missing tensor 'output_norm.weight'",
        ),
    ],
)
def test_a_native_line_becomes_the_error_that_says_what_to_do(
    gguf: Path, line: str, kind: type[errors.ModelError], words: str
) -> None:
    error = explain_model(gguf, [line, "llama_model_load: failed to load model"])

    assert type(error) is kind
    assert words in error.message
    assert gguf.name in error.message


def test_no_line_at_all_is_said_too(gguf: Path) -> None:
    assert "gave no reason" in explain_model(gguf, []).message


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"", "it is empty"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
        (b"<!DOCTYPE html><html>", "a web page"),
        (b"PK\x03\x04", "PyTorch"),
        (b"\x00\x01\x02\x03", "begins with b'\\x00\\x01\\x02\\x03'"),
    ],
)
def test_a_file_that_is_no_gguf_is_told_what_it_is(tmp_path: Path, head: bytes, words: str) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(head)

    with pytest.raises(errors.NotAModel) as raised:
        check_file(path)
    assert words in raised.value.message


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(errors.ModelNotFound, match="no model file"):
        check_file(tmp_path / "absent.gguf")


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(errors.NotAModel, match="is a folder"):
        check_file(tmp_path)


def test_a_context_without_memory_names_its_size_and_the_ways_out() -> None:
    error = explain_context(
        131072, 8, ["alloc_tensor_range: failed to allocate CPU buffer of size 99"]
    )

    assert isinstance(error, errors.ModelTooLarge)
    assert "131,072 tokens" in error.message
    assert "smaller context" in error.message


def test_a_context_that_the_model_refuses_gives_its_reason() -> None:
    line = "llama_init_from_model: V cache quantization requires flash_attn"
    error = explain_context(4096, 8, [line])

    assert isinstance(error, errors.EngineError)
    assert "V cache quantization requires flash_attn" in error.message
