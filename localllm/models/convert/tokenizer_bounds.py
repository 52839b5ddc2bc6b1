"""What a tokenizer.json may ask of the library that runs it: bounded before it gets there.

A few bytes of JSON can ask for an endless text: forty times "replace a by aa", or one special
token that is put in front a million times. Published tokenizers are far below the limits here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from localllm.errors import NotAModel
from localllm.models.convert.tokenizer_files import Tokenizer

MAX_PARTS = 64  # steps in a row; published ones have up to 8
MAX_NORMALIZED = 1 << 30  # characters that normalizing may make, were every step at its worst
MAX_TEMPLATE = 64  # pieces and special ids of a template
MAX_PATTERN = 16 << 10
_UNICODE_GROWTH = 18  # the longest decomposition of one character (U+FDFA)


def check(tokenizer: Tokenizer, text: str) -> None:
    """NotAModel where a part goes beyond, or where normalizing `text` and the tokens would."""
    for name in ("normalizer", "pre_tokenizer", "post_processor"):
        steps = list(_steps(tokenizer.part(name)))
        if len(steps) > MAX_PARTS:
            raise NotAModel(f"the {name} of tokenizer.json has more than {MAX_PARTS} steps")
        for step in steps:
            _check_step(name, step)
    length = len(text) + sum(len(token.content) for token in tokenizer.added_tokens)
    if length * _growth(tokenizer.part("normalizer")) > MAX_NORMALIZED:
        raise NotAModel("the normalizer of tokenizer.json makes texts endlessly long")


def _steps(part: Any) -> Iterator[dict[str, Any]]:
    """The part itself, or the steps of a sequence, to any depth, one more than allowed."""
    waiting = [part]
    count = 0
    while waiting and count <= MAX_PARTS:
        step = waiting.pop()
        if not isinstance(step, dict):
            continue
        inner = [step.get(key) for key in ("normalizers", "pretokenizers", "processors")]
        for steps in inner:
            waiting.extend(reversed(steps) if isinstance(steps, list) else ())
        count += 1
        yield step


def _check_step(name: str, step: dict[str, Any]) -> None:
    pattern = step.get("pattern")
    if isinstance(pattern, dict) and any(len(str(p)) > MAX_PATTERN for p in pattern.values()):
        raise NotAModel(f"a pattern in the {name} of tokenizer.json is too long")
    for key in ("single", "pair"):
        if isinstance(step.get(key), list) and len(step[key]) > MAX_TEMPLATE:
            raise NotAModel(f"a template in the {name} of tokenizer.json has too many pieces")
    special = step.get("special_tokens")
    for entry in special.values() if isinstance(special, dict) else ():
        if isinstance(entry, dict) and len(entry.get("ids") or ()) > MAX_TEMPLATE:
            raise NotAModel(f"a special token in the {name} of tokenizer.json has too many ids")


def _growth(normalizer: Any) -> float:
    """How many times its length a text may have after all steps, at worst."""
    growth = 1.0
    for step in _steps(normalizer):
        if step.get("type") in ("Replace", "Prepend"):
            growth *= 1 + len(str(step.get("content", step.get("prepend", ""))))
        elif step.get("type") in ("NFD", "NFKD", "NFKC", "Precompiled", "ByteLevel"):
            growth *= _UNICODE_GROWTH
    return growth
