"""localllm search and localllm token, against a local hub."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from cli.conftest import Run
from helpers.hub import Hub
from helpers.keyrings import MemoryKeyring, no_tokens

TOKEN = "hf_" + "t" * 16 + "last"


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    with no_tokens(monkeypatch, tmp_path), Hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        yield hub


@pytest.fixture
def ring() -> MemoryKeyring:
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    return ring


def types(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """What comes through a pipe."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_what_is_found_is_a_table(run: Run, hub: Hub) -> None:
    repo = hub.repo("maker/Tiny-7B-GGUF", downloads=12_345, likes=67, licence="mit")
    repo.gguf = {"total": 7_240_000_000, "architecture": "llama"}
    repo.put("x.gguf", b"1")
    hub.repo("other/tiny-gated", gated="manual", licence="").put("x.gguf", b"1")
    head, first, second = run("search", "tiny").out.splitlines()
    assert head.split() == [
        "REPOSITORY",
        "DOWNLOADS",
        "LIKES",
        "SIZE",
        "TYPE",
        "LICENCE",
        "UPDATED",
    ]
    row = ["maker/Tiny-7B-GGUF", "12.3K", "67", "7.24B", "llama", "mit", "2026-01-02"]
    assert first.split() == row
    assert "other/tiny-gated (gated)" in second


def test_it_is_there_for_programs(run: Run, hub: Hub) -> None:
    hub.repo("maker/Tiny", downloads=5).put("model.safetensors", b"1")
    (hit,) = json.loads(run("search", "tiny", "--safetensors", "--json").out)
    assert (hit["repo"], hit["downloads"], hit["kind"]) == ("maker/Tiny", 5, "safetensors")


def test_nothing_found_is_said(run: Run) -> None:
    result = run("search", "no", "such")
    assert (result.code, result.out) == (0, "")
    assert "no such" in result.err


def test_the_hub_is_left_alone_when_offline(run: Run, hub: Hub) -> None:
    assert run("search", "x", "--offline").code == 1
    assert hub.requests == []


def test_a_token_is_checked_and_kept(
    run: Run, hub: Hub, ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.tokens[TOKEN] = set()
    types(monkeypatch, f"{TOKEN}\n")
    result = run("token", "set")
    assert result.code == 0, result.err
    assert "somebody" in result.out
    assert list(ring.kept.values()) == [TOKEN]
    shown = run("token")
    assert "hf_...last" in shown.out
    assert "somebody" in shown.out
    assert TOKEN not in shown.out + result.out + result.err


def test_a_wrong_token_is_not_kept(
    run: Run, ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "hf_wrong\n")
    result = run("token", "set")
    assert result.code == 1
    assert "wrong, expired or withdrawn" in result.err
    assert ring.kept == {}


def test_no_token_is_none(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "")
    assert "No token was given" in run("token", "set").err
    assert "There is no token" in run("token", "show").out
    assert "There is no token" in run("token", "clear").out


def test_one_of_the_environment_is_told_of(
    run: Run, hub: Hub, ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.tokens[TOKEN] = hub.tokens["hf_of_the_environment"] = set()
    monkeypatch.setenv("HF_TOKEN", "hf_of_the_environment")
    types(monkeypatch, TOKEN)
    assert "HF_TOKEN goes before it" in run("token", "set").err
    result = run("token", "clear")
    assert "gone from the keyring" in result.out
    assert "HF_TOKEN" in result.err


def test_offline_a_token_is_kept_unchecked(
    run: Run, hub: Hub, ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, TOKEN)
    assert run("token", "set", "--offline").code == 0
    assert "hf_...last" in run("token", "show", "--offline").out
    assert hub.requests == []
