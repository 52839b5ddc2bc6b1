"""Answers while they are written: from the runtime's stream into the store, told on the way.

One answer a chat at a time; any number of chats at once. Each is a task, and stopping it is
cancelling that task: the stream closes, and what was written stays.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from localllm import core
from localllm.chats.titles import SAMPLING, clean_title, fallback_title, title_prompt
from localllm.chats.types import ChatSettings, NewAttachment, TitleSource
from localllm.errors import BadRequest, Cancelled, LocalLLMError
from localllm_ui.services.prompts import chat_prompt
from localllm_ui.services.told import Began, Came, Ended, Told
from localllm_ui.services.tool_calls import ToolCalls

if TYPE_CHECKING:
    from localllm.chats.answers import Answer
    from localllm.chats.store import ChatStore
    from localllm.runtime import Runtime

_ids = itertools.count(1)
# A smaller model answers the question for a title with anything but one.
_LEAST_TO_TITLE = 500_000_000


class Answering:
    """`tell` is called on the loop's thread."""

    def __init__(self, runtime: Runtime, store: ChatStore, tell: Callable[[Told], None]) -> None:
        self._runtime = runtime
        self._store = store
        self._tell = tell
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._titling: set[asyncio.Task[None]] = set()

    def running(self) -> frozenset[int]:
        """The chats that an answer is being written in."""
        return frozenset(self._tasks)

    async def send(
        self,
        chat_id: int | None,
        text: str,
        files: Sequence[NewAttachment] = (),
        *,
        settings: ChatSettings,
    ) -> int:
        """Adds the message and begins its answer; the chat's id, a new chat's where it was None.

        Raises ModelNotFound before anything is kept.
        """
        if chat_id is not None:
            self._refuse_running(chat_id)
        model = (await self._runtime.resolve(settings.model)).name
        if chat_id is None:
            title = fallback_title(text or files[0].name)
            chat_id = self._store.chats.create(settings=settings).id
            self._store.chats.rename(chat_id, title, TitleSource.MODEL)
        self._store.messages.add(chat_id, core.Message("user", text), files=files)
        self._store.chats.set_draft(chat_id, "")
        self._begin(self._store.answers.begin(chat_id, model=model))
        return chat_id

    async def edit(self, message_id: int, text: str) -> None:
        """Asks again with other words; the old question stays as a branch."""
        chat_id = self._store.message(message_id).chat_id
        self._refuse_running(chat_id)
        model = await self._model_of(chat_id)
        self._store.messages.edit(message_id, text)
        self._begin(self._store.answers.begin(chat_id, model=model))

    async def regenerate(self, message_id: int) -> None:
        """Another answer to the same question, as a branch."""
        old = self._store.message(message_id)
        self._refuse_running(old.chat_id)
        model = await self._model_of(old.chat_id)
        self._begin(self._store.answers.begin(old.chat_id, parent_id=old.parent_id, model=model))

    async def resume(self, message_id: int) -> None:
        """Goes on writing where the answer ended."""
        self._refuse_running(self._store.message(message_id).chat_id)
        self._begin(self._store.answers.resume(message_id), resumed=True)

    async def stop(self, chat_id: int) -> None:
        if (task := self._tasks.get(chat_id)) is not None:
            task.cancel()
            await asyncio.wait([task])

    async def close(self) -> None:
        """Stops all answers; what they have is saved."""
        tasks = [*self._tasks.values(), *self._titling]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _model_of(self, chat_id: int) -> str:
        """The chat's model by its whole name; raises ModelNotFound before anything is changed."""
        return (await self._runtime.resolve(self._store.chat(chat_id).settings.model)).name

    def _refuse_running(self, chat_id: int) -> None:
        if chat_id in self._tasks:
            raise BadRequest("This chat is still being answered: stop that first.")

    def _begin(self, answer: Answer, *, resumed: bool = False) -> None:
        task = asyncio.create_task(self._write(answer, resumed))
        self._tasks[answer.chat_id] = task

    async def _write(self, answer: Answer, resumed: bool) -> None:
        chat_id = answer.chat_id
        path = self._store.thread(chat_id)
        self._tell(Began(chat_id, path))
        asked = path if resumed else path[:-1]
        settings = self._store.chat(chat_id).settings
        writing = _Writing(answer, self._tell)
        error: LocalLLMError | None = None
        try:
            await writing.run(
                self._runtime, chat_prompt(asked, settings, continue_final=resumed), settings
            )
        except (asyncio.CancelledError, Cancelled):
            answer.finish(core.FinishReason.ABORTED, usage=writing.usage())
        except LocalLLMError as failure:
            error = failure
            answer.fail(failure)
        finally:
            del self._tasks[chat_id]
            self._tell(Ended(chat_id, self._store.thread(chat_id), error))
        if error is None and len(path) == 2 and not resumed:
            self._title_soon(chat_id, path[-1].model)

    def _too_small(self, model: str) -> bool:
        loaded = [one.info for one in self._runtime.loaded() if one.name == model]
        return any(info is not None and info.n_params < _LEAST_TO_TITLE for info in loaded)

    def _title_soon(self, chat_id: int, model: str) -> None:
        task = asyncio.create_task(self._title(chat_id, model))
        self._titling.add(task)
        task.add_done_callback(self._titling.discard)

    async def _title(self, chat_id: int, model: str) -> None:
        """The model's own title; the first words, which it has already, are one too."""
        if self._too_small(model):
            return
        path = self._store.thread(chat_id)
        asked = chat_prompt(path[:-1], self._store.chat(chat_id).settings)
        request = core.Request(
            id=f"title-{chat_id}-{next(_ids)}",
            prompt=title_prompt(asked, core.Message("assistant", path[-1].content)),
            sampling=SAMPLING,
            priority=core.Priority.BACKGROUND,
            client="localllm: title",
        )
        try:
            async with await self._runtime.submit(request, model) as stream:
                said = [event.content async for event in stream if isinstance(event, core.Delta)]
        except LocalLLMError:
            return
        if title := clean_title("".join(said)):
            self._store.chats.rename(chat_id, title, TitleSource.MODEL)


