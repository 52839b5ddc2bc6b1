"""The header reader: right files read right, wrong ones refused with words, nothing waits."""

from __future__ import annotations

import contextlib
import random
import struct
import time
from pathlib import Path

import pytest
from helpers.gguf_bytes import (
    DEFAULT_METADATA,
    DEFAULT_TENSORS,
    gguf,
    scalar,
    tensor_info,
    text,
)

from localllm.errors import (
    LocalLLMError,
    ModelError,
    ModelNotFound,
    ModelTruncated,
    ModelUnsupported,
    NotAModel,
)
from localllm.models.header.gguf import GGUFHeader, LongArray, parse, read_header


class Bytes:
    """A source in memory that counts what is read of it."""

    def __init__(self, data: bytes, name: str = "tiny.gguf") -> None:
        self.data = data
        self.name = name
        self.size = len(data)
        self.bytes_read = 0

    def read(self, offset: int, n: int) -> bytes:
        found = self.data[offset : offset + max(n, 1 << 16)]
        self.bytes_read += len(found)
        return found


def header_of(data: bytes) -> GGUFHeader:
    return parse(Bytes(data))


def refused(data: bytes) -> ModelError:
    with pytest.raises(ModelError) as caught:
        parse(Bytes(data))
    return caught.value


def test_reads_metadata_of_every_kind() -> None:
    header = header_of(
        gguf(
            DEFAULT_METADATA
            | {
                "f": 0.5,
                "yes": True,
                "tags": ["a", "ä"],
                "layers": [8, 2, 8],
                "small": scalar("u8", 255),
                "signed": scalar("i32", -3),
                "large": scalar("u64", 2**63),
            }
        )
    )
    assert header.metadata["f"] == 0.5
    assert header.metadata["yes"] is True
    assert header.metadata["tags"] == ("a", "ä")
    assert header.metadata["layers"] == (8, 2, 8)
    assert header.metadata["small"] == 255
    assert header.metadata["signed"] == -3
    assert header.metadata["large"] == 2**63


def test_a_number_of_each_layer_counts_as_its_largest() -> None:
    assert header_of(gguf({"heads": [8, 2, 8]})).number("heads") == 8


def test_text_and_number_are_none_for_another_type() -> None:
    header = header_of(gguf({"word": "x", "n": 3, "yes": True}))
    assert header.text("n") is None
    assert header.number("word") is None
    assert header.number("yes") is None
    assert header.number("absent") is None


def test_tensors_have_shape_type_and_size() -> None:
    header = header_of(gguf())
    assert [(t.name, t.shape, t.type_name, t.nbytes) for t in header.tensors] == [
        ("token_embd.weight", (32, 4), "F32", 512),
        ("blk.0.attn_q.weight", (32, 32), "Q4_1", 640),
    ]


def test_file_size_is_what_the_tensors_need() -> None:
    data = gguf()
    assert header_of(data).file_size == len(data)
    assert header_of(data[:-600]).file_size == len(data)


def test_alignment_moves_the_data() -> None:
    data = gguf(DEFAULT_METADATA | {"general.alignment": 4096}, alignment=4096)
    header = header_of(data)
    assert header.data_offset % 4096 == 0
    assert header.file_size == len(data)


def test_version_two_is_read_like_three() -> None:
    assert header_of(gguf(version=2)).version == 2


def test_long_arrays_are_counted_and_stepped_over() -> None:
    tokens = [f"token{i}" for i in range(5000)]
    header = header_of(gguf({"tokens": tokens, "scores": list(range(5000)), "after": 7}))
    assert header.metadata["tokens"] == LongArray(type_id=8, count=5000)
    assert header.metadata["scores"] == LongArray(type_id=4, count=5000)
    assert header.metadata["after"] == 7


@pytest.mark.parametrize("length", [0, 1, 255, 256, 70_000, 1 << 20, (1 << 20) + 1])
def test_a_string_of_any_length_is_stepped_over(length: int) -> None:
    words = ["x" * length] + ["y"] * 300
    assert header_of(gguf({"tokens": words, "after": 7})).metadata["after"] == 7


def test_a_long_numeric_array_is_not_read() -> None:
    source = Bytes(gguf({"scores": list(range(3_000_000))}))
    parse(source)
    assert source.bytes_read < source.size / 4


def test_a_string_that_is_no_utf8_is_kept_readable() -> None:
    entry = text("note") + struct.pack("<I", 8) + text(b"\xff\xfeok")
    assert header_of(gguf({}, entries=entry, n_metadata=1)).metadata["note"].endswith("ok")


def test_the_starter_model(starter_model: Path) -> None:
    header = read_header(starter_model)
    assert header.file_size == starter_model.stat().st_size
    assert header.text("general.architecture") == "llama"
    assert header.number("llama.block_count") == 30
    assert header.metadata["tokenizer.ggml.tokens"].count == 49152
    assert len(header.tensors) == 272


# --- wrong files -----------------------------------------------------------------------------


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound, match=r"nowhere\.gguf"):
        read_header(tmp_path / "nowhere.gguf")


def test_a_folder_is_an_error_with_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="directory"):
        read_header(tmp_path)


@pytest.mark.parametrize("data", [b"", b"GG", b"PK\x03\x04" + bytes(100), b"GGML" + bytes(100)])
def test_a_file_without_the_magic_is_no_model(data: bytes) -> None:
    assert isinstance(refused(data), NotAModel)


