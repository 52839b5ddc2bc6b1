"""The window with llama.cpp and the starter model."""

from __future__ import annotations

import pytest
from helpers.window import Window

from localllm.settings import Settings, load_settings

pytestmark = pytest.mark.model


@pytest.fixture
def settings() -> Settings:
    return load_settings({"port": 0, "context": 2048})


def test_the_starter_model_answers_in_the_window(window: Window) -> None:
    window.app.current.options.setSampling("temperature", 0)
    window.app.current.options.setMaxTokens("24")
    window.say("What is the capital of France?")
    assert "Paris" in window.words()[-1]
    assert window.app.current._path[-1].usage.completion_tokens > 1
    window.say("And of Germany?")
    assert window.app.current._path[-1].usage.cached_tokens > 20
