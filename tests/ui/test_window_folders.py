"""Folders in the list: chats and folders are put where a person wants them, by mouse and keys."""

from __future__ import annotations

import pytest
from helpers.window import Window
from PySide6.QtCore import Qt

from localllm.chats.types import TitleSource


@pytest.fixture
def filed(window: Window) -> Window:
    """A chat "Otters" outside two folders, a and b."""
    window.say("say otters")
    chat = window.app.current.id
    done: list[object] = []
    for work in (
        lambda s: s.chats.rename(chat, "Otters", TitleSource.USER),
        lambda s: s.folders.create("a"),
        lambda s: s.folders.create("b"),
    ):
        window.app.bridge.call(window.app.backend.use(work)).then(done.append)
    window.wait(lambda: len(done) == 3 and folders(window) == ["a", "b"])
    window.wait(lambda: window.titles() == ["Otters"])
    return window


def folders(window: Window) -> list[str]:
    return [line.title for line in window.app.chats if line.kind == "folder"]


def chat_line(window: Window):  # type: ignore[no-untyped-def]
    return next((line for line in window.app.chats if line.kind == "chat"), None)


def depth_of_chat(window: Window) -> int:
    line = chat_line(window)
    return -1 if line is None else line.depth


def test_a_chat_is_dragged_into_a_folder_and_out_again(filed: Window) -> None:
    let_go = filed.pull("row Otters", "row b")
    assert filed.item("draggedRow").isVisible()
    let_go()
    filed.wait(lambda: depth_of_chat(filed) == 1)  # the folder shows what it got
    assert filed.find("draggedRow") is None
    filed.pull("row Otters", "row Folders")()
    filed.wait(lambda: depth_of_chat(filed) == 0)


def test_escape_leaves_a_dragged_row_where_it_was(filed: Window) -> None:
    let_go = filed.pull("row Otters", "row b")
    filed.key(Qt.Key.Key_Escape)
    assert filed.find("draggedRow") is None
    let_go()
    filed.settle()
    assert depth_of_chat(filed) == 0


def test_a_drag_is_no_click(filed: Window) -> None:
    filed.ctrl(Qt.Key.Key_N)
    filed.pull("row Otters", "row Otters", 0.9)()
    filed.pull("row Otters", "row b")()
    filed.wait(lambda: depth_of_chat(filed) == 1)
    assert filed.app.current.empty


def test_folders_are_dragged_into_another_order(filed: Window) -> None:
    filed.pull("row b", "row a", 0.1)()
    filed.wait(lambda: folders(filed) == ["b", "a"])
    filed.pull("row b", "row a", 0.9)()
    filed.wait(lambda: folders(filed) == ["a", "b"])


def test_a_folder_is_dragged_into_another(filed: Window) -> None:
    filed.pull("row b", "row a")()
    filed.wait(lambda: [line.depth for line in filed.app.chats if line.kind == "folder"] == [0, 1])


def to_row(window: Window, title: str) -> None:
    """The keyboard onto a row of the list."""
    chats = window.item("chatList")
    chats.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    window.key(Qt.Key.Key_Home)
    assert chats.property("currentIndex") == 1  # below a heading
    for _ in range(len(window.app.chats)):
        if chats.property("currentItem").property("title") == title:
            return
        window.key(Qt.Key.Key_Down)
    raise AssertionError(f"the keys do not reach {title}")


def test_folders_are_put_in_order_with_the_keyboard(filed: Window) -> None:
    to_row(filed, "b")
    filed.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    filed.wait(lambda: folders(filed) == ["b", "a"])
    filed.key(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)  # the keyboard went along
    filed.wait(lambda: folders(filed) == ["a", "b"])


def test_a_chat_is_moved_by_its_menu_with_the_keyboard_alone(filed: Window) -> None:
    to_row(filed, "Otters")
    filed.key(Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    item = filed.item("Move to b")
    for _ in range(12):
        if item.property("highlighted"):
            break
        filed.key(Qt.Key.Key_Down)
    filed.key(Qt.Key.Key_Return)
    filed.wait(lambda: depth_of_chat(filed) == 1)


def test_a_folder_opens_and_closes_by_arrows(filed: Window) -> None:
    filed.pull("row Otters", "row b")()
    filed.wait(lambda: depth_of_chat(filed) == 1)
    to_row(filed, "b")
    filed.key(Qt.Key.Key_Left)
    filed.wait(lambda: chat_line(filed) is None)
    filed.key(Qt.Key.Key_Right)
    filed.wait(lambda: depth_of_chat(filed) == 1)


def test_f2_renames_and_delete_takes_away_with_a_way_back(filed: Window) -> None:
    to_row(filed, "Otters")
    filed.key(Qt.Key.Key_F2)
    filed.item("renameField")
    filed.ctrl(Qt.Key.Key_A)
    filed.type("Badgers")
    filed.key(Qt.Key.Key_Return)
    filed.wait(lambda: filed.titles() == ["Badgers"])
    to_row(filed, "Badgers")
    filed.key(Qt.Key.Key_Delete)
    filed.wait(lambda: filed.titles() == [])
    filed.click("Undo")
    filed.wait(lambda: filed.titles() == ["Badgers"])


def test_a_folder_moves_into_another_by_its_menu(filed: Window) -> None:
    filed.right_click("row b")
    filed.click("Move to a")
    filed.wait(lambda: [line.depth for line in filed.app.chats if line.kind == "folder"] == [0, 1])
    filed.right_click("row b")
    filed.click("Out of the folder")
    filed.wait(lambda: [line.depth for line in filed.app.chats if line.kind == "folder"] == [0, 0])


def test_a_folder_goes_to_the_trash_with_its_chats_and_comes_back(filed: Window) -> None:
    filed.pull("row Otters", "row b")()
    filed.wait(lambda: depth_of_chat(filed) == 1)
    filed.right_click("row b")
    filed.click("Move to the trash")
    filed.wait(lambda: folders(filed) == ["a"])
    filed.click("Undo")
    filed.wait(lambda: folders(filed) == ["a", "b"])
    filed.wait(lambda: depth_of_chat(filed) == 1)
