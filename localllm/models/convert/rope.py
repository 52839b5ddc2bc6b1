"""The factors by which Llama 3.1 and later turn their rotary pairs slower."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from localllm.errors import ModelError
from localllm.models.convert.config import Config, number

F32 = np.float32
_DEFAULTS = {
    "rope_theta": 10000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}


def llama3_factors(config: Config) -> tuple[float, ...]:
    """One for each rotary pair, in float32; () without such scaling.

    Source: `_compute_llama3_parameters` of transformers, as conversion/llama.py has it.
    """
    rope = config.global_rope
    if str(rope.get("rope_type", "")).lower() != "llama3":
        return ()
    base, factor, low, high, old = (_positive(rope, key) for key in _DEFAULTS)
    return tuple(
        _factor(wavelength, factor, low, high, old)
        for wavelength in _wavelengths(base, config.head_dim)
    )


def _positive(rope: dict[str, Any], key: str) -> float:
    value = number(rope.get(key, _DEFAULTS[key]), key)
    if value <= 0:
        raise ModelError(f"config.json: {key} is {value}, it must be more than zero", key=key)
    return value


def _wavelengths(base: float, dim: int) -> list[float]:
    """Positions that each pair takes for a whole turn.

    The powers are rounded once, from float64. torch's own, by a faster method, are one unit in the
    last place off for about one in a hundred pairs; for the published models (base 500,000, 64 or
    128 numbers a head) for none.
    """
    exponents = np.arange(0, dim, 2, dtype=F32) / F32(dim)
    with np.errstate(over="ignore", divide="ignore"):
        powers = np.power(np.float64(base), exponents.astype(np.float64)).astype(F32)
        wavelengths: list[float] = (F32(2 * math.pi) / (F32(1) / powers)).tolist()
    return wavelengths


def _factor(wavelength: float, factor: float, low: float, high: float, old: float) -> float:
    """1 for short waves, `factor` for long ones, in between a smooth way from one to the other."""
    if wavelength < old / high:
        return 1.0
    if wavelength > old / low:
        return factor
    smooth = (F32(old) / F32(wavelength) - F32(low)) / F32(high - low)
    return float(F32(1) / ((F32(1) - smooth) / F32(factor) + smooth))
