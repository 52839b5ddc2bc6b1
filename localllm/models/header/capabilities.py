"""What a model can do, told from its header and the files beside it; nothing is loaded.

The engine knows tools and thinking for sure, once it has parsed the template. Before that these
are signs in its text, found on every template that llama.cpp ships and compared with its verdict
(tests/models/test_capabilities.py names the few that differ, and why):

    chat        there is a template
    tools       the template's code uses both `tools` (shows them) and `tool_calls` (repeats calls)
    thinking    it names a place for thoughts: <think>, [THINK], `reasoning_content`, ...
    vision      a projector lies beside the model whose header says it has a vision encoder
    audio       the same for sound
    fim         the header names the tokens between which code is filled in, or the vocabulary
                has them
    embeddings  the architecture is an encoder, or the header says how tokens are pooled
    rerank      they are pooled into a rank
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from localllm.models.header.gguf import GGUFHeader, LongArray

Capability = Literal[
    "chat", "tools", "thinking", "vision", "audio", "fim", "embeddings", "rerank"
]  # fmt: skip
CAPABILITIES: tuple[Capability, ...] = (
    "chat", "tools", "thinking", "vision", "audio", "fim", "embeddings", "rerank",
)  # fmt: skip

POOLING = {0: "none", 1: "mean", 2: "cls", 3: "last", 4: "rank"}  # enum llama_pooling_type
_ENCODERS = frozenset(
    {
        "bert", "jina-bert-v2", "jina-bert-v3", "nomic-bert", "nomic-bert-moe", "neo-bert",
        "eurobert", "modern-bert", "gemma-embedding", "llama-embed", "t5encoder",
    }
)  # fmt: skip
_LONGEST_TEMPLATE = 1 << 20  # of which the signs are looked for

_CLOSES = {"{": "}}", "%": "%}", "#": "#}"}  # what opens with a brace before it
_TOOLS = re.compile(r"\btools\b")
_CALLS = re.compile(r"\btool_calls\b")
_THINKING = (
    ("<think", "<think>"),
    ("[THINK]", "[THINK]"),
    ("enable_thinking", "enable_thinking"),
    ("reasoning_content", "reasoning_content"),
    ("<seed:think>", "<seed:think>"),
    ("<|channel|>analysis", "a channel for analysis"),
    ("<|channel>thought", "a channel for thoughts"),
    ("message.thinking", "message.thinking"),
)
_FIM_KEYS = ("fim_pre_token_id", "prefix_token_id")


def capabilities_of(
    headers: Sequence[GGUFHeader], projector: GGUFHeader | None = None
) -> dict[Capability, str]:
    """Each capability with how it was told, in the order of CAPABILITIES."""
    found: dict[Capability, str] = {}
    header = headers[0]
    template = header.text("tokenizer.chat_template")
    if template is not None:
        found["chat"] = "it has a chat template"
        found |= template_capabilities(template)
    found |= dict(_of_projector(projector))
    if why := _fim(header):
        found["fim"] = why
    found |= dict(_pooled(header))
    return {name: found[name] for name in CAPABILITIES if name in found}


def template_capabilities(template: str) -> dict[Capability, str]:
    """Tools and thinking, by the signs in a template's text."""
    template = template[:_LONGEST_TEMPLATE]
    code = " ".join(_code(template))
    found: dict[Capability, str] = {}
    if _TOOLS.search(code) and _CALLS.search(code):
        found["tools"] = "its template shows tools and their calls"
    sign = next((words for sign, words in _THINKING if sign in template), None)
    if sign:
        found["thinking"] = f"its template has {sign}"
    return found


def _code(template: str) -> Iterator[str]:
    """What stands between braces, without comments; up to the first that is not closed. One pass:
    a template comes from a stranger."""
    at = template.find("{")
    while at >= 0:
        close = _CLOSES.get(template[at + 1 : at + 2])
        if close is None:
            at = template.find("{", at + 1)
            continue
        end = template.find(close, at + 2)
        if end < 0:
            return
        if close != "#}":
            yield template[at + 2 : end]
        at = template.find("{", end + 2)


def is_encoder(header: GGUFHeader) -> bool:
    """Makes embeddings and writes no text."""
    architecture = header.text("general.architecture") or ""
    causal = header.metadata.get(f"{architecture}.attention.causal")
    return architecture in _ENCODERS or causal is False


def _of_projector(header: GGUFHeader | None) -> Iterator[tuple[Capability, str]]:
    if header is None:
        return
    said = {kind: header.metadata.get(f"clip.has_{kind}_encoder") for kind in ("vision", "audio")}
    if said["vision"] is True or said["audio"] is not True:  # the first ones did not say
        yield "vision", "a projector for images lies beside it"
    if said["audio"] is True:
        yield "audio", "a projector for sound lies beside it"


def _fim(header: GGUFHeader) -> str:
    if any(header.number(f"tokenizer.ggml.{key}") is not None for key in _FIM_KEYS):
        return "its header names the tokens for filling in"
    tokens = header.metadata.get("tokenizer.ggml.tokens")
    if isinstance(tokens, LongArray) and tokens.notable:
        return f"its vocabulary has {tokens.notable}"
    return ""


def _pooled(header: GGUFHeader) -> Iterator[tuple[Capability, str]]:
    architecture = header.text("general.architecture") or ""
    pooling = POOLING.get(header.number(f"{architecture}.pooling_type") or 0, "none")
    if pooling == "rank":
        yield "rerank", "its answers are pooled into a rank"
    elif pooling != "none":
        yield "embeddings", f"its answers are pooled ({pooling})"
    elif is_encoder(header):
        yield "embeddings", "it is an encoder"
