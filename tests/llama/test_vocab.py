"""Tokens and pieces of the starter model; the expected ids are llama-server's own (/tokenize)."""

from __future__ import annotations

import threading

import pytest

from localllm.llama.model import Model
from localllm.llama.vocab import Vocab

pytestmark = pytest.mark.model

PEER: dict[str, list[int]] = {
    "": [],
    "Hello world": [19556, 905],
    " leading and trailing  ": [2899, 284, 35079, 256],
    "Grüße, naïve café": [27302, 7170, 34878, 85, 28, 15486, 46494, 37366],
    "日本語のテキスト": [
        *(23274, 115, 40993, 179, 120, 248, 26453, 11100, 224),
        *(10391, 251, 10391, 134, 11100, 226),
    ],
    "🦙🦙 llamas": [10813, 116, 243, 10813, 116, 243, 303, 4130, 292],
    "<|im_start|>user\nhi<|im_end|>\n": [1, 4093, 198, 6004, 2, 198],
    "def f(x):\n\treturn x  # tab\n\n\n": [
        *(1604, 275, 24, 104, 727, 198, 197, 5406, 1792, 216, 907, 10147, 16506),
    ],
    "\x00\x01 control": [190, 191, 1533],
    "e\u0301 combining": [85, 151, 219, 9301],
}


@pytest.fixture
def vocab(model: Model) -> Vocab:
    return model.vocab


@pytest.mark.parametrize("text", PEER)
def test_tokens_are_those_of_llama_server(vocab: Vocab, text: str) -> None:
    assert vocab.tokenize(text, add_special=True, parse_special=True).tolist() == PEER[text]


@pytest.mark.parametrize("text", PEER)
def test_pieces_joined_are_the_text(vocab: Vocab, text: str) -> None:
    pieces = (vocab.piece(token, special=True) for token in PEER[text])

    assert b"".join(pieces) == text.encode()


@pytest.mark.parametrize("text", PEER)
def test_detokenizing_gives_the_text(vocab: Vocab, text: str) -> None:
    assert vocab.detokenize(PEER[text], special=True) == text


def test_a_control_token_is_text_unless_parsed(vocab: Vocab) -> None:
    plain = vocab.tokenize("<|im_start|>", add_special=False, parse_special=False)

    assert plain.tolist() == [44, 108, 306, 79, 3738, 108, 46]


def test_a_control_token_shows_only_when_asked(vocab: Vocab) -> None:
    assert vocab.piece(1) == b""
    assert vocab.piece(1, special=True) == b"<|im_start|>"


def test_special_tokens_are_those_of_the_file(vocab: Vocab) -> None:
    assert (vocab.bos, vocab.eos, vocab.eot, vocab.add_bos) == (1, 2, 0, False)


def test_ends_of_generation_are_known(vocab: Vocab) -> None:
    assert vocab.is_eog(2)
    assert not vocab.is_eog(19556)


def test_control_tokens_are_known(vocab: Vocab) -> None:
    assert vocab.is_control(1)
    assert not vocab.is_control(19556)


def test_a_lone_surrogate_does_not_reach_the_native_tokenizer(vocab: Vocab) -> None:
    tokens = vocab.tokenize("a\ud800b", add_special=False, parse_special=False)

    assert vocab.detokenize(tokens) == "a?b"


@pytest.mark.parametrize("token", [-1, 49152])
def test_a_token_outside_the_vocabulary_is_refused(vocab: Vocab, token: int) -> None:
    for ask in (vocab.piece, vocab.is_eog, vocab.is_control):
        with pytest.raises(ValueError, match="outside the vocabulary of 49152"):
            ask(token)
    with pytest.raises(ValueError, match="outside the vocabulary of 49152"):
        vocab.detokenize([token])


def test_threads_may_read_together(model: Model) -> None:
    expected = [model.vocab.piece(token) for token in range(2000)]
    fresh = Vocab(model.native.llama, model.vocab.handle)
    seen: list[list[bytes]] = []

    def read() -> None:
        seen.append([fresh.piece(token) for token in range(2000)])

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert seen == [expected] * 4
