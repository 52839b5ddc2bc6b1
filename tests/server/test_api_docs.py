"""docs/api.md names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from localllm.runtime import Runtime
from localllm.server.app import create_app
from localllm.server.openai_chat import ChatRequest
from localllm.server.openai_completions import CompletionRequest
from localllm.settings import Settings

DOCS = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
FIELDS = set(ChatRequest.__struct_fields__) | set(CompletionRequest.__struct_fields__)


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_every_parameter_is_documented(field: str) -> None:
    assert re.search(rf"`{field}[`.]", DOCS)


async def test_every_path_is_documented() -> None:
    app = create_app(Runtime(Settings(engine="fake")), Settings())
    paths = {getattr(route, "path", "") for route in app.routes}
    for path in paths:
        if path.startswith("/v1") or f"/v1{path}" not in paths:
            assert path.replace(":path", "") in DOCS
