from __future__ import annotations

import signal
from pathlib import Path

import pytest

from localllm.supervisor.deaths import EngineLog, advice, how


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (-signal.SIGKILL, "was killed (out of memory?), SIGKILL"),
        (-signal.SIGILL, "met an instruction that this processor does not have, SIGILL"),
        (-signal.SIGUSR1, "was ended by a signal, SIGUSR1"),
        (-250, "was ended by a signal, signal 250"),
        (0xC0000005, "crashed (access violation), status 0xc0000005"),
        (3, "ended with status 3"),
        (None, "ended without a status"),
    ],
)
def test_a_status_in_words(status: int | None, words: str) -> None:
    assert how(status) == words


def test_only_what_a_person_can_do_something_about_has_advice() -> None:
    assert "smaller context" in advice(-signal.SIGKILL)
    assert advice(-signal.SIGABRT) == advice(1) == advice(None) == ""


def written(folder: Path, text: str) -> EngineLog:
    log = EngineLog(folder / "engine.log")
    with log.open() as file:
        file.write(text.encode())
    return log


def test_the_reason_is_the_assertion_and_not_the_backtrace_below_it(tmp_path: Path) -> None:
    log = written(
        tmp_path,
        "load_tensors: loading\n"
        "/src/ggml.c:7: GGML_ASSERT(a == b) failed\n"
        "[New LWP 12]\n"
        "#0  0x000 in ggml_abort ()\n"
        "lib/libggml-base.so(+0x1f) [0x7f2e]\n",
    )
    assert log.reason() == "/src/ggml.c:7: GGML_ASSERT(a == b) failed"


def test_the_reason_of_a_traceback_is_its_last_line(tmp_path: Path) -> None:
    text = 'Traceback (most recent call last):\n  File "x.py", line 1, in f\nMemoryError: no room\n'
    assert written(tmp_path, text).reason() == "MemoryError: no room"


def test_without_a_clear_reason_it_is_the_last_line(tmp_path: Path) -> None:
    assert written(tmp_path, "one\ntwo\n\n").reason() == "two"


def test_what_an_earlier_engine_wrote_is_no_reason(tmp_path: Path) -> None:
    written(tmp_path, "GGML_ASSERT(old) failed\n")
    assert written(tmp_path, "").reason() == ""


def test_a_long_log_is_turned(tmp_path: Path) -> None:
    written(tmp_path, "x" * 1_000_001)
    written(tmp_path, "new\n")
    assert (tmp_path / "engine.log").read_text() == "new\n"
    assert (tmp_path / "engine.log.1").stat().st_size == 1_000_001
