"""The tokenizer's entries of a GGUF header, from the files that a model folder has."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.gguf_metadata import read_metadata
from helpers.hf_tokenizers import Vocabulary, added_token, rebuild
from helpers.small_tokenizers import (
    BASE,
    NEW,
    PIECES,
    SHAPES,
    SPECIAL,
    Shape,
    bpe,
    sentencepiece_model,
    word_piece,
    write,
)
from helpers.tokenizer_metadata import Entries, config_of, entries_of

from localllm.errors import BadRequest, ModelError, ModelUnsupported
from localllm.models.convert.tokenizer import add_tokenizer

LLAMA = {"architectures": ["LlamaForCausalLM"], "model_type": "llama"}


def entry(folder: Path, shape: Shape, name: str) -> Any:
    return entries_of(write(folder, shape), pre="gpt-2").get(f"tokenizer.ggml.{name}")


# --- a published model --------------------------------------------------------------------------


def test_the_starters_tokenizer_comes_out_as_it_was_published(
    starter_model: Path, tmp_path: Path
) -> None:
    """Its GGUF was made by llama.cpp's converter from such files; the hash is found by itself."""
    published = read_metadata(starter_model)
    folder = rebuild(Vocabulary(published), "smollm", tmp_path / "smollm")
    theirs = {k: v for k, v in published.items() if k.startswith("tokenizer.")}
    assert entries_of(folder) == theirs


def test_it_says_what_it_wrote(tmp_path: Path) -> None:
    folder = write(tmp_path, Shape())
    info = add_tokenizer(folder, config_of(folder), Entries(), pre="gpt-2")
    assert (info.model, info.pre, info.tokens) == ("gpt2", "gpt-2", NEW + 4)


# --- the pre-tokenizer --------------------------------------------------------------------------


def test_an_unknown_pre_tokenizer_is_refused_with_its_hash(tmp_path: Path) -> None:
    with pytest.raises(ModelUnsupported, match="--pre") as caught:
        entries_of(write(tmp_path, Shape()))
    assert re.fullmatch("[0-9a-f]{64}", caught.value.detail["hash"])


def test_one_can_be_named(tmp_path: Path) -> None:
    assert entry(tmp_path, Shape(), "pre") == "gpt-2"


def test_a_name_that_llama_cpp_has_not_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="do you mean llama-bpe"):
        entries_of(write(tmp_path, Shape()), pre="llama-bp")


def test_nothing_is_written_where_it_fails(tmp_path: Path) -> None:
    folder, written = write(tmp_path, Shape()), Entries()
    with pytest.raises(ModelUnsupported):
        add_tokenizer(folder, config_of(folder), written)
    assert written == {}


# --- tokens ---------------------------------------------------------------------------------


def test_ids_that_no_token_has_are_filled_up(tmp_path: Path) -> None:
    tokens = entry(tmp_path, Shape(model={"vocab_size": NEW + 6}), "tokens")
    types = entry(tmp_path, Shape(model={"vocab_size": NEW + 6}), "token_type")
    assert tokens[: len(BASE)] == BASE
    assert tokens[-2:] == [f"[PAD{NEW + 4}]", f"[PAD{NEW + 5}]"]
    assert types[-2:] == [5, 5]


def test_added_tokens_are_control_tokens_or_the_users(tmp_path: Path) -> None:
    added = [
        added_token(len(BASE), "<s>", special=True),
        added_token(len(BASE) + 1, "<tool>", special=False),
        added_token(len(BASE) + 2, "<|looks special|>", special=False),
    ]
    shape = Shape(file=bpe(added), config={"tokenizer_class": "PreTrainedTokenizerFast"})
    assert entry(tmp_path, shape, "token_type")[len(BASE) : len(BASE) + 3] == [3, 4, 3]


def test_a_config_with_fewer_tokens_than_the_tokenizer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="vocab_size of 262"):
        entry(tmp_path, Shape(model={"vocab_size": NEW - 1}), "tokens")


def test_word_pieces_mark_the_begin_of_a_word(tmp_path: Path) -> None:
    tokens = entry(tmp_path, SHAPES["bert"], "tokens")
    assert tokens[1] == "[UNK]"
    assert tokens[5:7] == ["\u2581the", "ory"]


def test_sentencepiece_keeps_scores_and_types(tmp_path: Path) -> None:
    files = {"tokenizer.model": sentencepiece_model(PIECES)}
    shape = Shape(None, {}, LLAMA | {"vocab_size": len(PIECES) + 1}, files)
    folder = write(tmp_path, shape)
    written = entries_of(folder)
    first = 3 + 256
    assert written["tokenizer.ggml.model"] == "llama"
    assert written["tokenizer.ggml.tokens"][first:] == [t for t, _, _ in PIECES[first:]] + [
        f"[PAD{len(PIECES)}]"
    ]
    assert written["tokenizer.ggml.scores"][first : first + 3] == [-1.0, -2.5, -3.5]
    # the piece of the user's is a normal token as long as no config adds it
    assert written["tokenizer.ggml.token_type"][first:] == [1, 1, 1, 1, 5, 5]


# --- what is missing or of no use -----------------------------------------------------------------


def test_a_folder_without_a_tokenizer_says_which_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no tokenizer\.json"):
        entries_of(write(tmp_path / "a", Shape(file=None)))
    with pytest.raises(ModelError, match=r"tokenizer\.json and no tokenizer\.model"):
        entries_of(write(tmp_path / "b", Shape(file=None, model=LLAMA)))


def test_an_architecture_with_a_way_of_its_own_is_refused(tmp_path: Path) -> None:
    model = {"architectures": ["Rwkv6ForCausalLM"]}
    with pytest.raises(ModelUnsupported, match="Rwkv6ForCausalLM"):
        entries_of(write(tmp_path, Shape(model=model)))


TWICE = [*SPECIAL, added_token(NEW, "[PAD265]", special=False)]


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (Shape(file=bpe(TWICE), model={"vocab_size": NEW + 9}), r"265 are both '\[PAD265\]'"),
        (SHAPES["sentencepiece, cut"], "no token for the byte <0x61>"),
        (Shape(file=bpe(model={"merges": []})), "no merges"),
    ],
    ids=["a text twice", "a byte that is missing", "no merges"],
)
def test_what_llama_cpp_would_abort_on_is_refused(tmp_path: Path, shape: Shape, why: str) -> None:
    """Each ends its process while it loads the vocabulary or a text is tokenized."""
    with pytest.raises(ModelUnsupported, match=why):
        entry(tmp_path, shape, "model")


def test_a_token_around_texts_must_have_an_id(tmp_path: Path) -> None:
    shape = SHAPES["bert"]
    short = replace(shape, config={}, file=word_piece(added_tokens=[]))
    with pytest.raises(ModelUnsupported, match="bos token around texts"):
        entry(tmp_path, short, "model")
