"""The line a person types on: history, several lines, completion of /commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from localllm import paths
from localllm.cli.chatting.commands import COMMANDS
from localllm.cli.chatting.session import settable

_QUOTES = '"""'


class Editor:
    """`models` gives names to complete, `status` the line below the prompt."""

    def __init__(self, models: Callable[[], list[str]], status: Callable[[], str]) -> None:
        self._session: PromptSession[str] = PromptSession(
            history=FileHistory(str(paths.data_dir() / "chat-history")),
            completer=CommandCompleter(models),
            complete_while_typing=Condition(self._is_command),
            key_bindings=_bindings(),
            multiline=True,
            prompt_continuation="  ",
            bottom_toolbar=lambda: FormattedText([("noreverse fg:ansibrightblack", status())]),
        )

    async def read(self) -> str:
        """What was typed, whole. EOFError on Ctrl-D, KeyboardInterrupt on Ctrl-C."""
        text = await self._session.prompt_async([("bold ansigreen", "> ")])
        return without_marks(text)

    def _is_command(self) -> bool:
        return self._session.default_buffer.text.startswith("/")


class CommandCompleter(Completer):
    """/names, then what each takes: models, parameters, files."""

    def __init__(self, models: Callable[[], list[str]]) -> None:
        self._models = models
        self._files: Completer = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        name, space, argument = document.text_before_cursor.partition(" ")
        if not name.startswith("/"):
            return
        if not space:
            for command in COMMANDS.values():
                if f"/{command.name}".startswith(name):
                    yield Completion(f"/{command.name}", -len(name), display_meta=command.help)
        elif name in ("/save", "/load"):
            yield from self._files.get_completions(Document(argument), event)
        else:
            yield from (
                Completion(word, -len(argument))
                for word in self._words(name)
                if word.startswith(argument)
            )

    def _words(self, name: str) -> list[str]:
        if name == "/model":
            return self._models()
        return list(settable()) if name == "/set" else []


def is_complete(text: str) -> bool:
    """Whether Enter ends the input: no backslash at its end, no quotes left open."""
    return not text.endswith("\\") and text.count(_QUOTES) % 2 == 0


def without_marks(text: str) -> str:
    """The input without what only made it several lines."""
    text = text.replace("\\\n", "\n").strip()
    if text.startswith(_QUOTES) and text.endswith(_QUOTES) and len(text) >= 2 * len(_QUOTES):
        text = text[len(_QUOTES) : -len(_QUOTES)].strip("\n")
    return text


def _bindings() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter")
    def _enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.newline(copy_margin=False)

    @keys.add("escape", "enter")
    def _alt_enter(event: KeyPressEvent) -> None:
        event.current_buffer.newline(copy_margin=False)

    return keys
