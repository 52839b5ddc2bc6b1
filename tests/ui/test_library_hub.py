"""Finding and fetching models: through the window, from a hub on this computer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import msgspec
import pytest
from helpers.hub import Answer, Hub, Repo
from helpers.keyrings import MemoryKeyring, no_tokens
from helpers.speaking_llama import speaking_llama
from helpers.window import Window
from PySide6.QtCore import Qt
from ui.conftest import Open

from localllm import paths
from localllm.settings import Settings, load_settings

REPO = "maker/Tiny-GGUF"
TOKEN = "hf_" + "t" * 20


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("tiny")
    return speaking_llama(folder / "tiny.gguf", width=64, ff=64, layers=1).read_bytes()


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    with no_tokens(monkeypatch, tmp_path), Hub() as hub:
        yield hub


@pytest.fixture
def repo(hub: Hub, tiny: bytes) -> Repo:
    """Of three quantizations the middle one is recommended: it is small at Q8_0 too."""
    repo = hub.repo(REPO, downloads=1_234_567, likes=42)
    for number, quant in enumerate(("Q4_K_M", "Q8_0", "F16")):
        repo.put(f"Tiny-{quant}.gguf", tiny + bytes(64 * number))
    return repo


@pytest.fixture
def settings(hub: Hub) -> Settings:
    return load_settings(
        {
            "engine": "fake",
            "port": 0,
            "language": "en",
            "theme": "light",
            "hub_endpoint": hub.endpoint,
        }
    )


Find = Callable[..., Window]


@pytest.fixture
def finding(open_window: Open) -> Find:
    """A window that shows the hub's section, with what was typed into its field."""

    def find(words: str = "", **how: object) -> Window:
        window = open_window(**how, welcomed=True)
        window.wait(lambda: window.app.models.loaded("") is not None)
        window.click("nav-models")
        window.click("tab-find")
        if words:
            window.click("hubSearch")
            window.type(words)
        return window

    return find


def asked(hub: Hub) -> list[str]:
    return [request.path for request in hub.requests]


def states(window: Window) -> list[str]:
    return [row["state"] for row in window.app.library.downloads.rows]


def quants(window: Window) -> list[str]:
    return [row["name"].partition(":")[2] for row in window.app.library.downloads.rows]


def test_nothing_is_sent_before_a_person_searches(finding: Find, hub: Hub, repo: Repo) -> None:
    window = finding()
    host = hub.endpoint.removeprefix("http://")
    window.item(f"What you type here is sent to {host}. Nothing else leaves this computer.")
    window.wait(lambda: len(window.app.library.suggestions.rows))
    assert asked(hub) == []


def test_a_model_is_found_fetched_and_talked_to(finding: Find, hub: Hub, repo: Repo) -> None:
    window = finding("tiny")
    window.click(f"hit-{REPO}")
    window.item("recommended")
    rows = {row["name"]: row for row in window.app.library.repo.rows}
    assert [name for name, row in rows.items() if row["picked"]] == ["Q8_0"]
    assert {row["fit"] for row in rows.values()} == {"fits"}
    assert len(hub.transfers()) == 1  # the header of one of them
    window.click("fetch-Q8_0")
    window.wait(lambda: states(window) == ["done"])
    assert (paths.models_dir() / REPO / "Tiny-Q8_0.gguf").is_file()
    window.click("tab-here")
    window.wait(lambda: "tiny-q8_0" in [row["name"] for row in window.app.models.rows])
    window.click("chat-tiny-q8_0")
    assert window.app.view.page == "chats"
    assert window.app.current.options.model == "tiny-q8_0"
    window.say("say hello")
    assert window.words() == ["say hello", "hello"]


def test_letters_that_follow_each_other_are_one_search(finding: Find, hub: Hub, repo: Repo) -> None:
    window = finding("tiny")
    window.wait(lambda: window.app.library.search.state == "found")
    searches = [path for path in asked(hub) if path.startswith("/api/models?")]
    assert len(searches) < len("tiny")
    assert "search=tiny" in searches[-1]


def test_what_is_not_there_is_said(finding: Find, repo: Repo) -> None:
    window = finding("nothing-like-this")
    window.item("The hub has no GGUF files by that name")


def test_a_hub_that_is_down_is_said_and_asked_again(finding: Find, hub: Hub, repo: Repo) -> None:
    hub.fail(Answer(500), path="/api/models*", times=20)
    window = finding("tiny")
    window.item("The search did not work")
    hub.planned.clear()
    window.click("Try again")
    window.item(f"hit-{REPO}")


def test_offline_says_so_and_asks_nothing(
    open_window: Open, settings: Settings, hub: Hub, repo: Repo
) -> None:
    offline = msgspec.structs.replace(settings, offline=True)
    window = open_window(offline, welcomed=True)
    window.click("nav-models")
    window.click("tab-find")
    window.item("The network is switched off")
    assert window.find("hubSearch") is None
    assert asked(hub) == []


