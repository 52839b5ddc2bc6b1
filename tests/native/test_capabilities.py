"""The signs by which a template's tools and thinking are told, beside llama.cpp's own verdict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from native.conftest import Template

from localllm.models.header.capabilities import template_capabilities

# Where the signs and llama.cpp differ on thinking, and why.
THINKING_DIFFERS = {
    "Apertus-8B-Instruct": "it can deliberate (enable_thinking), which llama.cpp does not parse",
    "Kimi-K2-Instruct": "does not think; llama.cpp has one parser for it and Kimi K2 Thinking",
    "moonshotai-Kimi-K2": "the same",
    "LFM2-8B-A1B": "does not think; llama.cpp has one parser for all of LFM2",
    "LFM2.5-Instruct": "the same",
    "unsloth-Apriel-1.5": "thinks, in words that llama.cpp's analysis does not find",
    "unsloth-mistral-Devstral-Small-2507": "does not think; Mistral's newer ones do",
}


def test_tools_and_thinking_are_told_as_llama_cpp_finds_them(
    template: Callable[[str], Template], templates_dir: Path
) -> None:
    tools, thinking = set(), set()
    paths = sorted(templates_dir.glob("*.jinja"))
    for path in paths:
        info, found = template(path.stem).info, template_capabilities(path.read_text("utf-8"))
        caps = info["caps"]
        if (caps["supports_tools"] and caps["supports_tool_calls"]) != ("tools" in found):
            tools.add(path.stem)
        if info["supports_thinking"] != ("thinking" in found):
            thinking.add(path.stem)
    assert len(paths) > 60
    assert tools == set()
    assert thinking == set(THINKING_DIFFERS)
