"""check: whole and unchanged, or what is wrong."""

from __future__ import annotations

import hashlib
import json

import msgspec
from cli.conftest import Run
from helpers.gguf_bytes import gguf

from localllm import paths
from localllm.models import starter
from localllm.models.fetch.fetching import FetchedFile, Manifest

MODEL = gguf()
SHA = hashlib.sha256(MODEL).hexdigest()


def fetched(content: bytes) -> None:
    """A model that came as MODEL and is `content` now."""
    entry = FetchedFile("m.gguf", len(MODEL), SHA)
    manifest = msgspec.json.encode(Manifest("a model", (entry,)))
    (paths.models_dir() / "m.gguf").write_bytes(content)
    (paths.models_dir() / ".m.gguf.fetched.json").write_bytes(manifest)


def test_an_unchanged_model_passes(run: Run) -> None:
    fetched(MODEL)
    result = run("check", "m")
    assert result.code == 0
    assert "unchanged" in result.out
    assert "2 tensors" in result.out


def test_a_changed_model_fails_and_says_what_to_do(run: Run) -> None:
    fetched(MODEL[:-1] + b"?")
    result = run("check", "m")
    assert result.code == 1
    assert SHA in result.out
    assert "localllm pull" in result.err


def test_quick_reads_headers_and_sizes_alone(run: Run) -> None:
    fetched(MODEL[:-1] + b"?")
    assert run("check", "m", "--quick").code == 0
    fetched(MODEL + b"?")
    assert run("check", "m", "--quick").code == 1


def test_without_a_known_checksum_it_is_printed(run: Run) -> None:
    fetched(MODEL)
    (paths.models_dir() / ".m.gguf.fetched.json").unlink()
    assert SHA in run("check", "m").out


def test_the_result_is_there_for_programs(run: Run) -> None:
    result = run("check", "starter", "--json")
    assert result.code == 0
    shown = json.loads(result.out)
    assert shown["ok"] is True
    assert shown["files"][0]["expected"] == starter.SHA256


def test_an_unknown_model_is_an_error(run: Run) -> None:
    assert run("check", "nothing").code == 1
