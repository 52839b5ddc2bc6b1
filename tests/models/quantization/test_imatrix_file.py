"""Importance matrices in files: round trips, both formats, and files that are wrong on purpose."""

from __future__ import annotations

import contextlib
import random
import struct
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader, GGUFWriter
from helpers.gguf_bytes import gguf

from localllm.errors import Busy, LocalLLMError, ModelNotFound, ModelTruncated, NotAModel
from localllm.models.quantization import imatrix_file
from localllm.models.quantization.importance import ImportanceMatrix, Sums, merged

RNG = np.random.default_rng(7)


def sums(columns: int, experts: int = 1, count: int = 100) -> Sums:
    values = RNG.gamma(1.0, 20.0, columns * experts).astype(np.float32)
    return Sums(values, np.full(experts, count, np.int64))


def matrix() -> ImportanceMatrix:
    tensors = {"blk.0.ffn_up_exps.weight": sums(12, 4), "blk.0.attn_q.weight": sums(16)}
    return ImportanceMatrix(tensors, ("talk.txt",), 3, 512)


def same(a: ImportanceMatrix, b: ImportanceMatrix) -> None:
    assert (a.datasets, a.chunk_count, a.chunk_size) == (b.datasets, b.chunk_count, b.chunk_size)
    assert a.tensors.keys() == b.tensors.keys()
    for name, one in a.tensors.items():
        assert np.array_equal(one.values, b.tensors[name].values)
        assert np.array_equal(one.counts, b.tensors[name].counts)


def legacy(
    entries: list[tuple[str, int, np.ndarray]], trailer: bytes = b"", n: int | None = None
) -> bytes:
    """The older format, as tools/imatrix/imatrix.cpp's save_imatrix_legacy writes it."""
    data = struct.pack("<i", len(entries) if n is None else n)
    for name, chunks, values in entries:
        data += struct.pack("<i", len(name)) + name.encode()
        data += struct.pack("<ii", chunks, len(values)) + values.astype("<f4").tobytes()
    return data + trailer


# --- what is right -----------------------------------------------------------------------------


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    written = matrix()
    imatrix_file.write(written, tmp_path / "m.gguf")

    same(imatrix_file.read(tmp_path / "m.gguf"), written)


def test_the_gguf_package_reads_what_is_written(tmp_path: Path) -> None:
    written = matrix()
    imatrix_file.write(written, tmp_path / "m.gguf")

    reader = GGUFReader(tmp_path / "m.gguf")
    assert reader.get_field("general.type").contents() == "imatrix"
    assert reader.get_field("imatrix.datasets").contents() == ["talk.txt"]
    assert reader.get_field("imatrix.chunk_size").contents() == 512
    found = {tensor.name: tensor.data for tensor in reader.tensors}
    expected = written.tensors["blk.0.ffn_up_exps.weight"]
    up = found["blk.0.ffn_up_exps.weight.in_sum2"]
    assert up.shape == (4, 12)
    assert np.array_equal(up.reshape(-1), expected.values)
    assert np.array_equal(found["blk.0.ffn_up_exps.weight.counts"].reshape(-1), expected.counts)


