"""Builds llama.cpp and the shim once for each set of inputs, in a cache outside the checkout.

    pin -> source -> inputs (a digest) -> cache entry -> CMake -> a flat folder of libraries

Used by hatch_build.py, which puts the folder into a wheel, and by peer.py, which adds
llama.cpp's own programs built from the same tree.
"""

from __future__ import annotations

from pathlib import Path

NATIVE = Path(__file__).resolve().parent.parent
