"""A chat without its oldest turns, for one that does not fit.

    system | user assistant | user assistant tool assistant | user
             turn 1           turn 2                          the last turn always stays

What instructs the model stays too. Turns go some at a time, so that the beginning stays the same,
and with it the KV of the last question, for some turns before it has to change again.
"""

from __future__ import annotations

import msgspec

from localllm.core import ChatPrompt, Message

# Turns that go together.
_AT_ONCE = 4


def cuts(chat: ChatPrompt) -> list[ChatPrompt]:
    """The chat whole, then without more and more of its oldest turns, down to the last one."""
    head, rest = _instructions(chat.messages)
    begins = [i for i, message in enumerate(rest) if message.role == "user"] or [0]
    wanted = [*begins[: len(begins) - 1 : _AT_ONCE], begins[-1]]
    shorter = [msgspec.structs.replace(chat, messages=(*head, *rest[i:])) for i in wanted if i]
    return [chat, *shorter]


def _instructions(
    messages: tuple[Message, ...],
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """The messages of the system that come first, and all others."""
    n = next(
        (i for i, m in enumerate(messages) if m.role not in ("system", "developer")), len(messages)
    )
    return messages[:n], messages[n:]
