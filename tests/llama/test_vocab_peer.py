"""Tokenization beside llama-server itself, over random text of many scripts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from helpers.servers import peer_binary, peer_command, serving

from localllm.llama.model import Model

pytestmark = [pytest.mark.model, pytest.mark.peer]

ALPHABETS = [(32, 127), (0xA0, 0x2000), (0x4E00, 0x9000), (0x1F300, 0x1F700), (10, 11), (32, 33)]


@pytest.fixture(scope="module")
def peer(starter_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    log = tmp_path_factory.mktemp("peer") / "llama-server.log"
    command = peer_command(
        peer_binary(), starter_model, threads=1, context=512, flash_attention="off"
    )
    with serving(command, log) as url, httpx.Client(base_url=url) as client:
        yield client


@pytest.mark.parametrize("seed", range(50))
def test_random_text_has_the_tokens_of_llama_server(
    model: Model, peer: httpx.Client, seed: int
) -> None:
    rng = random.Random(seed)
    length = rng.randint(1, 80)
    text = "".join(chr(rng.randrange(*rng.choice(ALPHABETS))) for _ in range(length))
    parse_special = rng.random() < 0.5
    body = {"content": text, "add_special": True, "parse_special": parse_special}

    theirs = peer.post("/tokenize", json=body).raise_for_status().json()["tokens"]

    ours = model.vocab.tokenize(text, add_special=True, parse_special=parse_special)
    assert ours.tolist() == theirs
