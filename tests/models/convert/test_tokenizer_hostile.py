"""Tokenizer files that somebody made to do harm, or that are damaged: words, soon, and no more."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.hf_tokenizers import sequence, split, template
from helpers.sentencepiece_bytes import sentencepiece_model
from helpers.small_tokenizers import BASE, BOS, PIECES, SHAPES, Shape, bpe, write
from helpers.tokenizer_metadata import entries_of

from localllm.errors import LocalLLMError, ModelError, ModelUnsupported, NotAModel
from localllm.models.convert import tokenizer_files

LLAMA = {"architectures": ["LlamaForCausalLM"], "model_type": "llama"}
PHI3 = {"architectures": ["Phi3ForCausalLM"], "model_type": "phi3"}


def refused(folder: Path, shape: Shape, why: str, error: type[ModelError] = ModelError) -> None:
    with pytest.raises(error, match=why):
        entries_of(write(folder, shape), pre="gpt-2")


def with_model(**model: Any) -> Shape:
    return Shape(file=bpe(model=model))


# --- tokenizer.json as a file -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "no tokenizer"),
        (b"\xff\xfe\0", "no tokenizer"),
        (b"[" * 100_000, "no tokenizer"),
        (b'{"model": ' * 100_000, "no tokenizer"),
        (b"[]", "no tokenizer"),
        (b'{"model": {}}', "missing required field"),
        (b'{"model": {"vocab": {"a": 1e400}}}', "no tokenizer"),
        (b'{"model": {"vocab": {"a": ' + b"9" * 5000 + b"}}}", "no tokenizer"),
        (b'{"model": {"vocab": {"a": "0"}}}', "Expected `int`"),
        (b'{"model": {"vocab": {"\\ud800": 0}}}', "no tokenizer"),
        (b'{"model": {"vocab": {"a": 0}}, "added_tokens": [{"id": "x"}]}', "no tokenizer"),
        (b'{"model": {"vocab": {"a": 0}, "merges": [["a"]]}}', "no tokenizer"),
    ],
)
def test_what_is_no_tokenizer_is_refused(tmp_path: Path, raw: bytes, why: str) -> None:
    refused(tmp_path, Shape(file=None, files={"tokenizer.json": raw}), why, NotAModel)


def test_too_large_files_are_not_read(tmp_path: Path) -> None:
    for name, limit in (
        ("tokenizer.json", tokenizer_files.MAX_JSON),
        ("tokenizer_config.json", tokenizer_files.MAX_CONFIG),
    ):
        folder = write(tmp_path / name, Shape())
        with (folder / name).open("wb") as file:
            file.truncate(limit + 1)
        with pytest.raises(ModelError, match=r"up to|too much"):
            entries_of(folder, pre="gpt-2")


def test_more_tokens_than_any_vocabulary_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokenizer_files, "MAX_TOKENS", 200)
    refused(tmp_path, Shape(), "up to 200", ModelUnsupported)


# --- ids ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, -1, 1 << 40, "many", 2.5, True, [], None])
def test_an_absurd_vocab_size_is_refused_before_anything_is_made(tmp_path: Path, size: Any) -> None:
    if size is None:  # then the tokenizer's own number counts
        model = {"vocab_size": None}
        assert len(entries_of(write(tmp_path, Shape(model=model)), pre="gpt-2")) > 3
        return
    refused(tmp_path, Shape(model={"vocab_size": size}), "vocab_size")


def test_an_id_that_two_tokens_have_is_refused(tmp_path: Path) -> None:
    vocab = {text: token for token, text in enumerate(BASE)} | {"twin": 7}
    refused(tmp_path, with_model(vocab=vocab), "the id 7 to two tokens")


@pytest.mark.parametrize("token", [-1, 1 << 40])
def test_ids_that_are_no_ids_are_refused(tmp_path: Path, token: int) -> None:
    vocab = {text: i for i, text in enumerate(BASE)} | {"odd": token}
    refused(tmp_path, with_model(vocab=vocab), "cannot be run|vocab_size")


def test_ids_of_added_tokens_beyond_the_vocabulary_are_left_out_or_refused(tmp_path: Path) -> None:
    """As there: Llama's are passed over, Phi-3's are an error."""
    added = {"added_tokens_decoder": {"999999": {"content": "<far>", "special": True}}}
    files = {"tokenizer.model": sentencepiece_model(PIECES)}
    size = {"vocab_size": len(PIECES)}
    kept = entries_of(write(tmp_path / "llama", Shape(None, added, LLAMA | size, files)))
    assert "<far>" not in kept["tokenizer.ggml.tokens"]
    strict = Shape(None, added | {"tokenizer_class": "X"}, PHI3 | size, files)
    refused(tmp_path / "phi", strict, "<far>.*999999")


@pytest.mark.parametrize("token", ["-1", "x", "1e3", str(1 << 70), ""])
def test_keys_that_are_no_ids_are_refused(tmp_path: Path, token: str) -> None:
    added = {"added_tokens_decoder": {token: {"content": "<new>", "special": True}}}
    refused(tmp_path, Shape(config=added), "token id")


@pytest.mark.parametrize("entry", [None, 5, "text", {}, {"content": 5}])
def test_added_tokens_of_another_shape_are_refused(tmp_path: Path, entry: Any) -> None:
    refused(tmp_path, Shape(config={"added_tokens_decoder": {"5": entry}}), "added_tokens_decoder")


@pytest.mark.parametrize("token", [-1, 1 << 33])
def test_special_ids_that_no_file_can_hold_are_refused(tmp_path: Path, token: int) -> None:
    refused(tmp_path, Shape(model={"sep_token_id": token}), f"the sep token the id {token}")


# --- merges -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("merges", "why"),
    [
        (["Ġ nowhere"], "out of vocabulary|cannot be run"),
        (["one"], "cannot be run"),
        (["a b c"], "cannot be run"),
        ([["h", "e"], "i n"], "cannot be run|two forms"),
        (["i n", ["h", "e"]], "cannot be run|two forms"),
    ],
)
def test_merges_that_cannot_be_are_refused(tmp_path: Path, merges: list[Any], why: str) -> None:
    refused(tmp_path, with_model(merges=merges), why)


# --- what the parts ask for -------------------------------------------------------------------


def test_a_normalizer_that_blows_texts_up_is_refused(tmp_path: Path) -> None:
    double = {"type": "Replace", "pattern": {"String": "e"}, "content": "ee"}
    shape = Shape(file=bpe(normalizer=sequence("normalizers", *[double] * 40)))
    refused(tmp_path / "replace", shape, "endlessly long")
    put = {"type": "Prepend", "prepend": "x" * 100_000}
    shape = Shape(file=bpe(normalizer=sequence("normalizers", put, put, put)))
    refused(tmp_path / "prepend", shape, "endlessly long")


def test_a_template_without_an_end_is_refused(tmp_path: Path) -> None:
    endless = template(("<s>", BOS))
    endless["single"] = [endless["single"][0]] * 1_000
    refused(tmp_path / "pieces", Shape(file=bpe(post_processor=endless)), "too many pieces")
    many = template(("<s>", BOS))
    many["special_tokens"]["<s>"]["ids"] = [BOS] * 1_000
    refused(tmp_path / "ids", Shape(file=bpe(post_processor=many)), "too many ids")


def test_a_part_that_is_too_large_is_refused(tmp_path: Path) -> None:
    endless = template(("<s>", BOS))
    endless["single"] = [endless["single"][0]] * 100_000
    refused(tmp_path, Shape(file=bpe(post_processor=endless)), r"larger than 1\.0 MB")


def test_padding_without_an_end_is_not_done(tmp_path: Path) -> None:
    padding = {
        "strategy": {"Fixed": 1 << 40},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 0,
        "pad_type_id": 0,
        "pad_token": "!",
    }
    assert entries_of(write(tmp_path, Shape(file=bpe(padding=padding))), pre="gpt-2")


@pytest.mark.parametrize("pattern", ["(", "(a+)+$|(.*)*\\1x", "[z-a]", "x" * 50_000])
def test_a_pattern_that_cannot_be_used_ends_in_words(tmp_path: Path, pattern: str) -> None:
    shape = Shape(file=bpe(pre_tokenizer=split(pattern)))
    with pytest.raises(ModelError):
        entries_of(write(tmp_path, shape))


def test_a_panic_of_the_library_ends_in_words(tmp_path: Path) -> None:
    """(a|a)* over a text without an end takes more steps than its regular expressions may."""
    shape = Shape(file=bpe(pre_tokenizer=split("((\\s|\\S)*)*\\b\\B")))
    with pytest.raises(ModelError, match=r"cannot be run|not one that llama\.cpp knows"):
        entries_of(write(tmp_path / "pattern", shape))
    zero = {"type": "FixedLength", "length": 0}
    with pytest.raises(NotAModel, match="cannot be run"):
        entries_of(write(tmp_path / "length", Shape(file=bpe(pre_tokenizer=zero))))


def test_a_part_nested_without_an_end_is_refused(tmp_path: Path) -> None:
    part: Any = {"type": "Lowercase"}
    for _ in range(90):
        part = sequence("normalizers", part)
    refused(tmp_path, Shape(file=bpe(normalizer=part)), "more than 64 steps|cannot be run")


# --- anything -------------------------------------------------------------------------------


def test_damaged_files_end_in_words_or_in_a_tokenizer(tmp_path: Path) -> None:
    """Bytes of the JSON files changed by chance; what comes out has a type for each token."""
    chance = random.Random(9)
    names = ("tokenizer.json", "tokenizer_config.json")
    shapes = [SHAPES[name] for name in ("odd added", "post-processor roberta", "templates")]
    for number in range(120):
        folder = write(tmp_path / str(number), shapes[number % len(shapes)])
        path = folder / chance.choice(names)
        raw = bytearray(path.read_bytes())
        for _ in range(chance.randint(1, 4)):
            raw[chance.randrange(len(raw))] = chance.choice(b'{}[]",:0x-e \xff')
        path.write_bytes(raw)
        assert_words_or_tokens(folder)


def test_values_of_other_types_end_in_words_or_in_a_tokenizer(tmp_path: Path) -> None:
    chance = random.Random(5)
    odd: tuple[Any, ...] = (None, -1, 1.5, "", "x", [], [[]], {}, {"id": 3}, True, "A" * 999)
    shapes = [SHAPES[name] for name in ("odd added", "bert", "special as objects", "templates")]
    for number in range(150):
        folder = write(tmp_path / str(number), shapes[number % len(shapes)])
        path = folder / chance.choice(("tokenizer.json", "tokenizer_config.json"))
        value = json.loads(path.read_text(encoding="utf-8"))
        for _ in range(chance.randint(1, 3)):
            _spoil(value, chance, odd)
        path.write_text(json.dumps(value), encoding="utf-8")
        assert_words_or_tokens(folder)


def _spoil(value: Any, chance: random.Random, odd: tuple[Any, ...]) -> None:
    """One value somewhere below is replaced."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(value[key], dict | list) and chance.random() < 0.8:
            value = value[key]
        else:
            value[key] = chance.choice(odd)
            return


