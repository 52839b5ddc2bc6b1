"""Grammar text checked, JSON schemas converted."""

from __future__ import annotations

import pytest

from localllm import errors
from localllm.llama import grammar


def test_a_grammar_that_parses_is_silent() -> None:
    grammar.check('root ::= "yes" | "no"')


@pytest.mark.parametrize("text", ['root ::= "a', "root ::= missing", "", "no grammar at all"])
def test_a_grammar_that_does_not_parse_is_refused(text: str) -> None:
    with pytest.raises(errors.BadRequest) as raised:
        grammar.check(text)
    assert raised.value.detail["param"] == "grammar"


def test_an_undefined_rule_is_named() -> None:
    with pytest.raises(errors.BadRequest, match="missing"):
        grammar.check("root ::= missing")


def test_a_schema_becomes_a_grammar_that_parses() -> None:
    text = grammar.from_json_schema('{"type": "array", "items": {"enum": ["a", "b"]}}')

    grammar.check(text)
    assert '"\\"a\\""' in text


@pytest.mark.parametrize("schema", ["{", '{"type": "nonsense"}', '{"$ref": "#/nowhere"}'])
def test_a_schema_that_cannot_be_used_is_refused(schema: str) -> None:
    with pytest.raises(errors.BadRequest) as raised:
        grammar.from_json_schema(schema)
    assert raised.value.detail["param"] == "json_schema"
