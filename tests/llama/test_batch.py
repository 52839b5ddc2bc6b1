"""Filling a batch: rows, positions, and what does not fit."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from localllm.llama.batch import Batch


def test_rows_are_numbered_over_all_sequences() -> None:
    batch = Batch(8, 4)

    assert batch.add([5, 6, 7], 0, 2, True) == 2
    assert batch.add([9], 17, 0, True) == 3
    assert batch.n_tokens == 4


def test_only_the_last_row_of_an_addition_asks_for_logits() -> None:
    batch = Batch(8, 4)
    batch.add([5, 6, 7], 0, 0, True)
    batch.add([8, 9], 0, 1, False)

    assert batch.logits[:5].tolist() == [0, 0, 1, 0, 0]


def test_positions_count_on_from_the_start() -> None:
    batch = Batch(8, 4)
    batch.add([1, 2, 3], 40, 0, True)

    assert batch.pos[:3].tolist() == [40, 41, 42]


def test_what_c_reads_is_what_was_added() -> None:
    batch = Batch(8, 4)
    batch.add(np.array([5, 6], np.int32), 3, 1, True)
    batch.add([7], 9, 3, False)
    struct = batch.struct

    rows = [
        (struct.token[i], struct.pos[i], struct.n_seq_id[i], struct.seq_id[i][0], struct.logits[i])
        for i in range(struct.n_tokens)
    ]
    assert rows == [(5, 3, 1, 1, 0), (6, 4, 1, 1, 1), (7, 9, 1, 3, 0)]
    assert not ctypes.cast(struct.embd, ctypes.c_void_p)


def test_a_cleared_batch_forgets_logits_of_before() -> None:
    batch = Batch(4, 1)
    batch.add([1, 2], 0, 0, True)
    batch.clear()
    batch.add([3, 4], 0, 0, False)

    assert batch.struct.n_tokens == 2
    assert batch.logits[:2].tolist() == [0, 0]


def test_more_tokens_than_fit_are_refused_and_nothing_is_added() -> None:
    batch = Batch(4, 1)
    batch.add([1, 2, 3], 0, 0, True)

    with pytest.raises(ValueError, match="2 tokens for 1 free rows of 4"):
        batch.add([4, 5], 3, 0, True)
    assert batch.n_tokens == 3


@pytest.mark.parametrize("seq_id", [-1, 4])
def test_a_sequence_out_of_range_is_refused(seq_id: int) -> None:
    with pytest.raises(ValueError, match="of 4"):
        Batch(4, 4).add([1], 0, seq_id, True)


def test_a_negative_position_is_refused() -> None:
    with pytest.raises(ValueError, match="position -1"):
        Batch(4, 4).add([1], -1, 0, True)


def test_no_tokens_are_refused() -> None:
    with pytest.raises(ValueError, match="0 tokens"):
        Batch(4, 4).add([], 0, 0, True)
