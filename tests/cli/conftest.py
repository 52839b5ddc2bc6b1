from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from localllm import cli, debug


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Calls the command line in this process: run("list", "--json")."""

    def call(*argv: str) -> Result:
        capfd.readouterr()
        code = cli.main(argv)
        debug.setup(console=False)  # handlers of this call hold its streams
        out, err = capfd.readouterr()
        return Result(code, out, err)

    return call


@pytest.fixture(autouse=True)
def no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours and settings from the environment would change what is printed."""
    for name in ("LOCALLLM_MODEL", "LOCALLLM_MODELS_DIRS", "LOCALLLM_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
