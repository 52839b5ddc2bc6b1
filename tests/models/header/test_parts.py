from __future__ import annotations

from pathlib import Path

from localllm.models.header.parts import grouped, parts_of, stem_of


def names(paths: tuple[Path, ...]) -> list[str]:
    return [path.name for path in paths]


def test_a_whole_file_is_its_own_only_part() -> None:
    assert names(parts_of(Path("a/model.gguf"))) == ["model.gguf"]


def test_any_part_names_all_of_them() -> None:
    wanted = ["m-00001-of-00003.gguf", "m-00002-of-00003.gguf", "m-00003-of-00003.gguf"]
    assert names(parts_of(Path("m-00002-of-00003.gguf"))) == wanted


def test_the_stem_is_without_number() -> None:
    assert stem_of(Path("m-00002-of-00003.gguf")) == "m"
    assert stem_of(Path("m-2-of-3.gguf")) == "m-2-of-3"


def test_parts_of_one_model_are_one_group() -> None:
    files = [Path(n) for n in ("b-00002-of-00002.gguf", "a.gguf", "b-00001-of-00002.gguf")]
    groups = grouped(files)
    assert [names(g) for g in groups] == [
        ["b-00001-of-00002.gguf", "b-00002-of-00002.gguf"],
        ["a.gguf"],
    ]


def test_an_absurd_number_of_parts_is_taken_as_a_name() -> None:
    assert names(parts_of(Path("m-00001-of-00000.gguf"))) == ["m-00001-of-00000.gguf"]
    assert len(parts_of(Path("m-00001-of-99999.gguf"))) == 1
