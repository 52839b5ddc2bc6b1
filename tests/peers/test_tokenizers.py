"""Tokenizers as llama.cpp's converter writes them, and how its libraries then part texts."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from helpers.converter import converter_source, run_peer
from helpers.hf_tokenizers import Vocabulary, rebuild, rebuild_sentencepiece
from helpers.peer_vocabularies import peer_entries, tokenizer_entries
from helpers.servers import ROOT
from helpers.small_tokenizers import SHAPES, write
from helpers.tokenizer_metadata import RECORDED, digest, entries_of, write_vocabulary
from helpers.vocab_only import opened_vocabulary

from localllm.models.convert import tokenizer, tokenizer_loadable, tokenizer_tables
from localllm.models.convert.tokenizer_loaded import LoadedTokenizer
from localllm.models.convert.tokenizer_pre import fingerprint

pytestmark = pytest.mark.peer

BYTE_PAIRS = (
    *("bert-bge", "deepseek-coder", "falcon", "gpt-2", "llama-bpe", "mpt", "qwen2"),
    "starcoder",
)
SENTENCE_PIECES = ("llama-spm", "phi-3")
# What the converter needs of a GPT-2's config.
_MORE = {"gpt-2": {"n_ctx": 1024, "n_embd": 64, "n_head": 4, "n_layer": 1}}


def vocabulary_file(name: str) -> Path:
    return converter_source() / "models" / f"ggml-vocab-{name}.gguf"


@cache
def vocabulary(name: str) -> Vocabulary:
    return Vocabulary.of(vocabulary_file(name))


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of published tokenizers, by llama.cpp's name of their test vocabulary."""
    root = tmp_path_factory.mktemp("published")
    folders = {
        name: rebuild(vocabulary(name), name, root / name, **_MORE.get(name, {}))
        for name in BYTE_PAIRS
    }
    for name in SENTENCE_PIECES:
        folders[name] = rebuild_sentencepiece(vocabulary(name), root / name)
    return folders


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("shapes")
    return {name: write(root / str(i), s) for i, (name, s) in enumerate(SHAPES.items())}


@pytest.fixture(scope="module")
def theirs(published: dict[str, Path], shapes: dict[str, Path]) -> dict[str, dict[str, Any]]:
    """The peer's tokenizer entries of every folder."""
    return peer_entries(published, shapes)


def assert_same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Keys, order and values; the names of templates are a set there, in any order."""
    assert list(ours) == list(theirs)
    for key, value in theirs.items():
        if key == "tokenizer.chat_templates":
            assert sorted(ours[key]) == sorted(value)
        elif isinstance(value, list):
            assert len(ours[key]) == len(value), key
            other = [
                (i, a, b) for i, (a, b) in enumerate(zip(ours[key], value, strict=True)) if a != b
            ]
            assert not other, (key, len(other), other[:5])
        else:
            assert ours[key] == value, key


@pytest.fixture(scope="module")
def ours(
    published: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    """A GGUF with the vocabulary of a published tokenizer as we write it, made once."""
    root = tmp_path_factory.mktemp("ours")

    @cache
    def converted(name: str) -> Path:
        architecture = vocabulary(name).architecture
        return write_vocabulary(published[name], root / f"{name}.gguf", architecture)

    return converted


@pytest.mark.parametrize("name", BYTE_PAIRS + SENTENCE_PIECES)
def test_a_published_tokenizer_is_written_the_same(
    name: str, ours: Callable[[str], Path], theirs: dict[str, dict[str, Any]]
) -> None:
    assert_same(tokenizer_entries(ours(name)), theirs[name])


@pytest.mark.parametrize("name", BYTE_PAIRS + SENTENCE_PIECES)
def test_llama_cpp_parts_texts_with_it_as_the_model_does(
    name: str, ours: Callable[[str], Path]
) -> None:
    assert_parts_as_recorded(ours(name), name)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_of_files_is_written_the_same(
    name: str,
    shapes: dict[str, Path],
    theirs: dict[str, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also those that llama.cpp could not load, which its converter writes and ours refuses."""

    def hashed(loaded: LoadedTokenizer, given: str | None) -> str:
        return fingerprint(loaded.encode(tokenizer_tables.CHECK_TEXT))

    monkeypatch.setattr(tokenizer, "identify", hashed)
    monkeypatch.setattr(tokenizer_loadable, "check", lambda metadata: None)
    assert_same(entries_of(shapes[name]), theirs[name])


def test_the_record_of_the_peer_is_of_this_peer(theirs: dict[str, dict[str, Any]]) -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    assert recorded == {name: digest(theirs[name]) for name in SHAPES}


def assert_parts_as_recorded(path: Path, name: str) -> None:
    """The texts of llama.cpp's own test give the ids that the model's tokenizer gives."""
    given = vocabulary_file(name).with_suffix(".gguf.inp").read_text(encoding="utf-8")
    texts = given.split("\n__ggml_vocab_test__\n")[:-1]
    recorded = vocabulary_file(name).with_suffix(".gguf.out").read_text().splitlines()
    assert len(texts) == len(recorded)
    assert len(texts) > 40
    with opened_vocabulary(path) as opened:
        for text, line in zip(texts, recorded, strict=True):
            ids = opened.tokenize(text, add_special=False, parse_special=False)
            assert list(ids) == [int(part) for part in line.split()], text


# --- the tables -------------------------------------------------------------------------------


def test_the_tables_are_what_the_pinned_source_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "native"))
    generator = load("converter_tables", ROOT / "native" / "converter_tables.py")
    pin = generator.source.read_pin()
    made = generator.render(converter_source(), f"{pin.package} {pin.version}")
    found: dict[str, Any] = {}
    exec(made, found)
    for table in ("CHECK_TEXT", "PRE_TOKENIZERS", "VOCABULARY_CLASSES"):
        written = getattr(tokenizer_tables, table)
        assert written == found[table], "run native/converter_tables.py"


def test_the_class_of_each_architecture_is_the_one_that_python_finds() -> None:
    found = json.loads(run_peer("run_classes.py", None))
    owners = {
        name: owner
        for owner, names in tokenizer_tables.VOCABULARY_CLASSES.items()
        for name in names
    }
    assert len(found) > 200
    assert {name: owners.get(name) for name in found} == found
    assert set(owners) - set(found) <= {"Qwen3TTSForConditionalGeneration"}  # wants more of torch


def load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