def test_the_gguf_packages_files_are_read(tmp_path: Path) -> None:
    writer = GGUFWriter(tmp_path / "m.gguf", "none")
    writer.add_type("imatrix")
    writer.add_array("imatrix.datasets", ["a.txt", "b.txt"])
    writer.add_uint32("imatrix.chunk_count", 9)
    writer.add_uint32("imatrix.chunk_size", 256)
    values = RNG.random((2, 8), np.float32)
    writer.add_tensor("blk.0.x.weight.in_sum2", values)
    writer.add_tensor("blk.0.x.weight.counts", np.array([[4], [0]], np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()

    found = imatrix_file.read(tmp_path / "m.gguf")

    assert (found.datasets, found.chunk_count, found.chunk_size) == (("a.txt", "b.txt"), 9, 256)
    assert found.tensors["blk.0.x.weight"].counts.tolist() == [4, 0]
    means = found.weights()["blk.0.x.weight"].reshape(2, 8)
    assert np.array_equal(means[0], values[0] / np.float32(4))
    assert means[1].tolist() == [1.0] * 8  # an expert of which nothing is known weighs evenly


def test_the_older_format_is_read(tmp_path: Path) -> None:
    values = RNG.random(8, np.float32)
    trailer = struct.pack("<ii", 5, 8) + b"talk.txt"
    (tmp_path / "m.dat").write_bytes(legacy([("blk.0.x.weight", 5, values)], trailer))

    found = imatrix_file.read(tmp_path / "m.dat")

    assert (found.datasets, found.chunk_count, found.chunk_size) == (("talk.txt",), 5, 0)
    assert np.array_equal(found.weights()["blk.0.x.weight"], values / np.float32(5))


def test_the_oldest_format_ends_after_its_entries(tmp_path: Path) -> None:
    (tmp_path / "m.dat").write_bytes(legacy([("blk.0.x.weight", 5, np.ones(4))]))

    assert imatrix_file.read(tmp_path / "m.dat").datasets == ()


def test_an_older_matrix_is_written_with_its_means_kept(tmp_path: Path) -> None:
    (tmp_path / "m.dat").write_bytes(legacy([("blk.0.x.weight", 5, RNG.random(8))]))
    older = imatrix_file.read(tmp_path / "m.dat")

    imatrix_file.write(older, tmp_path / "m.gguf")

    newer = imatrix_file.read(tmp_path / "m.gguf")
    assert newer.tensors["blk.0.x.weight"].counts.tolist() == [5 * 512]
    means = older.weights()["blk.0.x.weight"]
    np.testing.assert_allclose(newer.weights()["blk.0.x.weight"], means, rtol=1e-6)


def test_a_file_that_exists_stays(tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(b"mine")
    with pytest.raises(Busy):
        imatrix_file.write(matrix(), tmp_path / "m.gguf")
    assert (tmp_path / "m.gguf").read_bytes() == b"mine"
    assert len(list(tmp_path.iterdir())) == 1


# --- merging -----------------------------------------------------------------------------------


def test_merging_adds_sums_and_counts() -> None:
    a, b = matrix(), matrix()

    both = merged([a, b], chunk_size=50)

    name = "blk.0.attn_q.weight"
    assert np.array_equal(
        both.tensors[name].values, a.tensors[name].values + b.tensors[name].values
    )
    assert both.tensors[name].counts.tolist() == [200]
    assert both.chunk_count == 200 // 50
    assert both.datasets == ("talk.txt", "talk.txt")


def test_merging_keeps_what_only_one_has() -> None:
    a = ImportanceMatrix({"blk.0.x.weight": sums(4)}, chunk_size=10)
    b = ImportanceMatrix({"blk.1.x.weight": sums(4)}, chunk_size=10)

    assert merged([a, b], chunk_size=10).tensors.keys() == {"blk.0.x.weight", "blk.1.x.weight"}


def test_one_count_for_all_experts_spreads() -> None:
    one = ImportanceMatrix({"x": Sums(np.ones(8, np.float32), np.array([5]))}, chunk_size=1)
    each = ImportanceMatrix({"x": Sums(np.ones(8, np.float32), np.array([1, 2]))}, chunk_size=1)

    assert merged([one, each], chunk_size=1).tensors["x"].counts.tolist() == [6, 7]


def test_other_shapes_are_not_merged() -> None:
    a = ImportanceMatrix({"x": sums(8)}, chunk_size=1)
    b = ImportanceMatrix({"x": sums(12)}, chunk_size=1, name="b.gguf")

    with pytest.raises(LocalLLMError, match=r"b\.gguf was made of another model"):
        merged([a, b], chunk_size=1)


# --- what is wrong -----------------------------------------------------------------------------


def _gguf_imatrix(*shapes: tuple[str, int]) -> bytes:
    """Of F32 tensors of so many zeros."""
    entries = {"general.type": "imatrix", "imatrix.chunk_count": 1, "imatrix.chunk_size": 512}
    return gguf(entries, [(name, (n,), 0, 4 * n) for name, n in shapes])


WRONG: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "ends in the middle"),
    "a model": (gguf(), "perhaps a model"),
    "text": (b"hello, this is no matrix at all", "entries"),
    "no entries": (legacy([]), "0 entries"),
    "too many entries": (legacy([("x", 1, np.ones(4))], n=2**30), "entries"),
    "more entries than there are": (legacy([("x", 1, np.ones(4))], n=2), "middle of an entry"),
    "a negative length": (struct.pack("<ii", 1, -5) + b"abc", "-5 bytes"),
    "a huge length": (struct.pack("<ii", 1, 2**31 - 1) + b"abc", "bytes"),
    "a name that is no text": (struct.pack("<ii", 1, 2) + b"\xff\xfe" + b"\0" * 8, "no text"),
    "a huge number of values": (
        struct.pack("<ii", 1, 1) + b"x" + struct.pack("<ii", 1, 2**31 - 1),
        "values",
    ),
    "the same twice": (legacy([("x", 1, np.ones(4))] * 2), "twice"),
    "negative squares": (legacy([("x", 1, -np.ones(4))]), "negative"),
    "no numbers": (legacy([("x", 1, np.full(4, np.nan))]), "no numbers"),
    "sums without counts": (_gguf_imatrix(("x.in_sum2", 8)), "no counts"),
    "counts that do not fit": (
        _gguf_imatrix(("x.in_sum2", 8), ("x.counts", 3)),
        "8 sums for 3 counts",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_with_what_is_wrong(tmp_path: Path, name: str) -> None:
    data, why = WRONG[name]
    (tmp_path / "wrong").write_bytes(data)

    with pytest.raises(NotAModel, match=why):
        imatrix_file.read(tmp_path / "wrong")


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    imatrix_file.write(matrix(), tmp_path / "m.gguf")
    whole = (tmp_path / "m.gguf").read_bytes()
    (tmp_path / "cut.gguf").write_bytes(whole[:-40])

    with pytest.raises(ModelTruncated):
        imatrix_file.read(tmp_path / "cut.gguf")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound, match="nowhere"):
        imatrix_file.read(tmp_path / "nowhere.gguf")


@pytest.mark.parametrize("kind", ["gguf", "legacy"])
def test_whatever_is_in_a_file_it_is_read_or_refused(tmp_path: Path, kind: str) -> None:
    """Flipped, cut and grown: never another error, never memory that the file does not have."""
    if kind == "gguf":
        imatrix_file.write(matrix(), tmp_path / "m.gguf")
        whole = (tmp_path / "m.gguf").read_bytes()
    else:
        trailer = struct.pack("<ii", 5, 8) + b"talk.txt"
        whole = legacy([("blk.0.x.weight", 5, RNG.random(8)), ("y", 2, RNG.random(3))], trailer)
    chance = random.Random(3)
    path = tmp_path / "mangled"
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(min(len(data), 700))
            data[at] = chance.choice((0, 1, 127, 128, 255, data[at] ^ (1 << chance.randrange(8))))
        path.write_bytes(data[: chance.choice((len(data), len(data), chance.randrange(len(data))))])
        with contextlib.suppress(LocalLLMError):
            imatrix_file.read(path).weights()
