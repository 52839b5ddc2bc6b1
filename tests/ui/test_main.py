"""Window or terminal: which one a start gives, and in which words."""

from __future__ import annotations

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
