"""Whatever moment the whole app is killed at, the chats are there at the next start."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from localllm.chats.store import ChatStore
from localllm.chats.types import MessageState

KILLS = 20
# A window that sends the same message again and again, each time in a new chat.
CHILD = """
import sys
from PySide6.QtCore import QTimer
from localllm.settings import load_settings
from localllm_ui import launch
from localllm_ui.app import App

qt = launch.application()
app = App(load_settings({"engine": "fake", "speculation": "off"}))
engine = launch.load(app)
app.start()

kept = set()

def turn():
    chat = app.current.id  # there as soon as its first message is in the store
    if chat is not None and chat not in kept:
        kept.add(chat)
        print("sent", flush=True)
    if not app.current.busy:
        app.newChat()
        app.current.composer.restore("say " + "word " * 120)
        app.current.send()

timer = QTimer(interval=20)
timer.timeout.connect(turn)
timer.start()
qt.exec()
"""


def run_and_kill(rng: random.Random) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process.stdout as said:
        assert said.readline() == "sent\n"
        time.sleep(rng.uniform(0, 0.8))
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_every_chat_opens_after_kills_and_only_unfinished_answers_are_marked(
    isolated_home: Path,
) -> None:
    rng = random.Random(7)
    for _ in range(KILLS):
        run_and_kill(rng)
    with ChatStore.open() as store:
        assert store.check_integrity() == []
        chats = store.list_chats(limit=1000)
        threads = [store.thread(chat.id) for chat in chats]
    assert len(chats) >= KILLS
    unfinished = 0
    for thread in threads:
        assert thread[0].content.startswith("say word")
        for answer in thread[1:]:
            if answer.state is MessageState.COMPLETE:
                assert answer.content == ("word " * 120).strip()
            else:
                assert answer.state is MessageState.INTERRUPTED
                unfinished += 1
    assert unfinished <= KILLS
