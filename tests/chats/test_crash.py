"""Kill -9 while answers are written: only the unfinished one is cut, and it is marked so."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from chats import writing_child

from localllm.chats.store import ChatStore
from localllm.chats.types import MessageState

SEEDS = range(20)


def write_until_killed(path: Path, seed: int) -> list[dict[str, Any]]:
    """What the child said was on the disk, until it was killed after some number of lines."""
    lines_to_live = random.Random(seed).randint(1, 250)
    child = subprocess.Popen(
        [sys.executable, writing_child.__file__, str(path), str(seed)], stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    told = [child.stdout.readline() for _ in range(lines_to_live)]
    child.kill()
    # What it wrote before the signal met it, without a line that was cut.
    told += child.stdout.read().splitlines(keepends=True)
    child.stdout.close()
    child.wait()
    return [json.loads(line) for line in told if line.endswith(b"\n")]


@pytest.mark.parametrize("seed", SEEDS)
def test_after_a_kill_all_is_whole_but_the_unfinished_answer(path: Path, seed: int) -> None:
    told = write_until_killed(path, seed)
    pieces = {line["answer"]: line for line in told if "answer" in line}
    finished = {line["finished"] for line in told if "finished" in line}
    with ChatStore.open(path) as store:
        assert store.check_integrity() == []
        for line in told:
            if "question" in line:
                assert store.thread(line["chat"])[0].content == line["content"]
        for message_id, line in pieces.items():
            kept = store.message(message_id)
            if message_id in finished:
                assert kept.state is MessageState.COMPLETE
                assert (kept.content, kept.reasoning) == (line["content"], line["reasoning"])
            else:
                # At most the piece in flight is more than what the child could tell.
                assert kept.state in (MessageState.INTERRUPTED, MessageState.COMPLETE)
                assert kept.content.startswith(line["content"])
                assert kept.reasoning.startswith(line["reasoning"])
                more = len(kept.content) + len(kept.reasoning)
                more -= len(line["content"]) + len(line["reasoning"])
                assert more <= max(map(len, writing_child.WORDS))
        interrupted = [
            message
            for chat in store.list_chats(everywhere=True)
            for message in store.tree(chat.id)
            if message.state is not MessageState.COMPLETE
        ]
        assert len(interrupted) <= 1


def test_a_chat_goes_on_after_a_kill(path: Path) -> None:
    told = write_until_killed(path, seed=3)
    with ChatStore.open(path) as store:
        chat_id = next(line["chat"] for line in told if "chat" in line)
        assert store.chats.duplicate(chat_id).title == "chat 0"
        assert store.search("question")
