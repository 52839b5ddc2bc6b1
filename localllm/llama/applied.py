"""What a chat template made of a chat: the prompt, and how the answer has to be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

_CONTENT_ONLY = "Content-only"


class GrammarTrigger(msgspec.Struct, frozen=True):
    """What switches a lazy grammar on: `type` is llama.cpp's common_grammar_trigger_type."""

    type: int
    value: str = ""
    token: int = -1


class AppliedTemplate(msgspec.Struct, frozen=True):
    """A chat made into a prompt, and all that follows from it.

    `prompt` is tokenized with its control tokens (parse_special) and the model's own BOS. `grammar`
    is GBNF, "" where output is free; `grammar_lazy` lets it begin at a trigger. `preserved_tokens`
    are control tokens that must appear in the text for the parser. `generation_prompt` is what
    the assistant's message begins with, by the parser's and grammar's reckoning. `raw` is all of
    it as JSON, for the parser. `needs_parsing` is False where the text is the content as it stands:
    no reasoning, no tool calls, nothing to strip.
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
    needs_parsing: bool = True
    parse_tool_calls: bool = False
    raw: bytes = b""


def decode(raw: bytes, *, parse_tool_calls: bool) -> AppliedTemplate:
    """Of shim_templates_apply's JSON."""
    applied = msgspec.json.decode(raw, type=AppliedTemplate)
    nodes, root = _parser(applied.parser)
    return msgspec.structs.replace(
        applied,
        needs_parsing=not _is_plain(nodes, root, applied),
        parse_tool_calls=parse_tool_calls,
        raw=raw,
    )


def _parser(text: str) -> tuple[list[dict[str, Any]], int]:
    """The nodes of llama.cpp's PEG parser (common_peg_arena::save), and which is the root."""
    if not text:
        return [], -1
    arena = msgspec.json.decode(text)
    return arena["parsers"], arena["root"]


def _is_plain(nodes: list[dict[str, Any]], root: int, applied: AppliedTemplate) -> bool:
    """Whether the parser is (generation prompt) (all the rest as content), and no more."""
    if not nodes:
        return applied.format == _CONTENT_ONLY
    return all(_is_harmless(leaf, nodes, applied) for leaf in _leaves(nodes, root))


def _leaves(nodes: list[dict[str, Any]], index: int) -> Iterator[dict[str, Any]]:
    node = nodes[index]
    if node["type"] != "sequence":
        yield node
        return
    for child in node["children"]:
        yield from _leaves(nodes, child)


def _is_harmless(
    node: dict[str, Any], nodes: list[dict[str, Any]], applied: AppliedTemplate
) -> bool:
    match node["type"]:
        case "epsilon" | "end":
            return True
        case "literal":
            return bool(node["literal"] == applied.generation_prompt)
        case "tag":
            rest = nodes[node["child"]]
            return node["tag"] == "content" and rest["type"] == "until" and not rest["delimiters"]
    return False
