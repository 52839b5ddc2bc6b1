"""A model file that was double-clicked: on the command line, beside a running window, on macOS."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.gguf_bytes import gguf
from helpers.window import Window
from localllm_ui import launch, single
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from ui.conftest import Open


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "ein Modell größer.gguf"
    file.write_bytes(gguf())
    return file


def test_a_file_that_comes_before_the_app_is_ready_waits(open_window: Open, file: Path) -> None:
    window = open_window(welcomed=True, last_model="other")
    window.app.open_file(str(file))
    assert window.app.current.options.model != str(file)
    window.wait(lambda: window.app.current.options.model == str(file))


def test_a_second_start_hands_its_file_over(window: Window, file: Path) -> None:
    instance = single.SingleInstance(window.app)
    asked: list[bool] = []
    instance.asked.connect(lambda: asked.append(True))
    instance.file.connect(window.app.open_file)
    second = subprocess.Popen(
        [sys.executable, "-P", "-m", "localllm_ui", file.name],
        cwd=file.parent, env=os.environ, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    window.wait(lambda: window.app.current.options.model == str(file))
    said, _ = second.communicate(timeout=60)
    assert second.returncode == 0
    assert "open already" in said
    assert asked == [True]


def test_a_start_without_a_file_opens_none(window: Window) -> None:
    instance = single.SingleInstance(window.app)
    asked: list[bool] = []
    files: list[str] = []
    instance.asked.connect(lambda: asked.append(True))
    instance.file.connect(files.append)
    assert single.raise_running()
    window.wait(lambda: asked)
    assert files == []


@pytest.mark.skipif(sys.platform == "win32", reason="a socket of this kind is a pipe there")
def test_who_says_more_than_a_path_is_not_listened_to(window: Window) -> None:
    instance = single.SingleInstance(window.app)
    files: list[str] = []
    instance.file.connect(files.append)
    with socket.socket(socket.AF_UNIX) as other:
        other.connect(instance._server.fullServerName())
        other.setblocking(False)
        sent = 0

        def shut() -> bool:
            nonlocal sent
            try:
                sent += other.send(b"x" * 65536)
            except BlockingIOError:
                pass
            except OSError:
                return True
            return False

        window.wait(shut)
    window.settle()
    assert files == []
    assert sent > single._LONGEST


def test_macos_tells_of_it_by_an_event(window: Window, qapp: QApplication, file: Path) -> None:
    opened = launch.OpenedFiles(window.app, qapp)
    QCoreApplication.sendEvent(qapp, QFileOpenEvent(str(file)))
    qapp.removeEventFilter(opened)
    window.wait(lambda: window.app.current.options.model == str(file))
