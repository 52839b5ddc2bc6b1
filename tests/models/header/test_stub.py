"""A header as a file of its own: small, and read back as the model it is of."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.arch_models import SHAPES, write_model
from helpers.gguf_bytes import DEFAULT_METADATA, gguf, part, scalar

from localllm.errors import DiskFull
from localllm.models.header.check import headers_of
from localllm.models.header.gguf import read_header
from localllm.models.header.stub import write_stub
from localllm.models.memory.shape import shape_of


@pytest.mark.parametrize("name", SHAPES)
def test_its_shape_and_tensors_are_those_of_the_model(name: str, tmp_path: Path) -> None:
    headers = headers_of(write_model(tmp_path / "m.gguf", SHAPES[name]))
    write_stub(tmp_path / "stub.gguf", headers)
    stub = headers_of(tmp_path / "stub.gguf")
    assert shape_of(stub) == shape_of(headers)
    assert stub[0].tensors == headers[0].tensors


def test_values_keep_their_types(tmp_path: Path) -> None:
    metadata = DEFAULT_METADATA | {
        "llama.a": scalar("u8", 7),
        "llama.b": scalar("u64", 2**40),
        "llama.c": 0.5,
        "llama.d": True,
        "llama.e": [1, 2, 3],
        "llama.f": ["x", "ä"],
        "llama.g": scalar("i32", -3),
    }
    (tmp_path / "m.gguf").write_bytes(gguf(metadata))
    before = read_header(tmp_path / "m.gguf")
    write_stub(tmp_path / "stub.gguf", [before])
    after = read_header(tmp_path / "stub.gguf")
    own = [key for key in before.metadata if key.startswith(("llama.", "general."))]
    assert {k: after.metadata[k] for k in own} == {k: before.metadata[k] for k in own}
    assert {k: after.types[k] for k in own} == {k: before.types[k] for k in own}


def test_the_vocabulary_is_only_its_size(tmp_path: Path) -> None:
    words = [f"word{n}" for n in range(20_000)]
    (tmp_path / "m.gguf").write_bytes(gguf(DEFAULT_METADATA | {"tokenizer.ggml.tokens": words}))
    write_stub(tmp_path / "stub.gguf", [read_header(tmp_path / "m.gguf")])
    after = read_header(tmp_path / "stub.gguf")
    assert after.data_offset < 1000
    assert after.text("tokenizer.ggml.model") == "none"
    assert after.number("llama.vocab_size") == 4  # rows of the embedding


def test_parts_become_one_file(tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / f"big-{number + 1:05}-of-00002.gguf").write_bytes(part(number, 2))
    headers = headers_of(tmp_path / "big-00001-of-00002.gguf")
    write_stub(tmp_path / "stub.gguf", headers)
    (stub,) = headers_of(tmp_path / "stub.gguf")
    assert [t.name for t in stub.tensors] == [t.name for h in headers for t in h.tensors]
    assert "split.count" not in stub.metadata


def test_a_model_of_any_size_takes_some_kilobytes(tmp_path: Path) -> None:
    headers = headers_of(write_model(tmp_path / "m.gguf", SHAPES["mixtral-8x7b"]))
    write_stub(tmp_path / "stub.gguf", headers)
    stat = (tmp_path / "stub.gguf").stat()
    assert stat.st_size > 25_000_000_000
    assert stat.st_blocks * 512 < 100_000


def test_where_it_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(gguf())
    with pytest.raises(DiskFull, match="cannot be made"):
        write_stub(tmp_path / "none" / "stub.gguf", [read_header(tmp_path / "m.gguf")])
