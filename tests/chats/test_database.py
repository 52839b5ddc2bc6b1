"""The file: one writer, its lock, and errors a person can act on."""

from __future__ import annotations

import sqlite3
import stat
import sys
import threading
from pathlib import Path

import pytest
from chats.chatting import Ticks, chat_of, path_of

from localllm import paths
from localllm.chats.database import Database, connect_reader, explain
from localllm.chats.reader import ChatReader
from localllm.chats.store import ChatStore
from localllm.chats.types import Changed
from localllm.errors import Busy, ChatsDamaged, DiskFull, Forbidden


def test_without_a_path_the_store_is_in_the_data_folder() -> None:
    with ChatStore.open() as store:
        assert store.path == paths.data_dir() / "chats.db"


def test_what_was_written_is_there_after_reopening(path: Path) -> None:
    with ChatStore.open(path) as store:
        chat = chat_of(store, "Hello", "Hi")
    with ChatStore.open(path) as store:
        assert path_of(store, chat.id) == ["Hello", "Hi"]


def test_a_second_store_on_the_file_is_refused_in_words(store: ChatStore) -> None:
    with pytest.raises(Busy, match="open in another localllm"):
        ChatStore.open(store.path)


def test_closing_gives_the_file_free(path: Path) -> None:
    ChatStore.open(path).close()
    ChatStore.open(path).close()


def test_closing_leaves_one_whole_file(path: Path) -> None:
    with ChatStore.open(path) as store:
        chat_of(store, "Hello")
    assert not path.with_name("chats.db-wal").exists()


def test_another_thread_cannot_use_the_store(store: ChatStore) -> None:
    raised: list[BaseException] = []

    def use() -> None:
        try:
            store.chats.create()
        except sqlite3.ProgrammingError as error:
            raised.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert "thread" in str(raised[0])


def test_another_thread_reads_with_its_own_reader(store: ChatStore) -> None:
    chat = chat_of(store, "Hello")
    seen: list[str] = []

    def read() -> None:
        with ChatReader.open(store.path) as reader:
            seen.extend(message.content for message in reader.thread(chat.id))

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert seen == ["Hello"]


def test_a_reader_cannot_write(store: ChatStore) -> None:
    connection = connect_reader(store.path)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM presets")
    connection.close()


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"\0" * 8192)
    path.write_bytes(b"my own notes" * 1000)
    with pytest.raises(ChatsDamaged, match="left as it is"):
        ChatStore.open(path)
    assert path.read_bytes() == b"my own notes" * 1000


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE photos (id)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(ChatsDamaged, match="another program"):
        ChatStore.open(path)
    assert path.read_bytes() == before


def test_a_damaged_page_is_an_error_in_words(path: Path) -> None:
    with ChatStore.open(path) as store:
        chat_of(store, *["words " * 500] * 20)
    data = bytearray(path.read_bytes())
    data[8192:] = b"\0" * (len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(ChatsDamaged, match="damaged"), ChatStore.open(path) as store:
        store.thread(1)


def test_a_folder_that_cannot_be_made_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Forbidden, match="cannot be made"):
        ChatStore.open(tmp_path / "file" / "chats.db")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permission bits")
def test_the_file_is_nobody_elses_to_read(path: Path) -> None:
    with ChatStore.open(path) as store:
        chat_of(store, "secret")
        for file in (path, path.with_name("chats.db-wal")):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_full_disk_is_an_error_that_leaves_no_trace(path: Path) -> None:
    database = Database.open(path)
    (pages,) = database.connection.execute("PRAGMA page_count").fetchone()
    database.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DiskFull, match="Free some space"), database.write() as write:
        write.execute("INSERT INTO blobs VALUES (x'00', zeroblob(100000))")
    assert database.connection.execute("SELECT count(*) FROM blobs").fetchone() == (0,)
    database.close()


def test_errors_that_are_bugs_are_not_dressed_up(path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError) as raised:
        sqlite3.connect(":memory:").execute("SELECT * FROM nowhere")
    assert explain(raised.value, path) is None


def test_a_change_that_raises_leaves_no_trace_and_is_not_published(
    store: ChatStore, published: list[Changed]
) -> None:
    def fail_half_way() -> None:
        with store._database.write() as write:
            write.execute("INSERT INTO folders (name, created_at) VALUES ('half', 0)")
            write.folders = True
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    assert store.list_folders() == []
    assert published == []


def test_times_rise_even_where_the_clock_stands(path: Path) -> None:
    with ChatStore.open(path, clock=Ticks()) as store:
        first, second = store.chats.create(), store.chats.create()
    assert first.created_at < second.created_at


@pytest.mark.expects_error_log
def test_a_subscriber_that_fails_does_not_undo_the_change(store: ChatStore) -> None:
    def fail(_: Changed) -> None:
        raise ValueError("cannot draw")

    store.subscribe(fail)
    store.chats.create(title="kept")
    assert [chat.title for chat in store.list_chats()] == ["kept"]


def test_unsubscribing_stops_the_calls(store: ChatStore) -> None:
    seen: list[Changed] = []
    stop = store.subscribe(seen.append)
    store.chats.create()
    stop()
    store.chats.create()
    assert len(seen) == 1
