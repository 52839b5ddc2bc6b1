"""Every task a job process can be given, and what it gives back: frozen, msgpack-able.

A task is self-contained: absolute paths, nothing that the settings or the parent would have to
add. `threads` 0 is one for each physical core.
"""

from __future__ import annotations

import msgspec


class Convert(msgspec.Struct, frozen=True, tag=True):
    """A folder of safetensors becomes one GGUF file.

    `out_type` is "f32", "f16", "bf16", "q8_0", or "auto": the type that most weights have there.
    """

    source: str
    target: str
    out_type: str = "auto"


class Converted(msgspec.Struct, frozen=True, tag=True):
    path: str
    size_bytes: int
    architecture: str
    n_tensors: int


Task = Convert
Result = Converted
