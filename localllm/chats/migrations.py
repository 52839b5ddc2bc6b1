"""The schema, as numbered steps. `PRAGMA user_version` is the number of the last one applied.

A step is one transaction: after a crash the database is at one version or at the next, never
between. Before the first step over existing data a copy is kept beside the file. A step that was
released is never edited; a change is a new step.

    folders  <- chats <- messages (a tree: parent_id) <- attachments -> blobs
    presets  <- chats            messages <- answer_chunks (the answer being written)

The path that a person sees starts at chats.selected_root and follows messages.selected_child; from
a living message it leads to living ones. `deleted_at` is the trash: one deletion stamps all it took
with one time, so that undoing it brings back exactly those.

A tree is deleted in one statement: a cascade along parent_id would need one trigger level for each
message, and SQLite stops at 1000.

No statistics are gathered (ANALYZE): every query is written for one index, which a test holds, and
statistics made SQLite read all messages for a Bloom filter before following a path through ten.

The indexes hold folded text (folding.py) and no copy of it; triggers keep them in step, so every
connection that writes needs the two functions of `folding.register`.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from localllm.errors import UnsupportedFeature

APPLICATION_ID = 0x6C6C6D63  # "llmc"

_INITIAL = """
CREATE TABLE folders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_id INTEGER REFERENCES folders(id),
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT;
CREATE INDEX folders_by_parent ON folders(parent_id);

CREATE TABLE presets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    model TEXT NOT NULL,
    system_prompt TEXT NOT NULL,
    sampling TEXT NOT NULL,
    thinking INTEGER
) STRICT;

