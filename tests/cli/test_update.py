"""localllm update, against a server of this computer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.conftest import Run
from helpers.releases import Releases, says

from localllm import __version__, updates


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Releases]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Releases() as server:
        monkeypatch.setenv("LOCALLLM_UPDATE_ADDRESS", server.url)
        yield server


def test_a_newer_version_is_told_with_its_page(run: Run, server: Releases) -> None:
    server.answer = says({"version": "99.0", "page": "https://example.test/99"})
    result = run("update")
    assert result.code == 0
    assert result.out == (
        f"localllm 99.0 is there; this is {__version__}. https://example.test/99 has it.\n"
    )


def test_the_newest_says_so(run: Run, server: Releases) -> None:
    server.answer = says({"tag_name": f"v{__version__}"})
    assert run("update").out == f"localllm {__version__} is the newest.\n"


def test_for_programs(run: Run, server: Releases) -> None:
    server.answer = says({"version": "99.0"})
    said = json.loads(run("update", "--json").out)
    assert said == {"installed": __version__, "version": "99.0", "page": "", "newer": True}


def test_what_goes_wrong_is_said_and_offline_asks_nobody(run: Run, server: Releases) -> None:
    server.answer = says(b"", status=503)
    result = run("update")
    assert result.code == 1
    assert "it answers 503" in result.err
    assert run("update", "--offline").code == 1
    assert len(server.asked) == 1


def test_a_build_without_an_address_says_which_setting_names_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(updates, "_STAMP", tmp_path / "none")
    result = run("update")
    assert result.code == 1
    assert "update_address" in result.err
