"""A store for each test, whose integrity is checked when the test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from localllm.chats.store import ChatStore
from localllm.chats.types import Changed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


@pytest.fixture
def store(path: Path) -> Iterator[ChatStore]:
    with ChatStore.open(path) as store:
        yield store
        assert store.check_integrity() == []


@pytest.fixture
def published(store: ChatStore) -> list[Changed]:
    """Every change of the store since the test took this."""
    changes: list[Changed] = []
    store.subscribe(changes.append)
    return changes
