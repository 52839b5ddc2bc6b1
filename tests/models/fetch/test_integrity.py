"""What is wrong with a model's files, told without a running model."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest
from helpers.gguf_bytes import gguf, scalar

from localllm.errors import ModelNotFound
from localllm.models import starter
from localllm.models.fetch.fetching import FetchedFile, Manifest
from localllm.models.fetch.integrity import verify

MODEL = gguf()
PROJECTOR = gguf({"general.architecture": "clip", "general.type": "mmproj"})


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def put(folder: Path, files: dict[str, bytes]) -> Path:
    """Files and the manifest that they were fetched with; the first one's path."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    entries = tuple(FetchedFile(name, len(data), sha(data)) for name, data in files.items())
    first = next(iter(files))
    manifest = msgspec.json.encode(Manifest("a model", entries))
    (folder / f".{first}.fetched.json").write_bytes(manifest)
    return folder / first


def part(number: int, count: int, tensors: int = 4) -> bytes:
    return gguf(
        {
            "general.architecture": "llama",
            "split.no": scalar("u16", number),
            "split.count": scalar("u16", count),
            "split.tensors.count": scalar("i32", tensors),
        },
        [(f"blk.{number}.a", (32, 4), 0, 512), (f"blk.{number}.b", (32, 4), 0, 512)],
    )


def test_a_whole_and_unchanged_model_has_no_problem(tmp_path: Path) -> None:
    result = verify(put(tmp_path, {"m.gguf": MODEL, "mmproj-m.gguf": PROJECTOR}))
    assert result.problems == ()
    assert [file.sha256 for file in result.files] == [sha(MODEL), sha(PROJECTOR)]
    assert {file.known_by for file in result.files} == {"its manifest"}
    assert (result.tensors, result.unused) == (2, 0)


def test_one_flipped_bit_is_told_with_both_checksums(tmp_path: Path) -> None:
    path = put(tmp_path, {"m.gguf": MODEL})
    changed = MODEL[:-1] + bytes([MODEL[-1] ^ 1])
    path.write_bytes(changed)
    (problem,) = verify(path).problems
    assert sha(MODEL) in problem
    assert sha(changed) in problem
    assert verify(path, content=False).problems == ()  # headers and size are as they were


def test_a_cut_file_is_told_by_size_and_by_structure(tmp_path: Path) -> None:
    path = put(tmp_path, {"m.gguf": MODEL})
    path.write_bytes(MODEL[:-100])
    structure, size = verify(path, content=False).problems
    assert "cut off" in structure
    assert f"{len(MODEL) - 100:,} bytes" in size


def test_a_missing_part_and_a_missing_projector_are_told(tmp_path: Path) -> None:
    names = [f"m-{number:05d}-of-00002.gguf" for number in (1, 2)]
    files = {name: part(number, 2) for number, name in enumerate(names)}
    path = put(tmp_path, {**files, "mmproj-m.gguf": PROJECTOR})
    assert verify(path).problems == ()
    assert verify(path).tensors == 4
    (tmp_path / names[1]).unlink()
    (tmp_path / "mmproj-m.gguf").unlink()
    problems = verify(path).problems
    assert [problem for problem in problems if problem.endswith("is missing")] == [
        f"{names[1]} is missing",
        "mmproj-m.gguf is missing",
    ]


def test_bytes_behind_the_tensors_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(MODEL + b"more")
    result = verify(path)
    assert (result.unused, result.problems) == (4, ())
    assert (result.files[0].sha256, result.files[0].expected) == (sha(MODEL + b"more"), "")


@pytest.mark.parametrize("name", ["sha256-{}", "{}"])
def test_a_blob_is_known_by_its_name(tmp_path: Path, name: str) -> None:
    blob = tmp_path / name.format(sha(MODEL))
    blob.write_bytes(MODEL)
    link = tmp_path / "model.gguf"
    link.symlink_to(blob)
    assert verify(link).problems == ()
    assert verify(link).files[0].known_by == "its name"
    blob.write_bytes(MODEL[:-1] + b"?")
    assert len(verify(blob).problems) == 1


def test_the_starter_model_is_the_one_that_is_pinned(starter_model: Path) -> None:
    result = verify(starter_model)
    assert result.problems == ()
    assert result.files[0].expected == starter.SHA256


def test_progress_goes_over_all_files(tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    path = put(tmp_path, {"m.gguf": MODEL, "mmproj-m.gguf": PROJECTOR})
    verify(path, progress=lambda done, total: seen.append((done, total)))
    size = len(MODEL) + len(PROJECTOR)
    assert seen[-1] == (size, size)


@pytest.mark.parametrize("content", [b"", b"{", b'{"name":1}', b"\xff\xfe"])
def test_a_manifest_that_cannot_be_read_counts_as_none(tmp_path: Path, content: bytes) -> None:
    path = put(tmp_path, {"m.gguf": MODEL})
    (tmp_path / ".m.gguf.fetched.json").write_bytes(content)
    result = verify(path)
    assert (result.problems, result.files[0].expected) == ((), "")


def test_no_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound):
        verify(tmp_path / "none.gguf")
