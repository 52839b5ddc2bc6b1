"""What the search index makes of a text."""

from __future__ import annotations

import sqlite3

import pytest

from localllm.chats.folding import fold, parts, plain


def test_case_and_width_do_not_matter() -> None:
    assert fold("STRASSE") == fold("Straße") == fold("ｓｔｒａｓｓｅ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("用模型", ["用", "模", "型"]),
        ("東京タワー", ["東", "京", "タ", "ワ", "ー"]),
        ("ﾀﾜｰ", ["タ", "ワ", "ー"]),
        ("한국어", ["한", "국", "어"]),
        ("ภาษา", ["ภ", "า", "ษ", "า"]),
        ("GPU模型v2", ["gpu", "模", "型", "v2"]),
    ],
)
def test_characters_of_unspaced_scripts_are_words(text: str, words: list[str]) -> None:
    assert fold(text).split() == words


def test_spaced_scripts_stay_as_they_are() -> None:
    assert fold("Привет, Çelik!") == "привет, çelik!"


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("getUserName", "username name"),
        ("HTTPServer", "server"),
        ("parseHTTPResponse", "httpresponse response"),
        ("utf8Name x.toString()", "name string"),
        ("snake_case CONSTANT word Word", ""),
        ("getName setName", "name"),
    ],
)
def test_inner_words_are_the_endings_of_camel_case(text: str, inner: str) -> None:
    assert parts(text) == inner


def test_a_block_of_base64_is_no_identifier() -> None:
    assert parts("aGVsbG8gd29ybGQ" * 50) == ""


def test_the_index_finds_no_fault_with_its_own_deletions() -> None:
    # A contentless index is told the words again when a text goes: they must be the same ones.
    text = "getUserName() 用模型 Straße ﾀﾜｰ naïve"
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE i USING fts5(body, parts, content='')")
    index.execute("INSERT INTO i(rowid, body, parts) VALUES (1, ?, ?)", [fold(text), parts(text)])
    index.execute(
        "INSERT INTO i(i, rowid, body, parts) VALUES ('delete', 1, ?, ?)",
        [fold(text), parts(text)],
    )
    index.execute("INSERT INTO i(i) VALUES ('integrity-check')")
    for word in ("username", "name", "strasse"):
        assert index.execute("SELECT rowid FROM i WHERE i MATCH ?", [word]).fetchall() == []
    index.close()


def test_plain_text_remembers_where_each_character_came_from() -> None:
    assert plain("ABC") == ("abc", None)
    assert plain("aßé") == ("asse", [0, 1, 1, 2])
