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
from localllm.core import ChatPrompt, Message, Tool, ToolCall
from localllm.llama import lib
from localllm.llama.model import Model
from localllm.llama.shim import ShimError, c_text

# Reasoning is parsed out wherever the template marks it, as llama-server does unless told not to.
_REASONING = "auto"
_CONTENT_ONLY = "Content-only"


class GrammarTrigger(msgspec.Struct, frozen=True):
    """What switches a lazy grammar on: `type` is llama.cpp's common_grammar_trigger_type."""

    type: int
    value: str = ""
    token: int = -1


class AppliedTemplate(msgspec.Struct, frozen=True):
    """A chat made into a prompt, and all that follows from it.

    `grammar` is GBNF, "" where output is free; `grammar_lazy` lets it begin at a trigger.
    `preserved_tokens` are control tokens that must appear in the text, for the parser.
    `generation_prompt` is the end of `prompt`, which the assistant's message begins with. `raw` is
    all of it as JSON, for the parser.
    """

    prompt: str
    format: str
    grammar: str = ""
    grammar_lazy: bool = False
    grammar_type: str = "none"
    grammar_triggers: tuple[GrammarTrigger, ...] = ()
    preserved_tokens: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    generation_prompt: str = ""
    supports_thinking: bool = False
    thinking_start: str = ""
    thinking_ends: tuple[str, ...] = ()
    parser: str = ""
    is_continuation: bool = False
    parse_tool_calls: bool = False
    raw: bytes = b""

    @property
    def needs_parsing(self) -> bool:
        """False where the text is the content as it stands: no reasoning and no tool calls."""
        return self.format != _CONTENT_ONLY or self.parse_tool_calls or bool(self.thinking_ends)


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

        Raises BadRequest with the template's own words where it refuses these messages, and for a
        schema that is no JSON object.
        """
        _check(chat, grammar)
        inputs = self._inputs(chat, _schema(json_schema), grammar)
        functions = self._shim.lib
        try:
            raw = self._shim.take(
                functions.shim_templates_apply(self._handle, msgspec.json.encode(inputs))
            )
        except ShimError as error:
            raise errors.BadRequest(
                f"The model's chat template does not accept this chat: {error}", param="messages"
            ) from error
        applied = msgspec.json.decode(raw, type=AppliedTemplate)
        parse_tool_calls = bool(chat.tools) and chat.tool_choice != "none"
        return msgspec.structs.replace(applied, raw=raw, parse_tool_calls=parse_tool_calls)

    def _inputs(self, chat: ChatPrompt, schema: Any, grammar: str | None) -> dict[str, Any]:
        thinking = chat.enable_thinking
        return {
            "messages": [_openai_message(message) for message in chat.messages],
            "tools": [_openai_tool(tool) for tool in chat.tools],
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


class _Wire(msgspec.Struct):
    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()


def _parsed(wire: _Wire) -> ParsedOutput:
    return ParsedOutput(wire.content or "", wire.reasoning_content or "", wire.tool_calls)


def _check(chat: ChatPrompt, grammar: str | None) -> None:
    if not chat.messages:
        raise errors.BadRequest("A chat needs at least one message.", param="messages")
    if grammar and chat.tools and chat.tool_choice != "none":
        raise errors.BadRequest(
            "A grammar cannot be combined with tools: both decide the output's form. Leave one "
            "out, or set tool_choice to none.",
            param="grammar",
        )
    last = chat.messages[-1]
    if chat.continue_final and (last.role != "assistant" or last.tool_calls):
        raise errors.BadRequest(
            "Only a last message of the assistant, without tool calls, can be continued.",
            param="messages",
        )


def _schema(text: str | None) -> Any:
    if text is None:
        return None
    try:
        schema = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise errors.BadRequest(
            f"The JSON schema is not JSON: {error}", param="json_schema"
        ) from error
    if not isinstance(schema, dict):
        raise errors.BadRequest("A JSON schema is a JSON object.", param="json_schema")
    return schema or {"type": "object"}  # an empty one means any object, as for llama-server


def _openai_message(message: Message) -> dict[str, Any]:
    content = message.content
    if content is None and not message.tool_calls:
        content = ""
    wire: dict[str, Any] = {"role": message.role, "content": content}
    if message.reasoning:
        wire["reasoning_content"] = message.reasoning
    if message.tool_calls:
        wire["tool_calls"] = [_openai_tool_call(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        wire["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        wire["name"] = message.name
    return wire


def _openai_tool_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _openai_tool(tool: Tool) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    return {"type": "function", "function": function}
