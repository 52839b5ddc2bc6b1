"""What is refused before an engine starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.gguf_bytes import DEFAULT_METADATA, DEFAULT_TENSORS, gguf, part, scalar

from localllm.errors import ModelError, ModelNotFound, ModelTruncated, ModelUnsupported, NotAModel
from localllm.models.header.check import check_loadable


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def split(folder: Path, count: int = 3, **metadata: Any) -> list[Path]:
    """A model in parts; `metadata` overrides what each part says."""
    paths = []
    for number in range(count):
        name = f"big-{number + 1:05}-of-{count:05}.gguf"
        paths.append(write(folder / name, part(number, count, metadata)))
    return paths


def test_a_whole_model_passes(tmp_path: Path) -> None:
    assert check_loadable(write(tmp_path / "m.gguf", gguf())).name == "Tiny"


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound):
        check_loadable(tmp_path / "m.gguf")


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="folder"):
        check_loadable(tmp_path)


def test_another_kind_of_file_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(NotAModel):
        check_loadable(write(tmp_path / "m.gguf", b"\x89PNG" + bytes(50)))


def test_a_cut_off_file_is_told_with_both_sizes(tmp_path: Path) -> None:
    whole = gguf()
    with pytest.raises(ModelTruncated, match=f"{len(whole) - 1:,}.*{len(whole):,}") as caught:
        check_loadable(write(tmp_path / "m.gguf", whole[:-1]))
    assert caught.value.detail["has"] == len(whole) - 1
    assert caught.value.detail["needs"] == len(whole)


@pytest.mark.parametrize("kind", ["mmproj", "adapter", "imatrix", "something-new"])
def test_a_file_that_goes_with_a_model_is_named_as_such(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path / "m.gguf", gguf(DEFAULT_METADATA | {"general.type": kind}))
    with pytest.raises(ModelUnsupported):
        check_loadable(path)


def test_any_part_stands_for_the_whole_model(tmp_path: Path) -> None:
    parts = split(tmp_path)
    assert check_loadable(parts[2]).parameters == 3 * (32 * 4 + 32 * 32)


def test_missing_parts_are_named(tmp_path: Path) -> None:
    parts = split(tmp_path)
    parts[1].unlink()
    with pytest.raises(ModelError, match=r"3 parts and 1 .*big-00002-of-00003\.gguf"):
        check_loadable(parts[0])


def test_a_cut_off_part_is_named(tmp_path: Path) -> None:
    parts = split(tmp_path)
    parts[1].write_bytes(parts[1].read_bytes()[:-5])
    with pytest.raises(ModelTruncated, match="big-00002"):
        check_loadable(parts[0])


def test_parts_in_the_wrong_order_are_refused(tmp_path: Path) -> None:
    parts = split(tmp_path)
    swapped = parts[0].read_bytes()
    parts[0].write_bytes(parts[1].read_bytes())
    parts[1].write_bytes(swapped)
    with pytest.raises(ModelError, match="not part 1"):
        check_loadable(parts[0])


def test_a_renamed_part_is_refused(tmp_path: Path) -> None:
    data = gguf(DEFAULT_METADATA | {"split.no": scalar("u32", 0), "split.count": 3})
    with pytest.raises(ModelError, match="one of 3 parts"):
        check_loadable(write(tmp_path / "renamed.gguf", data))


@pytest.mark.parametrize("said", [5, 7, 2**31 - 1])
def test_parts_that_lack_tensors_or_have_too_many_are_refused(tmp_path: Path, said: int) -> None:
    parts = split(tmp_path, **{"split.tensors.count": scalar("i32", said)})
    with pytest.raises(ModelError, match=rf"{said} tensors, they have 6"):
        check_loadable(parts[0])


def test_parts_without_a_count_of_tensors_are_refused(tmp_path: Path) -> None:
    parts = split(tmp_path, **{"split.tensors.count": "six"})
    with pytest.raises(ModelError, match=r"split\.tensors\.count"):
        check_loadable(parts[0])


def test_a_part_of_another_count_is_refused(tmp_path: Path) -> None:
    parts = split(tmp_path)
    write(parts[1], part(1, 4))
    with pytest.raises(ModelError, match="not part 2"):
        check_loadable(parts[0])


def test_a_part_number_that_would_end_llama_cpp_is_refused(tmp_path: Path) -> None:
    """It reads the number of the further parts as 16 bits and ends the process where it is not."""
    parts = split(tmp_path)
    write(parts[2], part(2, 3, {"split.no": scalar("u32", 2)}))
    with pytest.raises(ModelError, match="not part 3"):
        check_loadable(parts[0])


def test_a_tensor_in_two_parts_is_refused(tmp_path: Path) -> None:
    parts = split(tmp_path, count=2)
    said = {
        "split.no": scalar("u16", 1),
        "split.count": scalar("u16", 2),
        "split.tensors.count": scalar("i32", 4),
    }
    twice = [(f"0.{name}", *rest) for name, *rest in DEFAULT_TENSORS]
    write(parts[1], gguf(DEFAULT_METADATA | said, twice))
    with pytest.raises(ModelError, match=r"tensor 0\..* part before"):
        check_loadable(parts[0])
