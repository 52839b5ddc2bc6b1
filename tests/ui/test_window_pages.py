"""Models, server, settings, banners: through the window."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from helpers.ollama_folder import blob, manifest
from helpers.window import Window
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem

from localllm.errors import Busy, DiskFull, ModelTooLarge
from localllm.settings import load_settings


def test_the_pages_open_from_the_sidebar(window: Window) -> None:
    for page, title in (("models", "Models"), ("server", "Server"), ("settings", "Settings")):
        window.click(f"nav-{page}")
        assert window.app.view.page == page
        window.item(title)


def test_ctrl_comma_opens_the_settings_and_closes_them(window: Window) -> None:
    window.ctrl(Qt.Key.Key_Comma)
    assert window.app.view.page == "settings"
    window.ctrl(Qt.Key.Key_Comma)
    assert window.app.view.page == "chats"


def test_a_model_is_unloaded_and_loaded_again(window: Window) -> None:
    window.click("nav-models")
    window.click("Unload")
    window.wait(lambda: window.app.models.loaded("fake") is None)
    window.click("Load")
    window.wait(lambda: (it := window.app.models.loaded("fake")) and it.state == "ready")


def test_the_model_page_filters(window: Window) -> None:
    window.click("nav-models")
    window.wait(lambda: len(window.app.models.rows) > 1)
    window.click("modelsFilter")
    window.type("fak")
    window.wait(lambda: [row["name"] for row in window.app.models.rows] == ["fake"])


def test_ctrl_l_chooses_the_model_of_a_chat(window: Window) -> None:
    window.say("say before")
    window.ctrl(Qt.Key.Key_L)
    window.item("modelFilter")
    window.type("fake")
    window.wait(lambda: len(window.app.models.rows) == 1)
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current.options.model == "fake")
    window.say("say after")
    assert window.words()[-1].endswith("after")


def test_a_folder_of_models_is_opened_in_place(
    window: Window, tmp_path: Path, starter_model: Path
) -> None:
    (tmp_path / "mine.gguf").symlink_to(starter_model)
    window.app.folders.add(str(tmp_path))
    assert load_settings().models_dirs == (str(tmp_path),)


def test_models_of_another_program_are_offered_and_used_in_place(
    window: Window, tmp_path: Path
) -> None:
    path = blob(tmp_path / ".ollama" / "models")
    manifest(tmp_path / ".ollama" / "models")
    window.click("nav-models")
    window.item("Ollama")
    window.click("Use these")
    window.item("in use")
    window.wait(lambda: "llama3.2-1b" in [row["name"] for row in window.app.models.rows])
    (row,) = [row for row in window.app.models.rows if row["name"] == "llama3.2-1b"]
    assert row["path"] == str(path)
    assert not row["mine"]


def test_the_port_opens_and_answers_and_closes(window: Window) -> None:
    window.click("nav-server")
    window.click("portSwitch")
    window.wait(lambda: window.app.server.url)
    url = window.app.server.url
    assert httpx.get(f"{url}/v1/models").status_code == 200
    window.click("portSwitch")
    window.wait(lambda: not window.app.server.url)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/v1/models")


def test_the_server_page_shows_who_asks_and_cancels(window: Window) -> None:
    window.start("say " + "w" * 2000)
    window.wait(lambda: window.app.current._live is not None)
    window.click("nav-server")
    window.wait(lambda: window.app.server.requests)
    assert window.app.server.requests[0]["client"] == "localllm"
    window.click("Cancel")
    window.wait(lambda: not window.app._open.busy_ids())


def test_the_plots_follow_what_the_engine_does(window: Window) -> None:
    window.click("nav-server")
    server = window.app.server
    window.wait(lambda: len(server._points["writing"]) and server.plots[0]["now"] == "0.0")
    shown = {plot["title"]: plot["points"] for plot in server.plots}
    assert len(shown) == 8
    window.wait(lambda: server._points["memory"][-1] > 1)  # the engine's process, in MB
    stream = httpx_post(window, "say " + "w" * 300)
    window.wait(lambda: server._points["first"][-1] > 0)
    window.wait(lambda: server._points["writing"][-1] > 0)
    stream.join()


def httpx_post(window: Window, text: str) -> threading.Thread:
    """A client at the port, on a thread of its own."""
    window.click("portSwitch")
    window.wait(lambda: window.app.server.url)
    body = {"messages": [{"role": "user", "content": text}]}
    url = f"{window.app.server.url}/v1/chat/completions"
    thread = threading.Thread(target=lambda: httpx.post(url, json=body, timeout=60))
    thread.start()
    return thread


def test_a_setting_is_written_and_taken_into_use(window: Window) -> None:
    window.click("nav-settings")
    window.app.settings.set("context", "4096")
    assert load_settings().context == 4096
    window.click("applySettings")
    window.wait(lambda: window.app.backend.settings.context == 4096)
    window.wait(lambda: not window.app.settings.waiting)


def test_a_setting_that_cannot_be_is_refused_with_what_can(window: Window) -> None:
    window.click("nav-settings")
    window.app.settings.set("context", "plenty")
    areas = window.app.settings.areas
    (row,) = [row for area in areas for row in area["rows"] if row["name"] == "context"]
    assert "whole number" in row["error"]
    assert load_settings().context == 0


def test_the_theme_is_chosen_on_the_settings_page(window: Window) -> None:
    window.click("nav-settings")
    window.click("setting-theme")
    window.click("Dark")
    window.wait(lambda: window.app.theme.property("dark"))


def test_the_language_changes_at_once(window: Window) -> None:
    window.app.preferences.set("language", "de")
    window.item("Neuer Chat")
    window.app.preferences.set("language", "en")
    window.item("New chat")


def test_system_prompt_and_sampling_belong_to_the_chat(window: Window) -> None:
    window.say("say hello")
    window.click("chatSettings")
    window.click("systemPrompt")
    window.type("Be brief.")
    window.click("composer")
    window.app.current.options.setSampling("temperature", 0.25)
    chat_id = window.app.current.id
    window.ctrl(Qt.Key.Key_N)
    assert window.app.current.options.systemPrompt == ""
    window.app.openChat(chat_id)
    window.wait(lambda: window.app.current.options.systemPrompt == "Be brief.")
    assert window.app.current.options.settings.sampling.temperature == 0.25


def test_a_preset_is_saved_and_taken_by_another_chat(window: Window) -> None:
    window.click("chatSettings")
    window.app.current.options.systemPrompt = "Speak like a pirate."
    window.click("savePreset")
    window.click("presetName")
    window.type("Pirate")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.app.current.options.presetId > 0)
    preset = window.app.current.options.presetId
    window.ctrl(Qt.Key.Key_N)
    window.app.current.options.refreshPresets()
    window.wait(lambda: window.app.current.options.presets)
    window.app.current.options.applyPreset(preset)
    assert window.app.current.options.systemPrompt == "Speak like a pirate."


@pytest.mark.parametrize(
    ("error", "what", "button"),
    [
        (ModelTooLarge("Needs 9 GB"), "Not enough memory for this model", "Choose another model"),
        (DiskFull("Nothing left"), "The disk is full", "Show the trash"),
        (Busy("Port 1 is taken", port=1), "The port is taken", "Change the port"),
    ],
)
def test_a_failure_says_what_and_offers_one_button(
    window: Window, error: Exception, what: str, button: str
) -> None:
    window.app.bridge.failed.emit(error)
    window.item(what)
    window.click(button)
    window.wait(lambda: window.app.banners.rowCount() == 0)
    assert window.app.view.page == "settings" or window.app.view.overlaySource.toString()


def test_the_same_failure_is_shown_once(window: Window) -> None:
    for _ in range(3):
        window.app.bridge.failed.emit(DiskFull("Nothing left"))
    assert window.app.banners.rowCount() == 1


def test_a_killed_engine_is_told_and_the_chat_goes_on(window: Window) -> None:
    window.start("say " + "w" * 3000)
    window.wait(lambda: window.app.current._live is not None and window.app.current._live.text)
    os.kill(window.app.models.loaded("fake").pid, signal.SIGKILL)
    window.wait(lambda: not window.app.current.busy)
    assert window.app.current._path[-1].error
    assert window.app.current._path[-1].content
    window.wait(lambda: window.app.models.loaded("fake").state == "ready")
    window.say("say again")
    assert window.words()[-1].endswith("again")


def test_diagnostics_are_copied_without_what_chats_say(window: Window) -> None:
    window.say("say my secret word")
    window.app.copyDiagnostics()
    window.wait(lambda: "localllm" in QGuiApplication.clipboard().text())
    assert "secret" not in QGuiApplication.clipboard().text()


def test_every_button_of_the_chat_page_has_a_name(window: Window) -> None:
    from PySide6.QtGui import QAccessible

    window.say("say hello")
    for item in window.items():
        interface = QAccessible.queryAccessibleInterface(item)
        if interface is not None and interface.role() is QAccessible.Role.Button:
            assert interface.text(QAccessible.Text.Name), item.metaObject().className()


def cut_words(window: Window) -> list[str]:
    """Words of buttons that are not shown whole."""
    cut = []
    for item in window.items():
        if item.property("look") is None or not item.property("text"):
            continue
        (words,) = [i for i in descendants(item) if i.property("text") == item.property("text")]
        if words.property("truncated"):
            cut.append(item.property("text"))
    return cut


def descendants(item: QQuickItem) -> Iterator[QQuickItem]:
    for child in item.childItems():
        yield child
        yield from descendants(child)


@pytest.mark.parametrize("language", ["en", "de", "zh_CN", "zh_TW", "ja"])
def test_no_button_cuts_its_words_in_any_language(window: Window, language: str) -> None:
    window.app.preferences.set("language", language)
    window.item("newChat")
    assert cut_words(window) == []
    for page in ("models", "server", "settings"):
        window.click(f"nav-{page}")
        window.settle()
        assert cut_words(window) == []
    window.app.view.openPage("welcome")
    window.settle()
    assert cut_words(window) == []


def test_tab_reaches_the_controls_and_shows_the_focus(window: Window) -> None:
    window.item("composer").forceActiveFocus()
    seen = set()
    for _ in range(12):
        window.key(Qt.Key.Key_Tab)
        seen.add(window.root.activeFocusItem())
    assert len(seen) > 5


def test_closing_may_leave_the_app_in_the_tray(window: Window) -> None:
    hidden: list[bool] = []
    window.app.askedToHide.connect(lambda: hidden.append(True))
    assert window.app.mayClose()
    window.app.preferences.set("stay_in_tray", True)
    assert not window.app.mayClose()
    assert hidden
