"""What a person asks for when a model is to be made smaller."""

from __future__ import annotations

import msgspec


class Quantizing(msgspec.Struct, frozen=True):
    """What a person asks for: `source` is a file, `calibrate` has the built-in text read first,
    `measure` has the result compared with its source."""

    source: str
    recipe: str
    calibrate: bool = False
    measure: bool = True
