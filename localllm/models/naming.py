"""Further names that a person gives to models, in the setting `aliases`: "fast=qwen3-0.6b-q8_0".

An alias stands for a name, the begin of one, or a path; not for another alias.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from localllm.errors import BadRequest


def aliases_of(entries: Iterable[str]) -> Mapping[str, str]:
    """Alias in lower case -> what it stands for. BadRequest for an entry that is none."""
    found: dict[str, str] = {}
    for entry in entries:
        alias, separator, target = entry.partition("=")
        alias, target = alias.strip().lower(), target.strip()
        if not separator or not alias or not target:
            raise BadRequest(
                f"{entry!r} is no alias: write name=model, as in fast=qwen3-0.6b", param="aliases"
            )
        if alias in found and found[alias] != target:
            raise BadRequest(f"The alias {alias!r} is given twice", param="aliases")
        found[alias] = target
    return found
