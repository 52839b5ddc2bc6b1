"""Grammars: GBNF text checked, and JSON schemas turned into it."""

from __future__ import annotations

from localllm import errors
from localllm.llama import lib
from localllm.llama.shim import ShimError, c_text


def from_json_schema(schema: str) -> str:
    """GBNF that admits the JSON values of a schema (JSON text). Raises BadRequest(param=
    "json_schema") with the converter's words for a schema it cannot express."""
    shim = lib.load().shim
    try:
        return shim.take(shim.lib.shim_json_schema_to_grammar(c_text(schema))).decode()
    except ShimError as error:
        raise errors.BadRequest(
            f"The JSON schema cannot be used: {error}", param="json_schema"
        ) from error


def check(gbnf: str) -> None:
    """Raises BadRequest(param="grammar"), saying where, for a grammar that does not parse."""
    shim = lib.load().shim
    complaint = shim.lib.shim_grammar_check(c_text(gbnf))
    if complaint:
        words = shim.take(complaint).decode("utf-8", "replace")
        raise errors.BadRequest(f"The grammar cannot be used: {words}", param="grammar")
