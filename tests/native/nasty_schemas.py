"""Random JSON schemas, half of them wrong, by seed: what strangers may send to a port."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

_WORDS = ("a", "b", "name", "x-y", "ü", '"q"', "a b", "", "$ref", "🙂", "root", "space", "char")
_PATTERN_PARTS = (
    *("a", "[a-z]", "[^0-9]", "\\d", "\\w+", "(x|y)*", "(a?)*", ".{0,3}", "\\.", "é", "[\\]]"),
    *("(?:b)", "\\s?", "(a|b|c){2,}", "a{1,9}", "a{9,1}", "\\p{L}", "(?=x)", "\\b", "(", "\\u0041"),
)
_COUNTS = (0, 1, 5, 100, 3000, 10**9, 2**63, -1, 1.5, "7", None)
_TYPES: tuple[Any, ...] = (
    "string",
    "number",
    "integer",
    "boolean",
    "null",
    "object",
    "array",
    "nonsense",
    5,
    [],
)
_VALUES: tuple[Any, ...] = (1, "a", None, True, '"\\\n', "\x00", {"x": [1]}, [], 10**30, 1e-320)
_REFERENCES = ("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#/nowhere", "http://x/y", "", 5)


def schema(seed: int) -> Any:
    """A whole schema: definitions that refer to themselves and each other are among them."""
    r = random.Random(seed)
    made = _schema(r, 0)
    if isinstance(made, dict) and r.random() < 0.7:
        circle = r.choice([{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/a"}])
        made["$defs"] = {"a": _schema(r, 2), "b": r.choice([circle, _schema(r, 2)])}
    return made


def _schema(r: random.Random, depth: int) -> Any:
    if depth > 4:
        return r.choice([{}, True, {"type": "string"}, {"$ref": "#/$defs/a"}])
    return r.choice(_MAKERS)(r, lambda: _schema(r, depth + 1))


_Sub = Callable[[], Any]


def _typed(r: random.Random, _sub: _Sub) -> Any:
    return {"type": r.choice([*_TYPES, ["string", "null"], [r.choice(_TYPES)]])}


def _text(r: random.Random, _sub: _Sub) -> Any:
    parts = "".join(r.choice(_PATTERN_PARTS) for _ in range(r.randint(0, 5)))
    return r.choice(
        [
            {"type": "string", "pattern": f"^{parts}$"},
            {"type": "string", "minLength": r.choice(_COUNTS), "maxLength": r.choice(_COUNTS)},
            {"type": "string", "format": r.choice(["date", "date-time", "uuid", "ipv4", 9])},
        ]
    )


def _number(r: random.Random, _sub: _Sub) -> Any:
    bounds = (0, -5, 3, 10, 10**18, -(10**30), 1.5, "7")
    return {"type": "integer", "minimum": r.choice(bounds), "maximum": r.choice(bounds)}


def _object(r: random.Random, sub: _Sub) -> Any:
    return {
        "type": "object",
        "properties": {r.choice(_WORDS): sub() for _ in range(r.randint(0, 6))},
        "required": [r.choice(_WORDS) for _ in range(r.randint(0, 3))],
        "additionalProperties": r.choice([True, False, {"type": "string"}, sub()]),
    }


def _wide_object(r: random.Random, _sub: _Sub) -> Any:
    text = {"type": "string", "maxLength": 50}
    return {"type": "object", "properties": {f"p{i}": text for i in range(r.choice([3, 60, 200]))}}


def _array(r: random.Random, sub: _Sub) -> Any:
    least, most = r.choice(_COUNTS), r.choice(_COUNTS)
    return r.choice(
        [
            {"type": "array", "items": sub(), "minItems": least, "maxItems": most},
            {"type": "array", "prefixItems": [sub() for _ in range(3)]},
            {"type": "array", "items": [sub(), sub()], "additionalItems": sub()},
        ]
    )


def _choice(r: random.Random, sub: _Sub) -> Any:
    key = r.choice(["anyOf", "oneOf", "allOf", "not"])
    return {key: sub() if key == "not" else [sub() for _ in range(r.randint(0, 4))]}


def _ambiguous(_r: random.Random, _sub: _Sub) -> Any:
    """Eight ways to read every opening bracket."""
    return {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/a"}} for _ in range(8)]}


def _value(r: random.Random, _sub: _Sub) -> Any:
    values = [r.choice(_VALUES) for _ in range(r.randint(0, 5))]
    return r.choice([{"enum": values}, {"const": r.choice(_VALUES)}, *values, [], False])


def _reference(r: random.Random, _sub: _Sub) -> Any:
    return {"$ref": r.choice(_REFERENCES)}


_MAKERS = (
    *(_typed, _text, _number, _object, _object, _object, _wide_object, _array, _array),
    *(_choice, _ambiguous, _value, _reference),
)
