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
sys.path.insert(0, str(HERE.parent.parent / "tests"))  # for the hub of the tests
SIZES = ((1280, 800), (2560, 1440))
MODEL = "smollm2-135m-instruct-q4_1"
MADE = "smollm2-135m-instruct-q3_k_m"
SLOW = 20_000  # bytes a second
REPO, GATED = "Qwen/Qwen3-0.6B-GGUF", "someone/Gated-GGUF"

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


def tour(app: Any, camera: Camera, hub: Any, chat_id: int, asked: int) -> None:
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
    library(app, camera, hub)
    app.newChat()
    camera.pause(0.4)
    camera.shoot("empty")


def library(app: Any, camera: Camera, hub: Any) -> None:
    """The page Models beyond its first section, and its sheets."""
    app.view.openPage("models")
    app.library.section = "find"
    app.library.repo.close()
    app.library.search.query = ""
    camera.pause(0.8)
    camera.shoot("models-find")
    app.library.search.query = "qwen3"
    camera.until(lambda: app.library.search.state == "found")
    camera.shoot("models-found")
    for repo, name in ((REPO, "repo"), (GATED, "gated")):
        app.library.repo.open(repo)
        camera.until(lambda: app.library.repo.state == "open")
        camera.shoot(f"models-{name}")
    app.library.section = "work"
    downloads = app.library.downloads
    hub.rate = SLOW
    for row in list(downloads.rows):
        downloads.resume(row["id"])
    camera.until(lambda: "left" in downloads.rows[0]["words"])
    camera.shoot("models-work")
    for row in list(downloads.rows):
        downloads.pause(row["id"])
    camera.pause(0.5)
    hub.rate = None
    app.library.section = "here"
    for sheet, begin in (
        ("quantize", app.library.openQuantize),
        ("evaluate", app.library.openEvaluate),
        ("delete", app.library.deletion.begin),
    ):
        begin(MADE if sheet == "delete" else MODEL)
        camera.pause(1.5)
        camera.shoot(f"{sheet}-sheet")
        app.view.closeOverlay()
        camera.pause(0.3)
    app.view.openPage("chats")


def work(app: Any, camera: Camera, hub: Any) -> None:
    """Two downloads that have begun, and wait; two jobs that are done."""
    app.view.openPage("models")
    app.library.quantize.begin(MODEL)
    app.library.quantize.choose("Q3_K_M")
    app.library.quantize.measure = False
    app.library.quantize.start()
    camera.until(lambda: any(row["state"] == "done" for row in app.library.jobs.rows))
    app.library.evaluate.begin(MADE)
    app.library.evaluate.start()
    camera.until(lambda: len(app.library.jobs.rows) == 2)
    camera.until(lambda: all(row["ended"] for row in app.library.jobs.rows))
    app.library.repo.open(REPO)
    camera.until(lambda: app.library.repo.state == "open")
    hub.rate = SLOW
    for row in list(app.library.repo.rows)[1:3]:
        app.library.repo.download(row["key"])
    camera.until(lambda: len(app.library.downloads.rows) == 2)
    for row in list(app.library.downloads.rows):
        app.library.downloads.pause(row["id"])
    camera.until(lambda: {row["state"] for row in app.library.downloads.rows} == {"paused"})
    hub.rate = None
    app.library.repo.close()
    app.view.openPage("chats")


def ask(app: Any, camera: Camera) -> int:
    """Asks the model something; the chat it is in."""
    app.newChat()
    app.current.options.setSampling("temperature", 0)
    app.current.composer.restore("Name three things to see in Paris.")
    app.current.send()
    camera.until(lambda: app.current.id is not None and not app.current.busy)
    return int(app.current.id)


def stock(hub: Any) -> None:
    """A hub on this computer with a few repositories, as slow as a bad line."""
    from helpers.gguf_bytes import gguf

    sizes = {"Q3_K_M": 3, "Q4_K_M": 4, "Q5_K_M": 5, "Q8_0": 8, "BF16": 16}
    read = {"total": 596_000_000, "architecture": "qwen3", "context_length": 40960}
    for at, name in enumerate((REPO, "someone/Qwen3-0.6B-Instruct-GGUF", "another/Qwen3-GGUF")):
        repo = hub.repo(name, downloads=1_230_000 // 9**at, likes=900 // 4**at, gguf=read)
        for quant, size in sizes.items():
            repo.put(f"Qwen3-0.6B-{quant}.gguf", gguf() + bytes(size * 400_000))
    hub.repo(GATED, gated="manual", licence="own").put("Gated-Q4_K_M.gguf", gguf())


def main() -> None:
    from helpers.hub import Hub

    with tempfile.TemporaryDirectory() as home, Hub() as hub:
        os.environ["LOCALLLM_HOME"] = home
        stock(hub)
        chat_id = fill()

        import shiboken6
        from localllm_ui import launch
        from localllm_ui.app import App

        from localllm.settings import load_settings

        launch.application()
        given = {"engine": (sys.argv[1:] or [None])[0], "hub_endpoint": hub.endpoint}
        app = App(load_settings({**given, "threads": 1}))
        app.preferences.set("welcomed", True)
        app.preferences.set("language", "en")
        engine = launch.load(app)
        window = engine.rootObjects()[0]
        camera = Camera(app, window)
        app.start()
        camera.until(lambda: (model := app.models.loaded("")) and model.state == "ready")
        asked = ask(app, camera)
        work(app, camera, hub)
        app.server.on = True
        for width, height in SIZES:
            window.resize(width, height)
            for mode in ("light", "dark"):
                app.preferences.set("theme", mode)
                camera.pause(0.5)
                tour(app, camera, hub, chat_id, asked)
        shiboken6.delete(engine)
        app.close()


if __name__ == "__main__":
    main()
