"""docs/chats.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from localllm.chats import export, import_, titles
from localllm.chats.answers import Answer
from localllm.chats.export import ExportFile
from localllm.chats.import_ import import_paths
from localllm.chats.reader import ChatReader
from localllm.chats.store import ChatStore

PAGE = (Path(__file__).parents[2] / "docs" / "chats.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0]
CALLS = re.findall(r"`(\w+)\.(\w+)\(", PAGE)


def test_the_example_is_an_export_file() -> None:
    file = msgspec.json.decode(EXAMPLE, type=ExportFile)
    assert [message.id for message in file.chats[0].messages] == [1, 2, 3, 4, 5]


def test_the_example_can_be_imported(store: ChatStore, tmp_path: Path) -> None:
    (tmp_path / "example.json").write_text(EXAMPLE, encoding="utf-8")
    report = import_paths(store, [tmp_path / "example.json"])
    assert (report.messages, report.files, report.skipped) == (5, 1, ())
    (chat_id,) = report.chat_ids
    assert [message.role for message in store.thread(chat_id)] == [
        "user",
        "assistant",
        "tool",
        "assistant",
    ]


@pytest.mark.parametrize(("owner", "name"), sorted(set(CALLS)))
def test_every_call_in_it_exists(store: ChatStore, owner: str, name: str) -> None:
    owners = {
        "store": store,
        "ChatStore": ChatStore,
        "ChatReader": ChatReader,
        "answer": Answer,
        "export": export,
        "import_": import_,
        "titles": titles,
    }
    assert hasattr(owners.get(owner) or getattr(store, owner), name)
