"""One loaded model for the whole room; contexts are made anew and closed after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from localllm.llama import lib
from localllm.llama.context import Context
from localllm.llama.model import Model

MakeContext = Callable[..., Context]


@pytest.fixture(scope="session")
def native() -> lib.Native:
    return lib.load()


@pytest.fixture(scope="session")
def model(starter_model: Path) -> Iterator[Model]:
    with Model.open(starter_model) as opened:
        yield opened


@pytest.fixture
def make_context(model: Model) -> Iterator[MakeContext]:
    """Small contexts of one thread without flash attention: there results are bit-equal."""
    with ExitStack() as stack:

        def make(**changes: Any) -> Context:
            options: dict[str, Any] = {
                "n_ctx": 512,
                "n_ubatch": 64,
                "n_seq_max": 4,
                "threads": 1,
                "flash_attention": "off",
            }
            return stack.enter_context(Context(model, **(options | changes)))

        yield make
