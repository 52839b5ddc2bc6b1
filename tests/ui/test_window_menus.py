"""What menus, dialogs and the panel of a chat do, each through its clicks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.window import Window
from localllm_ui.desktop import Desktop
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem
from PySide6.QtWidgets import QFileDialog

from localllm.core import SamplingParams


def answered_by(monkeypatch: pytest.MonkeyPatch, dialog: str, answer: object) -> None:
    monkeypatch.setattr(QFileDialog, dialog, lambda *_: (answer, ""))


def folders(window: Window) -> list[str]:
    return [line.title for line in window.app.chats if line.kind == "folder"]


def test_a_chat_is_duplicated(window: Window) -> None:
    window.say("say twice")
    window.right_click(f"row {window.titles()[0]}")
    window.click("Duplicate")
    window.wait(lambda: len(window.titles()) == 2)
    window.wait(lambda: window.words() == ["say twice", "twice"])


def test_a_pinned_chat_is_let_go(window: Window) -> None:
    window.say("say one")
    for name in ("Pin", "Unpin"):
        window.right_click(f"row {window.titles()[0]}")
        window.click(name)
        pinned = name == "Pin"
        window.wait(lambda wanted=pinned: [x.pinned for x in window.app.chats][1] is wanted)


def test_a_folder_is_made_and_named_from_the_menu(window: Window) -> None:
    window.click("More")
    window.click("New folder")
    window.item("renameField")
    window.ctrl(Qt.Key.Key_A)
    window.type("Work")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: folders(window) == ["Work"])
    window.right_click("row Work")
    window.click("New folder inside")
    window.item("renameField")
    window.key(Qt.Key.Key_Escape)
    window.wait(lambda: folders(window) == ["Work", "New folder"] or len(folders(window)) == 1)


def test_the_trash_is_opened_from_the_menu(window: Window) -> None:
    window.click("More")
    window.click("Trash")
    window.item("The trash is empty.")
    window.click("Close")
    window.wait(lambda: window.find("The trash is empty.") is None)


def test_one_chat_is_exported_where_the_dialog_says(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Desktop(window.app, window.root)
    window.say("say hello")
    answered_by(monkeypatch, "getSaveFileName", str(tmp_path / "mine.md"))
    window.right_click(f"row {window.titles()[0]}")
    window.click("Export…")
    window.item("Saved as mine.md")
    assert "say hello" in (tmp_path / "mine.md").read_text()


def test_all_chats_are_exported_and_brought_in_from_the_menu(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Desktop(window.app, window.root)
    window.say("say hello")
    file = tmp_path / "all.json"
    answered_by(monkeypatch, "getSaveFileName", str(file))
    window.click("More")
    window.click("Export all chats…")
    window.item("Saved as all.json")
    assert len(json.loads(file.read_text())["chats"]) == 1
    window.app.actions.trash(window.app.current.id)
    window.wait(lambda: not window.titles())
    answered_by(monkeypatch, "getOpenFileNames", [str(file)])
    window.click("More")
    window.click("Import chats…")
    window.item("1 chat imported")
    window.wait(lambda: len(window.titles()) == 1)


def test_a_file_that_is_no_export_is_refused_in_words(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Desktop(window.app, window.root)
    (tmp_path / "other.json").write_text('{"name": "package"}')
    answered_by(monkeypatch, "getOpenFileNames", [str(tmp_path / "other.json")])
    window.click("More")
    window.click("Import chats…")
    window.wait(lambda: window.app.banners.rowCount() == 1)
    assert window.titles() == []


def test_diagnostics_are_copied_from_the_menu(window: Window) -> None:
    window.click("More")
    window.click("Copy diagnostics")
    window.item("Copied")
    assert "models installed" in QGuiApplication.clipboard().text()


def test_the_model_is_chosen_with_the_mouse(window: Window) -> None:
    window.click("modelPicker")
    window.wait(lambda: len(window.app.models.rows) > 1)
    window.click(window.app.models.rows[0]["name"])
    window.wait(lambda: window.app.current.options.model == window.app.models.rows[0]["name"])
    assert not window.app.view.overlaySource.toString()


def typed_into(window: Window, label: str, text: str) -> None:
    field = next(item for item in window.items() if item.property("label") == label)
    field.forceActiveFocus()
    window.ctrl(Qt.Key.Key_A)
    window.type(text)
    window.key(Qt.Key.Key_Return)


def sampling(window: Window) -> SamplingParams:
    params: SamplingParams = window.app.current.options.settings.sampling
    return params


def test_sampling_is_set_and_put_back(window: Window) -> None:
    window.click("chatSettings")
    slider: QQuickItem = window.item("sampling-top_k")
    slider.forceActiveFocus()
    window.key(Qt.Key.Key_Left)
    assert sampling(window).top_k == 39
    typed_into(window, "Most tokens of an answer", "64")
    typed_into(window, "Seed", "7")
    assert (sampling(window).max_tokens, sampling(window).seed) == (64, 7)
    window.click("Reset")
    assert sampling(window) == SamplingParams()


def test_the_system_prompt_is_asked_with(window: Window) -> None:
    window.click("chatSettings")
    window.click("systemPrompt")
    window.type("Be brief.")
    window.say("say hello")
    with_system = window.app.current.gauge.reused
    window.ctrl(Qt.Key.Key_N)
    window.say("say hello")
    assert with_system > window.app.current.gauge.reused  # the fake model's tokens are bytes


def test_a_preset_is_chosen_and_deleted(window: Window) -> None:
    window.click("chatSettings")
    window.click("systemPrompt")
    window.type("Speak like a pirate.")
    window.click("savePreset")
    window.click("presetName")
    window.type("Pirate")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current.options.presetId > 0)
    window.ctrl(Qt.Key.Key_N)
    window.click("chatSettings")  # shut, and opened for the new chat
    window.click("chatSettings")
    window.wait(lambda: window.app.current.options.presets)
    window.click("presets")
    window.click("Pirate")
    window.wait(lambda: window.app.current.options.systemPrompt == "Speak like a pirate.")
    window.click("Delete this preset")
    window.wait(lambda: not window.app.current.options.presets)


def test_the_address_and_a_snippet_are_copied(window: Window) -> None:
    window.click("nav-server")
    window.click("portSwitch")
    window.wait(lambda: window.app.server.url)
    window.click("Copy the address")
    assert QGuiApplication.clipboard().text() == window.app.server.url
    window.click("Python")
    window.click("Copy")
    assert f'base_url="{window.app.server.url}/v1"' in QGuiApplication.clipboard().text()


def test_the_page_says_when_clients_need_a_key(window: Window) -> None:
    window.click("nav-settings")
    window.app.settings.set("api_key", "sesame")
    window.click("applySettings")
    window.wait(lambda: window.app.backend.settings.api_key == "sesame")
    window.click("nav-server")
    window.item("Clients need the key.")
    window.click("Python")
    window.click("Copy")
    assert "YOUR-KEY" in QGuiApplication.clipboard().text()
    assert "sesame" not in QGuiApplication.clipboard().text()


def test_the_font_grows_and_the_choices_are_kept(window: Window) -> None:
    from localllm.settings import load_settings

    window.click("nav-settings")
    before = window.app.theme.property("body")
    window.item("setting-font_size").forceActiveFocus()
    window.key(Qt.Key.Key_Right)
    window.wait(lambda: window.app.theme.property("body") == before + 1)
    window.click("setting-offline")
    window.wait(lambda: window.app.settings.waiting)
    kept = load_settings()
    assert (kept.font_size, kept.offline) == (before + 1, True)


def test_what_the_environment_sets_is_shown_and_stays(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCALLLM_PARALLEL", "3")
    window.click("nav-settings")
    window.app.settings.changed.emit()
    window.item("Set by the environment: LOCALLLM_PARALLEL")
    assert not window.item("setting-parallel").isEnabled()


def test_the_start_at_login_is_written_when_it_is_switched_on(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    Desktop(window.app, window.root)
    window.click("nav-settings")
    entry = tmp_path / "autostart" / "localllm.desktop"
    for _ in range(2):
        before = entry.exists()
        window.click("setting-start_at_login")
        window.wait(lambda was=before: entry.exists() is not was)
    assert not entry.exists()
