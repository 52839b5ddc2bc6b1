"""A window on the fake engine, driven by real clicks and keys, without a screen.

A test fails when QML warns.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Before Qt is imported: it reads them once.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")

import shiboken6
from helpers.window import Window
from localllm_ui import launch
from localllm_ui.app import App
from localllm_ui.preferences import Preferences
from localllm_ui.theme import Theme
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from localllm.settings import Settings, load_settings

_OF_QML = ("qrc:", "file:", "QML", "qml", "QObject", "QString", "QQuick")


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    return QApplication


@pytest.fixture(autouse=True)
def no_qml_warnings() -> Iterator[None]:
    """Whatever QML complains about is a fault of ours."""
    warned: list[str] = []

    def take(kind: QtMsgType, context: object, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and text.startswith(_OF_QML):
            warned.append(text)

    before = qInstallMessageHandler(take)
    yield
    qInstallMessageHandler(before)
    assert not warned, "\n".join(warned)


@pytest.fixture
def settings() -> Settings:
    return load_settings(
        {
            "engine": "fake",
            "port": 0,
            "language": "en",
            "theme": "light",
            "speculation": "off",  # who watches an answer grow needs it to take a while
        }
    )


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    made = Theme()
    made.set_mode("light")
    return made


@pytest.fixture(autouse=True)
def no_models_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder that other programs' models are looked for in."""
    for name in ("HF_HOME", "HF_HUB_CACHE", "OLLAMA_MODELS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("localllm.models.peers._OLLAMA_SERVICE", tmp_path / "none")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


Open = Callable[..., Window]


@pytest.fixture
def open_window(qapp: QApplication, settings: Settings) -> Iterator[Open]:
    """Opens the whole app and shows it; keywords are preferences that were kept before."""
    # Two clicks of a test are two clicks, however fast they come.
    launch.application().styleHints().setMouseDoubleClickInterval(0)
    closing: list[tuple[Any, App]] = []

    def open(with_settings: Settings = settings, **preferences: object) -> Window:
        kept = Preferences(with_settings)
        for name, value in preferences.items():
            kept.set(name, value)
        shiboken6.delete(kept)  # writes them
        app = App(with_settings)
        engine = launch.load(app)
        closing.append((engine, app))
        assert engine.rootObjects(), "the window does not load"
        driver = Window(app, engine.rootObjects()[0])
        app.start()
        return driver

    yield open
    for engine, app in closing:
        shiboken6.delete(engine)
        app.close()
        shiboken6.delete(app)


@pytest.fixture
def window(open_window: Open) -> Window:
    """The whole app, its store open, its model loaded, and nothing offered."""
    driver = open_window(welcomed=True)
    loaded = driver.app.models.loaded
    driver.wait(lambda: loaded("") is not None and loaded("").state == "ready")
    return driver
