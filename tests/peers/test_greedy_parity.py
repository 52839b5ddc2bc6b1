"""Greedy output is llama-server's, token for token (one source, one thread, no flash attention)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from helpers.servers import localllm_command, peer_binary, peer_command, serving

pytestmark = [pytest.mark.model, pytest.mark.peer]

PROMPTS = [
    "What is the capital of France?",
    "Write a haiku about the sea.",
    "Explain photosynthesis to a child in three sentences.",
    "List five prime numbers.",
    "def fibonacci(n):",
    "Translate 'good morning' to Spanish, German and Italian.",
    "Tell me a short story about a lighthouse keeper.",
    "Why is the sky blue?",
    "Compare cats and dogs as pets.",
    "Give me a recipe for pancakes.",
    "Was ist ein Zeppelin?",
    "用一句话介绍北京。",
    "Write SQL that counts orders by customer.",
    "How do I boil an egg? \N{EGG}",
    "Summarise: the quick brown fox jumps over the lazy dog, again and again, until dusk.",
    "Name the planets of the solar system in order.",
    "What are the rules of chess?",
    "Write a polite e-mail that declines an invitation.",
    "1, 1, 2, 3, 5, 8, 13,",
    "Repeat the word tea ten times.",
]
HOW: dict[str, Any] = {"threads": 1, "context": 2048, "flash_attention": "off"}


@pytest.fixture(scope="module")
def ours(starter_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("peers") / "localllm.log"
    command = [*localllm_command(starter_model, **HOW), "--ram-cache", "0", "--disk-cache", "0"]
    with serving(command, log) as url:
        yield url


@pytest.fixture(scope="module")
def theirs(starter_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("peers") / "llama-server.log"
    with serving(peer_command(peer_binary(), starter_model, **HOW), log) as url:
        yield url


def whole_characters(tokens: list[bytes]) -> list[bytes]:
    """Tokens joined where a character is spread over several: the peer reports those as one."""
    joined = [b""]
    for token in tokens:
        joined[-1] += token
        try:
            joined[-1].decode()
        except UnicodeDecodeError:
            continue
        joined.append(b"")
    return joined


def answer(url: str, prompt: str) -> tuple[list[bytes], list[float], str, dict[str, int]]:
    """(bytes of each token, its logprob, finish reason, usage) of a greedy answer."""
    body = {
        "model": "default",
        "messages": [{"role": "user", "content": prompt}],
        "temperature": 0,
        "max_tokens": 64,
        "logprobs": True,
        "top_logprobs": 1,
        "cache_prompt": False,  # the peer's: both read every prompt whole, in one batch
    }
    reply = httpx.post(f"{url}/v1/chat/completions", json=body, timeout=120)
    assert reply.status_code == 200, reply.text
    choice = reply.json()["choices"][0]
    tokens = choice["logprobs"]["content"]
    usage = {k: reply.json()["usage"][k] for k in ("prompt_tokens", "completion_tokens")}
    return (
        [bytes(token["bytes"]) for token in tokens],
        [token["logprob"] for token in tokens],
        choice["finish_reason"],
        usage,
    )


@pytest.mark.parametrize("prompt", PROMPTS)
def test_greedy_answer_equals_the_peers(ours: str, theirs: str, prompt: str) -> None:
    tokens, logprobs, reason, usage = answer(ours, prompt)
    peer_tokens, peer_logprobs, peer_reason, peer_usage = answer(theirs, prompt)
    assert whole_characters(tokens) == whole_characters(peer_tokens)
    if len(tokens) == len(peer_tokens):
        assert logprobs == pytest.approx(peer_logprobs, abs=0.01)
    assert reason == peer_reason
    assert usage == peer_usage
