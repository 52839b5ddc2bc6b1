"""Hyperparameters out of config.json: looked up by the names that are in use, and checked."""

from __future__ import annotations

from typing import Any

from localllm.errors import ModelError
from localllm.models.convert.defaults import fill

MAX_INTEGER = (1 << 31) - 1
MAX_NUMBER = 3.4e38  # of a float32; NaN is not below it
MAX_HEAD_DIM = 1 << 16
_MISSING: Any = object()


class Config:
    """The config of the text model, with what it leaves out filled in.

    `values` may be read for what is no number; numbers are had by the methods, which raise
    ModelError with the key and the value where it is no such number.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        self.values = fill(config)
        self.architecture = _architecture(config)
        self.rope = _rope(self.values)

    def find(self, *keys: str) -> Any:
        """The value of the first key that is there, even if that is null; None without one."""
        return next((self.values[key] for key in keys if key in self.values), None)

    def integer(self, *keys: str, default: Any = _MISSING, least: int = 1) -> int:
        """The whole number under the first key that is there; `default` where it is null."""
        value = self.find(*keys)
        if value is None and default is not _MISSING:
            return int(default)
        return whole_number(value, self._key(keys), least)

    def number(self, *keys: str, default: Any = _MISSING) -> float:
        value = self.find(*keys)
        if value is None and default is not _MISSING:
            return float(default)
        return number(value, self._key(keys))

    def _key(self, keys: tuple[str, ...]) -> str:
        return next((key for key in keys if key in self.values), " or ".join(keys))

    @property
    def global_rope(self) -> dict[str, Any]:
        """The rope parameters of layers with full attention."""
        inner = self.rope.get("full_attention")
        return inner if isinstance(inner, dict) else self.rope

    @property
    def head_dim(self) -> int:
        """Elements of a head: given, or as many as the heads leave for each."""
        size = self.find("head_dim")
        if size is None:
            size = self.integer("hidden_size", "n_embd", "dim") // self.integer(
                "num_attention_heads", "n_head", "n_heads"
            )
        if whole_number(size, "head_dim") > MAX_HEAD_DIM:
            raise ModelError(f"config.json: a head has {size} numbers, at most {MAX_HEAD_DIM}")
        return int(size)


def whole_number(value: Any, key: str, least: int = 1) -> int:
    """`value`, checked. ModelError names the key."""
    if type(value) is not int or not least <= value <= MAX_INTEGER:
        raise ModelError(f"config.json: {key} is {value!r}, it must be a whole number", key=key)
    return value


def number(value: Any, key: str) -> float:
    if type(value) not in (int, float) or not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise ModelError(f"config.json: {key} is {value!r}, it must be a number", key=key)
    return float(value)


def _architecture(config: dict[str, Any]) -> str:
    """Names the class of the model: that of the text part where there is one."""
    text = config.get("text_config")
    inner = text.get("architectures") if isinstance(text, dict) else None
    names = inner or config.get("architectures")
    if not isinstance(names, list) or not names or not isinstance(names[0], str):
        raise ModelError("config.json does not name the model's architecture (architectures)")
    return names[0]


def _rope(values: dict[str, Any]) -> dict[str, Any]:
    """Rope parameters in one place, whether the config has them there (newer) or at the top."""
    given = values.get("rope_parameters", values.get("rope_scaling")) or {}
    if not isinstance(given, dict):
        raise ModelError(f"config.json: rope_scaling is {given!r}, it must be an object")
    rope = dict(given)
    if "full_attention" in rope or "sliding_attention" in rope:
        return rope
    local = _first(values, "local_rope_theta", "rope_local_theta", "rope_local_base_freq")
    if local is not None:
        rope["sliding_attention"] = {"rope_theta": local}
    for key, value in (
        ("rope_theta", _first(values, "rope_theta", "rotary_emb_base")),
        ("rope_type", rope.get("type")),
        ("partial_rotary_factor", _first(values, "partial_rotary_factor", "rope_pct")),
        ("original_max_position_embeddings", values.get("original_max_position_embeddings")),
    ):
        if key not in rope and value is not None:
            rope[key] = value
    return rope


def _first(values: dict[str, Any], *keys: str) -> Any:
    return next((values[key] for key in keys if key in values), None)
