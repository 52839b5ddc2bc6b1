"""A newer version is told of where a person switched that on, and nobody is asked otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.releases import Releases, says
from helpers.window import Window
from PySide6.QtGui import QDesktopServices
from ui.conftest import Open

from localllm.settings import load_settings

PAGE = "http://127.0.0.1/new"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Releases]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Releases() as server:
        monkeypatch.setenv("LOCALLLM_UPDATE_ADDRESS", server.url)
        server.answer = says({"version": "99.1", "page": PAGE})
        yield server


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser was given."""
    urls: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url.toString()))
    return urls


def ready(window: Window) -> Window:
    loaded = window.app.models.loaded
    window.wait(lambda: loaded("") is not None and loaded("").state == "ready")
    return window


def start(open_window: Open, **more: object) -> Window:
    given = {"engine": "fake", "port": 0, "language": "en", **more}
    return ready(open_window(load_settings(given), welcomed=True))


def test_nobody_is_asked_unless_it_is_switched_on(open_window: Open, server: Releases) -> None:
    window = start(open_window)
    window.say("say hello")
    assert not server.asked
    window.app.settings.set("update_check", True)
    window.item("Version 99.1 is there")
    assert len(server.asked) == 1


def test_its_button_opens_the_page(open_window: Open, server: Releases, opened: list[str]) -> None:
    window = start(open_window, update_check=True)
    window.click("Open its page")
    assert opened == [PAGE]
    assert window.app.banners.rowCount() == 0


def test_the_next_start_of_the_day_says_nothing(open_window: Open, server: Releases) -> None:
    first = start(open_window, update_check=True)
    first.item("Version 99.1 is there")
    first.click("Dismiss")
    first.app._updates.look()
    first.say("say hello")
    assert len(server.asked) == 1
    assert first.app.banners.rowCount() == 0


def test_an_answer_that_is_none_disturbs_nobody(open_window: Open, server: Releases) -> None:
    server.answer = says(b"<html>sign in</html>")
    window = start(open_window, update_check=True)
    window.wait(lambda: server.asked)
    window.say("say hello")
    assert window.app.banners.rowCount() == 0
