"""What goes into a message beside typed words: files, pastes; and how an answer is stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.window import Window
from localllm_ui.desktop import Desktop
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from localllm.chats.types import MessageState


def paste(window: Window, mime: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(mime)
    window.item("composer").forceActiveFocus()
    window.ctrl(Qt.Key.Key_V)


def text(words: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(words)
    return mime


def test_a_short_paste_is_text(window: Window) -> None:
    paste(window, text("two words"))
    assert window.app.current.composer.text == "two words"
    assert len(window.app.current.composer.attachments) == 0


def test_a_long_paste_becomes_a_file_that_says_what_it_costs(window: Window) -> None:
    paste(window, text("line\n" * 2000))
    window.item("Pasted text 1")
    window.wait(lambda: window.app.current.composer.attachments[0]["cost"])
    assert window.app.current.composer.text == ""


def test_a_pasted_file_is_attached(window: Window, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("text")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "notes.txt"))])
    paste(window, mime)
    window.item("notes.txt")


def test_the_clip_opens_the_dialog_and_the_cross_takes_a_file_off(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "code.py"
    file.write_text("x = 1")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(file)], ""))
    Desktop(window.app, window.root)
    window.click("attach")
    window.item("code.py")
    window.click("Remove code.py")
    window.wait(lambda: window.find("code.py") is None)
    assert not window.app.current.composer.canSend


def test_the_stop_button_stops(window: Window) -> None:
    window.start("say " + "w" * 3000)
    window.wait(lambda: window.app.current._live is not None and window.app.current._live.text)
    window.click("stop")
    window.wait(lambda: not window.app.current.busy)
    assert window.app.current._path[-1].state is MessageState.STOPPED
    window.item("send")


def test_an_idea_is_taken_up_with_a_click_and_gone_on_with(window: Window) -> None:
    idea = window.app.view.ideas[0]
    window.click(idea)
    window.type("!")
    assert window.app.current.composer.text == f"{idea}!"


def test_what_could_not_be_sent_comes_back(window: Window, tmp_path: Path) -> None:
    window.app.current.options.model = "no-such-model"
    window.start("my words")
    window.item("The model cannot be used")
    window.wait(lambda: window.app.current.composer.text == "my words")
    assert window.app.current.empty
