"""The verbs on the starter model and the native build."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from cli.conftest import Run

pytestmark = pytest.mark.model


@pytest.fixture(autouse=True)
def no_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))


def test_chat_answers(run: Run) -> None:
    result = run("chat", "-t", "0", "-n", "24", "What is 2+2?")
    assert (result.code, result.err) == (0, "")
    assert "4" in result.out  # whatever the processor rounds last bits to


def test_chat_keeps_to_a_schema(run: Run, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(
        json.dumps(
            {
                "type": "object",
                "properties": {"colour": {"enum": ["red", "blue"]}},
                "required": ["colour"],
                "additionalProperties": False,
            }
        )
    )
    result = run("chat", "-t", "0", "--json-schema", str(schema), "What colour is the sky?")
    assert json.loads(result.out)["colour"] in ("red", "blue")


def test_the_same_seed_gives_the_same_answer(run: Run) -> None:
    # Without KV of the run before: going on from it computes in other batches, so in other bits.
    plain = ("--threads", "1", "--flash-attention", "off", "--disk-cache", "0")
    options = (*plain, "--seed", "5", "-n", "16")
    first, second = (run("chat", *options, "Tell me of the sea.").out for _ in range(2))
    assert first == second


def test_doctor_describes_the_native_build(run: Run) -> None:
    said = json.loads(run("doctor", "--json", "--port", "0").out)
    assert said["native"]["build"]["llama_version"]
    assert any(device["kind"] == "cpu" for device in said["native"]["devices"])


def test_bench_measures(run: Run) -> None:
    options = ("--prompt", "32", "--tokens", "8", "--streams", "2", "--repeat", "1", "--json")
    said = json.loads(run("bench", *options).out)
    assert all(line["median"] > 0 for line in said["results"])
