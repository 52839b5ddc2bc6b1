"""A model of this computer, as the list shows it."""

from __future__ import annotations

import msgspec

from localllm.models.finding import Origin
from localllm.models.header.capabilities import Capability


class InstalledModel(msgspec.Struct, frozen=True):
    """A model that is here. `path` is the file to load (the first part of several), `size_bytes`
    counts all parts; `context_train` in tokens, 0 where the file does not say.

    `source`: "own" (localllm fetched or made it), "starter" (inside the installed package),
    "folder" (in a folder the person named), "path" (named by its path just now).
    `problem` says why it cannot be loaded; the fields from the header are then empty.
    `capabilities` as capabilities.py tells them; `active` parameters are at work for a token, fewer
    than all where there are experts. `projector` is the path of the file through which it sees or
    hears, "" where none lies beside it. `aliases` are further names that a person gave it.
    """

    name: str
    path: str
    size_bytes: int
    architecture: str = ""
    parameters: int = 0
    quantization: str = ""
    context_train: int = 0
    source: Origin = "own"
    problem: str | None = None
    capabilities: tuple[Capability, ...] = ()
    licence: str = ""
    active: int = 0
    projector: str = ""
    aliases: tuple[str, ...] = ()
