"""Builders for tests on the scripted engine (scripted_engine.py), which runs as a real child."""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

from localllm import core
from localllm.errors import ModelNotFound
from localllm.models.store import InstalledModel
from localllm.settings import Settings
from localllm.supervisor.launch import Launch

_ids = map(str, itertools.count())


def scripted_launch(starts: Path | None = None) -> Launch:
    """`starts` is the file in which each started engine leaves a line."""
    environment = {"SCRIPTED_STARTS": str(starts)} if starts else {}
    script = Path(__file__).with_name("scripted_engine.py")
    return Launch((sys.executable, "-P", str(script)), environment)


def settings(**changes: object) -> Settings:
    """A file that is none passes for a model: the engine is a fake."""
    return Settings(**{"engine": "fake", **changes})  # type: ignore[arg-type]


def model(name: str = "good", folder: Path = Path("/nowhere")) -> InstalledModel:
    return InstalledModel(name=name, path=str(folder / f"{name}.gguf"), size_bytes=1)


def ask(text: str = "words 3", **changes: object) -> core.Request:
    fields = {"id": f"r{next(_ids)}", "prompt": core.TextPrompt(text), **changes}
    return core.Request(**fields)  # type: ignore[arg-type]


class AnyStore:
    """Has every model that is asked for, but "missing"."""

    def list(self) -> tuple[InstalledModel, ...]:
        return (model(),)

    def resolve(self, spec: str | None) -> InstalledModel:
        if spec == "missing":
            raise ModelNotFound("There is no model 'missing'")
        return model(spec or "good")

    find = resolve


async def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Waits for what other processes do; fails the test where it never comes."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - other processes set no Event
            await asyncio.sleep(0.01)


def gone(pid: int) -> bool:
    """Ended; where nobody collects orphans it stays in the table as a zombie."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
