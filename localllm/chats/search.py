"""From what a person typed to ranked chats.

1. Each word or quoted phrase becomes an FTS5 string (so there is no query that FTS5 refuses), the
   last word of each unquoted one a prefix.
2. The newest NEWEST matches of the index are scored with bm25: a word that is in every message
   costs as little as a rare one.
3. Of the best of them the text is read; those that hold the query letter for letter go first
   (the index sees `foo.bar()` and `foo bar` alike). Each chat appears once.

Titles have an index of their own, and a chat whose title matches comes before all others. So have
names of files, which come next, and thoughts, which come last (aside.py).
"""

from __future__ import annotations

import re
import sqlite3

import msgspec

from localllm.chats import aside, folding, rows
from localllm.chats.snippets import excerpt, highlight
from localllm.chats.types import ChatSummary, SearchHit

NEWEST = 2000
_READ_CLOSELY = 200
_MAX_QUERY = 1000
_MAX_TERMS = 32

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\0": " "})
_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')
_ENDS_IN_WORD = re.compile(rf"[^\W_{folding.UNSPACED}]{{2}}$")

_TITLES = """
SELECT i.rowid, bm25(title_index) AS score
FROM title_index i JOIN chats c ON c.id = i.rowid
WHERE title_index MATCH ? AND c.deleted_at IS NULL
ORDER BY score LIMIT ?
"""
_MESSAGES = """
SELECT id, chat_id FROM (
    SELECT m.id, m.chat_id, bm25(message_index) AS score
    FROM message_index i JOIN messages m ON m.id = i.rowid JOIN chats c ON c.id = m.chat_id
    WHERE message_index MATCH ? AND m.deleted_at IS NULL AND c.deleted_at IS NULL
    ORDER BY i.rowid DESC LIMIT ?)
ORDER BY score
"""


class Query(msgspec.Struct, frozen=True):
    """`match` is an FTS5 expression, `terms` the folded words to show, `literal` what was typed."""

    match: str
    terms: tuple[str, ...]
    literal: str


def compile_query(typed: str) -> Query | None:
    """None where nothing in it could be found: no letter and no digit."""
    typed = typed[:_MAX_QUERY].translate(_QUOTES).strip()
    strings: list[str] = []
    terms: list[str] = []
    for quoted, bare in _TERM.findall(typed):
        folded = folding.fold(quoted or bare).strip()
        if not any(char.isalnum() for char in folded):
            continue
        prefix = "*" if bare and _ENDS_IN_WORD.search(folded) else ""
        strings.append(f'"{folded}"{prefix}')
        terms.append(folded)
    if not terms:
        return None
    return Query(" AND ".join(strings[:_MAX_TERMS]), tuple(terms), typed.strip('"'))


def search(connection: sqlite3.Connection, typed: str, limit: int) -> list[SearchHit]:
    query = compile_query(typed)
    if query is None or limit <= 0:
        return []
    titled = [row[0] for row in connection.execute(_TITLES, [query.match, limit])]
    best, matches = _best_messages(connection, query)
    files = aside.in_files(connection, query.match, NEWEST)
    thoughts = aside.in_reasoning(connection, query.match, NEWEST)
    found = list(dict.fromkeys([*titled, *files, *best, *thoughts]))[:limit]
    summaries = _summaries(connection, found)
    texts = _texts(connection, [best[chat_id] for chat_id in found if chat_id in best])
    hits: list[SearchHit] = []
    for chat_id in found:
        hit = SearchHit(
            chat=summaries[chat_id],
            title_highlights=highlight(summaries[chat_id].title, query.terms),
        )
        if chat_id in best:
            role, content = texts[best[chat_id]]
            snippet, spans = excerpt(content, query.terms)
            hit = msgspec.structs.replace(
                hit,
                message_id=best[chat_id],
                role=role,
                snippet=snippet,
                highlights=spans,
                matches=matches[chat_id],
            )
        elif (other := files.get(chat_id) or thoughts.get(chat_id)) is not None:
            hit = aside.shown(connection, hit, other, query.terms)
        hits.append(hit)
    return hits


def _best_messages(
    connection: sqlite3.Connection, query: Query
) -> tuple[dict[int, int], dict[int, int]]:
    """The best message of each chat, best chat first; and how many of its messages matched."""
    scored = connection.execute(_MESSAGES, [query.match, NEWEST]).fetchall()
    closest = [message_id for message_id, _ in scored[:_READ_CLOSELY]]
    literal = _holding(connection, closest, query.literal)
    best: dict[int, int] = {}
    matches: dict[int, int] = {}
    for message_id, chat_id in sorted(scored, key=lambda row: row[0] not in literal):
        best.setdefault(chat_id, message_id)
        matches[chat_id] = matches.get(chat_id, 0) + 1
    return best, matches


def _holding(connection: sqlite3.Connection, message_ids: list[int], literal: str) -> set[int]:
    if literal.isalnum():
        return set()  # the index has found just that already
    wanted = literal.casefold()
    texts = _texts(connection, message_ids)
    return {key for key, (_, content) in texts.items() if wanted in content.casefold()}


def _texts(connection: sqlite3.Connection, message_ids: list[int]) -> dict[int, tuple[str, str]]:
    """Role and content by message."""
    found = connection.execute(
        "SELECT id, role, content FROM messages WHERE id IN (SELECT value FROM json_each(?))",
        [rows.json_text(message_ids)],
    )
    return {row[0]: (row[1], row[2]) for row in found}


def _summaries(connection: sqlite3.Connection, chat_ids: list[int]) -> dict[int, ChatSummary]:
    found = connection.execute(
        f"SELECT {rows.SUMMARY} FROM chats WHERE id IN (SELECT value FROM json_each(?))",
        [rows.json_text(chat_ids)],
    )
    return {row[0]: rows.summary(row) for row in found}
