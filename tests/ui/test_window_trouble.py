"""When things break for real: what is said, what the one button does, and that nothing is lost."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from helpers.gguf_bytes import gguf
from helpers.window import Window
from PySide6.QtCore import Qt
from ui.conftest import Open

from localllm.chats.store import ChatStore
from localllm.settings import load_settings
from localllm.supervisor import budget


def settings(**overrides: object):  # type: ignore[no-untyped-def]
    given = {"engine": "fake", "port": 0, "language": "en", "speculation": "off"}
    return load_settings(given | overrides)


def test_a_taken_port_leads_to_the_settings(open_window: Open) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        window = open_window(settings(port=number), welcomed=True)
        window.click("nav-server")
        window.click("portSwitch")
        window.item("The port is taken")
        assert not window.app.server.on
        window.click("Change the port")
        window.item("setting-port")
    assert window.app.banners.rowCount() == 0


def test_chats_that_another_program_holds_are_asked_for_again(open_window: Open) -> None:
    other = ChatStore.open()
    window = open_window(welcomed=True)
    window.item("Your chats could not be opened")
    other.close()
    window.click("Try again")
    window.wait(lambda: window.app.models.loaded("") is not None)
    window.say("say hello")
    assert window.words() == ["say hello", "hello"]
    assert window.app.banners.rowCount() == 0


def test_a_model_file_that_went_is_said_and_the_question_comes_back(
    window: Window, tmp_path: Path
) -> None:
    file = tmp_path / "gone.gguf"
    file.write_bytes(gguf())
    window.app.current.options.model = str(file)
    file.unlink()
    window.start("my question")
    window.item("The model cannot be used")
    window.wait(lambda: window.app.current.composer.text == "my question")
    window.click("Choose another model")
    window.item("modelFilter")
    window.type("fake")
    window.wait(lambda: len(window.app.models.rows) == 1)
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current.options.model == "fake")
    window.item("composer").forceActiveFocus()
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: len(window.words()) == 2 and not window.app.current.busy)


def test_a_model_larger_than_the_memory_is_said_and_another_one_offered(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "available_bytes", lambda: 1_000_000)
    window = open_window(settings(engine="llama"), welcomed=True)  # the starter: never loaded
    window.item("composer")
    window.start("hello")
    window.item("Not enough memory for this model")
    assert window.app.current._path[0].content == "hello"
    window.click("Choose another model")
    window.item("modelFilter")


def test_a_disk_that_is_full_leads_to_the_trash_and_loses_nothing(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    from localllm.errors import DiskFull

    window.say("say one")
    answering = window.app.backend.answering

    async def full(*_: object, **__: object) -> int:
        raise DiskFull("The disk that holds the chats is full")

    monkeypatch.setattr(answering, "send", full)
    window.start("my words")
    window.item("The disk is full")
    window.wait(lambda: window.app.current.composer.text == "my words")
    window.click("Show the trash")
    window.item("The trash is empty.")
    assert window.words() == ["say one", "one"]


@pytest.mark.expects_error_log
def test_a_bug_is_said_to_be_one_with_a_way_to_tell_of_it(window: Window) -> None:
    window.app.bridge.failed.emit(RuntimeError("impossible"))
    window.item("Something went wrong that should not have")
    window.click("Copy diagnostics")
    window.item("Copied")


def test_a_banner_can_be_sent_away(window: Window) -> None:
    from localllm.errors import BadRequest

    window.app.bridge.failed.emit(BadRequest("No such thing"))
    window.item("That did not work")
    window.click("Dismiss")
    window.wait(lambda: window.find("That did not work") is None)


def test_a_settings_file_that_cannot_be_written_is_said_at_its_setting(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("localllm.settings_file.save", full)
    window.click("nav-settings")
    window.app.settings.set("parallel", "3")
    window.item("[Errno 28] No space left on device")
