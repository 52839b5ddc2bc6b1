"""Chats to prompts and generated text back to messages, by the model's own template.

llama.cpp's `common` knows nearly every model's way to call tools and to think aloud; the shim hands
it over. Templates and parsers only read: any thread may use them.

    ChatPrompt -> ChatTemplates.apply -> AppliedTemplate (prompt, grammar, stops, how to parse)
    text so far -> OutputParser.parse -> ParsedOutput (content, reasoning, tool calls)
"""

from __future__ import annotations

import weakref
from typing import Any, Self

import msgspec

from localllm import errors
from localllm.core import ChatPrompt, ToolCall
from localllm.llama import chat_input, lib
from localllm.llama.applied import AppliedTemplate, decode
from localllm.llama.grammar import from_json_schema
from localllm.llama.model import Model
from localllm.llama.shim import ShimError, c_text

# Reasoning is parsed out wherever the template marks it, as llama-server does unless told not to.
_REASONING = "auto"

__all__ = ["AppliedTemplate", "ChatTemplates", "OutputParser", "ParsedOutput"]


class ParsedOutput(msgspec.Struct, frozen=True):
    """What the text so far says. Arguments of tool calls are JSON text, unfinished in a partial
    parse; a call without an id yet has ""."""

    content: str
    reasoning: str
    tool_calls: tuple[ToolCall, ...]


class _Info(msgspec.Struct):
    source: str
    supports_thinking: bool = False
    caps: dict[str, bool] = {}


class ChatTemplates:
    """A model's chat template. `caps` are llama.cpp's findings on it, by name."""

    def __init__(self, model: Model) -> None:
        """The template of the file, or ChatML where it has none. Raises ModelError for one that
        llama.cpp cannot read."""
        self._open(model.native, model.handle, None, None, None)
        model.own(self)

    @classmethod
    def from_text(cls, source: str, *, bos: str = "", eos: str = "") -> Self:
        """A template without a model."""
        templates = cls.__new__(cls)
        templates._open(lib.load(), None, c_text(source), c_text(bos), c_text(eos))
        return templates

    def _open(
        self,
        native: lib.Native,
        model: int | None,
        source: bytes | None,
        bos: bytes | None,
        eos: bytes | None,
    ) -> None:
        self._shim = native.shim
        functions = native.shim.lib
        try:
            self._handle = self._shim.handle(functions.shim_templates_init(model, source, bos, eos))
        except ShimError as error:
            raise errors.ModelError(f"The chat template cannot be used: {error}") from error
        self._free = weakref.finalize(self, functions.shim_templates_free, self._handle)
        info = self._shim.take(functions.shim_templates_info(self._handle))
        found = msgspec.json.decode(info, type=_Info)
        self.source = found.source
        self.supports_thinking = found.supports_thinking
        self.caps = found.caps

    @property
    def supports_tools(self) -> bool:
        """Whether the template itself shows tools and calls to the model."""
        return self.caps.get("supports_tools", False) and self.caps.get(
            "supports_tool_calls", False
        )

    def apply(
        self, chat: ChatPrompt, *, json_schema: str | None = None, grammar: str | None = None
    ) -> AppliedTemplate:
        """Renders a chat and plans its output: JSON by a schema, GBNF, or the tools' own format.

        A model whose template knows no tools has them described in its system message. Raises
        BadRequest with the template's own words where it refuses these messages, and for a schema
        that is no JSON object.
        """
        chat_input.check(chat, grammar)
        inputs = self._inputs(chat, chat_input.schema_object(json_schema), grammar)
        try:
            raw = self._shim.take(
                self._shim.lib.shim_templates_apply(self._handle, msgspec.json.encode(inputs))
            )
        except ShimError as error:
            raise _refusal(error, chat, json_schema) from error
        return decode(raw, parse_tool_calls=chat_input.offers_tools(chat))

    def _inputs(self, chat: ChatPrompt, schema: Any, grammar: str | None) -> dict[str, Any]:
        thinking = chat.enable_thinking
        return {
            "messages": [chat_input.message_json(message) for message in chat.messages],
            "tools": [chat_input.tool_json(tool) for tool in chat.tools],
            "tool_choice": chat.tool_choice,
            "parallel_tool_calls": chat.parallel_tool_calls,
            "json_schema": schema,
            "grammar": grammar,
            "enable_thinking": self.supports_thinking if thinking is None else thinking,
            "reasoning_format": _REASONING,
            "chat_template_kwargs": chat.template_kwargs,
            "add_generation_prompt": not chat.continue_final,
            "continue_final_message": chat.continue_final,
        }

    def close(self) -> None:
        """Frees the template. Twice is fine."""
        self._free()


class OutputParser:
    """Reads generated text by the format that an applied template announced."""

    def __init__(self, applied: AppliedTemplate, parse_tool_calls: bool | None = None) -> None:
        """`parse_tool_calls` None goes by whether the chat offered tools."""
        self._shim = lib.load().shim
        calls = applied.parse_tool_calls if parse_tool_calls is None else parse_tool_calls
        functions = self._shim.lib
        self._handle = self._shim.handle(
            functions.shim_parser_init(applied.raw, calls, _REASONING.encode())
        )
        weakref.finalize(self, functions.shim_parser_free, self._handle)

    def parse(self, text: str, partial: bool) -> ParsedOutput:
        """All of the text generated so far; with `partial`, what is certain up to now. Raises
        ShimError where a finished text does not follow the format."""
        parsed = self._shim.take(
            self._shim.lib.shim_parser_parse(self._handle, c_text(text), partial)
        )
        return _parsed(msgspec.json.decode(parsed, type=_Wire))


def _refusal(error: ShimError, chat: ChatPrompt, json_schema: str | None) -> errors.BadRequest:
    """Names the part of the request that is to blame: a schema, a tool, or else the messages."""
    if json_schema is not None and not _converts(json_schema):
        return errors.BadRequest(f"The JSON schema cannot be used: {error}", param="json_schema")
    for tool in chat.tools:
        if not _converts(msgspec.json.encode(tool.parameters).decode()):
            return errors.BadRequest(
                f"The parameters of the tool {tool.name!r} cannot be used: {error}", param="tools"
            )
    return errors.BadRequest(
        f"The model's chat template does not accept this chat: {error}", param="messages"
    )


def _converts(schema: str) -> bool:
    try:
        from_json_schema(schema)
    except errors.BadRequest:
        return False
    return True


class _Wire(msgspec.Struct):
    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()


def _parsed(wire: _Wire) -> ParsedOutput:
    return ParsedOutput(wire.content or "", wire.reasoning_content or "", wire.tool_calls)
