"""Takes the pictures in this folder: every page, light and dark, small and large.

    python docs/screenshots/take.py                 (on the display there is; Xvfb will do)

A home of its own is filled with a few chats; what the last of them says is written by the starter
model, in the very window that is photographed.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SIZES = ((1280, 800), (2560, 1440))
MODEL = "smollm2-135m-instruct-q4_1"

ANSWER = r"""A rational function is integrated by splitting it into **partial fractions** first:

$$
\int \frac{2x + 3}{x^2 + 3x + 2}\,dx = \int \frac{dx}{x+1} + \int \frac{dx}{x+2}
= \ln\left|x^2 + 3x + 2\right| + C
$$

The same in a few lines of Python, with `sympy`:

```python
from sympy import apart, integrate, symbols

x = symbols("x")
f = (2 * x + 3) / (x**2 + 3 * x + 2)

print(apart(f))         # 1/(x + 2) + 1/(x + 1)
print(integrate(f, x))  # log(x**2 + 3*x + 2)
```

| Step | What it does | Result |
|:--|:--|--:|
| Factor | finds the roots of the denominator | $-1,\ -2$ |
| Split | one fraction for each root | 2 terms |
| Integrate | each term is a logarithm | $\ln\lvert x + a\rvert$ |

1. Check that the degree above is **smaller** than the one below.
2. Otherwise divide first:
   - the quotient is a polynomial,
   - the rest is what you split.

> Where a root is double, there is one more term: $\frac{A}{(x-a)^2}$.
"""

TITLES = (
    ("Integrals of rational functions", True, ()),
    ("Garden plan for the north side", False, ()),
    ("Letter to the landlord", False, ("Home",)),
    ("Rust lifetimes, once more", False, ("Work",)),
    ("Review of the parser", False, ("Work",)),
    ("Names for a cat", False, ()),
    ("A birthday poem in four lines", False, ()),
    ("What to see in Lisbon", False, ()),
)


def fill() -> int:
    """A few chats of the last days; the id of the one to show."""
    from localllm.chats.store import ChatStore
    from localllm.chats.transfer import TransferChat, TransferMessage
    from localllm.core import Usage

    now = time.time_ns() // 1_000_000
    usage = Usage(48, 12, 412, queued_s=0.0, prefill_s=0.21, decode_s=4.9)
    messages = (
        TransferMessage(id=1, role="user", content="How do I integrate a rational function?"),
        TransferMessage(
            id=2,
            role="assistant",
            parent=1,
            model=MODEL,
            content=ANSWER,
            reasoning="The user asks for a method. Partial fractions, with an example.",
            reasoning_seconds=3.2,
            usage=usage,
        ),
    )
    chats = [
        TransferChat(
            title=title,
            pinned=pinned,
            folder=folder,
            updated_at=now - at * 9 * 3_600_000,
            model=MODEL,
            messages=messages,
        )
        for at, (title, pinned, folder) in enumerate(TITLES)
    ]
    with ChatStore.open() as store:
        return store.chats.insert(chats)[0]


class Camera:
    def __init__(self, app: Any, window: Any) -> None:
        self._app, self._window = app, window

    def shoot(self, name: str) -> None:
        from PySide6.QtGui import QImage, QImageWriter

        picture = self._window.grabWindow()
        mode = "dark" if self._app.theme.property("dark") else "light"
        size = f"{picture.width()}x{picture.height()}"
        writer = QImageWriter(str(HERE / f"{name}-{mode}-{size}.png"))
        writer.setCompression(100)
        writer.write(picture.convertToFormat(QImage.Format.Format_RGB888))
        print(f"{name}-{mode}-{size}.png", flush=True)

    def pause(self, seconds: float) -> None:
        from PySide6.QtCore import QCoreApplication, QEvent

        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            time.sleep(0.005)

    def until(self, condition: Callable[[], object]) -> None:
        while not condition():
            self.pause(0.05)
        self.pause(0.4)


def tour(app: Any, camera: Camera, chat_id: int, asked: int) -> None:
    """Every page once, in the theme and size that are set."""
    app.openChat(asked)
    camera.pause(0.8)
    camera.shoot("answer")
    app.openChat(chat_id)
    camera.pause(0.8)
    app.current.reveal(app.current._path[0].id)
    camera.pause(0.4)
    camera.shoot("chat")
    app.view.togglePanel()
    camera.pause(0.4)
    camera.shoot("chat-settings")
    app.view.togglePanel()
    app.toggleSplit()
    camera.pause(0.5)
    camera.shoot("two-chats")
    app.toggleSplit()
    for overlay, query in (("search", "logarithm"), ("models", "")):
        app.view.openOverlay(overlay)
        camera.pause(0.3)
        app.search.query = query
        camera.pause(0.7)
        camera.shoot(f"{overlay}-overlay")
        app.view.closeOverlay()
    for page in ("welcome", "models", "server", "settings"):
        app.view.openPage(page)
        camera.pause(1.2)
        camera.shoot(page)
        app.view.openPage("chats")
    app.newChat()
    camera.pause(0.4)
    camera.shoot("empty")


def ask(app: Any, camera: Camera) -> int:
    """Asks the model something; the chat it is in."""
    app.newChat()
    app.current.options.setSampling("temperature", 0)
    app.current.composer.restore("Name three things to see in Paris.")
    app.current.send()
    camera.until(lambda: app.current.id is not None and not app.current.busy)
    return int(app.current.id)


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ["LOCALLLM_HOME"] = home
        chat_id = fill()

        import shiboken6
        from localllm_ui import launch
        from localllm_ui.app import App

        from localllm.settings import load_settings

        launch.application()
        app = App(load_settings({"engine": (sys.argv[1:] or [None])[0], "threads": 1}))
        app.preferences.set("welcomed", True)
        app.preferences.set("language", "en")
        engine = launch.load(app)
        window = engine.rootObjects()[0]
        camera = Camera(app, window)
        app.start()
        camera.until(lambda: (model := app.models.loaded("")) and model.state == "ready")
        asked = ask(app, camera)
        app.server.on = True
        for width, height in SIZES:
            window.resize(width, height)
            for mode in ("light", "dark"):
                app.preferences.set("theme", mode)
                camera.pause(0.5)
                tour(app, camera, chat_id, asked)
        shiboken6.delete(engine)
        app.close()


if __name__ == "__main__":
    main()
