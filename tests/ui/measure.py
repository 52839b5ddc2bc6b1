"""How fast the window is: start, frames while chats stream, scrolling of long lists.

    python tests/ui/measure.py            (on the display there is; Xvfb counts)

Prints the table of docs/ui.md. Numbers depend on the machine, so no test asserts them.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

STARTS = 5
CHATS = 10_000
MESSAGES = 500
STREAMS = 4
ANSWER_WORDS = 14_000  # about 20,000 tokens of an ordinary model
MARKDOWN = """## Part {n}

Some *words* with `code`, **weight** and a [link](https://example.org) that go on for a line or two,
as answers do, until the paragraph ends.

```python
def part_{n}(values: list[int]) -> int:
    return sum(value * {n} for value in values)  # all of them
```

- one point,
- another one with $x^{n}$.

"""


def start_ms() -> list[float]:
    """From the start of the process to the first frame with a composer, several times."""
    found: list[float] = []
    for _ in range(STARTS + 1):
        env = os.environ | {"LOCALLLM_DEBUG": "timings"}
        command = [sys.executable, "-m", "localllm_ui", "--engine", "fake"]
        process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        for line in process.stderr:
            if match := re.search(r"usable after (\d+) ms", line):
                found.append(float(match[1]))
                break
        process.terminate()
        process.wait()
    return found[1:]  # the first one fills the caches


class Frames:
    """Milliseconds between frames, as many as the screen takes."""

    def __init__(self, window: object) -> None:
        self._window = window
        self._last = 0.0
        self.gaps: list[float] = []
        window.frameSwapped.connect(self._swapped)  # type: ignore[attr-defined]

    def _swapped(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now
        self._window.update()  # type: ignore[attr-defined]

    def during(self, work: Callable[[], bool], step: Callable[[], None] = lambda: None) -> str:
        """Runs until `work` is false, with `step` before each frame; the gaps in words."""
        from PySide6.QtCore import QCoreApplication

        self._window.update()  # type: ignore[attr-defined]
        self._last = time.perf_counter()
        self.gaps.clear()
        seen = 0
        while work():
            QCoreApplication.processEvents()
            if len(self.gaps) > seen:
                seen = len(self.gaps)
                step()
        gaps = sorted(self.gaps[2:])
        return (
            f"{len(gaps)} frames, median {statistics.median(gaps):.1f} ms, "
            f"99 % within {gaps[int(len(gaps) * 0.99)]:.1f} ms, longest {gaps[-1]:.1f} ms"
        )


@contextmanager
def window() -> Iterator[tuple[object, object]]:
    import shiboken6
    from localllm_ui import launch
    from localllm_ui.app import App
    from localllm_ui.preferences import Preferences

    from localllm.settings import load_settings

    launch.application()
    settings = load_settings({"engine": "fake", "speculation": "off"})
    kept = Preferences(settings)
    kept.set("welcomed", True)
    shiboken6.delete(kept)
    app = App(settings)
    app.warm.connect(launch.spare_what_stays)
    engine = launch.load(app)
    warm: list[bool] = []
    app.warm.connect(lambda: warm.append(True))
    app.start()
    until(lambda: warm and app.models.loaded("") is not None)
    yield app, engine.rootObjects()[0]
    shiboken6.delete(engine)
    app.close()


def until(condition: Callable[[], object]) -> None:
    from PySide6.QtCore import QCoreApplication

    while not condition():
        QCoreApplication.processEvents()


def streaming() -> str:
    """Four chats write at once, one of them is looked at."""
    with window() as (app, root):
        text = "say " + "".join(MARKDOWN.format(n=n) for n in range(12))
        for _ in range(STREAMS):
            app.newChat()
            app.current.composer.restore(text)
            app.current.send()
            until(lambda: app.current._live is not None)
        frames = Frames(root)
        return frames.during(lambda: bool(app._open.busy_ids()))


def fill(chats: int, messages: int, answer: str) -> int:
    """Chats in the list, the last of them long; its id."""
    from localllm.chats.store import ChatStore
    from localllm.chats.transfer import TransferChat, TransferMessage

    with ChatStore.open() as store:
        store.chats.insert(
            [TransferChat(title=f"Chat number {n}", updated_at=n) for n in range(chats)]
        )
        roles = ("user", "assistant")
        long = tuple(
            TransferMessage(
                id=n,
                role=roles[n % 2],
                parent=n - 1 if n else None,
                content=answer if n % 2 else f"Question {n}",
            )
            for n in range(messages)
        )
        return store.chats.insert([TransferChat(title="Long", messages=long)])[0]


def scroll(view: object, steps: int, by: int) -> tuple[Callable[[], bool], Callable[[], None]]:
    """Moves the view a piece each frame, down and up again."""
    left = [steps]

    def step() -> None:
        down = left[0] > steps // 2
        view.setProperty("contentY", view.property("contentY") + (by if down else -by))  # type: ignore[attr-defined]
        left[0] -= 1

    return lambda: left[0] > 0, step


def scrolling(chats: int, messages: int, answer: str, name: str) -> str:
    from helpers.window import Window

    chat_id = fill(chats, messages, answer)
    with window() as (app, root):
        if name == "thread":
            app.openChat(chat_id)
            until(lambda: app.current._path and not app.current.messages._unparsed)
        else:
            until(lambda: app.chats.rowCount() > 100)
        view = Window(app, root).item(name)
        view.setProperty("following", False)
        view.setProperty("contentY", 0)
        frames = Frames(root)
        return frames.during(*scroll(view, 600, 45))


def measured(name: str) -> str:
    answer = MARKDOWN.format(n=1)
    long = "".join(MARKDOWN.format(n=n) for n in range(ANSWER_WORDS // 45))
    match name:
        case "start":
            times = start_ms()
            return f"median {statistics.median(times):.0f} ms of {sorted(map(round, times))}"
        case "streaming":
            return streaming()
        case "list":
            return scrolling(CHATS, 2, answer, "chatList")
        case "messages":
            return scrolling(1, MESSAGES, answer, "thread")
        case _:
            return scrolling(1, 2, long, "thread")


ROWS = {
    "start": "Start to first usable frame, warm",
    "streaming": f"{STREAMS} chats streaming",
    "list": f"Scrolling {CHATS:,} chats",
    "messages": f"Scrolling a chat of {MESSAGES} messages",
    "answer": "Scrolling one answer of 20,000 tokens",
}


def main() -> None:
    for name, title in ROWS.items():
        # Each in a process and a home of its own.
        with tempfile.TemporaryDirectory() as home:
            here = Path(__file__).parent
            env = os.environ | {"LOCALLLM_HOME": home, "PYTHONPATH": f"{here}:{here.parent}"}
            (Path(home) / "config").mkdir()
            code = f"import measure; print(measure.measured({name!r}))"
            done = subprocess.run(
                [sys.executable, "-c", code], env=env, capture_output=True, text=True
            )
        print(f"| {title} | {done.stdout.strip() or done.stderr[:300]} |", flush=True)


if __name__ == "__main__":
    main()
