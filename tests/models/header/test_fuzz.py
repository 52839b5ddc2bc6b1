"""The fuzzing loop on some hundred inputs: enough to notice what breaks at once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from models.header import fuzz_gguf

INPUTS = 400


def test_nothing_but_errors_with_words_is_raised() -> None:
    done, kept, edges = fuzz_gguf.run(lambda done: done < INPUTS, seed=11)
    assert done == INPUTS
    assert kept > 22, "coverage did not lead to a single further input"
    assert edges > 200


def test_a_finding_is_kept_in_a_file() -> None:
    def check(data: bytes) -> None:
        if len(data) != len(fuzz_gguf.model().encoded()):
            raise ZeroDivisionError

    before = sys.gettrace()
    with pytest.raises(ZeroDivisionError) as caught:
        fuzz_gguf.run(lambda done: done < 10_000, check=check)
    assert sys.gettrace() is before
    path = Path(caught.value.__notes__[0].rpartition(" ")[2])
    assert path.stat().st_size > 0
    path.unlink()
