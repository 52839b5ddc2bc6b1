"""Text to tokens and back, as the model's own tokenizer does it.

Reading only: any number of threads may use one Vocab, as long as its model is open.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Tokens = npt.NDArray[np.int32]

_NO_TOKEN = -1
_MAX_BYTES = 2**31 - 3


class Vocab:
    """`handle` is the address of the llama_vocab. A special token's id is None where the model
    has none."""

    def __init__(self, llama: Any, handle: int) -> None:
        self._llama = llama
        self.handle = handle
        self.n_tokens = int(llama.llama_vocab_n_tokens(handle))
        self.bos = _token(llama.llama_vocab_bos(handle))
        self.eos = _token(llama.llama_vocab_eos(handle))
        self.eot = _token(llama.llama_vocab_eot(handle))
        self.add_bos = bool(llama.llama_vocab_get_add_bos(handle))
        self.add_eos = bool(llama.llama_vocab_get_add_eos(handle))
        # [plain, special]: pieces seen so far. Threads may fill one twice, with the same bytes.
        self._pieces: tuple[dict[int, bytes], dict[int, bytes]] = ({}, {})
        self._eog: dict[int, bool] = {}

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool) -> Tokens:
        """int32 ids. `add_special` adds BOS and EOS as the model wants them; with `parse_special`
        a control token's text becomes that token, else it is plain text.

        Lone surrogates, which have no UTF-8, become question marks: the native tokenizer must get
        valid UTF-8. Raises ValueError for more text than 32 bits count.
        """
        data = text.encode("utf-8", "replace")
        if len(data) > _MAX_BYTES:
            raise ValueError(f"{len(data):,} bytes of text are more than the tokenizer can count")
        tokens = np.empty(len(data) + 2, np.int32)  # a token is a byte at least, plus BOS and EOS
        count = self._tokenize(data, tokens, add_special, parse_special)
        if count < 0:
            tokens = np.empty(-count, np.int32)
            count = self._tokenize(data, tokens, add_special, parse_special)
        return tokens[:count].copy()

    def _tokenize(self, data: bytes, out: Tokens, add_special: bool, parse_special: bool) -> int:
        address = ctypes.cast(out.ctypes.data, self._llama.llama_token_p)
        return int(
            self._llama.llama_tokenize(
                self.handle, data, len(data), address, len(out), add_special, parse_special
            )
        )

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """The bytes a token stands for, perhaps half a character. A control token gives b"" unless
        `special`, which renders it as its text. Raises ValueError outside the vocabulary."""
        known = self._pieces[special]
        piece = known.get(token)
        if piece is None:
            piece = known[token] = self._native_piece(token, special)
        return piece

    def _native_piece(self, token: int, special: bool) -> bytes:
        self._check(token)
        function, size = self._llama.llama_token_to_piece, 64
        buffer = ctypes.create_string_buffer(size)
        count = function(self.handle, token, buffer, size, 0, special)
        if count < 0:
            size = -count
            buffer = ctypes.create_string_buffer(size)
            count = function(self.handle, token, buffer, size, 0, special)
        return buffer.raw[:count]

    def is_eog(self, token: int) -> bool:
        """Whether the token ends generation (EOS, EOT and their like)."""
        known = self._eog.get(token)
        if known is None:
            self._check(token)
            known = self._eog[token] = bool(self._llama.llama_vocab_is_eog(self.handle, token))
        return known

    def is_control(self, token: int) -> bool:
        """Whether the token has a meaning instead of a text."""
        self._check(token)
        return bool(self._llama.llama_vocab_is_control(self.handle, token))

    def detokenize(
        self, tokens: Sequence[int] | Tokens, *, remove_special: bool = False, special: bool = False
    ) -> str:
        """The text of tokens together, as the tokenizer joins them (leading spaces and all).

        `remove_special` drops a BOS and EOS that the model adds itself, `special` renders control
        tokens. Bytes that are no UTF-8 become U+FFFD.
        """
        ids = np.ascontiguousarray(tokens, np.int32)
        if ids.size and (ids.min() < 0 or ids.max() >= self.n_tokens):
            raise ValueError(f"tokens outside the vocabulary of {self.n_tokens}")
        address = ctypes.cast(ids.ctypes.data, self._llama.llama_token_p)
        size = 16 * len(ids) + 16
        while True:
            buffer = ctypes.create_string_buffer(size)
            count = self._llama.llama_detokenize(
                self.handle, address, len(ids), buffer, size, remove_special, special
            )
            if count >= 0:
                return buffer.raw[:count].decode("utf-8", "replace")
            size = -count

    def _check(self, token: int) -> None:
        # Native lookups index a C++ vector: outside it they end the process.
        if not 0 <= token < self.n_tokens:
            raise ValueError(f"token {token} is outside the vocabulary of {self.n_tokens}")


def _token(token: int) -> int | None:
    return None if token == _NO_TOKEN else int(token)
