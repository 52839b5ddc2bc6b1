"""Grammars and schemas made to hang or kill: each is refused in words or used, in bounded time.

They run in a child, which llama.cpp's own code would not survive.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from native import nasty_schemas

CHILD = Path(__file__).with_name("hostile_child.py")
SECONDS = 240  # for all of a test's tries; the point is that they end


def outcomes(tries: list[dict[str, Any]], model: Path | None = None) -> list[dict[str, Any]]:
    """What became of each try; a dead child fails the test with the try that killed it."""
    task = json.dumps({"model": str(model) if model else None, "tries": tries})
    child = subprocess.run(
        [sys.executable, str(CHILD)],
        input=task,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    found = [json.loads(line) for line in child.stdout.splitlines() if line.startswith("{")]
    if len(found) < len(tries):
        pytest.fail(
            f"{tries[len(found)]} ended the child ({child.returncode}): {child.stderr[-500:]}"
        )
    return found


def chain(length: int) -> str:
    """Rules that each begin with the next."""
    links = "\n".join(f"r{i} ::= r{i + 1}" for i in range(length))
    return f'root ::= r0\n{links}\nr{length} ::= "a"'


def doubling(length: int) -> str:
    """Rules that begin with the next in two ways: 2**length ways in all."""
    links = "\n".join(f'r{i} ::= r{i + 1} "x" | r{i + 1} "y"' for i in range(length))
    return f'root ::= r0\n{links}\nr{length} ::= "a"'


REFUSED = {
    "unfinished text": ('root ::= "a', "does not parse"),
    "unknown escape": ('root ::= "\\q"', "does not parse"),
    "no rule named root": ('other ::= "a"', "root"),
    "undefined rule": ('root ::= "a" missing', "missing"),
    "nothing": ("", "root"),
    "left recursion": ('root ::= root "a" | "b"', "left-recursive"),
    "left recursion behind an empty rule": ('root ::= ("z"?) root "x" | "y"', "left-recursive"),
    "left recursion behind two rules": (
        'root ::= a root "x" | "y"\na ::= b b\nb ::= c\nc ::= "z"?',
        "left-recursive",
    ),
    "bounds in the wrong order": ('root ::= "a"{5,2}', "at most 2"),
    "a long text repeated": (f'root ::= "{"a" * 100_000}"{{2000}}', "too often"),
    "a number beyond all measure": ('root ::= "a"{99999999999999999999999}', "too often"),
    "groups in groups": (f"root ::= {'(' * 100_000}", "groups"),
    "a long chain": (chain(50_000), "too complex"),
    "two to the power of forty beginnings": (doubling(40), "too complex"),
    "a token's name without a vocabulary": ("root ::= <think>", "does not parse"),
}

USABLE = {
    "plain": 'root ::= "yes" | "no"',
    "repetitions of repetitions": 'root ::= ("a"{2000}){2000}',
    "a circle that adds nothing": 'root ::= (("a"?)*)* "b"',
    "right recursion": 'root ::= "a" root | "b"',
    "an upper bound beyond all measure": 'root ::= "a"{1,1000000000}',
    "spaces within bounds": 'root ::= "a"{ 1 , 3 }',
    "braces, brackets and hashes within texts": 'root ::= "a{5,2}(((" [{5,2}(] # {5,2} (((',
    "characters of every length": "root ::= [a-zé世🙂]+",
    "a token by its number": "root ::= <[5]> !<[6]>",
}


def test_what_cannot_be_used_is_refused_in_words() -> None:
    found = outcomes([{"grammar": text} for text, _ in REFUSED.values()])

    told = dict(zip(REFUSED, (one.get("error", "") for one in found), strict=True))
    assert {name: words for name, (_, words) in REFUSED.items() if words not in told[name]} == {}


def test_what_is_only_unusual_can_be_used() -> None:
    found = outcomes([{"grammar": text} for text in USABLE.values()])

    assert [one.get("error") for one in found] == [None] * len(USABLE)


def test_words_about_a_grammar_do_not_repeat_all_of_it() -> None:
    (one,) = outcomes([{"grammar": "root = " + "x" * 10_000}])

    assert len(one["error"]) < 300


def test_a_thousand_schemas_leave_the_process_alive() -> None:
    found = outcomes([{"schema": nasty_schemas.schema(seed)} for seed in range(1000)])

    usable = sum("error" not in one for one in found)
    assert 300 < usable < 900  # else the generator is at fault


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "minItems": 100, "maxItems": 5, "items": {"type": "null"}},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
        json.loads('{"items":' * 300 + "{}" + "}" * 300),
    ],
)
def test_a_schema_without_end_is_refused(schema: Any) -> None:
    (one,) = outcomes([{"schema": schema}])

    assert one["error"]


@pytest.mark.model
def test_sampling_under_hostile_schemas_leaves_the_process_alive(starter_model: Path) -> None:
    tries = [{"schema": nasty_schemas.schema(seed)} for seed in range(240)]
    found = outcomes(tries, starter_model)

    assert sum(one.get("tokens", 0) > 0 for one in found) > 60


@pytest.mark.model
def test_a_grammar_whose_alternatives_double_is_given_up_in_time(starter_model: Path) -> None:
    doubles = 'root ::= "[" root "]" | "[" root ")" | "[" root "}" | "x"'
    grammars = [doubles, *USABLE.values()]
    found = outcomes([{"grammar": text} for text in grammars], starter_model)

    assert all("tokens" in one for one in found)
