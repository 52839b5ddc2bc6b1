from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from localllm import errors
from localllm.models import temporary
from localllm.models.temporary import Temporary


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_becomes_the_target_in_finish(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    with Temporary(target) as half:
        half.path.write_bytes(b"whole")
        assert not target.exists()
        assert half.path.name.startswith(".")
        half.finish(replace=False)
    assert target.read_bytes() == b"whole"
    assert names(tmp_path) == ["model.gguf"]


def test_it_vanishes_where_it_was_not_finished(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    target.write_bytes(b"old")
    with Temporary(target) as half:
        half.path.write_bytes(b"new")
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["model.gguf"]


def test_a_target_that_appeared_meanwhile_is_kept_unless_it_is_to_be_replaced(
    tmp_path: Path,
) -> None:
    target = tmp_path / "model.gguf"
    with Temporary(target) as half:
        target.write_bytes(b"somebody else's")
        with pytest.raises(errors.Busy, match="has appeared meanwhile"):
            half.finish(replace=False)
    assert target.read_bytes() == b"somebody else's"
    with Temporary(target) as half:
        half.path.write_bytes(b"ours")
        half.finish(replace=True)
    assert target.read_bytes() == b"ours"
    assert names(tmp_path) == ["model.gguf"]


def test_only_what_is_nobodys_is_swept(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").touch()
    (tmp_path / ".hidden.tmp").touch()
    with Temporary(tmp_path / "a.gguf"), Temporary(tmp_path / "b.gguf") as other:
        code = (
            "import os, sys; from pathlib import Path\n"
            "from localllm.models.temporary import Temporary\n"
            f"Temporary(Path({str(tmp_path / 'c.gguf')!r})); os._exit(9)"
        )
        subprocess.run([sys.executable, "-c", code], check=False)
        assert len(names(tmp_path)) == 5
        (swept,) = temporary.sweep(tmp_path)
        assert "c.gguf" in swept.name
        assert other.path.exists()
    assert names(tmp_path) == [".hidden.tmp", "model.gguf"]


def test_a_folder_that_is_not_there_needs_no_sweep(tmp_path: Path) -> None:
    assert temporary.sweep(tmp_path / "missing") == []


def test_a_folder_that_cannot_be_written_is_an_error_with_words(tmp_path: Path) -> None:
    with pytest.raises(errors.ModelError, match="cannot be written"):
        Temporary(tmp_path / "missing" / "model.gguf")


def test_a_long_name_stays_within_the_file_systems_limit(tmp_path: Path) -> None:
    with Temporary(tmp_path / ("n" * 250 + ".gguf")) as half:
        assert len(os.fsencode(half.path.name)) < 255


def test_another_file_may_take_its_place_and_is_then_the_one_that_counts(tmp_path: Path) -> None:
    with Temporary(tmp_path / "model.gguf") as half:
        other = tmp_path / "other"
        other.write_bytes(b"made elsewhere")
        other.replace(half.path)
        half.relock()
        assert temporary.sweep(tmp_path) == []
        half.finish(replace=False)
    assert (tmp_path / "model.gguf").read_bytes() == b"made elsewhere"