def test_what_is_too_big_says_so(
    finding: Find, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localllm.models.memory.machine.available_bytes", lambda: 100_000_000)
    window = finding("tiny")
    window.click(f"hit-{REPO}")
    window.wait(lambda: len(window.app.library.repo.rows))
    assert {row["fit"] for row in window.app.library.repo.rows} == {"big"}


def test_a_gated_repository_asks_for_a_token_and_keeps_it(
    finding: Find, hub: Hub, repo: Repo
) -> None:
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    window = finding("tiny")
    window.click(f"hit-{REPO}")
    window.click("fetch-F16")  # so that downloads know of no token
    window.wait(lambda: states(window) == ["done"])
    repo.gated = "manual"
    hub.tokens[TOKEN] = {REPO}
    window.app.library.repo.again()
    window.item("The author of this model wants to know who reads it")
    assert not window.item("fetch-Q8_0").isEnabled()
    window.click("hubToken")
    window.type(TOKEN)
    window.click("saveToken")
    window.wait(
        lambda: window.app.library.repo.state == "open" and not window.app.library.repo.gated
    )
    assert list(ring.kept.values()) == [TOKEN]
    window.click("fetch-Q8_0")
    window.wait(lambda: states(window) == ["done", "done"])


def test_what_is_no_token_is_refused_with_words(finding: Find, hub: Hub, repo: Repo) -> None:
    repo.gated = "manual"
    window = finding("tiny")
    window.click(f"hit-{REPO}")
    window.click("hubToken")
    window.type("not a token")
    window.key(Qt.Key.Key_Return)
    window.wait(lambda: "no token" in window.app.library.repo.tokenProblem)


def test_a_download_is_paused_goes_on_and_is_cancelled(
    finding: Find, hub: Hub, repo: Repo, tiny: bytes
) -> None:
    window = finding("tiny")
    window.click(f"hit-{REPO}")
    window.item("fetch-F16")
    hub.rate = len(tiny) / 20
    window.click("fetch-F16")
    window.wait(lambda: states(window) == ["running"])
    window.click("activity")  # in the sidebar
    window.item("Downloads")
    window.click("Pause")
    window.wait(lambda: states(window) == ["paused"])
    window.wait(lambda: not window.app.library.active)
    window.click("Go on")
    window.wait(lambda: states(window) == ["running"])
    window.click("Cancel the download")
    window.wait(lambda: states(window) == [])
    window.wait(lambda: not [*paths.models_dir().rglob("*.gguf*")])
    window.item("Nothing is on its way")


def test_the_queue_is_put_into_another_order(finding: Find, hub: Hub, repo: Repo) -> None:
    window = finding("tiny")
    window.click(f"hit-{REPO}")
    window.item("fetch-F16")
    hub.rate = 2000
    for quant in ("Q4_K_M", "Q8_0", "F16"):
        window.click(f"fetch-{quant}")
    window.wait(lambda: states(window) == ["running", "queued", "queued"])
    window.click("tab-work")
    window.click("Earlier")
    window.wait(lambda: quants(window) != ["Q4_K_M", "Q8_0", "F16"])
    assert sorted(quants(window)) == ["F16", "Q4_K_M", "Q8_0"]


def test_a_failure_is_shown_and_tried_again(finding: Find, hub: Hub, repo: Repo) -> None:
    window = finding("tiny")
    window.click(f"hit-{REPO}")
    window.item("fetch-Q8_0")
    hub.fail(Answer(404), path="*/resolve/*", times=50)
    window.click("fetch-Q8_0")
    window.wait(lambda: states(window) == ["failed"])
    assert window.app.library.downloads.rows[0]["problem"]
    hub.planned.clear()
    window.click("tab-work")
    window.click("Try again")
    window.wait(lambda: states(window) == ["done"])


def test_a_suggestion_is_fetched_on_a_click(
    finding: Find, hub: Hub, tiny: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localllm.models.memory.machine.available_bytes", lambda: 3_000_000_000)
    hub.repo("Qwen/Qwen3-0.6B-GGUF").put("Qwen3-0.6B-Q8_0.gguf", tiny)
    window = finding()
    window.click("suggested-Qwen3 0.6B")
    window.wait(lambda: states(window) == ["done"])
    assert (paths.models_dir() / "Qwen/Qwen3-0.6B-GGUF/Qwen3-0.6B-Q8_0.gguf").is_file()


async def nothing() -> None:
    pass


def test_without_any_model_a_suggestion_leads_to_a_chat(
    open_window: Open, hub: Hub, tiny: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localllm.models.starter.in_package", lambda: None)
    monkeypatch.setattr("localllm.models.memory.machine.available_bytes", lambda: 3_000_000_000)
    hub.repo("Qwen/Qwen3-0.6B-GGUF").put("Qwen3-0.6B-Q8_0.gguf", tiny)
    window = open_window(load_settings({"language": "en", "port": 0, "hub_endpoint": hub.endpoint}))
    monkeypatch.setattr(window.app.backend, "warm_up", nothing)  # no test of the engine
    window.item("No model is here yet")
    window.item("suggested-Qwen3 0.6B")
    assert asked(hub) == []
    window.click("suggested-Qwen3 0.6B")
    window.wait(lambda: window.app.view.page == "chats")


def test_a_suggestion_that_the_hub_does_not_have_is_said(
    finding: Find, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localllm.models.memory.machine.available_bytes", lambda: 3_000_000_000)
    window = finding()
    window.click("suggested-Qwen3 0.6B")
    window.item("The download failed")
    before = len(asked(hub))
    window.click("Try again")
    window.wait(lambda: len(asked(hub)) > before and window.app.banners.rowCount() == 1)
