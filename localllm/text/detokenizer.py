"""Bytes of tokens to text, of which every piece is whole characters."""

from __future__ import annotations

import codecs

_decoder = codecs.getincrementaldecoder("utf-8")


class IncrementalDetokenizer:
    """Decodes UTF-8 as it comes, a token's bytes at a time.

    A character that is not complete yet is held back; what can be no UTF-8 becomes U+FFFD. Joined,
    the pieces are what decoding all bytes at once gives. Belongs to one choice of one request.
    """

    def __init__(self) -> None:
        self._decoder = _decoder("replace")

    def push(self, data: bytes) -> str:
        """The characters that these bytes complete."""
        return self._decoder.decode(data)

    def flush(self) -> str:
        """The end: bytes still held back are no character, and become U+FFFD."""
        return self._decoder.decode(b"", final=True)
