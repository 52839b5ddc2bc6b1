"""The chats of one person, saved as they happen.

    with ChatStore.open() as store:
        chat = store.chats.create(settings=ChatSettings(model="smollm2"))
        store.messages.add(chat.id, Message(role="user", content="Hello"))
        answer = store.answers.begin(chat.id)
        answer.append(content="Hi")
        answer.finish(FinishReason.STOP)

What is read is on the store itself (reader.py); what changes something is with its owner:
`store.chats`, `.folders`, `.presets`, `.messages`, `.answers`. Every change is committed when its
method returns, and published as `Changed` to the subscribers, on the same thread.

Threads: the thread that opened the store uses it, and no other; SQLite refuses the rest. Others
read with `ChatReader.open(store.path)`. Processes: one (a second one gets Busy).

Crashes: an operation that returned survives a power cut. Of a running answer at most what was
appended in the last tenth of a second is lost (answers.py); on the next opening it is INTERRUPTED.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from localllm.chats.answers import Answers, CallLater, settle_interrupted
from localllm.chats.chats import Chats
from localllm.chats.database import Clock, Database, default_path, wall_clock
from localllm.chats.folders import Folders
from localllm.chats.messages import Messages
from localllm.chats.presets import Presets
from localllm.chats.reader import ChatReader
from localllm.chats.types import Changed, StoredMessage


class ChatStore(ChatReader):
    def __init__(self, database: Database, call_later: CallLater | None = None) -> None:
        super().__init__(database.path, database.connection)
        self._database = database
        self.chats = Chats(database, self)
        self.folders = Folders(database, self)
        self.presets = Presets(database, self)
        self.messages = Messages(database, self)
        self.answers = Answers(database, self, call_later)

    @classmethod
    def open(
        cls,
        path: Path | None = None,
        *,
        call_later: CallLater | None = None,
        clock: Clock = wall_clock,
    ) -> ChatStore:
        """Opens or makes the store (None: the person's own, in the data folder).

        With `call_later` running answers are saved ten times a second instead of with each piece.
        Raises Busy, UnsupportedFeature (written by a newer localllm), ChatsDamaged, Forbidden,
        DiskFull; the file is left as it was.
        """
        database = Database.open(path or default_path(), clock)
        try:
            settle_interrupted(database)
        except BaseException:
            database.close()
            raise
        return cls(database, call_later)

    def close(self) -> None:
        """Saves running answers (they are INTERRUPTED) and gives the file free."""
        try:
            self.answers.close()
        finally:
            self._database.close()

    def subscribe(self, subscriber: Callable[[Changed], None]) -> Callable[[], None]:
        """Calls `subscriber` after every change; returns how to stop. Not for pieces of answers."""
        return self._database.subscribe(subscriber)

    def _whole(self, message: StoredMessage) -> StoredMessage:
        answer = self.answers.running.get(message.id)
        if answer is None:
            return super()._whole(message)
        return msgspec.structs.replace(message, content=answer.content, reasoning=answer.reasoning)
