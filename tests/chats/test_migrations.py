"""The schema's steps: in order, whole or not at all, with a copy before, never backwards."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from chats.chatting import chat_of, path_of

from localllm.chats import folding, migrations
from localllm.chats.database import connect_reader
from localllm.chats.store import ChatStore
from localllm.errors import UnsupportedFeature

STEPS = (
    "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);",
    "ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';",
)


def database(path: Path, steps: tuple[str, ...] = STEPS[:1]) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    migrations.migrate(connection, path, steps)
    return connection


def test_steps_are_applied_in_order_from_where_the_database_is(path: Path) -> None:
    connection = database(path)
    connection.execute("INSERT INTO notes (text) VALUES ('kept')")
    migrations.migrate(connection, path, STEPS)
    assert connection.execute("SELECT text, colour FROM notes").fetchall() == [("kept", "grey")]
    assert migrations.version(connection) == 2
    connection.close()


def test_a_new_database_needs_no_copy(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    assert migrations.migrate(connection, path, STEPS) is None
    connection.close()


def test_an_up_to_date_database_is_left_alone(path: Path) -> None:
    connection = database(path, STEPS)
    before = connection.total_changes
    assert migrations.migrate(connection, path, STEPS) is None
    assert connection.total_changes == before
    connection.close()


def test_before_a_step_the_old_database_is_copied(path: Path) -> None:
    connection = database(path)
    connection.execute("INSERT INTO notes (text) VALUES ('kept')")
    copy = migrations.migrate(connection, path, STEPS)
    connection.close()
    assert copy == path.with_name("chats.db.v1.backup")
    kept = sqlite3.connect(copy)
    assert kept.execute("SELECT * FROM notes").fetchall() == [(1, "kept")]
    assert migrations.version(kept) == 1
    kept.close()


def test_a_step_that_fails_leaves_the_database_as_it_was(path: Path) -> None:
    connection = database(path)
    broken = (STEPS[0], "ALTER TABLE notes ADD COLUMN colour TEXT; SELECT * FROM nowhere;")
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrations.migrate(connection, path, broken)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(notes)")]
    assert columns == ["id", "text"]
    assert migrations.version(connection) == 1
    connection.close()


@pytest.fixture
def newer(path: Path) -> Path:
    """A store as a localllm of the future may leave it."""
    with ChatStore.open(path) as store:
        chat_of(store, "from the future")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    return path


def test_a_newer_database_is_refused_in_words(newer: Path) -> None:
    with pytest.raises(UnsupportedFeature, match="newer localllm") as raised:
        ChatStore.open(newer)
    assert raised.value.detail == {"found": 99, "known": len(migrations.MIGRATIONS)}


def test_a_newer_database_is_not_touched(newer: Path) -> None:
    before = newer.read_bytes()
    with pytest.raises(UnsupportedFeature):
        ChatStore.open(newer)
    assert newer.read_bytes() == before


def test_a_refused_database_is_not_left_locked(newer: Path) -> None:
    with pytest.raises(UnsupportedFeature):
        ChatStore.open(newer)
    connection = sqlite3.connect(newer)
    connection.execute(f"PRAGMA user_version = {len(migrations.MIGRATIONS)}")
    connection.close()
    with ChatStore.open(newer) as store:
        assert path_of(store, 1) == ["from the future"]


def test_a_reader_refuses_another_format(newer: Path) -> None:
    with pytest.raises(UnsupportedFeature, match="newer"):
        connect_reader(newer)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 0")
    connection.close()
    with pytest.raises(UnsupportedFeature, match="older"):
        connect_reader(newer)


def test_chats_of_the_first_format_are_searched_by_files_and_thoughts(path: Path) -> None:
    first = migrations.MIGRATIONS[:1]
    connection = sqlite3.connect(path, isolation_level=None)
    folding.register(connection)
    migrations.migrate(connection, path, first)
    connection.executescript(
        "INSERT INTO folders VALUES (1, NULL, 'b', 0, NULL), (2, NULL, 'a', 0, NULL);"
        "INSERT INTO chats (origin, title, title_source, created_at, updated_at, model, "
        "system_prompt, sampling, selected_root) VALUES ('x', 't', 'user', 0, 0, '', '', '{}', 1);"
        "INSERT INTO messages (chat_id, role, state, created_at, updated_at, model, content, "
        "reasoning) VALUES (1, 'assistant', 'complete', 0, 0, '', 'Yes.', 'of badgers');"
        "INSERT INTO attachments (message_id, name, mime, size) VALUES (1, 'otter.txt', '', 0);"
    )
    connection.close()
    with ChatStore.open(path) as store:
        assert [hit.found_in for hit in store.search("badgers")] == ["reasoning"]
        assert [hit.found_in for hit in store.search("otter")] == ["file"]
        assert [folder.name for folder in store.list_folders()] == ["a", "b"]
        assert store.check_integrity() == []
