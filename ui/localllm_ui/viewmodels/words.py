"""Numbers as people read them. Translated, so asked for when shown and not kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

if TYPE_CHECKING:
    from localllm.core import Usage
    from localllm.supervisor.host import LoadedModel


_INITIALS = ("api", "cors", "cpu", "gpu", "kv", "ram", "url")


def translate(text: str, n: int = -1) -> str:
    return QCoreApplication.translate("Words", text, None, n)


def label(name: str) -> str:
    """The name of a setting or a parameter as words, in English: "api_key" -> "API key"."""
    first, *rest = name.split("_")
    words = [first.capitalize(), *rest]
    return " ".join(word.upper() if word.lower() in _INITIALS else word for word in words)


def count(number: int) -> str:
    """1234 -> "1,234", by the language's own rule."""
    return QLocale().toString(number)


def size(n_bytes: int) -> str:
    return QLocale().formattedDataSize(n_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def decimal(number: float, digits: int = 1) -> str:
    return QLocale().toString(float(number), "f", digits)


def rate(per_second: float) -> str:
    return translate("%1 tok/s").replace("%1", decimal(per_second))


def parameters(n: int) -> str:
    """135_000_000 -> "135M"."""
    for letter, unit in (("B", 1_000_000_000), ("M", 1_000_000)):
        if n >= unit:
            value = n / unit
            return f"{value:.0f}{letter}" if value >= 10 else f"{value:.1f}{letter}"
    return str(n)


def numbers(model: str, usage: Usage | None) -> list[str]:
    """The line below an answer: model, speed, first token, tokens, reused; then the same with less
    and less of it, for where there is less room."""
    name = [model] if model else []
    if usage is None or not usage.completion_tokens:
        return [" · ".join(name)]
    fast = usage.decode_s > 0 and usage.completion_tokens > 1
    speed = [rate((usage.completion_tokens - 1) / usage.decode_s)] if fast else []
    seconds = decimal(usage.queued_s + usage.prefill_s, 2)
    first = [translate("first token %1 s").replace("%1", seconds)]
    tokens = [translate("%1 tokens").replace("%1", count(usage.completion_tokens))]
    reused = [translate("%1 reused").replace("%1", count(usage.cached_tokens))]
    figures = speed + first + tokens + (reused if usage.cached_tokens else [])
    shown = (name + figures, figures, speed + first + tokens, speed + first, speed or tokens)
    return [" · ".join(parts) for parts in shown]


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


def capability(name: str) -> str:
    """What a model can beside chatting, in a word."""
    return {
        "tools": translate("tools"),
        "thinking": translate("thinking"),
        "vision": translate("sees"),
        "audio": translate("hears"),
        "fim": translate("fills in code"),
        "embeddings": translate("embeddings"),
        "rerank": translate("ranks"),
    }.get(name, name)


def duration(seconds: float) -> str:
    """ "3 min 20 s"; for what is left of something, so that no more than two units are of use."""
    whole = max(0, round(seconds))
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    if hours:
        return translate("%1 h %2 min").replace("%1", str(hours)).replace("%2", str(minutes))
    if minutes:
        return translate("%1 min %2 s").replace("%1", str(minutes)).replace("%2", str(rest))
    return translate("%1 s").replace("%1", str(rest))


def large(number: int) -> str:
    """1_234_567 -> "1.2 M": how often something was fetched."""
    for letter, unit in (("M", 1_000_000), ("k", 1_000)):
        if number >= unit:
            return f"{decimal(number / unit)} {letter}"
    return count(number)
