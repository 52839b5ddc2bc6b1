"""Answers while a model writes them.

What arrives is appended to `answer_chunks`, a row for each tenth of a second, and put together in
the message when the answer ends: a long answer costs as many writes as it has pieces, not its
whole length each time. One commit saves the pieces of all running answers.

    begin -> message STREAMING, empty     append, append, ... -> chunks     finish -> COMPLETE
    (the program dies)                    opening: chunks -> message, INTERRUPTED

When is a piece on the disk? Given `call_later` (asyncio's `loop.call_later`, of the store's own
thread), within SAVE_EVERY_S; without it, when `append` returns.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from msgspec import UNSET

from localllm.chats import rows, tree
from localllm.chats.database import Database, Write
from localllm.chats.reader import ChatReader
from localllm.chats.types import Changed, MessageState, StoredMessage
from localllm.core import FinishReason, Message, ToolCall, Usage
from localllm.errors import BadRequest, LocalLLMError

log = logging.getLogger(__name__)

CallLater = Callable[[float, Callable[[], None]], object]

SAVE_EVERY_S = 0.1
SAVE_AT_CHARS = 4096


class Answer:
    """One answer being written, from `Answers.begin` or `resume`. Ends with `finish` or `fail`."""

    def __init__(self, answers: Answers, message: StoredMessage) -> None:
        self.message_id = message.id
        self.chat_id = message.chat_id
        self._answers = answers
        self._content = [message.content]
        self._reasoning = [message.reasoning]
        self._unsaved_content: list[str] = []
        self._unsaved_reasoning: list[str] = []
        self._thinking_since: float | None = None
        self._thought_s = message.reasoning_seconds
        self._tool_calls = message.tool_calls

    @property
    def content(self) -> str:
        """All of it so far, saved or not."""
        return "".join(self._content)

    @property
    def reasoning(self) -> str:
        return "".join(self._reasoning)

    def append(self, content: str = "", reasoning: str = "") -> None:
        """Takes the next piece. A piece that could not be saved (DiskFull) is kept and tried again
        with the next one."""
        if self._answers.running.get(self.message_id) is not self:
            raise RuntimeError(f"Answer {self.message_id} has ended")
        if reasoning:
            self._thinking_since = self._thinking_since or time.monotonic()
            self._reasoning.append(reasoning)
            self._unsaved_reasoning.append(reasoning)
        if content:
            self._end_thinking()
            self._content.append(content)
            self._unsaved_content.append(content)
        self._answers.save_soon()

    def finish(
        self,
        reason: FinishReason,
        *,
        usage: Usage | None = None,
        tool_calls: tuple[ToolCall, ...] = (),
    ) -> Changed:
        """Ends the answer: STOPPED where a person ended it (ABORTED), COMPLETE otherwise."""
        stopped = reason is FinishReason.ABORTED
        return self._end(
            MessageState.STOPPED if stopped else MessageState.COMPLETE,
            reason=reason,
            usage=usage,
            tool_calls=tool_calls,
        )

    def fail(self, error: LocalLLMError) -> Changed:
        """Ends the answer as FAILED; what was written of it stays."""
        return self._end(MessageState.FAILED, error=error)

    def _end(
        self,
        state: MessageState,
        *,
        reason: FinishReason | None = None,
        usage: Usage | None = None,
        tool_calls: tuple[ToolCall, ...] = (),
        error: LocalLLMError | None = None,
    ) -> Changed:
        self._end_thinking()
        return self._answers.end(
            self,
            {
                "state": state,
                "content": self.content,
                "reasoning": self.reasoning,
                "reasoning_seconds": self._thought_s,
                "tool_calls": rows.json_text(self._tool_calls + tool_calls),
                "usage": rows.json_text(usage),
                "finish_reason": reason,
                "error_code": error.code if error else "",
                "error": error.message if error else "",
            },
        )

    def _end_thinking(self) -> None:
        if self._thinking_since is not None:
            thought = time.monotonic() - self._thinking_since
            self._thought_s = (self._thought_s or 0.0) + thought
            self._thinking_since = None

    def unsaved(self) -> int:
        """Characters that are not on the disk yet."""
        return sum(map(len, self._unsaved_content)) + sum(map(len, self._unsaved_reasoning))

    def save(self, write: Write) -> None:
        write.execute(
            "INSERT INTO answer_chunks (message_id, content, reasoning) VALUES (?, ?, ?)",
            [self.message_id, "".join(self._unsaved_content), "".join(self._unsaved_reasoning)],
        )
        if self._unsaved_content:
            write.execute(
                "UPDATE messages SET reasoning_seconds = ? WHERE id = ?",
                [self._thought_s, self.message_id],
            )

    def saved(self) -> None:
        self._unsaved_content.clear()
        self._unsaved_reasoning.clear()


class Answers:
    """`store.answers`: those being written (`running`, by message id), and how they are saved."""

    def __init__(
        self, database: Database, reader: ChatReader, call_later: CallLater | None
    ) -> None:
        self.running: dict[int, Answer] = {}
        self._database = database
        self._reader = reader
        self._call_later = call_later
        self._scheduled = False
        self._saving_fails = False
        self._saved_at = 0.0

    def begin(
        self, chat_id: int, *, parent_id: tree.Parent = UNSET, model: str | None = None
    ) -> Answer:
        """An empty answer after the path's leaf, or under the message `parent_id`; selected.

        To regenerate an answer, begin another under its question. `model` None is the chat's.
        """
        if model is None:
            model = self._reader.chat(chat_id).settings.model
        with self._database.write() as write:
            message_id = tree.insert(
                write,
                chat_id,
                tree.parent(write, chat_id, parent_id),
                Message(role="assistant"),
                state=MessageState.STREAMING,
                model=model,
            )
        return self._run(message_id)

    def resume(self, message_id: int) -> Answer:
        """Goes on writing an answer that has ended (continue)."""
        message = self._reader.message(message_id)
        if message.role != "assistant" or message.state is MessageState.STREAMING:
            raise BadRequest("Only an answer that has ended can be continued.", param="message_id")
        with self._database.write() as write:
            write.execute(
                "UPDATE messages SET state = ?, finish_reason = NULL, error_code = '', error = '' "
                "WHERE id = ?",
                [MessageState.STREAMING, message_id],
            )
            write.chats.add(message.chat_id)
            write.messages.add(message_id)
        return self._run(message_id)

    def flush(self) -> None:
        """Saves what was appended, now. Raises DiskFull; nothing is lost by that."""
        waiting = [answer for answer in self.running.values() if answer.unsaved()]
        if not waiting:
            return
        with self._database.write() as write:
            for answer in waiting:
                answer.save(write)
        self._saved_at = time.monotonic()
        for answer in waiting:
            answer.saved()

    def save_soon(self) -> None:
        """Saves what was appended within SAVE_EVERY_S."""
        wait = self._saved_at + SAVE_EVERY_S - time.monotonic()
        full = sum(answer.unsaved() for answer in self.running.values()) >= SAVE_AT_CHARS
        if self._call_later is None or wait <= 0 or full:
            self.flush()
        elif not self._scheduled:
            self._scheduled = True
            self._call_later(wait, self._flush_scheduled)

    def end(self, answer: Answer, values: dict[str, object]) -> Changed:
        """Puts the answer together in its message; for `Answer` alone."""
        with self._database.write() as write:
            write.execute(
                f"UPDATE messages SET {', '.join(f'{name} = :{name}' for name in values)}, "
                "updated_at = :now WHERE id = :id",
                {**values, "now": write.now, "id": answer.message_id},
            )
            write.execute("DELETE FROM answer_chunks WHERE message_id = ?", [answer.message_id])
            tree.touch(write, answer.chat_id)
            write.messages.add(answer.message_id)
        self.running.pop(answer.message_id, None)
        return write.changed

    def close(self) -> None:
        """Saves all and leaves what still runs INTERRUPTED."""
        self.flush()
        self.running.clear()
        settle_interrupted(self._database)

    def _run(self, message_id: int) -> Answer:
        answer = Answer(self, self._reader.message(message_id))
        self.running[message_id] = answer
        return answer

    def _flush_scheduled(self) -> None:
        self._scheduled = False
        try:
            self.flush()
            self._saving_fails = False
        except LocalLLMError as error:
            if not self._saving_fails:  # once, not ten times a second
                log.warning("Running answers cannot be saved; it is tried again: %s", error)
            self._saving_fails = True


def settle_interrupted(database: Database) -> None:
    """Puts together the answers that nobody writes any more, and marks them."""
    with database.write() as write:
        left = write.execute(
            "SELECT id, chat_id, content, reasoning FROM messages WHERE state = 'streaming'"
        ).fetchall()
        for message_id, chat_id, content, reasoning in left:
            chunks = write.execute(
                "SELECT content, reasoning FROM answer_chunks WHERE message_id = ? ORDER BY id",
                [message_id],
            ).fetchall()
            write.execute(
                "UPDATE messages SET state = ?, content = ?, reasoning = ? WHERE id = ?",
                [
                    MessageState.INTERRUPTED,
                    content + "".join(chunk[0] for chunk in chunks),
                    reasoning + "".join(chunk[1] for chunk in chunks),
                    message_id,
                ],
            )
            write.chats.add(chat_id)
            write.messages.add(message_id)
        write.execute("DELETE FROM answer_chunks")
