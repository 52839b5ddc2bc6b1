"""Chatting through the window: what a person does in the thread and the composer."""

from __future__ import annotations

from helpers.window import Window
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from localllm.chats.types import MessageState


def test_enter_sends_and_the_answer_is_shown(window: Window) -> None:
    window.say("say hello")
    assert window.words() == ["say hello", "hello"]
    assert not window.app.current.empty


def test_shift_enter_writes_a_line_and_sends_nothing(window: Window) -> None:
    window.item("composer").forceActiveFocus()
    window.type("one")
    window.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    window.type("two")
    assert window.app.current.composer.text == "one\ntwo"
    assert window.app.current.empty


def test_the_send_button_sends(window: Window) -> None:
    window.item("composer").forceActiveFocus()
    window.type("say a")
    window.click("send")
    window.wait(lambda: window.words() == ["say a", "a"])


def test_an_empty_message_is_not_sent(window: Window) -> None:
    window.start("   ")
    assert window.app.current.empty


def test_escape_stops_and_keeps_what_was_written(window: Window) -> None:
    endless = "say " + "word " * 400
    window.app.current.composer.restore(endless)
    window.item("composer").forceActiveFocus()
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current._live is not None and window.app.current._live.text)
    window.key(Qt.Key.Key_Escape)
    window.wait(lambda: not window.app.current.busy)
    answer = window.app.current._path[-1]
    assert answer.state is MessageState.STOPPED
    assert answer.content
    assert "word" in endless


def test_up_edits_the_last_message_as_a_branch(window: Window) -> None:
    window.say("say first")
    window.key(Qt.Key.Key_Up)
    window.item("editBox")
    window.ctrl(Qt.Key.Key_A)
    window.type("say second")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.words() == ["say second", "second"])
    assert window.app.current._path[0].siblings == 2


def test_escape_leaves_the_edited_message_as_it_was(window: Window) -> None:
    window.say("say first")
    window.key(Qt.Key.Key_Up)
    window.item("editBox")
    window.type("x")
    window.key(Qt.Key.Key_Escape)
    window.wait(lambda: window.find("editBox") is None)
    assert window.words() == ["say first", "first"]


def test_branches_are_walked_between(window: Window) -> None:
    window.say("say first")
    window.key(Qt.Key.Key_Up)
    window.item("editBox")
    window.ctrl(Qt.Key.Key_A)
    window.type("say second")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.words() == ["say second", "second"])
    window.hover("say second")
    window.click("Previous version")
    window.wait(lambda: window.words() == ["say first", "first"])
    window.click("Next version")
    window.wait(lambda: window.words() == ["say second", "second"])


def test_answering_again_makes_a_sibling(window: Window) -> None:
    window.say("tell me something")
    window.click("Answer again")
    window.wait(lambda: not window.app.current.busy and window.app.current._path[-1].siblings == 2)
    assert window.app.current._path[-1].position == 2


def test_an_answer_is_continued_in_place(window: Window) -> None:
    window.say("tell me something")
    before = window.words()[-1]
    window.click("Continue this answer")
    window.wait(lambda: len(window.words()[-1]) > len(before) and not window.app.current.busy)
    assert window.words()[-1].startswith(before)
    assert window.app.current._path[-1].siblings == 1


def test_quoting_puts_the_message_into_the_composer(window: Window) -> None:
    window.say("say a wise word")
    window.click("Quote in the next message")
    window.wait(lambda: window.app.current.composer.text == "> a wise word\n\n")


def test_copying_takes_the_markdown(window: Window) -> None:
    window.say("say **bold** word")
    window.click("Copy as Markdown")
    window.wait(lambda: QGuiApplication.clipboard().text() == "**bold** word")


def test_a_deleted_message_comes_back_by_undo(window: Window) -> None:
    window.say("say gone")
    window.click("Delete the message")
    window.wait(lambda: window.words() == ["say gone"])
    window.click("Undo")
    window.wait(lambda: window.words() == ["say gone", "gone"])


def test_a_new_chat_from_a_message_holds_the_way_to_it(window: Window) -> None:
    window.say("say one")
    first = window.app.current.id
    window.click("New chat from here")
    window.wait(lambda: window.app.current.id != first and len(window.words()) == 2)
    assert window.words() == ["say one", "one"]


def test_thoughts_are_opened_by_a_click(window: Window) -> None:
    window.click("think")  # off
    window.click("think")  # on: asked for
    window.say("tell me something")
    assert window.app.current._path[-1].reasoning
    kinds = [row.kind for row in window.app.current.messages._rows]
    assert kinds[1] == "thinking"
    rows = len(kinds)
    window.app.current.actions.toggleThinking(window.app.current._path[-1].id)
    window.wait(lambda: len(window.app.current.messages._rows) > rows)


def test_the_answers_numbers_are_below_it(window: Window) -> None:
    window.say("say hello there")
    foot, *shorter = window.app.current.messages._rows[-1].info["numbers"]
    assert window.find(foot) is not None
    assert all(len(line) <= len(foot) for line in shorter)
    assert "fake" in foot
    assert "tok/s" in foot
    assert "first token" in foot


def test_tokens_are_counted_before_sending(window: Window) -> None:
    window.item("composer").forceActiveFocus()
    composer = window.app.current.composer
    window.type("four")
    window.wait(lambda: composer.countText)
    before = int(composer.countText.split()[0])
    window.type("more")  # the fake model's tokens are bytes
    window.wait(lambda: composer.countText == f"{before + 4} tokens")


def test_the_gauge_tells_reused_from_new(window: Window) -> None:
    window.say("say hello")
    gauge = window.app.current.gauge
    window.wait(lambda: gauge.reused > 0)
    assert gauge.total == gauge.reused + gauge.fresh + gauge.free
    reused = gauge.reused
    window.type("more words")
    window.wait(lambda: gauge.fresh > 0 and gauge.reused == reused)


def test_two_chats_answer_side_by_side(window: Window) -> None:
    window.start("say left " + "l" * 200)
    window.wait(lambda: window.app.current._live is not None)
    window.click("split")
    window.wait(lambda: len(window.app.panes) == 2)
    window.start("say right")
    left, right = (row["session"] for row in window.app.panes)
    window.wait(lambda: not left.busy and not right.busy)
    assert left._path[-1].content.startswith("left")
    assert right._path[-1].content == "right"


def test_an_answer_goes_on_while_another_chat_is_read(window: Window) -> None:
    window.start("say " + "w" * 300)
    window.wait(lambda: window.app.current._live is not None)
    first = window.app.current
    chat_id = first.id
    window.ctrl(Qt.Key.Key_N)
    assert window.app.current is not first
    window.wait(lambda: not first.busy)
    window.app.openChat(chat_id)
    window.wait(lambda: len(window.words()) == 2)
    assert window.words()[-1] == "w" * 300