def assert_words_or_tokens(folder: Path) -> None:
    try:
        written = entries_of(folder, pre="gpt-2")
    except LocalLLMError:
        return
    tokens, types = (written[f"tokenizer.ggml.{k}"] for k in ("tokens", "token_type"))
    assert len(tokens) == len(types) > 0
    assert all(isinstance(value, str | bool | int | list) for value in written.values())


# --- the older files ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("vocab.json", {"a": -1}),
        ("vocab.json", {"a": "x"}),
        ("vocab.json", {}),
        ("vocab.json", b"[" * 100_000),
        ("merges.txt", "#version\nĠ t x\n"),
        ("merges.txt", "#version\nnowhere else\n"),
        ("merges.txt", b"\xff\xfe\n"),
        ("merges.txt", ""),
    ],
)
def test_damaged_older_files_end_in_words(tmp_path: Path, name: str, content: Any) -> None:
    whole = SHAPES["older GPT2"]
    refused(tmp_path, replace(whole, files=whole.files | {name: content}), ".")


def test_a_token_list_without_the_words_of_its_template_is_refused(tmp_path: Path) -> None:
    whole = SHAPES["older bert"]
    refused(tmp_path, replace(whole, files={"vocab.txt": "a\nb\n"}), r"no '\[CLS\]'")
