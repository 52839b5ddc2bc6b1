"""`localllm app`: from a double-click to a window, and back.

Order matters here: the second start ends before it has loaded anything; the window is shown before
the runtime is built; what the window does not need for its first frame is imported after it.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import shiboken6
from PySide6.QtCore import QEvent, QObject, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent, QIcon, QPixmap
from PySide6.QtQml import QQmlApplicationEngine, QQmlEngine, qmlRegisterSingletonType
from PySide6.QtQuick import QQuickWindow
from PySide6.QtWidgets import QApplication

from localllm import __version__, debug, paths
from localllm.errors import LocalLLMError
from localllm.settings import load_settings
from localllm_ui import single
from localllm_ui.app import App
from localllm_ui.icons import IconProvider, app_icon
from localllm_ui.mathtex import MathProvider
from localllm_ui.theme import Theme
from localllm_ui.viewmodels.view import QML

log = logging.getLogger("localllm.timings")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the app until its window is closed; its exit code."""
    given = _arguments(argv)
    qt = application()
    file = os.path.abspath(given.file) if given.file else ""
    if single.raise_running(file):
        print("localllm is open already; its window was brought to the front.")
        return 0
    try:
        settings = load_settings({"model": given.model, "engine": given.engine, "port": given.port})
    except LocalLLMError as error:
        print(error.message, file=sys.stderr)
        return 1
    debug.setup(settings.debug, log_file=paths.log_dir() / "app.log")
    app = App(settings)
    instance = single.SingleInstance(app)
    instance.file.connect(app.open_file)
    opened = OpenedFiles(app, qt)
    if file:
        app.open_file(file)
    engine = load(app)
    if not engine.rootObjects():
        return 1
    window = engine.rootObjects()[0]
    assert isinstance(window, QQuickWindow)
    _wire(app, window, instance, hidden=given.hidden)
    _quit_on_signals(qt)
    code = qt.exec()
    qt.removeEventFilter(opened)
    shiboken6.delete(engine)  # before what its bindings look at
    app.close()
    return code


class OpenedFiles(QObject):
    """macOS tells of a file that was double-clicked, or dropped on the icon, by an event."""

    def __init__(self, app: App, qt: QApplication) -> None:
        super().__init__(app)
        self._app = app
        qt.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._app.open_file(event.file())
            return True
        return False


def application() -> QApplication:
    """The QApplication (one a process): widgets are needed by the tray and file dialogs alone."""
    os.environ.setdefault("QT_QUICK_CONTROLS_STYLE", "Basic")
    qt = QApplication.instance() or QApplication(["localllm"])
    assert isinstance(qt, QApplication)
    qt.setApplicationName("localllm")
    qt.setApplicationDisplayName("localllm")
    qt.setApplicationVersion(__version__)
    qt.setDesktopFileName("localllm")
    qt.setWindowIcon(QIcon(QPixmap.fromImage(app_icon(256))))
    qt.setQuitOnLastWindowClosed(False)
    return qt


def load(app: App) -> QQmlApplicationEngine:
    """The QML of a window on `app`; rootObjects is empty where it does not load."""
    _register()
    engine = QQmlApplicationEngine()
    engine.setProperty("app", app)
    engine.addImageProvider("icon", IconProvider())
    engine.addImageProvider("math", MathProvider())
    app.languageChanged.connect(engine.retranslate)
    engine.load(QUrl.fromLocalFile(str(QML / "Main.qml")))
    return engine


def _wire(app: App, window: QQuickWindow, instance: single.SingleInstance, *, hidden: bool) -> None:
    from localllm_ui.desktop import Desktop

    desktop = Desktop(app, window)
    instance.asked.connect(desktop.bring_forward)
    app.warm.connect(spare_what_stays)
    _after_first_frame(window, app.start)
    if hidden:
        window.hide()
        app.start()


def spare_what_stays() -> None:
    """Modules, view-models and QML's own live as long as the window: a full collection would go
    through them all, and hold up a frame for 50 to 100 ms, each time that some answers came."""
    gc.collect()
    gc.freeze()


def _quit_on_signals(qt: QApplication) -> None:
    """Ctrl-C and a polite kill end the app in good order."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: qt.quit())
    # Python looks for signals between its own instructions, of which an idle window has none.
    pulse = QTimer(qt, interval=250)
    pulse.timeout.connect(lambda: None)
    pulse.start()


def _after_first_frame(window: QQuickWindow, then: Callable[[], None]) -> None:
    waiting = [then]

    def shown() -> None:
        # Frames come from another thread: one more may be on its way when this disconnects.
        if waiting:
            window.frameSwapped.disconnect(shown)
            _log_start()
            waiting.pop()()

    window.frameSwapped.connect(shown)


def _log_start() -> None:
    if log.isEnabledFor(logging.DEBUG):
        import psutil

        since_start = time.time() - psutil.Process().create_time()
        log.debug("window usable after %.0f ms", since_start * 1000)


@cache
def _register() -> None:
    """`Theme` and `App` for QML, one of each for each engine; once a process."""

    def member(name: str) -> Callable[[QQmlEngine], object]:
        def find(engine: QQmlEngine) -> object:
            app = engine.property("app")
            found = app if name == "app" else app.theme
            QQmlEngine.setObjectOwnership(found, QQmlEngine.ObjectOwnership.CppOwnership)
            return found

        return find

    # The stubs ask for bytes, the function for text.
    register: Any = qmlRegisterSingletonType
    register(Theme, "LocalLLM", 1, 0, "Theme", member("theme"))
    register(App, "LocalLLM", 1, 0, "App", member("app"))


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("localllm app", description="The desktop app.")
    parser.add_argument("file", nargs="?", help="GGUF file to open a chat with")
    parser.add_argument("--model", help="model of new chats: a name or a path")
    parser.add_argument("--port", type=int, help="port to listen on, once it is switched on")
    parser.add_argument("--engine", choices=("llama", "fake"), help=argparse.SUPPRESS)
    parser.add_argument("--hidden", action="store_true", help="start in the tray")
    return parser.parse_args(argv)
