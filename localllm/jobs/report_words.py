"""Numbers and foreign texts as the report shows them, the same on every medium."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from localllm.jobs.tasks import Evaluated, Figure, Side
from localllm.models.units import counted

_NAME_CHARS = 120
# Marks that turn the direction of all that follows, as a name could to look like another.
_TURNS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c")

# Mean KL divergence, nats a token -> what a person notices; as docs/evaluate.md has it.
LIMITS = (
    (0.001, "nobody can notice"),
    (0.02, "hardly anybody notices"),
    (0.1, "careful readers notice"),
    (0.5, "is clear to see"),
)
_BEYOND = "cost the model abilities"


def clean(text: str) -> str:
    """What a model or a file says, without what would steer a terminal or turn a line around."""
    return "".join(
        c for c in text if c in "\n\t" or (unicodedata.category(c)[0] != "C" and c not in _TURNS)
    )


def name(text: str) -> str:
    """On one line, and no longer than a line."""
    plain = " ".join(clean(text).split())
    return plain if len(plain) <= _NAME_CHARS else f"{plain[: _NAME_CHARS - 1]}\u2026"


def number(value: float) -> str:
    """Four digits, and no exponent where it can be read without one."""
    return f"{value:{_format(value)}}"


def figure(found: Figure) -> str:
    """The error to as many places as the value."""
    return f"{number(found.value)} \u00b1 {found.error:{_format(found.value)}}"


def _format(value: float) -> str:
    if value and abs(value) < 1e-5:
        return ".1e"
    return ".6f" if abs(value) < 0.01 else ".4f"


def percent(value: float) -> str:
    return f"{value:.2%}"


def share(found: Figure) -> str:
    return f"{found.value:.2%} \u00b1 {found.error:.2%}"


def rate(value: float) -> str:
    """Tokens a second, to three figures at least."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"


def judgement(kld: float) -> str:
    """As a clause about a mean KL divergence: `which nobody can notice`."""
    for limit, words in LIMITS:
        if kld <= limit:
            return f"which {words}"
    return f"which {_BEYOND}"


def text_of(found: Evaluated) -> str:
    read = name(Path(found.text).name) if found.text else "the built-in text"
    chunks = counted(found.chunks, "chunk")
    return f"{chunks} of {found.n_ctx} tokens of {read}, {found.tokens:,} scored"


def title_of(side: Side) -> str:
    return name(side.name) or "a model without a name"
