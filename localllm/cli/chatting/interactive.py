"""The chat a person sits at: reads a line, answers it, again."""

from __future__ import annotations

from rich.text import Text

from localllm import core
from localllm.cli import failure, terminal
from localllm.cli.chatting import commands
from localllm.cli.chatting.answer import ask
from localllm.cli.chatting.drawing import MarkdownView
from localllm.cli.chatting.editor import Editor
from localllm.cli.chatting.session import Session
from localllm.cli.waiting import Waiting
from localllm.errors import LocalLLMError
from localllm.joining.engines import Engines


class Chat:
    """`name` is the model's, as installed. `ended` is set by /quit. `stats` prints figures after
    each answer."""

    def __init__(self, engines: Engines, session: Session, *, stats: bool) -> None:
        self.engines = engines
        self.session = session
        self.console = terminal.out()
        self.name = ""
        self.ended = False
        self._stats = stats
        self._info: core.ModelInfo | None = None

    async def run(self) -> None:
        """Until Ctrl-D or /quit. An error ends what was asked, not the chat; only a model that
        cannot be loaded at the begin does."""
        await self.model_info()
        self.note(f"{self.name} · /help shows what else you can type, Ctrl-D ends")
        names = [model.name for model in self.engines.models()]
        editor = Editor(lambda: names, self._status)
        while not self.ended:
            try:
                line = await editor.read()
            except EOFError:
                return
            except KeyboardInterrupt:
                self.note("Ctrl-D ends the chat.")
                continue
            if line:
                await self._do(line)

    async def answer(self, question: str) -> None:
        """Asks and draws the answer. Where that fails the question is taken back."""
        self.session.say(question)
        try:
            answer = await ask(
                self.engines,
                self.session.request(),
                self.session.model,
                MarkdownView(self.console),
                Waiting(),
            )
        except BaseException:
            self.session.take_back()
            raise
        self.session.answered(answer)
        self._info = answer.info or self._info
        if answer.stopped:
            self.note("Stopped.")
        elif answer.reason is core.FinishReason.LENGTH:
            self.note("Cut off: max_tokens is reached or the context is full (/set, /new).")
        if self._stats and answer.usage:
            self.note(answer.figures())

    async def model_info(self) -> core.ModelInfo:
        """Of the model in use, which is loaded if it is not."""
        with Waiting() as waiting:
            stop_watching = self.engines.on_load_progress(waiting.loading)
            try:
                installed = await self.engines.resolve(self.session.model)
                self._info = await self.engines.load(installed)
            finally:
                stop_watching()
        self.name = installed.name
        return self._info

    async def use_model(self, spec: str) -> None:
        """Goes on with another one; where it cannot be loaded, with the one before."""
        before, self.session.model = self.session.model, spec
        try:
            await self.model_info()
        except BaseException:
            self.session.model = before
            raise

    def note(self, text: str) -> None:
        """Something of ours, set apart from what the model says."""
        self.console.print(Text(text, style="dim"))

    async def _do(self, line: str) -> None:
        try:
            if line.startswith("/"):
                await commands.run(self, line)
            else:
                await self.answer(line)
        except LocalLLMError as error:
            failure.report(error)
        self.console.print()

    def _status(self) -> str:
        """How full the context is, after the last answer."""
        if self._info is None:
            return ""
        last = self.session.last
        used = last.context_tokens if last else 0
        return f"{self.name} · {used:,} of {self._info.context:,} tokens"
