"""Titles that the model writes. Pure functions: the asking is the caller's."""

from __future__ import annotations

import re

import msgspec

from localllm.core import ChatPrompt, Message, SamplingParams

MAX_TITLE = 60
MAX_FOREIGN_TITLE = 300

SAMPLING = SamplingParams(max_tokens=48, temperature=0.2, top_p=0.9)
"""How a title is asked for."""

_INSTRUCTION = (
    "Write a title for this conversation so far: at most six words, in the language of the "
    "conversation. Answer with the title alone, without quotes."
)
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|$)", re.DOTALL | re.IGNORECASE)
_LABEL = re.compile(
    r"^\W*(?:title|titel|titre|título|标题|標題|タイトル)\s*[:：]\s*", re.IGNORECASE
)
_MARKUP = re.compile(r"^\s*[#>*-]+\s+|\*\*|`+")
_PAIRS = dict(zip("*_\"'“‘«„「『《", "*_\"'”’»“」』》", strict=True))
_REFUSALS = ("i'm sorry", "i am sorry", "i cannot", "i can't", "as an ai")


def title_prompt(prompt: ChatPrompt, answer: Message) -> ChatPrompt:
    """The prompt that was just answered, its answer, and the question for a title.

    It begins with the very tokens that were read for the answer, tools and all, so that only the
    question has to be computed.
    """
    return msgspec.structs.replace(
        prompt,
        messages=(*prompt.messages, answer, Message(role="user", content=_INSTRUCTION)),
        tool_choice="none",
        enable_thinking=False,
        continue_final=False,
    )


def clean_title(written: str) -> str:
    """The title in what a model wrote; empty where there is none."""
    text = _THINKING.sub("", written)
    for line in text.splitlines():
        title = _unquoted(_MARKUP.sub("", _LABEL.sub("", _MARKUP.sub("", line))).strip())
        title = _unquoted(_LABEL.sub("", title)).rstrip(" .,;:。，；：")
        if any(char.isalnum() for char in title):
            return "" if title.lower().startswith(_REFUSALS) else shorten(title)
    return ""


def fallback_title(question: str) -> str:
    """The beginning of what a person asked, for when no model wrote a title."""
    for line in question.splitlines():
        line = _MARKUP.sub("", line).strip()
        if any(char.isalnum() for char in line):
            return shorten(line)
    return ""


def tidy_title(text: str) -> str:
    """A title from outside, on one line and of a sane length."""
    return " ".join(text.split())[:MAX_FOREIGN_TITLE]


def shorten(text: str) -> str:
    """At most MAX_TITLE characters on one line, cut between words where there are some."""
    text = " ".join(text.split())
    if len(text) <= MAX_TITLE:
        return text
    head = text[: MAX_TITLE - 1]
    words, _, _ = head.rpartition(" ")
    return (words if len(words) > MAX_TITLE // 2 else head).rstrip(" .,;:") + "…"


def _unquoted(text: str) -> str:
    while len(text) > 1 and _PAIRS.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    return text
