"""localllm serve, as its own process on the fake engine."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-P", "-m", "localllm", "serve", "--port", "0"]


@contextmanager
def serving(*options: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def read_until(process: subprocess.Popen[str], word: str) -> str:
    assert process.stdout
    read = ""
    for line in process.stdout:
        read += line
        if word in line:
            return read
    raise AssertionError(
        f"ended without {word!r}: {read}{process.stderr and process.stderr.read()}"
    )


def test_it_says_where_it_listens_and_how_to_use_it() -> None:
    with serving("--engine", "fake") as process:
        said = read_until(process, "apiKey")
        url = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert url is not None
        assert f"OPENAI_BASE_URL={url[0]}/v1" in said
        assert "model: fake" in said
        with urllib.request.urlopen(f"{url[0]}/v1/models") as answer:
            assert "fake" in [model["id"] for model in json.load(answer)["data"]]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_good_order(number: signal.Signals) -> None:
    with serving("--engine", "fake") as process:
        read_until(process, "apiKey")
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 0
        assert said == ""


def test_it_ends_also_while_it_loads() -> None:
    with serving("--engine", "fake") as process:
        read_until(process, "listens on")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in said


def test_a_model_that_cannot_be_loaded_ends_it_with_words(tmp_path: Path) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF")
    with serving("--model", str(path)) as process:
        _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "broken.gguf" in said
    assert "Traceback" not in said


def test_without_loading_a_broken_model_is_no_matter_yet(tmp_path: Path) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF")
    with serving("--model", str(path), "--no-load") as process:
        assert "http://127.0.0.1:" in read_until(process, "listens on")


def test_a_taken_port_is_told_and_ends_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with serving("--engine", "fake", "--port", port) as process:
            _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert f"Port {port}" in said


def test_other_computers_need_a_key() -> None:
    with serving("--engine", "fake", "--host", "0.0.0.0") as process:
        _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "key" in said
