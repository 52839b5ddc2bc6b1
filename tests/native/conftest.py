"""The shim as C sees it: JSON in, JSON out, no room of ours in between."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from localllm.llama import lib
from localllm.llama.context import Context
from localllm.llama.model import Model
from localllm.llama.shim import Shim

ROOT = Path(__file__).parents[2]
# nativebuild, which no wheel installs. Last, so that localllm_native is the installed one.
sys.path.append(str(ROOT / "native"))

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Weather of a city",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
            "required": ["city"],
        },
    },
}

Apply = Callable[..., dict[str, Any]]


class Template:
    """A chat template without a model."""

    def __init__(self, shim: Shim, source: str) -> None:
        self._shim = shim
        self._handle = shim.handle(shim.lib.shim_templates_init(None, source.encode(), b"<s>", b""))
        self.info: dict[str, Any] = json.loads(
            shim.take(shim.lib.shim_templates_info(self._handle))
        )

    def apply(self, user: str = "Hello there", **inputs: Any) -> dict[str, Any]:
        """The applied template of one user message, or of `messages`."""
        inputs = {"messages": [{"role": "user", "content": user}]} | inputs
        text = self._shim.take(
            self._shim.lib.shim_templates_apply(self._handle, json.dumps(inputs).encode())
        )
        applied: dict[str, Any] = json.loads(text)
        return applied

    def close(self) -> None:
        self._shim.lib.shim_templates_free(self._handle)


class Parser:
    """Reads answers to one applied template."""

    def __init__(self, shim: Shim, applied: dict[str, Any], reasoning: str = "auto") -> None:
        self._shim = shim
        self._handle = shim.handle(
            shim.lib.shim_parser_init(json.dumps(applied).encode(), True, reasoning.encode())
        )

    def parse(self, text: str, *, partial: bool = False) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(
            self._shim.take(self._shim.lib.shim_parser_parse(self._handle, text.encode(), partial))
        )
        return message


@pytest.fixture(scope="session")
def native() -> lib.Native:
    return lib.load()


@pytest.fixture(scope="session")
def shim(native: lib.Native) -> Shim:
    return native.shim


@pytest.fixture(scope="session")
def templates_dir() -> Path:
    """The templates that llama.cpp's source carries; the build left that source in its cache."""
    from nativebuild import build, source

    try:
        tree = source.find(build.cache_dir()).tree
    except SystemExit as error:
        pytest.fail(f"{error}\nTo have it again: uv sync --reinstall-package localllm-native")
    return tree / "models" / "templates"


@pytest.fixture
def template(shim: Shim, templates_dir: Path) -> Iterator[Callable[[str], Template]]:
    opened: list[Template] = []

    def open_template(name: str) -> Template:
        opened.append(Template(shim, (templates_dir / f"{name}.jinja").read_text("utf-8")))
        return opened[-1]

    yield open_template
    for one in opened:
        one.close()


@pytest.fixture(scope="session")
def model(starter_model: Path) -> Iterator[Model]:
    with Model.open(starter_model) as opened:
        yield opened


@pytest.fixture
def context(model: Model) -> Iterator[Context]:
    """One thread without flash attention: there results are bit-equal."""
    with Context(
        model, n_ctx=512, n_ubatch=256, n_seq_max=2, threads=1, flash_attention="off"
    ) as made:
        yield made
