"""One question on its way: submitted, waited for, drawn as it comes, and what is left of it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from localllm import core
from localllm.cli.chatting.view import View
from localllm.cli.interrupt import until_interrupted
from localllm.cli.waiting import Waiting
from localllm.joining.engines import Engines

_FRAME_S = 0.08


@dataclass
class Answer:
    """What came. `usage` is None where it was stopped; times in seconds from the asking.

    `context_tokens` counts prompt and answer as far as the events told.
    """

    content: str = ""
    reasoning: str = ""
    reason: core.FinishReason | None = None
    usage: core.Usage | None = None
    info: core.ModelInfo | None = None
    stopped: bool = False
    context_tokens: int = 0
    first_token_s: float = 0.0
    _begun: float = field(default_factory=time.monotonic)

    def add(self, delta: core.Delta) -> None:
        self.first_token_s = self.first_token_s or time.monotonic() - self._begun
        self.context_tokens += delta.n_tokens
        self.reasoning += delta.reasoning
        self.content += delta.content

    @property
    def message(self) -> core.Message:
        return core.Message(
            role="assistant", content=self.content, reasoning=self.reasoning or None
        )

    def figures(self) -> str:
        """Speed and tokens in a line; "" where it was stopped."""
        usage = self.usage
        if usage is None:
            return ""
        decoded = max(usage.completion_tokens - 1, 0)
        rate = f"{decoded / usage.decode_s:.1f} tokens/s · " if usage.decode_s and decoded else ""
        return (
            f"{rate}{usage.completion_tokens:,} tokens · first after {self.first_token_s:.2f} s · "
            f"prompt {usage.prompt_tokens:,} tokens, {usage.cached_tokens:,} of them reused"
        )


async def ask(
    engines: Engines, request: core.Request, model: str | None, view: View, waiting: Waiting
) -> Answer:
    """The answer, drawn in `view` as it comes. Ctrl-C stops it and keeps what came.

    Raises what `Engines.submit` and its stream raise; the view is ended all the same.
    """
    answer = Answer()
    stop_watching = engines.on_load_progress(waiting.loading)
    frames = asyncio.create_task(_refresh(view))
    try:
        answer.stopped = await until_interrupted(
            _receive(engines, request, model, answer, view, waiting)
        )
    finally:
        frames.cancel()
        stop_watching()
        waiting.clear()
        view.end()
    return answer


async def _refresh(view: View) -> None:
    while True:
        view.refresh()
        await asyncio.sleep(_FRAME_S)


async def _receive(
    engines: Engines,
    request: core.Request,
    model: str | None,
    answer: Answer,
    view: View,
    waiting: Waiting,
) -> None:
    async with await engines.submit(request, model) as stream:
        answer.info = stream.info
        async for event in stream:
            match event:
                case core.Queued() if not answer.first_token_s:
                    waiting.event(event)
                case core.Prefill() if not answer.first_token_s:
                    answer.context_tokens = event.total
                    waiting.event(event)
                case core.Delta():
                    waiting.clear()
                    answer.add(event)
                    view.reasoning(event.reasoning)
                    view.content(event.content)
                case core.Finished():
                    answer.reason = event.reason
                case core.Done():
                    answer.usage = event.usage
