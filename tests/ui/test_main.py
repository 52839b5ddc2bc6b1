"""Window or terminal: which one a start gives, and in which words."""

from __future__ import annotations

import subprocess
import sys

import pytest
from localllm_ui import __main__ as start

from localllm import cli


@pytest.fixture(autouse=True)
def somebody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "nobody_types", lambda: False)


@pytest.fixture
def chatted(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    calls: list[list[str]] = []
    monkeypatch.setattr(cli, "main", lambda argv: calls.append(argv) or 0)
    return calls


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_without_a_screen_it_says_so_and_chats_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], chatted: list[list[str]]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert start.main([]) == 0
    assert chatted == [["chat"]]
    assert "no screen" in capsys.readouterr().err


def test_a_file_that_was_to_be_opened_is_chatted_with_there_too(
    monkeypatch: pytest.MonkeyPatch, chatted: list[list[str]]
) -> None:
    monkeypatch.setattr(start, "no_window", lambda: "There is no screen.")
    assert start.main(["a b.GGUF"]) == 0
    assert chatted == [["chat", "a b.GGUF"]]


def test_where_nobody_can_type_it_shows_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], chatted: list[list[str]]
) -> None:
    monkeypatch.setattr(start, "no_window", lambda: "There is no screen.")
    monkeypatch.setattr(start, "nobody_types", lambda: True)
    assert start.main([]) == 0
    ((verb, *_, prompt),) = chatted
    assert (verb, prompt in capsys.readouterr().err) == ("chat", True)


def test_without_qt_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], chatted: list[list[str]]
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setitem(sys.modules, "PySide6.QtQuick", None)
    assert start.main([]) == 0
    assert chatted == [["chat"]]
    assert "apt-get install" in capsys.readouterr().err


def test_with_both_a_window_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert start.no_window() == ""


def test_what_the_first_frame_does_without_is_loaded_after_it() -> None:
    later = ("psutil", "httpx2", "pygments", "localllm.runtime", "localllm.supervisor.jobs")
    code = f"import sys, localllm_ui.launch; print([m for m in {later} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
