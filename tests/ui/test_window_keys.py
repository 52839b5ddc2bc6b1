"""Every key of the window, and that whoever cannot see or point finds everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.window import Window
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtQml import QQmlProperty
from PySide6.QtQuick import QQuickItem

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
# What is operated needs a name.
OPERATED = {
    QAccessible.Role.Button,
    QAccessible.Role.CheckBox,
    QAccessible.Role.ComboBox,
    QAccessible.Role.EditableText,
    QAccessible.Role.List,
    QAccessible.Role.ListItem,
    QAccessible.Role.PageTab,
    QAccessible.Role.Slider,
}
PLACES = ("chats", "models", "server", "settings", "welcome", "search", "picker", "trash", "panel")


def go_to(window: Window, place: str) -> None:
    match place:
        case "search" | "trash":
            window.app.view.openOverlay(place)
        case "picker":
            window.app.view.openOverlay("models")
        case "panel":
            window.app.view.togglePanel()
        case _:
            window.app.view.openPage(place)
    window.settle()


@pytest.mark.parametrize("place", PLACES)
def test_everything_that_is_operated_has_a_name_and_a_role(window: Window, place: str) -> None:
    window.say("say hello")
    go_to(window, place)
    seen = set()
    for item in window.items():
        interface = QAccessible.queryAccessibleInterface(item)
        if interface is not None and interface.role() in OPERATED:
            seen.add(interface.role())
            name = interface.text(QAccessible.Text.Name)
            assert name, (place, item.metaObject().className(), item.objectName())
    assert len(seen) > 1


def ring_of(item: QQuickItem) -> bool:
    """Something in it is drawn because it has the keyboard."""

    def marks(one: QQuickItem) -> Iterator[QQuickItem]:
        yield one
        for child in one.childItems():
            yield from marks(child)

    return any(
        mark.isVisible()
        and mark.width() > 0
        and (QQmlProperty(mark, "border.width").read() or 0) >= 2
        for mark in marks(item)
    )


@pytest.mark.parametrize("place", ["chats", "server", "settings", "panel"])
def test_tab_goes_round_and_shows_where_it_is(window: Window, place: str) -> None:
    window.say("say hello")
    go_to(window, place)
    unmarked = []
    reached = 0
    for _ in range(25):
        window.key(Qt.Key.Key_Tab)
        item = window.root.activeFocusItem()
        if item is None or item.objectName() in ("page", "thread", "chatList", "composer"):
            continue  # these mark a row, or their frame
        reached += 1
        frame = item.parentItem().parentItem().parentItem().parentItem()
        if not ring_of(frame):
            unmarked.append(item.property("label") or item.property("text") or item.objectName())
    assert reached > 5
    assert unmarked == []


def test_ctrl_backslash_shows_two_chats_and_one_again(window: Window) -> None:
    window.ctrl(Qt.Key.Key_Backslash)
    assert len(window.app.panes) == 2
    window.ctrl(Qt.Key.Key_Backslash)
    assert len(window.app.panes) == 1


def test_ctrl_shift_p_opens_the_settings_of_the_chat(window: Window) -> None:
    window.key(Qt.Key.Key_P, CONTROL | SHIFT)
    window.item("systemPrompt")
    window.key(Qt.Key.Key_P, CONTROL | SHIFT)
    window.wait(lambda: window.find("systemPrompt") is None)


def test_ctrl_shift_z_takes_a_deletion_back(window: Window) -> None:
    window.say("say gone")
    window.click("Delete the message")
    window.wait(lambda: window.words() == ["say gone"])
    window.key(Qt.Key.Key_Z, CONTROL | SHIFT)
    window.wait(lambda: window.words() == ["say gone", "gone"])


def test_ctrl_q_asks_to_quit(window: Window) -> None:
    asked: list[bool] = []
    window.app.askedToQuit.connect(lambda: asked.append(True))
    window.ctrl(Qt.Key.Key_Q)
    assert asked


@pytest.mark.parametrize("overlay", ["search", "models", "trash"])
def test_escape_closes_whatever_is_above_the_window(window: Window, overlay: str) -> None:
    window.app.view.openOverlay(overlay)
    window.wait(lambda: window.app.view.overlaySource.toString())
    window.settle()
    window.key(Qt.Key.Key_Escape)
    window.wait(lambda: not window.app.view.overlaySource.toString())


def test_arrows_choose_among_what_was_found(window: Window) -> None:
    for word in ("first", "second"):
        window.say(f"say platypus {word}")
        window.ctrl(Qt.Key.Key_N)
    window.ctrl(Qt.Key.Key_K)
    window.item("searchField")
    window.type("platypus")
    window.wait(lambda: len(window.app.search.hits) == 2)
    second = window.app.search.hits[1]["chat"]
    window.key(Qt.Key.Key_Down)
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current.id == second)


def test_the_sidebar_is_reached_and_used_by_keys_alone(window: Window) -> None:
    window.say("say hello")
    chat = window.app.current.id
    window.ctrl(Qt.Key.Key_N)
    for _ in range(30):
        window.key(Qt.Key.Key_Tab)
        if window.item("chatList").hasActiveFocus():
            break
    window.key(Qt.Key.Key_End)
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current.id == chat)
