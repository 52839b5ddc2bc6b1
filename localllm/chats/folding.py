"""Text as the search index sees it.

FTS5's unicode61 tokenizer takes a run of letters as one word. That loses two things people look
for: words in scripts that are written without spaces, and the inner words of `camelCase`.

    text                    body column               parts column
    用本地模型 getUserName()   用 本 地 模 型 getusername()  username name

Characters of unspaced scripts become words of their own, so that 模型 is the phrase "模 型" and
any length is found (FTS5's trigram tokenizer needs three characters, and 2.7 bytes of index for
each byte of text instead of 0.6). Of `camelCase` every ending that begins at an inner word is
indexed too; with a prefix query any run of inner words is found. Accents fall in the tokenizer.

Both functions are pure and stable: the index deletes a text by giving the same words again.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff"  # Jamo, kana, Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED_CHAR = re.compile(f"[{UNSPACED}]")
# A bounded word: a block of base64 is no identifier, and all its endings would be a flood.
_CAMEL_WORD = re.compile(
    r"(?<![A-Za-z0-9])(?=[A-Z]*[a-z0-9]*(?:[a-z0-9][A-Z]|[A-Z][A-Z][a-z]))"
    r"[A-Za-z0-9]{2,80}(?![A-Za-z0-9])"
)
_INNER_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def fold(text: str) -> str:
    """Without case and width, unspaced characters apart. Idempotent but for spaces."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _UNSPACED_CHAR.sub(r" \g<0> ", folded)


def parts(text: str) -> str:
    """The endings of camelCase words, each once, lower case."""
    found: dict[str, None] = {}
    for word in _CAMEL_WORD.findall(text):
        for boundary in _INNER_WORD.finditer(word):
            found[word[boundary.start() :].lower()] = None
    return " ".join(found)


def plain(text: str) -> tuple[str, list[int] | None]:
    """Text without case and accents, and for each of its characters the index it came from.

    None stands for "the same index". For finding words of a query in what a person reads.
    """
    if text.isascii():
        return text.lower(), None
    pieces: list[str] = []
    origins: list[int] = []
    for index, char in enumerate(text):
        piece = char.lower() if char.isascii() else _plain_char(char)
        pieces.append(piece)
        origins.extend([index] * len(piece))
    return "".join(pieces), origins


def _plain_char(char: str) -> str:
    decomposed = unicodedata.normalize("NFKD", char.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def register(connection: sqlite3.Connection) -> None:
    """Gives the connection the functions that the schema's triggers call."""
    connection.create_function("search_fold", 1, fold, deterministic=True)
    connection.create_function("search_parts", 1, parts, deterministic=True)
