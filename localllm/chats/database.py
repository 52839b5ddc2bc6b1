"""The file, its lock, and transactions. Nothing here knows what a chat is.

One process writes: `Database.open` takes a lock that the system drops with the process, however it
dies. One thread of it writes: SQLite's own thread check holds that. Readers on other threads or in
other processes have their own connection (`connect_reader`) and never block the writer (WAL).

Commits are synced to the disk (`synchronous=FULL`): what an operation returned from survives a
power cut, not only a crash of the program.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from localllm import paths
from localllm.chats import folding, migrations
from localllm.chats.types import Changed
from localllm.errors import (
    Busy,
    ChatsDamaged,
    DiskFull,
    Forbidden,
    LocalLLMError,
    UnsupportedFeature,
)

log = logging.getLogger(__name__)

Clock = Callable[[], int]
"""Milliseconds since the epoch."""

_WAIT_FOR_READERS_S = 5.0
_OLDEST_SQLITE = (3, 37, 0)  # STRICT tables


def default_path() -> Path:
    return paths.data_dir() / "chats.db"


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


def explain(error: sqlite3.Error, path: Path) -> LocalLLMError | None:
    """What a person can do about it; None where the error is a bug of ours."""
    # The low byte is the primary code; the rest says which kind.
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return DiskFull(f"The disk is full: {path} could not be written. Free some space.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy(f"{path} is in use by another program.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return Forbidden(
                f"{path} cannot be opened. Check that it is there, and its permissions."
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return ChatsDamaged(
                f"{path} is damaged or is no chat database ({error}). It was left as it is. Move "
                "it away to start anew, or put a backup in its place."
            )
        case sqlite3.SQLITE_IOERR:
            return ChatsDamaged(f"{path} could not be read or written: {error}.")
    return None


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ours where a person can act on them."""
    try:
        yield
    except sqlite3.Error as error:
        ours = explain(error, path)
        if ours is None:
            raise
        raise ours from error


class Write:
    """One transaction: what is executed in it, and what it changed. Ends with its `with` block."""

    def __init__(self, connection: sqlite3.Connection, now: int) -> None:
        self._connection = connection
        self.now = now
        self.chats: set[int] = set()
        self.messages: set[int] = set()
        self.folders = False
        self.presets = False

    def execute(self, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> sqlite3.Cursor:
        return self._connection.execute(sql, values)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self._connection.executemany(sql, rows)

    def insert(self, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> int:
        """The id of the row that `sql` inserts."""
        row_id = self._connection.execute(sql, values).lastrowid
        assert row_id is not None
        return row_id

    def column(self, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[Any]:
        """The first column of every row."""
        return [row[0] for row in self._connection.execute(sql, values)]

    @property
    def changed(self) -> Changed:
        return Changed(
            chats=frozenset(self.chats),
            messages=frozenset(self.messages),
            folders=self.folders,
            presets=self.presets,
        )


class Database:
    """The connection that writes. Every method belongs to the thread that opened it."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: sqlite3.Connection, clock: Clock
    ) -> None:
        self.path = path
        self.connection = connection
        self._lock = lock
        self._clock = clock
        self._last_ms = 0
        self._subscribers: list[Callable[[Changed], None]] = []

    @classmethod
    def open(cls, path: Path, clock: Clock = wall_clock) -> Database:
        """Opens or makes the file and brings it to the newest version.

        Raises Busy where another process has it open, UnsupportedFeature where a newer localllm
        wrote it, ChatsDamaged where it is not readable as one of ours.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # nobody else's to read; the log beside it gets the same
        except OSError as error:
            raise Forbidden(f"{path} cannot be made: {error.strerror}.") from error
        lock = _take_lock(path)
        try:
            with explained(path):
                connection = _connect_writer(path)
        except BaseException:
            lock.close()
            raise
        return cls(path, connection, lock, clock)

    def close(self) -> None:
        """Puts the write-ahead log into the file and lets others open it."""
        try:
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            # The log is kept and replayed on the next opening, so closing may go on.
            log.warning("The write-ahead log of %s stays: %s", self.path, error)
        self.connection.close()
        self._lock.close()

    def subscribe(self, subscriber: Callable[[Changed], None]) -> Callable[[], None]:
        """Calls `subscriber` after every commit that changed something; returns how to stop."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    @contextmanager
    def write(self) -> Iterator[Write]:
        """A transaction; commits and publishes at the end, or leaves no trace."""
        change = Write(self.connection, self._tick())
        with explained(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield change
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise
        self._publish(change.changed)

    def _tick(self) -> int:
        # Strictly rising: the time of a deletion names what was deleted together.
        self._last_ms = max(self._last_ms + 1, self._clock())
        return self._last_ms

    def _publish(self, changed: Changed) -> None:
        if not changed:
            return
        for subscriber in list(self._subscribers):
            try:
                subscriber(changed)
            except Exception:
                # The change is on the disk; whoever fails to show it must not undo that.
                log.exception("A subscriber failed on %s", changed)


def connect_reader(path: Path) -> sqlite3.Connection:
    """A connection that only reads, for the calling thread. The file must have been opened once
    by `Database.open`, which makes it and keeps its format up to date."""
    with explained(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            isolation_level=None,
            timeout=_WAIT_FOR_READERS_S,
        )
        try:
            migrations.check_current(connection, path)
            connection.execute("PRAGMA query_only = 1")
        except BaseException:
            connection.close()
            raise
    return connection


def _take_lock(path: Path) -> sqlite3.Connection:
    """An exclusive transaction on an empty database beside the file, held open.

    SQLite brings the locking that works on every platform, and the system drops it with the
    process.
    """
    with explained(path):
        lock = sqlite3.connect(path.with_name(f"{path.name}.lock"), isolation_level=None, timeout=0)
    try:
        with explained(path):
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
    except Busy:
        lock.close()
        raise Busy(
            f"The chats in {path} are open in another localllm. Close it, or use its window."
        ) from None
    except BaseException:
        lock.close()
        raise
    return lock


def _connect_writer(path: Path) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise UnsupportedFeature(
            f"This Python has SQLite {sqlite3.sqlite_version}; chats need "
            f"{'.'.join(map(str, _OLDEST_SQLITE))} or newer."
        )
    connection = sqlite3.connect(path, isolation_level=None, timeout=_WAIT_FOR_READERS_S)
    try:
        _refuse_foreign(connection, path)
        folding.register(connection)
        # Only before the first table; on a database that has some it changes nothing.
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: through the disk's own cache
        connection.execute("PRAGMA secure_delete = ON")  # what is purged is really gone
        connection.execute(f"PRAGMA journal_size_limit = {64 << 20}")
        connection.execute("PRAGMA foreign_keys = ON")
        migrations.migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    """Looks before anything is written: whose file is this, and of which version?"""
    found = migrations.check_version(connection, path, len(migrations.MIGRATIONS))
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if tables and (found == 0 or mark != migrations.APPLICATION_ID):
        raise ChatsDamaged(f"{path} is a database of another program. It was left as it is.")
