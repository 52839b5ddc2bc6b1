"""The sink of native log lines."""

from __future__ import annotations

import os
from pathlib import Path

from localllm.llama.logs import NativeLog

DEBUG, INFO, WARN, ERROR, CONT = 1, 2, 3, 4, 5


def test_debug_lines_and_what_continues_them_are_for_the_verbose(tmp_path: Path) -> None:
    for verbose, expected in ((False, b"shown\n"), (True, b"tensor 1 2\nshown\n")):
        path = tmp_path / str(verbose)
        log = NativeLog()
        log.set_file(path, verbose=verbose)

        log.receive(DEBUG, b"tensor 1")
        log.receive(CONT, b" 2\n")
        log.receive(INFO, b"shown\n")

        assert path.read_bytes() == expected


def test_what_is_said_goes_to_the_file(tmp_path: Path) -> None:
    log = NativeLog()
    log.set_file(tmp_path / "native.log")

    log.receive(INFO, b"loading\n")
    log.receive(ERROR, b"broken\n")

    assert (tmp_path / "native.log").read_bytes() == b"loading\nbroken\n"


def test_a_file_is_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "native.log"
    path.write_bytes(b"yesterday\n")
    log = NativeLog()
    log.set_file(path)

    log.receive(INFO, b"today\n")

    assert path.read_bytes() == b"yesterday\ntoday\n"


def test_an_open_descriptor_is_written_to_and_stays_open(tmp_path: Path) -> None:
    with (tmp_path / "native.log").open("wb") as file:
        log = NativeLog()
        log.set_file(file.fileno())
        log.receive(INFO, b"line\n")
        log.set_file(tmp_path / "other.log")

        os.fstat(file.fileno())  # raises for a closed one
    assert (tmp_path / "native.log").read_bytes() == b"line\n"


def test_only_warnings_and_errors_are_remembered() -> None:
    log = NativeLog()
    for level, text in ((DEBUG, b"d\n"), (INFO, b"i\n"), (WARN, b"w\n"), (ERROR, b"e\n")):
        log.receive(level, text)

    assert log.recent_errors() == ["w", "e"]


def test_a_continued_line_keeps_its_level() -> None:
    log = NativeLog()
    log.receive(ERROR, b"cannot ")
    log.receive(CONT, b"load ")
    log.receive(CONT, b"this\n")

    assert log.recent_errors() == ["cannot load this"]


def test_a_message_of_several_lines_becomes_several() -> None:
    log = NativeLog()
    log.receive(ERROR, b"bad positions:\n - X = 4\n\n")

    assert log.recent_errors() == ["bad positions:", " - X = 4"]


def test_capture_sees_all_levels_and_only_what_is_logged_inside() -> None:
    log = NativeLog()
    log.receive(INFO, b"before\n")
    with log.capture() as captured:
        log.receive(INFO, b"inside\n")
        log.receive(ERROR, b"broken\n")
    log.receive(INFO, b"after\n")

    assert captured.lines == ["inside", "broken"]
    assert captured.errors == ["broken"]


def test_a_disk_that_takes_no_more_does_not_raise_into_the_native_caller() -> None:
    log = NativeLog()
    full = os.open("/dev/full", os.O_WRONLY) if os.path.exists("/dev/full") else -1
    log.set_file(full)

    log.receive(ERROR, b"still remembered\n")

    assert log.recent_errors() == ["still remembered"]


def test_bytes_that_are_no_text_are_remembered_as_text() -> None:
    log = NativeLog()
    log.receive(ERROR, b"name \xff\n")

    assert log.recent_errors() == ["name \ufffd"]
