"""The first start: straight into a chat, offers that stand in nobody's way, no call to anywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.ollama_folder import blob, manifest
from helpers.window import Window
from PySide6.QtCore import Qt
from ui.conftest import Open

from localllm.errors import DownloadError
from localllm.settings import Settings, load_settings

Progress = Callable[[int, int | None], None]


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A computer without any model: settings for it."""
    monkeypatch.setattr("localllm.models.starter.in_package", lambda: None)
    return load_settings({"language": "en", "port": 0})


@pytest.fixture
def no_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localllm.models.starter.in_package", lambda: None)


def test_the_first_word_can_be_typed_without_a_click(open_window: Open) -> None:
    window = open_window()
    window.item("composer")
    assert window.app.view.page == "chats"
    window.type("say hello")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: window.words() == ["say hello", "hello"])


def test_models_of_other_programs_are_offered_below_an_empty_chat(
    open_window: Open, tmp_path: Path
) -> None:
    blob(tmp_path / ".ollama" / "models")
    manifest(tmp_path / ".ollama" / "models")
    window = open_window()
    window.item("Models of other programs are on this computer")
    assert window.app.view.page == "chats"
    assert window.item("composer").hasActiveFocus()
    window.click("useFound")
    window.wait(lambda: "llama3.2-1b" in [row["name"] for row in window.app.models.rows])
    window.wait(lambda: window.find("useFound") is None)
    assert load_settings().models_dirs == (str(tmp_path / ".ollama" / "models"),)


def test_an_offer_goes_when_it_is_dismissed(open_window: Open, tmp_path: Path) -> None:
    blob(tmp_path / ".ollama" / "models")
    manifest(tmp_path / ".ollama" / "models")
    window = open_window()
    window.click("dismissOffers")
    window.wait(lambda: window.find("useFound") is None)
    assert window.app.preferences.get("welcomed")
    window.click("nav-models")  # it has not gone for good
    window.item("Ollama")


def test_nothing_is_offered_once_that_was_dismissed(
    open_window: Open, no_starter: None, tmp_path: Path
) -> None:
    blob(tmp_path / ".ollama" / "models")
    manifest(tmp_path / ".ollama" / "models")
    window = open_window(welcomed=True)
    window.wait(lambda: window.app.starter.missing)
    assert window.find("useFound") is None
    assert window.find("fetchStarter") is None


def test_the_starter_model_is_offered_where_it_is_not(
    open_window: Open, no_starter: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()  # the fake engine's model is there
    window.item("The small starter model is not here (98 MB)")
    asked: list[bool] = []
    monkeypatch.setattr(
        "localllm.models.fetch.pull.pull_starter", lambda progress: asked.append(True)
    )
    window.click("fetchStarter")
    window.wait(lambda: asked and not window.app.starter.missing)


def test_without_any_model_the_first_page_offers_one(
    open_window: Open, no_model: Settings, monkeypatch: pytest.MonkeyPatch, starter_model: Path
) -> None:
    window = open_window(no_model)
    window.item("No model is here yet")
    assert window.app.view.page == "welcome"

    def pull(progress: Progress) -> None:
        progress(50, 100)
        monkeypatch.setattr("localllm.models.starter.in_package", lambda: starter_model)

    monkeypatch.setattr("localllm.models.fetch.pull.pull_starter", pull)
    monkeypatch.setattr(window.app.backend, "warm_up", nothing)  # no test of the engine
    window.click("fetchStarter")
    window.wait(lambda: window.app.view.page == "chats")
    window.wait(lambda: window.item("composer").hasActiveFocus())


async def nothing() -> None:
    pass


def test_a_download_tells_how_far_it_is(
    open_window: Open, no_model: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(no_model)
    go_on: list[bool] = []

    def pull(progress: Progress) -> None:
        progress(25, 100)
        window.wait_elsewhere(lambda: bool(go_on))

    monkeypatch.setattr("localllm.models.fetch.pull.pull_starter", pull)
    window.click("fetchStarter")
    window.item("Fetching the starter model… 25 %")
    go_on.append(True)
    window.wait(lambda: window.app.starter.fetching == -1)


def test_a_hub_that_is_down_is_said_with_a_button_to_try_again(
    open_window: Open, no_model: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(no_model)
    tries: list[bool] = []

    def pull(progress: Progress) -> None:
        tries.append(True)
        if len(tries) == 1:
            raise DownloadError("The hub does not answer")

    monkeypatch.setattr("localllm.models.fetch.pull.pull_starter", pull)
    window.click("fetchStarter")
    window.item("The download failed")
    window.item("The hub does not answer")
    window.click("Try again")
    window.wait(lambda: len(tries) == 2 and window.app.starter.fetching == -1)
    assert window.app.banners.rowCount() == 0


def test_nothing_is_fetched_offline(open_window: Open, no_model: Settings) -> None:
    window = open_window(load_settings({"language": "en", "port": 0, "offline": True}))
    window.click("fetchStarter")
    window.item("localllm is set to stay offline: switch that off to fetch a model.")


@pytest.fixture
def calls() -> Iterator[list[str]]:
    """Every address that this process looks up or connects to, but this computer's own."""
    made: list[str] = []
    listening = True

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if listening and event in ("socket.connect", "socket.getaddrinfo"):
            address = str(arguments[1] if event == "socket.connect" else arguments[0])
            if "127.0.0.1" not in address and "localhost" not in address and "/" not in address:
                made.append(address)

    sys.addaudithook(hear)
    yield made
    listening = False


def test_it_never_calls_out_without_a_word(
    open_window: Open, calls: list[str], tmp_path: Path
) -> None:
    blob(tmp_path / ".ollama" / "models")
    manifest(tmp_path / ".ollama" / "models")
    window = open_window()
    window.item("Models of other programs are on this computer")
    window.say("say hello")
    for page in ("models", "server", "settings"):
        window.click(f"nav-{page}")
        window.settle()
    assert calls == []


def test_the_listener_for_calls_hears_them(calls: list[str]) -> None:
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect(("192.0.2.1", 9))  # of nobody, and a datagram socket sends nothing here
    assert calls == ["('192.0.2.1', 9)"]


def test_the_door_for_a_chat_in_a_terminal_is_open_meanwhile(window: Window) -> None:
    from localllm.joining import address

    ((_, at),) = address.found()
    assert at.what == "app"


def test_larger_models_are_offered_where_the_only_ones_are_small(open_window: Open) -> None:
    window = open_window()
    window.click("seeLarger")
    window.wait(lambda: len(window.app.library.suggestions.rows) == 3)
    assert (window.app.view.page, window.app.library.section) == ("models", "find")
