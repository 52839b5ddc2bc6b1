"""The window with llama.cpp and the starter model."""

from __future__ import annotations

import pytest
from helpers.window import Window

from localllm.settings import Settings, load_settings

pytestmark = pytest.mark.model


@pytest.fixture
def settings() -> Settings:
    return load_settings({"language": "en", "port": 0, "context": 2048})


def test_the_starter_model_answers_in_the_window(window: Window) -> None:
    window.app.current.options.setSampling("temperature", 0)
    window.app.current.options.setMaxTokens("24")
    window.say("What is the capital of France?")
    first = window.app.current._path[-1]
    assert first.content.strip()
    assert 1 < first.usage.completion_tokens <= 24
    window.say("And of Germany?")
    # All that was read for the first question, up to where its template ended.
    assert window.app.current._path[-1].usage.cached_tokens >= first.usage.prompt_tokens - 8
