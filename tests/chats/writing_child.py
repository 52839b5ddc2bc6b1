"""A process that writes answers until it is killed. Run by test_crash.py.

    writing_child.py <database> <seed>

It tells on standard output what is on the disk, a line of JSON each: after `append` and `finish`
have returned. The parent kills it in the middle.
"""

from __future__ import annotations

import json
import random
import sys
from itertools import count
from pathlib import Path
from typing import Any

from localllm.chats.store import ChatStore
from localllm.core import FinishReason, Message

WORDS = ("alpha ", "beta ", "gamma\n", "日本 ", "naïve ", "🙂 ")


def tell(**what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main(path: Path, seed: int) -> None:
    choose = random.Random(seed)
    store = ChatStore.open(path)
    for number in count():
        chat = store.chats.create(title=f"chat {number}")
        question = store.messages.add(chat.id, Message(role="user", content=f"question {number}"))
        tell(question=question.id, content=question.content, chat=chat.id)
        answer = store.answers.begin(chat.id)
        for _ in range(choose.randint(1, 40)):
            word = choose.choice(WORDS)
            if choose.random() < 0.2:
                answer.append(reasoning=word)
            else:
                answer.append(content=word)
            tell(answer=answer.message_id, content=answer.content, reasoning=answer.reasoning)
        answer.finish(FinishReason.STOP)
        tell(finished=answer.message_id)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