def test_big_endian_is_named() -> None:
    error = refused(b"GGUF" + struct.pack(">IQQ", 3, 0, 0))
    assert isinstance(error, ModelUnsupported)
    assert "big-endian" in error.message


@pytest.mark.parametrize("version", [0, 1, 4, 1000])
def test_other_versions_are_unsupported(version: int) -> None:
    error = refused(gguf(version=version))
    assert isinstance(error, ModelUnsupported)
    assert str(version) in error.message


def test_every_cut_inside_the_header_is_a_truncation_with_both_sizes() -> None:
    data = gguf({"words": [str(i) for i in range(300)]})
    end = header_of(data).data_offset - 31  # inside the last tensor's entry
    for cut in range(4, end, 7):
        error = refused(data[:cut])
        assert isinstance(error, ModelTruncated), cut
        assert error.detail["has"] == cut
        assert error.detail["needs"] > cut


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (gguf(n_tensors=2**63), "tensors"),
        (gguf(n_metadata=2**40), "metadata"),
        (gguf({}, entries=struct.pack("<Q", 2**62), n_metadata=1), "length"),
        (gguf({"": 1}), "empty"),
        (gguf({"a\0b": 1}), "zero in it"),
        (gguf(infos=tensor_info("t\0u", (32,), 3, 0), n_tensors=1), "zero in it"),
        (gguf({}, entries=(text("a") + scalar("u32", 1)) * 2, n_metadata=2), "twice"),
        (gguf({}, entries=text(b"\xff\xff") + scalar("u32", 1), n_metadata=1), "no text"),
        (gguf({"a": struct.pack("<I", 13)}), "unknown type 13"),
        (gguf({"a": struct.pack("<IIQ", 9, 9, 1)}), "array of type 9"),
        (gguf({"a": struct.pack("<IIQ", 9, 77, 1)}), "array of type 77"),
        (gguf({"a": struct.pack("<IIQ", 9, 8, 2**60)}), "strings"),
        (gguf({"a": struct.pack("<IQ", 8, 2**50)}), "length"),
        (gguf({"general.alignment": 0}), "alignment"),
        (gguf({"general.alignment": 48}), "power of two"),
        (gguf({"general.alignment": 2**31}), "alignment"),
        (gguf({"general.alignment": "32"}), "alignment"),
        (gguf(infos=tensor_info("t", (1, 1, 1, 1, 1), 0, 0), n_tensors=1), "dimensions"),
        (gguf(infos=tensor_info("t", (2**62, 4), 0, 0), n_tensors=1), "impossible shape"),
        (gguf(infos=tensor_info("t", (2**64 - 1, 0), 0, 0), n_tensors=1), "impossible shape"),
        (gguf(infos=tensor_info("t", (33,), 3, 0), n_tensors=1), "multiple"),
        (gguf(infos=tensor_info("t", (32,), 3, 64), n_tensors=1), "lies at 64"),
        (gguf(infos=tensor_info("t", (32,), 3, 0) * 2, n_tensors=2), "twice"),
        (gguf(infos=tensor_info("n" * 64, (32,), 3, 0), n_tensors=1), "length"),
    ],
)
def test_a_lie_in_the_header_is_damage_with_words(data: bytes, words: str) -> None:
    error = refused(data)
    assert isinstance(error, NotAModel)
    assert words in error.message
    assert "tiny.gguf" in error.message


@pytest.mark.parametrize("type_id", [4, 5, 31, 36, 43, 2**31, 2**32 - 1])
def test_an_unknown_tensor_type_is_unsupported(type_id: int) -> None:
    error = refused(gguf(infos=tensor_info("t", (32,), type_id, 0), n_tensors=1))
    assert isinstance(error, ModelUnsupported)
    assert str(type_id) in error.message


def test_a_string_that_runs_past_the_end_is_a_truncation() -> None:
    words = struct.pack("<IIQ", 9, 8, 300) + text("x") * 200 + struct.pack("<Q", 2**40)
    assert isinstance(refused(gguf({"a": words + bytes(2000)})), ModelTruncated)


@pytest.mark.parametrize("length", [2**62, 2**63, 2**64 - 1])
def test_a_string_length_beyond_any_address_is_a_truncation(length: int) -> None:
    words = struct.pack("<IIQ", 9, 8, 300) + struct.pack("<Q", length)
    assert isinstance(refused(gguf({"a": words + bytes(4000)})), ModelTruncated)


def test_a_file_that_shrinks_while_it_is_read_is_a_truncation() -> None:
    source = Bytes(gguf())
    source.size += 1000
    source.data = source.data[:60]
    with pytest.raises(ModelTruncated):
        parse(source)


def test_mutated_headers_give_an_error_or_a_header_soon(starter_model: Path) -> None:
    """Flipped, overwritten and inserted bytes: never another exception, never a long wait."""
    pick = random.Random(7)
    with starter_model.open("rb") as file:
        tail = file.read(1_790_000)[-20_000:]
    whole = gguf(DEFAULT_METADATA | {"words": [str(i) for i in range(400)]}, DEFAULT_TENSORS)
    begun = time.monotonic()
    for _ in range(400):
        data = bytearray(pick.choice([whole, whole[:600] + tail]))
        for _ in range(pick.randint(1, 6)):
            at = pick.randrange(4, min(len(data), 4000))
            data[at : at + pick.choice([1, 4, 8])] = pick.randbytes(pick.choice([1, 4, 8]))
        with contextlib.suppress(LocalLLMError):
            parse(Bytes(bytes(data)))
    assert time.monotonic() - begun < 20  # a hang guard, not a measurement
