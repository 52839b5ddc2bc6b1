"""The text side of the fake model: bytes as tokens, a plain template, answers of the prompt.

    tokens   0..255 bytes | 256 begin | 257 end | 258 "<corrupt>" | 259.. words

What it answers, by the last user message:

    say TEXT             TEXT, byte by byte
    any other            a few words that depend on every token of the prompt, and on the seed

before that, a thought in <think> where thinking was asked for; instead, a call of the first tool
where a tool is required, or JSON of the schema's shape. With `ignore_eos` words follow for ever.
"""

from __future__ import annotations

import json
import re
from array import array
from itertools import count
from random import Random
from typing import Any

import msgspec

from localllm.core import ChatPrompt, SamplingParams, ToolCall
from localllm.engine.parsed_text import TextParser
from localllm.llama.chat import AppliedTemplate, ParsedOutput
from localllm.llama.shim import ShimError

BOS, EOG, CORRUPT, _FIRST_WORD = 256, 257, 258, 259

_WORDS = (
    *("river", "stone", "market", "winter", "letter", "engine", "garden", "signal", "copper"),
    *("window", "bridge", "captain", "forest", "ladder", "silver", "morning", "doctor", "island"),
    *("thunder", "paper", "café", "wörld", "漢字", "🙂", ".", ","),
)

N_VOCAB = _FIRST_WORD + len(_WORDS)
TEMPLATE = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}\n{% endfor %}<|assistant|>"

_SAY = re.compile(r"<\|user\|>say (.*)\n<\|assistant\|>$", re.DOTALL)
_OUTPUT = re.compile(r"(?:<think>(.*?)</think>)?(.*?)(?:<tool_call>(.*)</tool_call>)?", re.DOTALL)
_TAGS = ("<think>", "</think>", "<tool_call>", "</tool_call>")


class FakeSampler:
    """What one choice will say. `chain` is what the KV has to be for it to say so: a hash of all
    tokens before the next one, so that foreign or missing KV shows in the text."""

    def __init__(self, prompt: array[int], answer: str | None, seed: int, endless: bool) -> None:
        self.chain = chain_of(0, prompt)
        rng = Random(self.chain ^ seed)
        words = [_FIRST_WORD + rng.randrange(len(_WORDS)) for _ in range(rng.randint(8, 40))]
        self._answer = words if answer is None else list(answer.encode())
        self._rest = (_FIRST_WORD + rng.randrange(len(_WORDS)) for _ in count())
        self._endless = endless
        self._n = 0

    def pick(self, chain: int) -> int:
        """The next token, on top of KV with this chain."""
        n, self._n = self._n, self._n + 1
        if chain != self.chain:
            token = CORRUPT
        elif n < len(self._answer):
            token = self._answer[n]
        else:
            token = next(self._rest) if self._endless else EOG
        self.chain = chain_of(self.chain, (token,))
        return token


def chain_of(chain: int, tokens: array[int] | tuple[int, ...]) -> int:
    """The hash of what `chain` stands for, followed by tokens."""
    for token in tokens:
        chain = (chain * 1_000_003 + token + 1) & 0xFFFFFFFFFFFF
    return chain


class FakeLanguage:
    """A Language without a model."""

    n_vocab = N_VOCAB

    def apply(self, chat: ChatPrompt, sampling: SamplingParams) -> AppliedTemplate:
        messages = "".join(f"<|{m.role}|>{m.content or ''}\n" for m in chat.messages)
        calls = bool(chat.tools) and chat.tool_choice != "none"
        plan: dict[str, Any] = {"say": None, "think": bool(chat.enable_thinking)}
        if chat.tools and chat.tool_choice == "required":
            tool = chat.tools[0]
            call = {"name": tool.name, "arguments": _example(tool.parameters)}
            plan["say"] = f"<tool_call>{json.dumps(call)}</tool_call>"
        parsed = calls or bool(chat.enable_thinking)
        return AppliedTemplate(
            prompt=messages + "<|assistant|>",
            format="fake",
            needs_parsing=parsed,
            parse_tool_calls=calls,
            parser=json.dumps(plan),
        )

    def tokenize(self, text: str, *, add_special: bool) -> array[int]:
        data = text.encode("utf-8", "replace")
        return array("i", [BOS, *data] if add_special else list(data))

    def piece(self, token: int, *, special: bool = False) -> bytes:
        if token < BOS:
            return bytes((token,))
        if token >= _FIRST_WORD:
            return b" " + _WORDS[token - _FIRST_WORD].encode()
        return b"<corrupt>" if token == CORRUPT else b""

    def is_eog(self, token: int) -> bool:
        return token == EOG

    def parser(self, applied: AppliedTemplate) -> TextParser | None:
        return FakeParser() if applied.needs_parsing else None

    def sampler(
        self,
        sampling: SamplingParams,
        applied: AppliedTemplate | None,
        prompt: array[int],
        seed: int | None,
    ) -> FakeSampler:
        plan: dict[str, Any] = json.loads(applied.parser) if applied else {}
        say: str | None = plan.get("say")
        if sampling.json_schema is not None:
            say = json.dumps(_example(json.loads(sampling.json_schema)))
        elif say is None and applied and (found := _SAY.search(applied.prompt)):
            say = found[1]
        if plan.get("think"):
            say = f"<think>I was asked {len(prompt)} tokens.</think>{say or 'This is my answer.'}"
        return FakeSampler(prompt, say, seed or 0, sampling.ignore_eos)


class FakeParser:
    """Reads <think> and <tool_call> as the fake model writes them."""

    def parse(self, text: str, partial: bool) -> ParsedOutput:
        if partial:
            text = _complete(text)
        found = _OUTPUT.fullmatch(text)
        assert found is not None  # every part of it is optional
        reasoning, content, call = found.groups(default="")
        return ParsedOutput(content, reasoning, (_tool_call(call, partial),) if call else ())


def _complete(text: str) -> str:
    """Cuts off what may become a tag, and closes the tags that are open."""
    for tag in _TAGS:
        cut = next((n for n in range(len(tag) - 1, 0, -1) if text.endswith(tag[:n])), 0)
        text = text[: len(text) - cut]
    for start, end in zip(_TAGS[::2], _TAGS[1::2], strict=True):
        if start in text and end not in text:
            text += end
    return text


def _tool_call(text: str, partial: bool) -> ToolCall:
    try:
        call = msgspec.json.decode(text)
        return ToolCall("", call["name"], json.dumps(call["arguments"]))
    except (msgspec.DecodeError, KeyError, TypeError) as error:
        if partial:
            return ToolCall("", "", "")
        raise ShimError(f"no tool call: {error}") from error


def _example(schema: dict[str, Any]) -> Any:
    """A value of a JSON schema's shape, as far as types and properties say it."""
    kinds = {"string": "fake", "integer": 1, "number": 1.5, "boolean": True, "array": []}
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = kind[0]
    if kind in kinds:
        return kinds[kind]
    return {name: _example(part) for name, part in schema.get("properties", {}).items()}