class _Writing:
    """One stream into one answer, with its numbers for an answer that is stopped."""

    def __init__(self, answer: Answer, tell: Callable[[Told], None]) -> None:
        self._answer = answer
        self._tell = tell
        self._prefill: core.Prefill | None = None
        self._n_tokens = 0
        self._asked = time.monotonic()
        self._first: float | None = None
        self._last = self._asked
        self._calls = ToolCalls()

    async def run(self, runtime: Runtime, prompt: core.ChatPrompt, settings: ChatSettings) -> None:
        request = core.Request(
            id=f"chat-{self._answer.message_id}-{next(_ids)}",
            prompt=prompt,
            sampling=settings.sampling,
            priority=core.Priority.INTERACTIVE,
            client="localllm",
        )
        reason, usage = core.FinishReason.STOP, None
        async with await runtime.submit(request, settings.model) as stream:
            while events := await stream.drain():
                for event in events:
                    match event:
                        case core.Delta():
                            self._delta(event)
                        case core.Prefill():
                            self._prefill = event
                        case core.Finished():
                            reason = event.reason
                        case core.Done():
                            usage = event.usage
                self._tell(Came(self._answer.chat_id, list(events)))
        self._answer.finish(reason, usage=usage, tool_calls=self._calls.all())

    def usage(self) -> core.Usage:
        """What is known without the engine's own account, which comes only at the end."""
        first = self._first or self._last
        return core.Usage(
            prompt_tokens=self._prefill.total if self._prefill else 0,
            cached_tokens=self._prefill.cached if self._prefill else 0,
            completion_tokens=self._n_tokens,
            prefill_s=first - self._asked,
            decode_s=self._last - first,
        )

    def _delta(self, delta: core.Delta) -> None:
        self._last = time.monotonic()
        self._first = self._first or self._last
        self._n_tokens += delta.n_tokens
        self._answer.append(delta.content, delta.reasoning)
        self._calls.take(delta.tool_calls)
