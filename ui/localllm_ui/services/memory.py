"""Would a model fit? Its real needs, from the file's header, against what is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
import psutil

from localllm.errors import LocalLLMError
from localllm.models.store import InstalledModel
from localllm.settings import Settings, engine_options
from localllm.supervisor.budget import needs_of

_TIGHT = 0.8


class Memory(msgspec.Struct, frozen=True):
    """`needs` in bytes. "tight" takes more than four fifths of what is free."""

    needs: int
    fit: Literal["fits", "tight", "big"]


def memory_of(models: Iterable[InstalledModel], settings: Settings) -> dict[str, Memory]:
    """By name; models with a problem, and those without a file, are left out. Reads headers."""
    free = psutil.virtual_memory().available
    found: dict[str, Memory] = {}
    for model in models:
        if model.problem is None and model.size_bytes:
            try:
                needs = needs_of(model, engine_options(settings, model.path)).total
            except LocalLLMError:
                continue  # its problem is told when the folder is read again
            found[model.name] = Memory(needs, _fit(needs, free))
    return found


def _fit(needs: int, free: int) -> Literal["fits", "tight", "big"]:
    return "fits" if needs <= _TIGHT * free else "tight" if needs <= free else "big"
