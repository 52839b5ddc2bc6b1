"""Would a model fit? What it takes with the context of the settings, against what is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from localllm.errors import LocalLLMError
from localllm.models.header.check import headers_of
from localllm.models.memory import fit, machine
from localllm.models.memory.formula import options_of
from localllm.settings import Settings, engine_options

if TYPE_CHECKING:
    from localllm.models.store import InstalledModel

Verdict = Literal["fits", "tight", "big"]
VERDICTS: dict[fit.Verdict, Verdict] = {"fits": "fits", "tight": "tight", "too big": "big"}


class Memory(msgspec.Struct, frozen=True):
    """`needs` and `free` in bytes, with `context` tokens. "tight" takes more than four fifths."""

    needs: int
    fit: Verdict
    context: int = 0
    free: int = 0


def memory_of(models: Iterable[InstalledModel], settings: Settings) -> dict[str, Memory]:
    """By name; models with a problem, and those without a file, are left out. Reads headers."""
    room = machine.room()
    found: dict[str, Memory] = {}
    for model in models:
        if model.problem is None and model.size_bytes:
            options = options_of(engine_options(settings, model.path), settings.context)
            try:
                told = fit.fit(headers_of(model.path), options, room)
            except LocalLLMError:
                continue  # its problem is told when the folder is read again
            found[model.name] = of_fit(told)
    return found


def of_fit(told: fit.Fit) -> Memory:
    return Memory(told.total, VERDICTS[told.verdict], told.context, told.free)
