"""localllm chat beside the running app: two real processes, the port off."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from localllm.joining import address

_PATIENCE_S = 60.0


@pytest.fixture
def app() -> Iterator[subprocess.Popen[bytes]]:
    """The app on the fake engine, its window drawn and its door open."""
    command = [sys.executable, "-P", "-m", "localllm_ui", "--engine", "fake"]
    with subprocess.Popen(command) as process:
        end = time.monotonic() + _PATIENCE_S
        while not address.found():
            assert process.poll() is None, "the app ended"
            assert time.monotonic() < end
            time.sleep(0.05)
        yield process
        process.terminate()


def test_the_app_answers_for_a_chat_in_a_terminal(app: subprocess.Popen[bytes]) -> None:
    ((_, at),) = address.found()
    assert (at.pid, at.what) == (app.pid, "app")
    chat = [sys.executable, "-P", "-m", "localllm", "chat", "--engine", "fake", "say hello there"]
    with subprocess.Popen(chat, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        started = set()
        while process.poll() is None:
            started |= set(psutil.Process(process.pid).children())
            time.sleep(0.01)
        assert process.stdout
        assert process.stdout.read() == b"hello there\n"
    assert started == set()


def test_an_app_that_is_closed_leaves_no_address(app: subprocess.Popen[bytes]) -> None:
    app.terminate()
    assert app.wait(timeout=_PATIENCE_S) == 0
    assert address.found() == []
