"""A conversation in a terminal: what was said, how it is to be answered, and its file."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from localllm import core
from localllm.cli.chatting.answer import Answer
from localllm.errors import BadRequest, LocalLLMError

_SCALARS = (int, float, bool, int | None)
_DEFAULTS = core.SamplingParams()
_KINDS: dict[object, str] = {int: "a whole number", float: "a number", bool: "true or false"}
_ids = itertools.count(1)


class SavedChat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat file (JSON). `model` is a name or a path; unknown keys are ignored."""

    messages: tuple[core.Message, ...]
    model: str = ""
    system: str = ""
    sampling: core.SamplingParams = core.SamplingParams()


class Session:
    """`messages` are without the system prompt; the last one is the assistant's, between turns."""

    def __init__(
        self,
        *,
        model: str | None,
        system: str = "",
        sampling: core.SamplingParams = _DEFAULTS,
        thinking: bool | None = None,
    ) -> None:
        self.model = model
        self.system = system
        self.sampling = sampling
        self.thinking = thinking
        self.messages: list[core.Message] = []
        self.last: Answer | None = None

    def request(self) -> core.Request:
        """The next answer, asked for by a person who waits."""
        system = (core.Message(role="system", content=self.system),) if self.system else ()
        return core.Request(
            id=f"cli-{os.getpid()}-{next(_ids)}",
            prompt=core.ChatPrompt(
                messages=(*system, *self.messages), enable_thinking=self.thinking
            ),
            sampling=self.sampling,
            priority=core.Priority.INTERACTIVE,
            client="localllm chat",
        )

    def say(self, text: str) -> None:
        self.messages.append(core.Message(role="user", content=text))

    def answered(self, answer: Answer) -> None:
        """Keeps it in the conversation, also where it was stopped; an empty one keeps nothing."""
        self.last = answer
        if answer.content or answer.reasoning:
            self.messages.append(answer.message)
        else:
            self.take_back()

    def take_back(self) -> str:
        """The last question, taken off with its answer. BadRequest where there is none."""
        for at in range(len(self.messages) - 1, -1, -1):
            if self.messages[at].role == "user":
                question = self.messages[at].content or ""
                del self.messages[at:]
                return question
        raise BadRequest("Nothing was asked yet")

    def clear(self) -> None:
        self.messages.clear()
        self.last = None

    def set(self, name: str, value: str) -> None:
        """Changes one sampling parameter. BadRequest names those there are, or what fits."""
        name = parameter(name)
        kind = settable()[name]
        try:
            parsed = msgspec.convert(_word(value), kind, strict=False)
        except msgspec.ValidationError:
            raise BadRequest(f"{name} cannot be {value!r}; it is {_kind_words(kind)}") from None
        self.sampling = msgspec.structs.replace(self.sampling, **{name: parsed})

    def save(self, path: Path) -> None:
        """As JSON, or to read where the name ends in .md."""
        if path.suffix == ".md":
            content = self._markdown().encode()
        else:
            chat = SavedChat(tuple(self.messages), self.model or "", self.system, self.sampling)
            content = msgspec.json.format(msgspec.json.encode(chat), indent=2)
        try:
            path.write_bytes(content)
        except OSError as error:
            raise LocalLLMError(f"Cannot write {path}: {error.strerror or error}") from None

    def load(self, path: Path) -> None:
        """What `save` wrote as JSON takes the place of everything here."""
        try:
            chat = msgspec.json.decode(path.read_bytes(), type=SavedChat)
        except OSError as error:
            raise LocalLLMError(f"Cannot read {path}: {error.strerror or error}") from None
        except msgspec.MsgspecError as error:
            raise LocalLLMError(f"{path} is no chat that /save wrote: {error}") from None
        self.messages = list(chat.messages)
        self.model = chat.model or self.model
        self.system = chat.system
        self.sampling = chat.sampling
        self.last = None

    def _markdown(self) -> str:
        said = [("System", self.system)] if self.system else []
        said += [(m.role.capitalize(), m.content or "") for m in self.messages]
        return "\n\n".join(f"## {who}\n\n{text}" for who, text in said) + "\n"


def settable() -> dict[str, Any]:
    """Sampling parameters that are one number or switch, with their types."""
    hints = get_type_hints(core.SamplingParams)
    return {
        field.name: hints[field.name]
        for field in msgspec.structs.fields(core.SamplingParams)
        if hints[field.name] in _SCALARS and field.name != "logprobs"
    }


def parameter(name: str) -> str:
    """The sampling parameter with that name, or the only one that begins so. Else BadRequest."""
    name = name.replace("-", "_").lower()
    names = settable()
    begin = [name] if name in names else [each for each in names if each.startswith(name)]
    if len(begin) != 1:
        raise BadRequest(f"There is no {name!r} to set; there are {', '.join(begin or names)}")
    return begin[0]


def _word(value: str) -> object:
    return None if value.lower() in ("none", "default", "random") else value


def _kind_words(kind: object) -> str:
    return _KINDS.get(kind, "a whole number or none")
