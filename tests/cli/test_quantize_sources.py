"""quantize, from what is no GGUF file yet: a folder of safetensors, repositories of a local hub."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.conftest import Run
from helpers.hf_families import attention, decoder, mlp
from helpers.hf_models import numbers, safetensors, stored
from helpers.hf_tokenizers import Vocabulary, rebuild
from helpers.hub import Hub
from helpers.keyrings import no_tokens
from helpers.tiny_llama import tiny_llama

from localllm import paths
from localllm.models.header.gguf import read_header

pytestmark = pytest.mark.model  # the tokenizer of the starter model


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    with no_tokens(monkeypatch, tmp_path), Hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        yield hub


@pytest.fixture
def folder(tmp_path: Path, starter_model: Path) -> Path:
    """A llama with random weights and the starter model's tokenizer, as the hub would have it."""
    vocabulary = Vocabulary.of(starter_model)
    folder = rebuild(
        vocabulary, "smollm", tmp_path / "Tiny-Chat", num_key_value_heads=2,
        intermediate_size=96, rms_norm_eps=1e-5, torch_dtype="bfloat16",
    )  # fmt: skip
    shapes = decoder(layers=[attention() | mlp()], head=False)
    shapes["model.embed_tokens.weight"] = (len(vocabulary.tokens), 64)
    norms = ("input_layernorm", "post_attention_layernorm")
    shapes |= {f"model.layers.0.{norm}.weight": (64,) for norm in norms}
    tensors = {
        name: ("BF16", shape, stored(numbers(1, name, shape), "BF16"))
        for name, shape in shapes.items()
    }
    (folder / "model.safetensors").write_bytes(safetensors(tensors))
    return folder


def test_a_folder_is_converted_and_quantized_in_one_go(run: Run, folder: Path) -> None:
    done = run("quantize", str(folder), "Q8_0", "--no-report")
    assert done.code == 0, done.err
    (made,) = paths.models_dir().iterdir()  # nothing in between is left
    header = read_header(made)
    assert made.name == "tiny-chat-q8_0.gguf"
    assert header.text("general.name") == "Tiny Chat"
    assert header.number("general.file_type") == 7
    assert header.text("tokenizer.chat_template")
    assert {t.type_name for t in header.tensors if len(t.shape) > 1} == {"Q8_0"}
    assert (
        f"({header.file_size:,} bytes)"
        in run("quantize", str(folder), "Q8_0", "--dry-run", "--force").out
    )


def test_a_repository_with_safetensors_is_fetched_and_converted(
    run: Run, folder: Path, hub: Hub
) -> None:
    repo = hub.repo("maker/Tiny-Chat")
    for path in folder.iterdir():
        repo.put(path.name, path.read_bytes())
    done = run("quantize", "maker/Tiny-Chat", "Q4_0", "--no-report")
    assert done.code == 0, done.err
    header = read_header(paths.models_dir() / "tiny-chat-q4_0.gguf")
    assert header.number("general.file_type") == 2
    asked = len(hub.transfers())
    again = run("quantize", "maker/Tiny-Chat", "Q8_0", "--no-report")
    assert again.code == 0, again.err
    assert len(hub.transfers()) == asked  # what is here is not fetched twice


def test_of_a_repository_with_ggufs_the_least_quantized_is_taken(
    run: Run, hub: Hub, tmp_path: Path
) -> None:
    repo = hub.repo("maker/Tiny-GGUF")
    for kind, dtype in (("Q4_0", "float16"), ("F16", "float32")):
        path = tiny_llama(tmp_path / f"{kind}.gguf", dtype=dtype)
        repo.put(f"Tiny-{kind}.gguf", path.read_bytes())
    done = run("quantize", "maker/Tiny-GGUF", "Q5_K_M", "--no-report")
    assert done.code == 0, done.err
    assert (paths.models_dir() / "tiny-q5_k_m.gguf").exists()
    assert "Tiny-F16.gguf" in {Path(asked.path).name.split("?")[0] for asked in hub.requests}
    assert "Tiny-Q4_0.gguf" not in {Path(asked.path).name.split("?")[0] for asked in hub.requests}


def test_what_is_nowhere_is_an_error(run: Run) -> None:
    done = run("quantize", "maker/No-Such", "Q4_0")
    assert done.code == 1
    assert "maker/No-Such" in done.err
