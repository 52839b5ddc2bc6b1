"""The list of chats: keeping, finding, filing and deleting them, through the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.window import Window
from PySide6.QtCore import Qt, QUrl


def test_a_new_chat_is_listed_and_titled(window: Window) -> None:
    window.say("say hello")
    window.wait(lambda: len(window.titles()) == 1)
    assert window.titles() != ["New chat"]


def test_ctrl_n_begins_another_chat(window: Window) -> None:
    window.say("say one")
    window.ctrl(Qt.Key.Key_N)
    assert window.app.current.empty
    window.say("say two")
    window.wait(lambda: len(window.titles()) == 2)


def test_a_draft_stays_with_its_chat(window: Window) -> None:
    window.say("say one")
    first = window.app.current.id
    window.type("not sent yet")
    window.wait(lambda: window.app.current.composer.text == "not sent yet")
    window.ctrl(Qt.Key.Key_N)
    assert window.app.current.composer.text == ""
    window.app.openChat(first)
    window.wait(lambda: window.app.current.composer.text == "not sent yet")


def test_ctrl_b_hides_and_shows_the_sidebar(window: Window) -> None:
    window.item("newChat")
    window.ctrl(Qt.Key.Key_B)
    window.wait(lambda: window.find("newChat") is None)
    window.ctrl(Qt.Key.Key_B)
    window.wait(lambda: window.find("newChat") is not None)


def test_search_finds_words_inside_messages(window: Window) -> None:
    window.say("say the platypus sleeps")
    chat = window.app.current.id
    window.ctrl(Qt.Key.Key_N)
    window.ctrl(Qt.Key.Key_K)
    window.item("searchField")
    window.type("platyp")
    window.wait(lambda: any("<b>" in hit["snippet"] for hit in window.app.search.hits))
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current.id == chat)


def test_search_finds_files_and_thoughts(window: Window, tmp_path: Path) -> None:
    (tmp_path / "platypus.txt").write_text("text")
    window.app.current.composer.attach([QUrl.fromLocalFile(str(tmp_path / "platypus.txt"))])
    window.wait(lambda: len(window.app.current.composer.attachments) == 1)
    window.app.current.options.thinking = True
    window.say("tell me something")
    thoughts = window.app.current._path[-1].reasoning
    window.ctrl(Qt.Key.Key_K)
    window.item("searchField")
    window.type("platyp")
    window.wait(lambda: [hit["sign"] for hit in window.app.search.hits] == ["attach"])
    window.ctrl(Qt.Key.Key_A)
    window.type(next(word for word in thoughts.split() if word.isalpha() and len(word) > 3))
    window.wait(lambda: [hit["sign"] for hit in window.app.search.hits] == ["think"])


def test_escape_closes_the_search(window: Window) -> None:
    window.ctrl(Qt.Key.Key_K)
    window.item("searchField")
    window.key(Qt.Key.Key_Escape)
    window.wait(lambda: window.find("searchField") is None)


def test_a_chat_goes_to_the_trash_and_comes_back_by_undo(window: Window) -> None:
    window.say("say keep me")
    window.wait(lambda: len(window.titles()) == 1)
    title = window.titles()[0]
    window.right_click(f"row {title}")
    window.click("Move to the trash")
    window.wait(lambda: not window.titles())
    assert window.app.current.empty
    window.click("Undo")
    window.wait(lambda: window.titles() == [title])


def test_the_trash_restores_a_chat(window: Window) -> None:
    window.say("say keep me")
    window.wait(lambda: len(window.titles()) == 1)
    window.app.actions.trash(window.app.current.id)
    window.wait(lambda: not window.titles())
    window.app.view.openOverlay("trash")
    window.click("Restore")
    window.wait(lambda: len(window.titles()) == 1)


def test_emptying_the_trash_asks_first(window: Window) -> None:
    window.say("say gone")
    window.app.actions.trash(window.app.current.id)
    window.wait(lambda: not window.titles())
    window.app.view.openOverlay("trash")
    window.click("Empty the trash")
    assert len(window.app.actions.trashed) == 1
    window.click("Delete 1 chat for good")
    window.wait(lambda: not window.app.actions.trashed)


def test_a_pinned_chat_stands_first(window: Window) -> None:
    window.say("say one")
    first = window.app.current.id
    window.ctrl(Qt.Key.Key_N)
    window.say("say two")
    window.wait(lambda: len(window.titles()) == 2)
    last = window.titles()[1]
    window.right_click(f"row {last}")
    window.click("Pin")
    window.wait(lambda: window.app.chats[0].title == "Pinned")
    assert window.app.chats[1].id == first


def test_a_chat_is_renamed_with_the_keyboard(window: Window) -> None:
    window.say("say hello")
    window.wait(lambda: len(window.titles()) == 1)
    window.right_click(f"row {window.titles()[0]}")
    window.click("Rename…")
    window.item("renameField")
    window.ctrl(Qt.Key.Key_A)
    window.type("My own title")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.titles() == ["My own title"])


def test_a_chat_moves_into_a_folder_and_is_found_there(window: Window) -> None:
    window.say("say hello")
    window.wait(lambda: len(window.titles()) == 1)
    title = window.titles()[0]
    window.app.actions.newFolder(-1)
    window.item("renameField")
    window.ctrl(Qt.Key.Key_A)
    window.type("Work")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: any(line.title == "Work" for line in window.app.chats))
    window.right_click(f"row {title}")
    window.click("Move to Work")
    window.wait(lambda: [x.depth for x in window.app.chats if x.kind == "chat"] == [1])
    window.click("Work")
    window.wait(lambda: not window.titles())
    window.click("Work")
    window.wait(lambda: window.titles() == [title])


def test_a_chat_is_exported_as_markdown(window: Window, tmp_path: Path) -> None:
    window.say("say hello")
    window.app.actions.askExport(window.app.current.id, "hello")
    window.app.actions.export_to(tmp_path / "chat.md")
    window.wait(lambda: (tmp_path / "chat.md").exists())
    text = (tmp_path / "chat.md").read_text()
    assert "say hello" in text
    assert text.rstrip().endswith("hello")


def test_all_chats_go_out_as_json_and_come_back(window: Window, tmp_path: Path) -> None:
    window.say("say hello")
    window.wait(lambda: len(window.titles()) == 1)
    window.app.actions.askExport(-1, "chats")
    window.app.actions.export_to(tmp_path / "chats.json")
    window.wait(lambda: (tmp_path / "chats.json").exists())
    window.app.actions.trash(window.app.current.id)
    window.wait(lambda: not window.titles())
    window.app.actions.import_from([tmp_path / "chats.json"])
    window.wait(lambda: len(window.titles()) == 1)


@pytest.mark.parametrize("name", ["notes.txt", "code.py"])
def test_an_attached_file_goes_with_the_message(window: Window, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("the secret is 42")
    window.app.current.composer.attach([QUrl.fromLocalFile(str(tmp_path / name))])
    window.wait(lambda: len(window.app.current.composer.attachments) == 1)
    window.wait(lambda: window.app.current.composer.attachments[0]["cost"])
    window.say("what is it")
    question = window.app.current._path[0]
    assert [file.name for file in question.attachments] == [name]
    assert question.attachments[0].text == "the secret is 42"


def test_a_file_without_text_is_refused_in_words(window: Window, tmp_path: Path) -> None:
    (tmp_path / "image.bin").write_bytes(bytes(range(256)))
    window.app.current.composer.attach([QUrl.fromLocalFile(str(tmp_path / "image.bin"))])
    window.wait(lambda: window.app.banners.rowCount() == 1)
    assert not window.app.current.composer.attachments
