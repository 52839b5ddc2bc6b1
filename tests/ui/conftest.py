"""A window on the fake engine, driven by real clicks and keys, without a screen.

A test fails when QML warns.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

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
    return load_settings({"engine": "fake", "port": 0})


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    made = Theme()
    made.set_mode("light")
    return made


@pytest.fixture
def window(qapp: QApplication, settings: Settings) -> Iterator[Window]:
    """The whole app, shown, its store open and its model loaded."""
    # Two clicks of a test are two clicks, however fast they come.
    launch.application().styleHints().setMouseDoubleClickInterval(0)
    kept = Preferences()
    for name, value in {"welcomed": True, "language": "en", "theme": "light"}.items():
        kept.set(name, value)
    shiboken6.delete(kept)  # writes them
    app = App(settings)
    engine = launch.load(app)
    assert engine.rootObjects(), "the window does not load"
    driver = Window(app, engine.rootObjects()[0])
    app.start()
    driver.wait(
        lambda: app.models.loaded("") is not None and app.models.loaded("").state == "ready"
    )
    yield driver
    shiboken6.delete(engine)
    app.close()
    shiboken6.delete(app)
