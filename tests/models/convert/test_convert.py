"""The file: whole or not there, of the size that was said, in bounded memory."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from helpers.hf_families import MODELS
from helpers.hf_models import write_checkpoint

from localllm.errors import Busy, DiskFull, ModelError, ModelTruncated
from localllm.jobs import tasks
from localllm.jobs.convert import run
from localllm.models.convert import convert as converting
from localllm.models.convert import plan
from localllm.models.convert.convert import convert, write
from localllm.models.convert.plan import make_plan
from localllm.models.header.gguf import read_header

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def no_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "add_tokenizer", lambda *_, **__: None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_checkpoint(tmp_path / "model", MODELS["llama"])


@pytest.fixture
def target(tmp_path: Path) -> Path:
    place = tmp_path / "out"
    place.mkdir()
    return place / "model.gguf"


def test_the_file_is_of_the_size_that_was_said_before(folder: Path, target: Path) -> None:
    for out_type in ("f32", "f16", "q8_0"):
        said = make_plan(folder, out_type).size_bytes

        done = convert(folder, target, out_type=out_type, replace=True)

        assert target.stat().st_size == done.size_bytes == said
        assert read_header(target).file_size == said
        assert done.n_tensors == len(read_header(target).tensors)


def test_progress_goes_from_the_header_to_the_end(folder: Path, target: Path) -> None:
    seen: list[tuple[int, int, str]] = []

    done = convert(folder, target, progress=lambda *now: seen.append(now))

    assert [n for n, _, _ in seen] == sorted(n for n, _, _ in seen)
    assert seen[-1] == (done.size_bytes, done.size_bytes, "")
    assert {total for _, total, _ in seen} == {done.size_bytes}
    names = [name for _, _, name in seen if name]
    assert list(dict.fromkeys(names)) == [t.name for t in read_header(target).tensors]


def test_the_type_goes_into_the_name(folder: Path, target: Path) -> None:
    done = convert(folder, target.with_name("a-{ftype}.gguf"))

    assert done.path == target.with_name("a-BF16.gguf")
    assert done.path.exists()


def test_what_is_there_is_left_alone_unless_it_is_to_be_replaced(
    folder: Path, target: Path
) -> None:
    target.write_bytes(b"before")

    with pytest.raises(Busy, match="--force"):
        convert(folder, target)
    assert target.read_bytes() == b"before"

    convert(folder, target, replace=True)
    assert target.read_bytes()[:4] == b"GGUF"


@pytest.mark.parametrize("existing", [True, False])
def test_whoever_stops_it_leaves_nothing_half(folder: Path, target: Path, existing: bool) -> None:
    if existing:
        target.write_bytes(b"before")
    last = make_plan(folder).tensors[-1].output.name

    def stop(done: int, total: int, name: str) -> None:
        if name == last:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        convert(folder, target, replace=True, progress=stop)

    assert [p.name for p in target.parent.iterdir()] == ([target.name] if existing else [])
    assert not existing or target.read_bytes() == b"before"


def test_a_shard_that_is_cut_meanwhile_leaves_nothing(folder: Path, target: Path) -> None:
    made = make_plan(folder)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1000])

    with pytest.raises(ModelTruncated, match="became shorter"):
        write(made, target, replace=False)

    assert not list(target.parent.iterdir())


def test_too_little_room_is_said_with_numbers_before(
    folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = make_plan(folder).size_bytes
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - needed, needed))

    with pytest.raises(DiskFull) as caught:
        convert(folder, target)

    assert caught.value.detail["needs"] == needed
    assert not list(target.parent.iterdir())


def test_a_disk_that_becomes_full_leaves_nothing(
    folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(converting, "_write_all", full)

    with pytest.raises(DiskFull, match="became full"):
        convert(folder, target)

    assert not list(target.parent.iterdir())


def test_a_place_that_is_none_is_told(folder: Path, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "absent" / "model.gguf"):
        with pytest.raises(ModelError, match="existing folder"):
            convert(folder, place)


def test_the_task_reports_and_returns_what_was_made(folder: Path, target: Path) -> None:
    stages: list[tuple[str, float, float]] = []

    done = run(
        tasks.Convert(str(folder), str(target), out_type="q8_0"),
        lambda stage, done, total, note="": stages.append((stage, done, total)),
    )

    assert done == tasks.Converted(
        str(target), target.stat().st_size, "llama", len(read_header(target).tensors), "q8_0"
    )
    assert {stage for stage, _, _ in stages} == {"converting"}
    assert stages[-1][1] == stages[-1][2] == done.size_bytes


MEASURED = """
import json, resource, sys
from pathlib import Path
from localllm.models.convert import plan
from localllm.models.convert.convert import convert

plan.add_tokenizer = lambda *_, **__: None
rss = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
plan.make_plan(Path(sys.argv[1]))
before = rss()
convert(Path(sys.argv[1]), Path(sys.argv[2]), out_type="f32")
print(json.dumps([before, rss()]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no getrusage")
def test_memory_stays_the_same_however_large_the_model(folder: Path, target: Path) -> None:
    """Matrices of 64 MiB as float32, which lie in a hole of their file."""
    config = MODELS["llama"].config | {"vocab_size": 1 << 18}
    (folder / "config.json").write_text(json.dumps(config))
    weights = folder / "model.safetensors"
    raw = weights.read_bytes()
    length = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + length])
    at = header["lm_head.weight"]["data_offsets"][0]
    for name in ("model.embed_tokens.weight", "lm_head.weight"):
        header[name] = {
            "dtype": "BF16",
            "shape": [1 << 18, 64],
            "data_offsets": [at, at + (1 << 25)],
        }
    new = json.dumps(header).encode()
    with open(weights, "wb") as out:
        out.write(len(new).to_bytes(8, "little") + new + raw[8 + length :])
        out.truncate(8 + len(new) + at + (1 << 25))

    command = [sys.executable, "-c", MEASURED, str(folder), str(target)]
    shown = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)

    before, after = json.loads(shown.stdout)
    unit = 1 if sys.platform == "darwin" else 1024
    assert (after - before) * unit < 16 << 20
    assert target.stat().st_size > 128 << 20
