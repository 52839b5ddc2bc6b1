"""What a hub has, asked of a local one that answers as the real one does."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.hub import Answer
from helpers.hub import Hub as LocalHub
from helpers.keyrings import no_tokens

from localllm.errors import (
    AccessDenied,
    BadRequest,
    HubUnreachable,
    Offline,
    RateLimited,
    RepoNotFound,
)
from localllm.models.fetch.fetching import FetchedFile, Manifest
from localllm.models.hub import session as hub_session
from localllm.models.hub.client import Hub, SearchHit, checked_endpoint, hub_of
from localllm.models.hub.quants import HubFile
from localllm.settings import Settings

GGUF = "maker/Tiny-GGUF"
TOKEN = "hf_" + "t" * 20


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[float]]:
    """Seconds that were waited between two tries, without waiting."""
    waits: list[float] = []
    monkeypatch.setattr(hub_session, "pause", waits.append)
    with no_tokens(monkeypatch, tmp_path):
        yield waits


@pytest.fixture
def local(waits: list[float]) -> Iterator[LocalHub]:
    with LocalHub() as local:
        repo = local.repo(GGUF, downloads=7, likes=2, base_model="maker/Tiny")
        repo.gguf = {"total": 135_000_000, "architecture": "llama", "context_length": 2048}
        repo.put("Tiny-Q4_0.gguf", b"GGUF" * 100)
        repo.put("README.md", b"# Tiny")
        yield local


@pytest.fixture
def hub(local: LocalHub) -> Hub:
    return Hub(local.endpoint)


def of(local: LocalHub, *, token: str | None = None) -> Hub:
    return Hub(local.endpoint, token=token)


# --- search ---


def test_search_tells_what_a_person_chooses_by(hub: Hub) -> None:
    (hit,) = hub.search("tiny")
    assert hit == SearchHit(
        GGUF,
        downloads=7,
        likes=2,
        modified="2026-01-02T03:04:05+00:00",
        licence="apache-2.0",
        architecture="llama",
        parameters=135_000_000,
    )
    assert hit.size_label == "135M"


def test_search_finds_all_words_and_only_what_has_such_files(local: LocalHub, hub: Hub) -> None:
    local.repo("other/tiny-model").put("model.safetensors", b"1")
    local.repo("other/large-GGUF").put("large-Q4_0.gguf", b"1")
    assert [hit.repo for hit in hub.search("tiny")] == [GGUF]
    assert [hit.repo for hit in hub.search("tiny", kind="safetensors")] == ["other/tiny-model"]
    assert [hit.repo for hit in hub.search("gguf tiny")] == [GGUF]
    assert hub.search("nothing like it") == ()


def test_search_follows_pages_up_to_its_limit(local: LocalHub, hub: Hub) -> None:
    for number in range(7):
        local.repo(f"many/m{number}", downloads=number).put("m.gguf", b"1")
    local.page_size = 2
    hits = hub.search("many", limit=5)
    assert [hit.repo for hit in hits] == [f"many/m{n}" for n in (6, 5, 4, 3, 2)]
    assert len([asked for asked in local.requests if "cursor" in asked.path]) == 2


def test_search_sorts_as_asked(local: LocalHub, hub: Hub) -> None:
    local.repo("a/one-gguf", downloads=1, likes=9, last_modified="2025-01-01T00:00:00.000Z").put(
        "x.gguf", b"1"
    )
    assert [hit.repo for hit in hub.search("gguf")] == [GGUF, "a/one-gguf"]
    assert [hit.repo for hit in hub.search("gguf", sort="likes")] == ["a/one-gguf", GGUF]
    assert [hit.repo for hit in hub.search("gguf", sort="updated")] == [GGUF, "a/one-gguf"]


@pytest.mark.parametrize(
    ("repo", "label"),
    [
        ("Qwen/Qwen2.5-1.5B-Instruct-GGUF", "1.5B"),
        ("x/Mixtral-8x7B-GGUF", "8x7B"),
        ("x/SmolLM2-135m", "135M"),
        ("x/phi-4", ""),
        ("x/Q4-bits", ""),
    ],
)
def test_the_size_is_read_off_the_name_where_the_hub_does_not_know_it(
    repo: str, label: str
) -> None:
    assert SearchHit(repo).size_label == label


def test_quantizations_of_a_model_are_found(local: LocalHub, hub: Hub) -> None:
    assert [hit.repo for hit in hub.made_from("maker/Tiny")] == [GGUF]
    assert hub.made_from("maker/Other") == ()


# --- a repository ---


def test_a_repository_at_its_commit(local: LocalHub, hub: Hub) -> None:
    details = hub.repo(GGUF)
    repo = local.repos[GGUF]
    weights, readme = repo.files["Tiny-Q4_0.gguf"], repo.files["README.md"]
    assert (details.revision, details.commit) == ("main", repo.sha)
    assert set(details.files) == {
        HubFile("Tiny-Q4_0.gguf", 400, weights.sha256, weights.sha256),
        HubFile("README.md", 6, None, readme.oid),
    }
    assert (details.architecture, details.context_train) == ("llama", 2048)
    assert (details.parameters, details.licence) == (135_000_000, "apache-2.0")
    assert details.base_model == "maker/Tiny"
    assert details.page == f"{local.endpoint}/{GGUF}"


def test_files_in_folders_and_over_pages_are_all_there(local: LocalHub, hub: Hub) -> None:
    names = {f"Q{n}/deep/m-{n}.gguf" for n in range(9)}
    for name in names:
        local.repos[GGUF].put(name, b"1")
    local.page_size = 4
    assert names < {file.path for file in hub.repo(GGUF).files}


def test_a_revision_is_a_branch_a_tag_or_a_commit(local: LocalHub, hub: Hub) -> None:
    repo = local.repos[GGUF]
    old = repo.tag("v1/a")
    repo.put("Tiny-Q8_0.gguf", b"new")
    assert hub.commit_of(GGUF) == repo.sha != old
    for name in ("v1/a", old, old[:8]):
        details = hub.repo(GGUF, name)
        assert (details.revision, details.commit) == (name, old)
        assert "Tiny-Q8_0.gguf" not in {file.path for file in details.files}


def test_a_renamed_repository_is_found_under_its_new_name(local: LocalHub, hub: Hub) -> None:
    local.renamed["maker/Old-GGUF"] = GGUF
    assert hub.repo("maker/Old-GGUF").repo == GGUF


def test_an_update_is_another_content_of_what_was_fetched(local: LocalHub, hub: Hub) -> None:
    repo = local.repos[GGUF]
    sha256 = repo.files["Tiny-Q4_0.gguf"].sha256
    file = FetchedFile("Tiny-Q4_0.gguf", 400, sha256)
    fetched = Manifest("x", (file,), local.endpoint, GGUF, "main", repo.sha)
    repo.put("README.md", b"changed")
    assert hub.update_of(fetched) is None
    repo.put("Tiny-Q4_0.gguf", b"better")
    now = hub.update_of(fetched)
    assert now is not None
    assert now.commit == repo.sha
    pinned = Manifest("x", (file,), local.endpoint, GGUF, fetched.commit, fetched.commit)
    assert hub.update_of(pinned) is None


# --- refusals ---


def test_an_unknown_repository_is_answered_with_the_nearest_names(hub: Hub) -> None:
    with pytest.raises(RepoNotFound, match=f"Is {GGUF} meant") as caught:
        hub.repo("maker/Tinny-GGUF")
    assert caught.value.detail["near"] == [GGUF]
    assert "token" in caught.value.message  # it may be private


def test_a_private_repository_is_there_for_its_reader_alone(local: LocalHub) -> None:
    local.repo("me/secret", private=True).put("x.gguf", b"1")
    local.tokens = {TOKEN: {"me/secret"}, "other": set()}
    assert of(local, token=TOKEN).repo("me/secret").private
    for token in ("", "other"):
        with pytest.raises(RepoNotFound, match="me/secret"):
            of(local, token=token).repo("me/secret")


def test_an_unknown_revision_is_named(hub: Hub) -> None:
    with pytest.raises(RepoNotFound, match="v9"):
        hub.repo(GGUF, "v9")


@pytest.mark.parametrize("name", ["x/y/z", "..", "a/b c", "a--b/c", ""])
def test_what_is_no_name_is_refused(hub: Hub, name: str) -> None:
    with pytest.raises((BadRequest, RepoNotFound)):
        hub.repo(name)


def gate(local: LocalHub) -> None:
    local.repo("maker/Gated", gated="manual").put("g-Q4_0.gguf", b"1")


def test_a_gated_repository_says_where_to_ask_and_how_to_set_a_token(local: LocalHub) -> None:
    gate(local)
    hub = of(local, token="")
    details = hub.repo("maker/Gated")
    assert details.gated == "manual"
    with pytest.raises(AccessDenied) as caught:
        hub.check_access(details, "g-Q4_0.gguf")
    assert f"{local.endpoint}/maker/Gated" in caught.value.message
    assert "localllm token set" in caught.value.message
    assert caught.value.detail["url"] == f"{local.endpoint}/maker/Gated"


def test_a_token_that_was_not_granted_access_says_so(local: LocalHub) -> None:
    gate(local)
    local.tokens[TOKEN] = set()
    hub = of(local, token=TOKEN)
    with pytest.raises(AccessDenied, match="not accepted yet") as caught:
        hub.check_access(hub.repo("maker/Gated"), "g-Q4_0.gguf")
    assert caught.value.detail["has_token"]


def test_with_access_nothing_is_said_and_the_cdn_is_not_asked(local: LocalHub) -> None:
    gate(local)
    local.tokens[TOKEN] = {"maker/Gated"}
    hub = of(local, token=TOKEN)
    hub.check_access(hub.repo("maker/Gated"), "g-Q4_0.gguf")
    assert {asked.server for asked in local.requests} == {"hub"}


def test_a_wrong_token_is_told_from_a_missing_repository(local: LocalHub) -> None:
    with pytest.raises(AccessDenied, match="wrong, expired or withdrawn"):
        of(local, token=TOKEN).repo(GGUF)


def test_where_a_wrong_token_is_from_is_said(
    local: LocalHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", local.endpoint)
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    with pytest.raises(AccessDenied, match="the variable HF_TOKEN"):
        Hub().repo(GGUF)


def test_the_token_is_for_the_hub_itself_and_no_other_host(local: LocalHub) -> None:
    hub = of(local, token=TOKEN)
    wanted = {"Authorization": f"Bearer {TOKEN}"}
    assert hub.secrets(hub.url(GGUF, "main", "x.gguf")) == wanted
    for url in (local.cdn, "https://127.0.0.1", "http://hub.example/x", f"{local.endpoint}0/x"):
        assert hub.secrets(url) == {}
    assert of(local, token="").secrets(local.endpoint) == {}
    assert Hub("https://hub.example", token="t").secrets("https://hub.example:443/x") != {}


def test_the_owner_of_a_token_is_known(local: LocalHub) -> None:
    local.tokens[TOKEN] = set()
    assert of(local, token=TOKEN).whoami() == "somebody"
    with pytest.raises(AccessDenied, match="wrong"):
        of(local, token="hf_wrong").whoami()
    with pytest.raises(AccessDenied, match="no token"):
        of(local).whoami()


def test_the_token_of_the_environment_is_for_the_hub_of_the_environment(
    local: LocalHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    local.tokens[TOKEN] = set()
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    Hub(local.endpoint).search("tiny")
    monkeypatch.setenv("HF_ENDPOINT", local.endpoint)
    Hub().search("tiny")
    assert [asked.authorization for asked in local.requests] == [None, f"Bearer {TOKEN}"]


def test_a_token_is_in_no_log_and_no_message(
    local: LocalHub, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    hub = of(local, token=TOKEN)
    local.fail(Answer(403, {"X-Error-Message": f"token {TOKEN} is not enough"}))
    with pytest.raises(AccessDenied) as caught:
        hub.repo(GGUF)
    assert TOKEN not in caught.value.message
    logged = [r.getMessage() for r in caplog.records if r.name.startswith(("local", "hugging"))]
    assert TOKEN not in f"{logged} {hub!r} {vars(caught.value)}"


# --- when the hub does not answer ---


def test_a_busy_hub_is_asked_again(local: LocalHub, hub: Hub, waits: list[float]) -> None:
    local.fail(Answer(503), times=2)
    assert hub.repo(GGUF).repo == GGUF
    assert len(waits) == 2


def test_a_hub_that_stays_down_is_told_of(local: LocalHub, hub: Hub, waits: list[float]) -> None:
    local.fail(Answer(502), times=99)
    with pytest.raises(HubUnreachable, match="502"):
        hub.search("tiny")
    assert len(local.requests) == hub_session.TRIES


def test_a_short_wait_that_the_hub_asks_for_is_waited(
    local: LocalHub, hub: Hub, waits: list[float]
) -> None:
    local.fail(Answer(429, {"Retry-After": "3"}))
    hub.search("tiny")
    assert waits == [3.0]


@pytest.mark.parametrize(
    "headers", [{"Retry-After": "300"}, {"RateLimit": '"api";r=0;t=300'}], ids=["plain", "draft"]
)
def test_a_long_wait_is_the_persons_to_decide(
    local: LocalHub, hub: Hub, waits: list[float], headers: dict[str, str]
) -> None:
    local.fail(Answer(429, headers))
    with pytest.raises(RateLimited, match="300 s") as caught:
        hub.search("tiny")
    assert caught.value.detail["retry_after"] == 300
    assert waits == []


def test_dates_are_understood_as_waits() -> None:
    assert hub_session.retry_after("Thu, 01 Jan 1970 00:00:00 GMT") == 0.0
    later = hub_session.retry_after("Fri, 01 Jan 2100 00:00:00 GMT")
    assert later is not None
    assert later > 1e9
    assert hub_session.retry_after("soon") is None


def test_a_closed_port_is_no_hub(waits: list[float]) -> None:
    with pytest.raises(HubUnreachable, match="cannot be reached"):
        Hub("http://127.0.0.1:9").search("tiny")
    assert waits == []


@pytest.mark.parametrize(
    "body", [b"<html>sign in to this network</html>", b"[]", b"{}", b'{"id": 3}', b"\xff\xfe", b""]
)
def test_what_is_no_answer_of_a_hub_is_told_of(local: LocalHub, hub: Hub, body: bytes) -> None:
    local.fail(Answer(200, {}, body))
    with pytest.raises(HubUnreachable, match="not answer as a model hub"):
        hub.repo(GGUF)


def test_offline_asks_nobody(local: LocalHub) -> None:
    hub = Hub(local.endpoint, offline=True)
    for ask in (lambda: hub.search("x"), lambda: hub.repo(GGUF), hub.whoami):
        with pytest.raises(Offline, match="--no-offline"):
            ask()
    assert local.requests == []


# --- how it is reached ---


def test_the_proxy_of_the_settings_is_used(local: LocalHub) -> None:
    with LocalHub() as proxy:
        Hub("http://hub.invalid", proxy=proxy.endpoint).search("tiny")
        (asked,) = proxy.requests
    assert asked.path.startswith("http://hub.invalid/api/models?")
    assert Hub(local.endpoint).search("tiny")  # and not by the next one that names none


def test_nothing_is_sent_that_nobody_asked_for(local: LocalHub, hub: Hub) -> None:
    hub.search("tiny")
    hub.repo(GGUF)
    assert {asked.path.split("?")[0].split("/tree/")[0] for asked in local.requests} == {
        "/api/models",
        f"/api/models/{GGUF}",
    }
    agents = {asked.headers["user-agent"] for asked in local.requests}
    assert not [agent for agent in agents if "agent/" in agent or "torch" in agent]


def test_the_endpoint_comes_from_the_settings_else_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Hub().endpoint == "https://huggingface.co"
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example/")
    assert Hub().endpoint == "https://mirror.example"
    settings = Settings(hub_endpoint="other.example", proxy="http://p", offline=True)
    hub = hub_of(settings)
    assert (hub.endpoint, hub.proxy, hub.offline) == ("https://other.example", "http://p", True)


@pytest.mark.parametrize(
    "text", ["ftp://x", "https://", "https://a:b@c", "https://x?y", "http://["]
)
def test_an_endpoint_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="hub endpoint"):
        checked_endpoint(text)
