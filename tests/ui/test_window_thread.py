"""The thread: what is shown of an answer on its way and after, and how one moves through it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.window import Window
from localllm_ui.viewmodels.live import LiveAnswer
from PySide6.QtCore import Qt

from localllm import core
from localllm.chats.types import MessageState, StoredMessage
from localllm.core import Message

ANSWER = "\n".join(
    [
        "# Title",
        "",
        "| a | b |",
        "|---|--:|",
        "| left cell | 7 |",
        "",
        "$$\\frac{1}{2}$$",
        "",
        "- point",
        "",
        "> quoted",
    ]
)


def with_answer(window: Window, content: str, reasoning: str = "") -> None:
    """A chat that holds a question and this answer."""

    def make(store: Any) -> int:
        chat = store.chats.create(title="made")
        store.messages.add(chat.id, Message("user", "question"))
        store.messages.add(chat.id, Message("assistant", content, reasoning=reasoning or None))
        return int(chat.id)

    window.app.bridge.call(window.app.backend.use(make)).then(window.app.openChat)
    window.wait(lambda: len(window.app.current._path) == 2)


def kinds(window: Window) -> list[str]:
    return [row.kind for row in window.app.current.messages._rows]


def test_markdown_is_drawn_block_by_block(window: Window) -> None:
    with_answer(window, ANSWER)
    assert kinds(window) == ["user", "heading", "table", "math", "item", "paragraph", "foot"]
    assert any("left cell" in str(item.property("text")) for item in window.items())
    shown = {str(item.property("source")) for item in window.items()}
    assert any("image://math/" in source for source in shown)


def test_thoughts_open_and_close_by_a_click_and_say_their_time(window: Window) -> None:
    window.app.current.options.thinking = True
    window.say("tell me something")
    seconds = round(window.app.current._path[-1].reasoning_seconds or 0)
    name = f"Thought for {seconds} s" if seconds else "Thoughts"
    rows = len(kinds(window))
    window.click(name)
    window.wait(lambda: len(kinds(window)) > rows)
    window.click(name)
    window.wait(lambda: len(kinds(window)) == rows)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (core.Queued("id", 2), "Waiting: number 3 in the queue"),
        (core.Prefill("id", 256, 900, 128), "Reading the prompt… 256 of 900 tokens"),
    ],
)
def test_the_place_in_the_queue_and_the_prompt_are_told(
    window: Window, event: core.Event, words: str
) -> None:
    window.say("say hello")
    session = window.app.current
    answer: StoredMessage = session._path[-1]
    live = LiveAnswer(answer)
    session._live = live
    session.messages.set_path(session._path, live)
    live.take([event])
    session._draw()
    window.item(words)
    live.take([core.Delta("id", content="first", n_tokens=1)])
    session._draw()
    assert kinds(window) == ["user", "paragraph"]


def test_a_model_that_loads_says_how_far_it_is(window: Window) -> None:
    window.click("nav-models")
    window.click("Unload")
    window.wait(lambda: window.app.models.loaded("fake") is None)
    window.click("nav-models")
    window.start("say hello")
    shown: list[str] = []

    def waits() -> bool:
        rows = window.app.current.messages._rows
        shown.extend(row.info["words"] for row in rows if row.kind == "waiting")
        return not window.app.current.busy

    window.wait(waits)
    assert any(words.startswith("Loading the model… ") for words in shown)
    assert window.words()[-1] == "hello"


def test_a_long_chat_is_walked_with_the_keyboard(window: Window) -> None:
    with_answer(window, "\n\n".join(f"paragraph {n}" for n in range(80)))
    thread = window.item("thread")
    thread.forceActiveFocus()
    window.key(Qt.Key.Key_Home)
    top = thread.property("contentY")
    window.key(Qt.Key.Key_PageDown)
    assert thread.property("contentY") > top
    window.key(Qt.Key.Key_PageUp)
    window.key(Qt.Key.Key_Down)
    assert thread.property("contentY") > top
    window.click("To the end")
    window.wait(lambda: thread.property("atYEnd"))
    window.key(Qt.Key.Key_Home)
    window.key(Qt.Key.Key_End)
    window.wait(lambda: thread.property("atYEnd"))


def test_an_answer_that_was_cut_off_says_so_and_can_go_on(window: Window) -> None:
    window.app.current.options.setMaxTokens("3")
    window.say("say more than three")
    window.item("The answer stops here because the context or its token limit is full.")
    window.app.current.options.setMaxTokens("")
    window.click("Continue this answer")
    window.wait(lambda: not window.app.current.busy and len(window.words()[-1]) > 3)
    assert window.app.current._path[-1].state is MessageState.COMPLETE
