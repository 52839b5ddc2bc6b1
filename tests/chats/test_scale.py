"""Ten thousand chats: every page, thread and search goes through an index, none reads it all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from localllm.chats import reader, search
from localllm.chats.store import ChatStore
from localllm.chats.transfer import TransferChat, TransferMessage
from localllm.core import Role

CHATS = 10_000
MESSAGES = 6


def many_chats() -> Iterator[TransferChat]:
    roles: tuple[Role, Role] = ("user", "assistant")
    for number in range(CHATS):
        yield TransferChat(
            title=f"chat {number}",
            created_at=1_700_000_000_000 + number,
            pinned=number % 500 == 0,
            folder=(f"folder {number // 10 % 5}",) if number % 10 == 0 else (),
            messages=tuple(
                TransferMessage(
                    id=index,
                    parent=index - 1 if index else None,
                    role=roles[index % 2],
                    content=f"common words in chat {number} message {index} 模型",
                )
                for index in range(MESSAGES)
            ),
        )


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatStore]:
    path: Path = tmp_path_factory.mktemp("scale") / "chats.db"
    with ChatStore.open(path) as store:
        store.chats.insert(list(many_chats()))
        yield store


def plan(store: ChatStore, sql: str, values: list[object]) -> str:
    return "\n".join(row[3] for row in store._all(f"EXPLAIN QUERY PLAN {sql}", values))


class Traced:
    """The statements that the store runs inside the block."""

    def __init__(self, store: ChatStore) -> None:
        self.statements: list[str] = []
        self._connection = store._database.connection

    def __enter__(self) -> list[str]:
        self._connection.set_trace_callback(self.statements.append)
        return self.statements

    def __exit__(self, *_: object) -> None:
        self._connection.set_trace_callback(None)


def assert_no_scans(store: ChatStore, statements: list[str]) -> None:
    """No table is read through, and nothing is sorted that an index could give in order."""
    for statement in statements:
        steps = plan(store, statement, [])
        for step in steps.splitlines():
            assert not step.startswith(("SCAN chats", "SCAN messages", "SCAN m", "SCAN s")), steps


def test_all_is_there(full: ChatStore) -> None:
    counts = full.counts()
    assert (counts.chats, counts.messages, counts.folders) == (CHATS, CHATS * MESSAGES, 5)


def test_the_list_has_every_chat_once_in_order(full: ChatStore) -> None:
    seen = page = full.list_chats(everywhere=True, limit=500)
    while page:
        page = full.list_chats(everywhere=True, limit=500, after=page[-1])
        seen = seen + page
    assert len(seen) == len({chat.id for chat in seen}) == CHATS
    assert [chat.pinned for chat in seen] == [True] * 20 + [False] * (CHATS - 20)
    latest = [chat.updated_at for chat in seen if not chat.pinned]
    assert latest == sorted(latest, reverse=True)


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_page_of_the_list_comes_from_an_index_already_sorted(
    full: ChatStore, everywhere: bool
) -> None:
    first = full.list_chats(everywhere=everywhere, limit=50)
    with Traced(full) as statements:
        full.list_chats(everywhere=everywhere, limit=50, after=first[-1])
    steps = plan(full, statements[0], [])
    assert "chats_in_order" in steps if everywhere else "chats_in_folder" in steps
    assert "TEMP B-TREE" not in steps


def test_a_thread_is_followed_through_keys(full: ChatStore) -> None:
    chat = full.list_chats(everywhere=True, limit=1)[0]
    with Traced(full) as statements:
        assert len(full.thread(chat.id)) == MESSAGES
    assert_no_scans(full, statements)
    steps = plan(full, reader._THREAD, [chat.id])
    assert "messages_by_parent" in steps
    assert "BLOOM" not in steps


def test_adding_and_walking_reads_no_table_through(full: ChatStore) -> None:
    chat = full.list_chats(everywhere=True, limit=1)[0]
    last = full.thread(chat.id)[-1]
    with Traced(full) as statements:
        full.siblings(last.id)
        edited = full.messages.edit(last.id, "edited")
        full.messages.select(last.id)
        full.messages.delete(edited.id)
        full.list_folders()
    # SQLite also traces the steps of triggers, as comments, and what it does for the index.
    ours = [text for text in statements if text.startswith(("SELECT", "UPDATE", "WITH", "\nWITH"))]
    assert len(ours) > 10
    assert_no_scans(full, [text for text in ours if "_index" not in text])


def test_a_word_in_every_message_is_searched_among_the_newest_only(full: ChatStore) -> None:
    matches = sum(hit.matches for hit in full.search("common", limit=CHATS))
    assert matches == search.NEWEST


def test_searching_looks_up_each_match_by_its_key(full: ChatStore) -> None:
    steps = plan(full, search._MESSAGES, ['"common"', search.NEWEST]).splitlines()
    assert "SCAN i VIRTUAL TABLE" in steps[1]
    assert [step for step in steps if step.startswith("SEARCH")] == [
        "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)",
    ]


def test_one_chat_among_ten_thousand_is_found(full: ChatStore) -> None:
    (hit,) = [hit for hit in full.search('"chat 7777 message 3"') if hit.message_id is not None]
    assert hit.chat.title == "chat 7777"
    assert hit.matches == 1


def test_the_store_is_whole(full: ChatStore) -> None:
    assert full.check_integrity() == []
