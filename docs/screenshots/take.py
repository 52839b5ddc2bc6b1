"""Takes the pictures in this folder: every page, light and dark, small and large.

    python docs/screenshots/take.py                 (on the display there is; Xvfb will do)

A home of its own is filled with a few chats; what the last of them says is written by the starter
model, in the very window that is photographed.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
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

QUESTION = "How do I integrate a rational function?"
# title, pinned, folder, what was asked and answered
CHATS = (
    ("Integrals of rational functions", True, (), QUESTION, ANSWER),
    (
        "Garden plan for the north side",
        False,
        (),
        "What grows in shade?",
        "Ferns, hostas and **lungwort** like a north wall; woodruff covers the ground below them.",
    ),
    (
        "Letter to the landlord",
        False,
        ("Home",),
        "Write to my landlord about the heating.",
        "Dear Ms Brandt,\n\nthe heating in the study has been cold since Monday.",
    ),
    (
        "Rust lifetimes, once more",
        False,
        ("Work",),
        "Why does this borrow live too long?",
        "The reference is kept in a struct, so its *lifetime* becomes that of the struct.",
    ),
    (
        "Review of the parser",
        False,
        ("Work",),
        "Read this parser and find what is slow.",
        "Each token copies the rest of the input; a view with a position needs no logarithm of it.",
    ),
    ("Names for a cat", False, (), "Names for a grey cat?", "Ash, Pebble, Graphite, Mist."),
    (
        "A birthday poem in four lines",
        False,
        (),
        "Four lines for a friend who is a mathematician.",
        "Your years, in logarithms, hardly grow;\nyour laughter is not bounded, as we know.",
    ),
    (
        "What to see in Lisbon",
        False,
        (),
        "Two days in Lisbon: what first?",
        "Alfama on foot in the morning, the tiles in the museum after noon.",
    ),
)
DAY_MS = 24 * 3_600_000


def fill() -> int:
    """A few chats of the last days; the id of the one to show."""
    from localllm.chats.store import ChatStore
    from localllm.chats.transfer import TransferChat

    now = time.time_ns() // 1_000_000
    chats = [
        TransferChat(
            title=title,
            pinned=pinned,
            folder=folder,
            updated_at=now - at * DAY_MS // 3,
            model=MODEL,
            messages=exchange(question, answer),
        )
        for at, (title, pinned, folder, question, answer) in enumerate(CHATS)
    ]
    with ChatStore.open() as store:
        return store.chats.insert(chats)[0]


def exchange(question: str, answer: str) -> Any:
    from localllm.chats.transfer import TransferMessage
    from localllm.core import Usage

    return (
        TransferMessage(id=1, role="user", content=question),
        TransferMessage(
            id=2,
            role="assistant",
            parent=1,
            model=MODEL,
            content=answer,
            reasoning="The user asks for a method. Partial fractions, with an example.",
            reasoning_seconds=3.2,
            usage=Usage(48, 12, 412, queued_s=0.0, prefill_s=0.21, decode_s=4.9),
        ),
    )


class Camera:
    def __init__(self, app: Any, window: Any) -> None:
        self._app, self._window = app, window

    def resize(self, width: int, height: int) -> None:
        from PySide6.QtGui import QCursor

        self._window.resize(width, height)
        self._window.requestActivate()  # where no window manager gives it the keyboard
        QCursor.setPos(0, 0)  # nothing is hovered over

    def type(self, text: str) -> None:
        from PySide6.QtTest import QTest

        self.pause(0.5)
        for letter in text:
            QTest.keyClick(self._window, letter)
        self.pause(0.9)

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
    app.openChat(asked)
    camera.pause(0.5)
    camera.shoot("two-chats")
    app.toggleSplit()
    app.openChat(chat_id)
    app.view.openOverlay("search")
    camera.type("logarithm")
    camera.shoot("search-overlay")
    app.view.closeOverlay()
    app.view.openOverlay("models")
    camera.pause(0.7)
    camera.shoot("models-overlay")
    app.view.closeOverlay()
    for page in ("models", "server", "settings"):
        app.view.openPage(page)
        camera.pause(3 if page == "server" else 1.2)
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


def client(url: str, over: threading.Event) -> None:
    """An editor at the port, so that the server page has something to show."""
    import httpx

    prompt = "Write a long story about a lighthouse keeper."
    body = {"messages": [{"role": "user", "content": prompt}], "max_tokens": 200, "stream": True}
    with httpx.Client(headers={"user-agent": "Zed/0.211"}, timeout=60) as editor:
        while not over.wait(1.5):
            with editor.stream("POST", f"{url}/v1/chat/completions", json=body) as answer:
                for _ in answer.iter_bytes():
                    if over.is_set():
                        break


@contextlib.contextmanager
def window(home: str, **overrides: object) -> Iterator[tuple[Any, Camera]]:
    """The app in a home of its own, shown."""
    os.environ["LOCALLLM_HOME"] = home

    import shiboken6
    from localllm_ui import launch
    from localllm_ui.app import App

    from localllm.settings import load_settings

    launch.application()
    given = {"engine": (sys.argv[1:] or [None])[0], "threads": 1, "language": "en", **overrides}
    app = App(load_settings(given))
    engine = launch.load(app)
    camera = Camera(app, engine.rootObjects()[0])
    app.start()
    yield app, camera
    shiboken6.delete(engine)
    app.close()


def ready(app: Any) -> bool:
    model = app.models.loaded("")
    return model is not None and model.state == "ready"


def in_every_look(app: Any, camera: Camera, shoot: Callable[[], object]) -> None:
    for size in SIZES:
        camera.resize(*size)
        for mode in ("light", "dark"):
            app.preferences.set("theme", mode)
            camera.pause(0.5)
            shoot()


def everyday(home: str) -> None:
    os.environ["LOCALLLM_HOME"] = home
    chat_id = fill()
    with window(home) as (app, camera):
        app.offers.dismiss()
        camera.until(lambda: ready(app))
        asked = ask(app, camera)
        work = next(line for line in app.chats if line.title == "Work")
        app.chats.setOpen(work.id, True)
        app.server.on = True
        camera.until(lambda: app.server.url)
        over = threading.Event()
        editor = threading.Thread(target=client, args=(app.server.url, over))
        editor.start()
        in_every_look(app, camera, lambda: tour(app, camera, chat_id, asked))
        over.set()
        editor.join()


def first_start(home: str, person: Path) -> None:
    """With the starter model, and models of another program on the disk."""
    mine = person / ".lmstudio" / "models" / "publisher"
    mine.mkdir(parents=True)
    for name, size in (("Qwen3-8B-Q4_K_M", 5_027_783_488), ("gemma-3-4b-it-Q4_K_M", 2_489_757_856)):
        with (mine / f"{name}.gguf").open("wb") as file:
            file.truncate(size)  # takes no room on the disk
    with window(home) as (app, camera):
        camera.until(lambda: app.offers.shown and ready(app))
        in_every_look(app, camera, lambda: camera.shoot("first-start"))


def no_model(home: str) -> None:
    from localllm.models import starter

    starter.in_package = lambda: None
    with window(home) as (app, camera):
        camera.until(lambda: app.view.page == "welcome")
        in_every_look(app, camera, lambda: camera.shoot("welcome"))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        person = Path(folder) / "person"
        Path.home = lambda: person  # type: ignore[method-assign, assignment]
        everyday(f"{folder}/everyday")
        first_start(f"{folder}/first", person)
        no_model(f"{folder}/none")


if __name__ == "__main__":
    main()
