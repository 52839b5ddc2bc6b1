"""What is refused before an engine starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.gguf_bytes import DEFAULT_METADATA, gguf, scalar

from localllm.errors import ModelError, ModelNotFound, ModelTruncated, ModelUnsupported, NotAModel
from localllm.models.check import check_loadable


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def split(folder: Path, count: int = 3, **metadata: Any) -> list[Path]:
    """A model in parts; `metadata` overrides what each part says."""
    paths = []
    for number in range(count):
        said = {"split.no": number, "split.count": count} | metadata
        data = gguf(DEFAULT_METADATA | said)
        paths.append(write(folder / f"big-{number + 1:05}-of-{count:05}.gguf", data))
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
