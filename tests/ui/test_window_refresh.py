"""What changes behind a person's back takes nothing out of their hands: menu, focus, text."""

from __future__ import annotations

from helpers.window import Window
from PySide6.QtCore import Qt
from PySide6.QtQuick import QQuickItem

from localllm.chats.types import TitleSource


def focused(window: Window) -> QQuickItem:
    item = window.root.activeFocusItem()
    assert item is not None
    return item


def in_store(window: Window, work: object) -> None:
    """A change that nobody at the window made."""
    done: list[object] = []
    window.app.bridge.call(window.app.backend.use(work)).then(done.append)
    window.wait(lambda: done)


def test_a_row_menu_stays_open_while_the_list_changes_and_means_its_chat(window: Window) -> None:
    window.say("say keep")
    chat = window.app.current.id
    (title,) = window.titles()
    window.right_click(f"row {title}")
    window.item("Move to the trash")
    in_store(window, lambda s: [s.chats.create(title=f"other {at}") for at in range(5)])
    in_store(window, lambda s: s.chats.rename(chat, "Another name", TitleSource.USER))
    in_store(window, lambda s: s.folders.create("Work"))
    window.wait(lambda: len(window.titles()) == 6)
    window.click("Move to the trash")
    window.wait(lambda: len(window.titles()) == 5)
    assert "Another name" not in window.titles()


def test_the_keyboard_stays_on_its_chat_while_others_come_above_it(window: Window) -> None:
    in_store(window, lambda s: [s.chats.create(title=f"old {at}") for at in range(3)])
    window.wait(lambda: len(window.titles()) == 3)
    chats = window.item("chatList")
    chats.forceActiveFocus()
    for _ in range(2):
        window.key(Qt.Key.Key_Down)
    before = chats.property("currentItem").property("title")
    in_store(window, lambda s: [s.chats.create(title=f"new {at}") for at in range(3)])
    window.wait(lambda: len(window.titles()) == 6)
    assert chats.property("currentItem").property("title") == before
    assert focused(window) == chats.property("currentItem") or chats.hasActiveFocus()


def test_a_question_on_the_models_page_waits_while_numbers_tick(window: Window) -> None:
    window.click("nav-models")
    unload = window.item("Unload")
    unload.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    window.app.models._ask_stats()
    ticked = []
    window.app.models.changed.connect(lambda: ticked.append(1))
    window.wait(lambda: ticked)
    assert focused(window) == unload


def test_a_setting_keeps_the_keyboard_when_it_was_taken(window: Window) -> None:
    window.click("nav-settings")
    field = window.item("setting-context")
    field.forceActiveFocus()
    window.ctrl(Qt.Key.Key_A)
    window.type("4096")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.settings.waiting)
    assert focused(window) == field
    assert field.property("text") == "4096"


def test_a_slider_keeps_the_keyboard_from_step_to_step(window: Window) -> None:
    window.click("chatSettings")
    slider = next(item for item in window.items() if item.objectName() == "sampling-temperature")
    slider.forceActiveFocus()
    before = window.app.current.options.settings.sampling.temperature
    for _ in range(3):
        window.key(Qt.Key.Key_Right)
    assert focused(window) == slider
    assert round(window.app.current.options.settings.sampling.temperature - before, 4) == 0.15


def test_a_chat_that_is_still_opening_does_not_take_the_keyboard_back(window: Window) -> None:
    window.say("say one")
    chat = window.app.current.id
    window.ctrl(Qt.Key.Key_N)
    window.app.openChat(chat)
    window.app.view.openOverlay("search")  # before the chat is read from the disk
    window.item("searchField")
    window.wait(lambda: window.words() == ["say one", "one"])
    window.type("platypus")
    assert window.item("searchField").property("text") == "platypus"
    assert window.app.current.composer.text == ""


def test_what_is_being_written_stays_when_the_chat_gets_its_id(window: Window) -> None:
    window.start("say " + "w" * 300)
    window.type("the next one")
    window.wait(lambda: window.app.current.id is not None and not window.app.current.busy)
    assert window.app.current.composer.text == "the next one"
    assert window.item("composer").property("text") == "the next one"
    assert focused(window) == window.item("composer")
