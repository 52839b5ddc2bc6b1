"""Tool calls, code blocks, files dropped, titles: what comes into a chat beside plain words."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from helpers.window import Window
from localllm_ui.desktop import Desktop
from localllm_ui.services import answering
from localllm_ui.viewmodels.live import LiveAnswer
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from localllm.chats.types import MessageState
from localllm.core import ChatPrompt, Delta, Tool, ToolCallDelta
from localllm.supervisor.host import LoadedModel

CODE = "print(6 * 7)"
WEATHER = Tool("weather", parameters={"properties": {"city": {"type": "string"}}})


def say_lines(window: Window, *lines: str) -> None:
    window.item("composer").forceActiveFocus()
    for line in lines:
        window.type(line)
        window.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: not window.app.current.busy and not window.app.current.empty)


def with_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question comes with a tool that has to be called."""
    plain = answering.chat_prompt

    def asked(*args: object, **kwargs: object) -> ChatPrompt:
        prompt = plain(*args, **kwargs)  # type: ignore[arg-type]
        return msgspec.structs.replace(prompt, tools=(WEATHER,), tool_choice="required")

    monkeypatch.setattr(answering, "chat_prompt", asked)


def with_parameters(window: Window, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """The engine says its model has that many."""
    runtime = window.app.backend.runtime
    plain = runtime.loaded

    def loaded() -> list[LoadedModel]:
        return [
            msgspec.structs.replace(one, info=msgspec.structs.replace(one.info, n_params=number))
            for one in plain()
        ]

    monkeypatch.setattr(runtime, "loaded", loaded)


def test_a_tool_call_is_shown_with_its_arguments(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_tool(monkeypatch)
    window.say("how is the weather")
    window.item("Tool call: weather")
    window.item('{"city": "fake"}')


def test_a_tool_call_is_shown_while_it_is_written(window: Window) -> None:
    window.say("say hello")
    live = LiveAnswer(window.app.current._path[-1])
    live.take([Delta("id", tool_calls=(ToolCallDelta(0, name="weather", arguments='{"ci'),))])
    (row,) = [row for row in live.rows() if row.kind != "paragraph"]
    assert (row.block.language, row.block.text) == ("weather", '{"ci')


def test_a_tool_call_is_there_when_the_chat_is_opened_again(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_tool(monkeypatch)
    window.say("how is the weather")
    (title,) = window.titles()
    window.ctrl(Qt.Key.Key_N)
    window.wait(lambda: window.find("Tool call: weather") is None)
    window.click(f"row {title}")
    window.item("Tool call: weather")
    assert window.app.current._path[-1].state is MessageState.COMPLETE


def test_a_dropped_file_is_attached_and_goes_with_the_message(
    window: Window, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("the secret is 42")
    drop = window.drag("composer", [notes])
    window.item("Drop files to attach them")
    drop()
    window.item("notes.txt")
    assert window.find("Drop files to attach them") is None
    window.say("what is it")
    (file,) = window.app.current._path[0].attachments
    assert (file.name, file.text) == ("notes.txt", "the secret is 42")


def test_several_dropped_files_are_all_attached(window: Window, tmp_path: Path) -> None:
    files = [tmp_path / "a.txt", tmp_path / "b.py"]
    for file in files:
        file.write_text("text")
    window.drag("composer", files)()
    window.item("a.txt")
    window.item("b.py")


def test_code_is_copied_without_its_fence(window: Window) -> None:
    say_lines(window, "say look:", "```python", CODE, "```")
    window.click("Copy code")
    assert QGuiApplication.clipboard().text().rstrip() == CODE


def test_code_is_saved_where_the_dialog_says(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suggested: list[str] = []

    def choose(parent: object, title: str, name: str) -> tuple[str, str]:
        suggested.append(name)
        return str(tmp_path / "mine.py"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    Desktop(window.app, window.root)
    say_lines(window, "say look:", "```python", CODE, "```")
    window.click("Save code to a file")
    window.item("Saved")
    assert (tmp_path / "mine.py").read_text().rstrip() == CODE
    assert suggested == ["code.py"]


def test_a_save_that_is_called_off_writes_nothing(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    Desktop(window.app, window.root)
    say_lines(window, "say look:", "```python", CODE, "```")
    window.click("Save code to a file")
    assert window.find("Saved") is None
    assert not list(tmp_path.iterdir())


def test_the_model_writes_the_title(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    with_parameters(window, monkeypatch, 4_000_000_000)
    monkeypatch.setattr("localllm.chats.titles._INSTRUCTION", "say **Harbour lights.**")
    window.say("tell me about ports at night")
    window.wait(lambda: window.titles() == ["Harbour lights"])


def test_a_small_model_is_not_asked_for_a_title(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_parameters(window, monkeypatch, 135_000_000)
    monkeypatch.setattr("localllm.chats.titles._INSTRUCTION", "say Harbour lights")
    window.say("tell me about ports at night")
    assert window.titles() == ["tell me about ports at night"]