CREATE TABLE chats (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    title TEXT NOT NULL,
    title_source TEXT NOT NULL,
    folder_id INTEGER REFERENCES folders(id) ON DELETE SET NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    model TEXT NOT NULL,
    system_prompt TEXT NOT NULL,
    sampling TEXT NOT NULL,
    thinking INTEGER,
    preset_id INTEGER REFERENCES presets(id) ON DELETE SET NULL,
    draft TEXT NOT NULL DEFAULT '',
    selected_root INTEGER
) STRICT;
CREATE INDEX chats_in_folder ON chats(folder_id, pinned DESC, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX chats_in_order ON chats(pinned DESC, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX chats_in_trash ON chats(deleted_at DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX chats_by_folder ON chats(folder_id);
CREATE INDEX chats_by_preset ON chats(preset_id);
CREATE INDEX chats_by_origin ON chats(origin);

CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id INTEGER NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
    parent_id INTEGER REFERENCES messages(id),
    selected_child INTEGER,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    model TEXT NOT NULL,
    finish_reason TEXT,
    error_code TEXT NOT NULL DEFAULT '',
    error TEXT NOT NULL DEFAULT '',
    tool_call_id TEXT,
    name TEXT,
    tool_calls TEXT NOT NULL DEFAULT '[]',
    usage TEXT,
    reasoning_seconds REAL,
    content TEXT NOT NULL,
    reasoning TEXT NOT NULL
) STRICT;
CREATE INDEX messages_by_chat ON messages(chat_id);
CREATE INDEX messages_by_parent ON messages(parent_id, chat_id);
CREATE INDEX messages_in_trash ON messages(deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX messages_streaming ON messages(chat_id) WHERE state = 'streaming';

CREATE TABLE answer_chunks (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    reasoning TEXT NOT NULL
) STRICT;
CREATE INDEX answer_chunks_by_message ON answer_chunks(message_id);

CREATE TABLE blobs (
    sha256 BLOB PRIMARY KEY,
    data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    mime TEXT NOT NULL,
    size INTEGER NOT NULL,
    tokens INTEGER,
    sha256 BLOB REFERENCES blobs(sha256),
    text TEXT
) STRICT;
CREATE INDEX attachments_by_message ON attachments(message_id);
CREATE INDEX attachments_by_blob ON attachments(sha256);

CREATE VIRTUAL TABLE title_index USING fts5(
    body, parts, content='', tokenize="unicode61 remove_diacritics 2");
CREATE TRIGGER title_added AFTER INSERT ON chats WHEN new.title <> '' BEGIN
    INSERT INTO title_index(rowid, body, parts)
    VALUES (new.id, search_fold(new.title), search_parts(new.title));
END;
CREATE TRIGGER title_gone AFTER DELETE ON chats WHEN old.title <> '' BEGIN
    INSERT INTO title_index(title_index, rowid, body, parts)
    VALUES ('delete', old.id, search_fold(old.title), search_parts(old.title));
END;
CREATE TRIGGER title_changed AFTER UPDATE OF title ON chats WHEN old.title <> new.title BEGIN
    INSERT INTO title_index(title_index, rowid, body, parts)
    SELECT 'delete', old.id, search_fold(old.title), search_parts(old.title)
    WHERE old.title <> '';
    INSERT INTO title_index(rowid, body, parts)
    SELECT new.id, search_fold(new.title), search_parts(new.title) WHERE new.title <> '';
END;

-- An answer is indexed once, when it has ended.
CREATE VIRTUAL TABLE message_index USING fts5(
    body, parts, content='', tokenize="unicode61 remove_diacritics 2");
CREATE TRIGGER message_added AFTER INSERT ON messages
WHEN new.state <> 'streaming' AND new.content <> '' BEGIN
    INSERT INTO message_index(rowid, body, parts)
    VALUES (new.id, search_fold(new.content), search_parts(new.content));
END;
CREATE TRIGGER message_gone AFTER DELETE ON messages
WHEN old.state <> 'streaming' AND old.content <> '' BEGIN
    INSERT INTO message_index(message_index, rowid, body, parts)
    VALUES ('delete', old.id, search_fold(old.content), search_parts(old.content));
END;
CREATE TRIGGER message_changed AFTER UPDATE OF content, state ON messages
WHEN old.content <> new.content OR (old.state = 'streaming') <> (new.state = 'streaming') BEGIN
    INSERT INTO message_index(message_index, rowid, body, parts)
    SELECT 'delete', old.id, search_fold(old.content), search_parts(old.content)
    WHERE old.state <> 'streaming' AND old.content <> '';
    INSERT INTO message_index(rowid, body, parts)
    SELECT new.id, search_fold(new.content), search_parts(new.content)
    WHERE new.state <> 'streaming' AND new.content <> '';
END;
"""

# 0: as the names sort. A person's own order of a folder's children is 1, 2, 3 ...
_FOLDER_ORDER = "ALTER TABLE folders ADD COLUMN position INTEGER NOT NULL DEFAULT 0;"

# What goes with the words of a message is searched as well, and ranked after them.
_ASIDE = """
CREATE VIRTUAL TABLE reasoning_index USING fts5(
    body, parts, content='', tokenize="unicode61 remove_diacritics 2");
CREATE TRIGGER reasoning_added AFTER INSERT ON messages
WHEN new.state <> 'streaming' AND new.reasoning <> '' BEGIN
    INSERT INTO reasoning_index(rowid, body, parts)
    VALUES (new.id, search_fold(new.reasoning), search_parts(new.reasoning));
END;
CREATE TRIGGER reasoning_gone AFTER DELETE ON messages
WHEN old.state <> 'streaming' AND old.reasoning <> '' BEGIN
    INSERT INTO reasoning_index(reasoning_index, rowid, body, parts)
    VALUES ('delete', old.id, search_fold(old.reasoning), search_parts(old.reasoning));
END;
CREATE TRIGGER reasoning_changed AFTER UPDATE OF reasoning, state ON messages
WHEN old.reasoning <> new.reasoning OR (old.state = 'streaming') <> (new.state = 'streaming') BEGIN
    INSERT INTO reasoning_index(reasoning_index, rowid, body, parts)
    SELECT 'delete', old.id, search_fold(old.reasoning), search_parts(old.reasoning)
    WHERE old.state <> 'streaming' AND old.reasoning <> '';
    INSERT INTO reasoning_index(rowid, body, parts)
    SELECT new.id, search_fold(new.reasoning), search_parts(new.reasoning)
    WHERE new.state <> 'streaming' AND new.reasoning <> '';
END;
INSERT INTO reasoning_index(rowid, body, parts)
SELECT id, search_fold(reasoning), search_parts(reasoning) FROM messages
WHERE state <> 'streaming' AND reasoning <> '';

CREATE VIRTUAL TABLE file_index USING fts5(
    body, parts, content='', tokenize="unicode61 remove_diacritics 2");
CREATE TRIGGER file_added AFTER INSERT ON attachments BEGIN
    INSERT INTO file_index(rowid, body, parts)
    VALUES (new.id, search_fold(new.name), search_parts(new.name));
END;
CREATE TRIGGER file_gone AFTER DELETE ON attachments BEGIN
    INSERT INTO file_index(file_index, rowid, body, parts)
    VALUES ('delete', old.id, search_fold(old.name), search_parts(old.name));
END;
INSERT INTO file_index(rowid, body, parts)
SELECT id, search_fold(name), search_parts(name) FROM attachments;
"""

MIGRATIONS: tuple[str, ...] = (_INITIAL, _FOLDER_ORDER, _ASIDE)


def version(connection: sqlite3.Connection) -> int:
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def check_version(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """The database's version; a newer one than this program knows is refused, untouched."""
    found = version(connection)
    if found > newest:
        raise UnsupportedFeature(
            f"The chats in {path} were written by a newer localllm (format {found}; this one "
            f"knows formats up to {newest}). Nothing was changed: please update localllm.",
            found=found,
            known=newest,
        )
    return found


def check_current(connection: sqlite3.Connection, path: Path) -> None:
    """For those who may not migrate: an older format is refused as well."""
    if check_version(connection, path, len(MIGRATIONS)) < len(MIGRATIONS):
        raise UnsupportedFeature(
            f"The chats in {path} are of an older format: start localllm once."
        )


def migrate(
    connection: sqlite3.Connection, path: Path, steps: tuple[str, ...] = MIGRATIONS
) -> Path | None:
    """Brings the database to the newest version; the path of the copy that was kept, if any."""
    found = check_version(connection, path, len(steps))
    copy = back_up(connection, path, found) if 0 < found < len(steps) else None
    for number, step in enumerate(steps[found:], start=found + 1):
        # executescript would end a transaction of ours, so each script carries its own.
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID};\n{step}\n"
                f"PRAGMA user_version = {number}; COMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                connection.rollback()
            raise
    return copy


def back_up(connection: sqlite3.Connection, path: Path, number: int) -> Path:
    """A whole copy, `<name>.v<number>.backup`, that appears at once or not at all."""
    target = path.with_name(f"{path.name}.v{number}.backup")
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    copy = sqlite3.connect(partial)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    os.replace(partial, target)
    return target
