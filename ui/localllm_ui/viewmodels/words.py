"""Numbers as people read them. Translated, so asked for when shown and not kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from localllm.core import Usage

if TYPE_CHECKING:
    from localllm.supervisor.host import LoadedModel


def translate(text: str, n: int = -1) -> str:
    return QCoreApplication.translate("Words", text, None, n)


def count(number: int) -> str:
    """1234 -> "1,234", by the language's own rule."""
    return QLocale().toString(number)


def size(n_bytes: int) -> str:
    return QLocale().formattedDataSize(n_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def decimal(number: float, digits: int = 1) -> str:
    return QLocale().toString(number, "f", digits)


def rate(per_second: float) -> str:
    return translate("%1 tok/s").replace("%1", decimal(per_second))


def parameters(n: int) -> str:
    """135_000_000 -> "135M"."""
    for letter, unit in (("B", 1_000_000_000), ("M", 1_000_000)):
        if n >= unit:
            value = n / unit
            return f"{value:.0f}{letter}" if value >= 10 else f"{value:.1f}{letter}"
    return str(n)


def numbers(model: str, usage: Usage | None) -> str:
    """The line below an answer: model, speed, first token, tokens, reused."""
    parts = [model] if model else []
    if usage is not None and usage.completion_tokens:
        if usage.decode_s > 0 and usage.completion_tokens > 1:
            parts.append(rate((usage.completion_tokens - 1) / usage.decode_s))
        first = usage.queued_s + usage.prefill_s
        parts.append(translate("first token %1 s").replace("%1", decimal(first, 2)))
        parts.append(translate("%1 tokens").replace("%1", count(usage.completion_tokens)))
        if usage.cached_tokens:
            parts.append(translate("%1 reused").replace("%1", count(usage.cached_tokens)))
    return " · ".join(parts)


def state(model: LoadedModel) -> str:
    """What keeps the model from answering; "" when nothing does."""
    match model.state:
        case "loading":
            return translate("loading %1").replace("%1", f"{model.progress:.0%}")
        case "restarting":
            return translate("starting again")
        case "failed":
            return translate("not loaded")
    return ""
