"""Headers that lie, 200 of every kind: a header or an error with words, soon, in little memory."""

from __future__ import annotations

import contextlib
import time
import tracemalloc
from collections import Counter

import pytest
from helpers.mutated_gguf import model, mutated

from localllm.errors import LocalLLMError
from localllm.models.header.card import details_of
from localllm.models.header.gguf import GGUFHeader, parse
from localllm.models.memory.fit import fit
from localllm.models.memory.formula import FitOptions
from localllm.models.memory.machine import Room

COUNT = 200
LONGEST_S = 5.0  # a guard against hanging, not a measurement
MOST_BYTES = 64 << 20


class Bytes:
    name = "mutated.gguf"

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.size = len(data)

    def read(self, offset: int, n: int) -> bytes:
        return self.data[offset : offset + max(n, 1 << 16)]


def read(data: bytes) -> GGUFHeader | LocalLLMError:
    try:
        return parse(Bytes(data))
    except LocalLLMError as error:
        return error


def test_the_model_that_is_mutated_is_right() -> None:
    header = read(model().encoded())
    assert isinstance(header, GGUFHeader)
    assert header.file_size == header.data_offset + 1024 + 128 + 640 + 640


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_mutated_headers_end_in_a_header_or_an_error(seed: int) -> None:
    ends: Counter[str] = Counter()
    tracemalloc.start()
    try:
        for what, data in mutated(seed, COUNT):
            begun = time.monotonic()
            found = read(data)
            assert time.monotonic() - begun < LONGEST_S, what
            assert not isinstance(found, LocalLLMError) or "mutated.gguf" in found.message, what
            ends[type(found).__name__] += 1
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()
    # Otherwise the mutations would test little.
    assert ends["GGUFHeader"] > COUNT // 20
    assert {"NotAModel", "ModelTruncated", "ModelUnsupported"} < set(ends)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_read_of_a_mutated_header_can_be_shown_and_judged(seed: int) -> None:
    shown = 0
    for what, data in mutated(seed, COUNT):
        header = read(data)
        if isinstance(header, LocalLLMError):
            continue
        begun = time.monotonic()
        details_of([header], "mutated")
        with contextlib.suppress(LocalLLMError):  # of absurd numbers there is no estimate
            shown += fit([header], FitOptions(0), Room(1 << 33)).total > 0
        assert time.monotonic() - begun < LONGEST_S, what
    assert shown > COUNT // 20
