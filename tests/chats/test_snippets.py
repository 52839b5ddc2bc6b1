"""The piece of a text that is shown, and what is marked in it."""

from __future__ import annotations

import pytest

from localllm.chats.folding import fold
from localllm.chats.snippets import excerpt, highlight


def marked(text: str, *queries: str) -> list[str]:
    return [text[start:end] for start, end in highlight(text, [fold(query) for query in queries])]


@pytest.mark.parametrize(
    ("text", "queries", "found"),
    [
        ("The cat sat", ["cat"], ["cat"]),
        ("Concatenate the cat", ["cat"], ["cat"]),
        ("Concatenate", ["cat"], ["cat"]),
        ("Une école à Évry", ["ecole", "evry"], ["école", "Évry"]),
        ("Große STRASSE", ["straße"], ["STRASSE"]),
        ("用本地模型测试", ["模型"], ["模型"]),
        ("東京 タワー", ["タワー"], ["タワー"]),
        ("call foo_bar(1)", ["foo_bar"], ["foo_bar"]),
        ("getUserName", ["name"], ["Name"]),
        ("a.b(c) [x]", ["[x]"], ["x"]),
        ("🙂 hello 🙂", ["hello"], ["hello"]),
        ("nothing here", ["absent"], []),
    ],
)
def test_the_words_of_the_query_are_marked(text: str, queries: list[str], found: list[str]) -> None:
    assert marked(text, *queries) == found


def test_a_short_text_is_shown_whole() -> None:
    assert excerpt("just this", ["just"]) == ("just this", ((0, 4),))


def test_a_long_text_is_shown_around_the_first_word_found() -> None:
    text = "before " * 100 + "needle" + " after" * 100
    snippet, spans = excerpt(text, ["needle"])
    assert snippet.startswith("…before ")
    assert snippet.endswith("…")
    assert len(snippet) <= 202
    assert [snippet[start:end] for start, end in spans] == ["needle"]


def test_a_snippet_is_one_line() -> None:
    assert excerpt("one\ntwo\tthree", ["two"]) == ("one two three", ((4, 7),))


def test_a_text_without_spaces_is_cut_anyway() -> None:
    snippet, spans = excerpt("x" * 1000 + "型" + "x" * 1000, ["型"])
    assert [snippet[start:end] for start, end in spans] == ["型"]


def test_where_no_word_is_found_the_beginning_is_shown() -> None:
    snippet, spans = excerpt("beginning " + "x " * 500, ["absent"])
    assert snippet.startswith("beginning x")
    assert spans == ()


def test_marks_never_reach_beyond_the_snippet() -> None:
    snippet, spans = excerpt("needle " * 200, ["needle"])
    assert all(0 <= start < end <= len(snippet) for start, end in spans)
    assert {snippet[start:end] for start, end in spans[:-1]} == {"needle"}
