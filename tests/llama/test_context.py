"""Decoding, the cells behind it, and what is refused before it reaches C."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from localllm import errors
from localllm.llama import lib
from localllm.llama.batch import Batch
from localllm.llama.context import ABORTED, NO_CELLS, OK, Context
from localllm.llama.model import Model

pytestmark = pytest.mark.model

MakeContext = Callable[..., Context]
Logits = npt.NDArray[np.float32]

TOKENS = [19556, 905, 284, 35079, 1604, 275, 24, 104, 727, 198, 197, 5406]


def batch_of(tokens: list[int], start: int = 0, seq: int = 0) -> Batch:
    batch = Batch(256, 256)
    batch.add(tokens, start, seq, True)
    return batch


def read(context: Context, tokens: list[int], start: int = 0, seq: int = 0) -> Logits:
    """Decodes tokens of one sequence; a copy of the last one's logits."""
    assert context.decode(batch_of(tokens, start, seq)) == OK
    return context.logits(len(tokens) - 1).copy()


def test_logits_are_a_row_of_the_vocabulary(make_context: MakeContext) -> None:
    logits = read(make_context(), TOKENS)

    assert logits.shape == (49152,)
    assert logits.dtype == np.float32
    assert np.isfinite(logits).all()


def test_logits_are_a_view_and_not_a_copy(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS)

    assert not context.logits(len(TOKENS) - 1).flags.owndata


def test_a_row_that_asked_for_none_has_no_logits(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS)

    with pytest.raises(ValueError, match="row 0 of the last decode has no logits"):
        context.logits(0)


def test_two_prompts_in_one_batch_give_what_each_gives_alone(make_context: MakeContext) -> None:
    first, second = TOKENS[:5], TOKENS[5:]
    alone = [read(make_context(), tokens).argmax() for tokens in (first, second)]
    context, batch = make_context(), Batch(64, 4)
    rows = [batch.add(first, 0, 0, True), batch.add(second, 0, 3, True)]

    assert context.decode(batch) == OK

    assert [context.logits(row).argmax() for row in rows] == alone


def test_a_context_has_at_least_the_cells_asked_for(make_context: MakeContext) -> None:
    assert make_context(n_ctx=500).n_ctx >= 500


def test_positions_are_those_of_the_cells(make_context: MakeContext) -> None:
    context = make_context()
    assert (context.seq_pos_min(1), context.seq_pos_max(1)) == (-1, -1)

    read(context, TOKENS, seq=1)

    assert (context.seq_pos_min(1), context.seq_pos_max(1)) == (0, len(TOKENS) - 1)


def test_removing_the_end_lets_it_be_read_again_the_same(make_context: MakeContext) -> None:
    context = make_context()
    first = read(context, TOKENS)

    assert context.seq_remove(0, 8)

    assert context.seq_pos_max(0) == 7
    assert read(context, TOKENS[8:], start=8).argmax() == first.argmax()


def test_clear_empties_every_sequence(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS, seq=0)
    read(context, TOKENS, seq=2)

    context.clear()

    assert [context.seq_pos_max(seq) for seq in range(4)] == [-1] * 4


def test_a_copied_prefix_takes_no_cells(make_context: MakeContext) -> None:
    context = make_context(n_ctx=256)
    prefix = TOKENS * 20  # 240 of 256 cells
    batch = Batch(64, 4)
    for start in range(0, len(prefix), 60):
        batch.clear()
        batch.add(prefix[start : start + 60], start, 0, True)
        assert context.decode(batch) == OK

    for seq in (1, 2, 3):
        context.seq_copy(0, seq)

    for seq in (1, 2, 3):
        assert context.decode(batch_of([7 + seq], len(prefix), seq)) == OK


def test_a_copied_prefix_is_read_as_if_computed(make_context: MakeContext) -> None:
    computed = make_context()
    read(computed, TOKENS[:8])
    expected = read(computed, TOKENS[8:], start=8)
    shared = make_context()
    read(shared, TOKENS[:8])
    shared.seq_copy(0, 1)

    assert np.array_equal(read(shared, TOKENS[8:], start=8, seq=1), expected)


def test_a_copy_outlives_its_source(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS)
    context.seq_copy(0, 1, 0, 5)
    context.seq_remove(0)

    assert (context.seq_pos_max(0), context.seq_pos_max(1)) == (-1, 4)


def test_a_restored_sequence_continues_bit_for_bit(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS[:8])
    saved = context.save_sequence(0)
    expected = read(context, TOKENS[8:], start=8)
    context.clear()

    assert context.restore_sequence(0, saved)

    assert context.seq_pos_max(0) == 7
    assert np.array_equal(read(context, TOKENS[8:], start=8), expected)


def test_a_restored_sequence_saves_as_the_same_bytes(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS)
    saved = context.save_sequence(0)
    context.clear()

    assert context.restore_sequence(0, saved)

    assert np.array_equal(context.save_sequence(0), saved)


def test_a_state_fits_another_sequence(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS[:8])
    saved = context.save_sequence(0)
    expected = read(context, TOKENS[8:], start=8)
    context.clear()

    assert context.restore_sequence(2, saved)

    assert np.array_equal(read(context, TOKENS[8:], start=8, seq=2), expected)


def test_a_state_moves_to_another_context(make_context: MakeContext) -> None:
    one = make_context()
    read(one, TOKENS[:8])
    saved = one.save_sequence(0).tobytes()
    expected = read(one, TOKENS[8:], start=8)
    other = make_context(n_ctx=1024, n_seq_max=2)

    assert other.restore_sequence(0, saved)

    assert np.array_equal(read(other, TOKENS[8:], start=8), expected)


def test_a_state_of_another_kv_type_is_refused_and_leaves_nothing(
    make_context: MakeContext,
) -> None:
    one = make_context()
    read(one, TOKENS)
    other = make_context(kv_type="f32")

    assert not other.restore_sequence(0, one.save_sequence(0))

    assert other.seq_pos_max(0) == -1


def test_half_a_state_is_refused_and_leaves_nothing(make_context: MakeContext) -> None:
    context = make_context()
    read(context, TOKENS)
    saved = context.save_sequence(0)

    assert not context.restore_sequence(1, saved[: len(saved) // 2])

    assert context.seq_pos_max(1) == -1


def test_too_few_cells_change_nothing(make_context: MakeContext) -> None:
    context = make_context(n_ctx=256, n_ubatch=256)
    read(context, TOKENS * 21)  # 252 of 256 cells

    assert context.decode(batch_of(TOKENS, 0, 1)) == NO_CELLS

    assert (context.seq_pos_max(0), context.seq_pos_max(1)) == (251, -1)


def test_an_abort_ends_a_decode_until_it_is_cleared(make_context: MakeContext) -> None:
    context = make_context()
    context.abort()
    assert context.decode(batch_of(TOKENS)) == ABORTED

    context.clear_abort()
    context.seq_remove(0)
    assert context.decode(batch_of(TOKENS)) == OK


def test_an_abort_after_closing_is_harmless(make_context: MakeContext) -> None:
    context = make_context()
    context.close()

    context.abort()
    context.clear_abort()


def test_threads_may_change_between_decodes(make_context: MakeContext) -> None:
    context = make_context(threads=1)
    read(context, TOKENS)

    context.set_threads(2)

    assert context.threads == 2


def test_a_batch_longer_than_a_ubatch_is_refused(make_context: MakeContext) -> None:
    context = make_context(n_ubatch=32)

    with pytest.raises(ValueError, match="33 tokens in a batch; a decode takes 1 to 32"):
        context.decode(batch_of([1] * 33))


def test_an_empty_batch_is_refused(make_context: MakeContext) -> None:
    with pytest.raises(ValueError, match="0 tokens in a batch"):
        make_context().decode(Batch(8, 1))


def test_a_sequence_beyond_the_context_is_refused(make_context: MakeContext) -> None:
    context = make_context(n_seq_max=4)

    with pytest.raises(ValueError, match="beyond the 4"):
        context.decode(batch_of(TOKENS, seq=4))
    for ask in (context.seq_remove, context.seq_pos_max, context.save_sequence):
        with pytest.raises(ValueError, match="sequence 4 of 4"):
            ask(4)


@pytest.mark.parametrize("token", [-1, 49152])
def test_a_token_outside_the_vocabulary_is_refused(make_context: MakeContext, token: int) -> None:
    with pytest.raises(ValueError, match="outside the vocabulary"):
        make_context().decode(batch_of([token]))


def test_positions_that_leave_a_gap_are_refused_with_words_in_the_log(
    make_context: MakeContext,
) -> None:
    context = make_context()
    read(context, TOKENS)

    assert context.decode(batch_of([5], start=len(TOKENS) + 3)) == -1

    assert any("inconsistent sequence positions" in line for line in lib.recent_errors())
    assert context.seq_pos_max(0) == len(TOKENS) - 1


def test_a_context_beyond_all_memory_is_too_large(make_context: MakeContext) -> None:
    cells = 2**23  # of 46 kB each in f32: 386 GB

    with pytest.raises(errors.ModelTooLarge, match="not enough memory for a context of 8,388,608"):
        make_context(n_ctx=cells, kv_type="f32")


def test_a_kv_type_that_does_not_exist_is_refused(make_context: MakeContext) -> None:
    with pytest.raises(ValueError, match="no ggml type is called 'q3_x'"):
        make_context(kv_type="q3_x")


def test_settings_that_exclude_each_other_are_said_in_llama_words(
    make_context: MakeContext,
) -> None:
    with pytest.raises(errors.EngineError, match="V cache"):
        make_context(kv_type="q8_0", flash_attention="off")


def test_a_quantized_cache_works_with_flash_attention(make_context: MakeContext) -> None:
    context = make_context(kv_type="q8_0", flash_attention="on")

    assert np.isfinite(read(context, TOKENS)).all()


def test_what_a_context_takes_is_known_by_purpose(make_context: MakeContext) -> None:
    context = make_context(n_ctx=512)

    # 30 layers x (K + V) x 3 heads x 64 values x 2 bytes for each cell
    assert context.buffer_bytes["kv"] == pytest.approx(30 * 2 * 192 * 2 * context.n_ctx, rel=0.01)


def test_closing_the_model_closes_its_contexts(starter_model: Path) -> None:
    model = Model.open(starter_model)
    context = Context(model, n_ctx=256, n_ubatch=32, n_seq_max=1, threads=1, flash_attention="off")
    model.close()

    context.close()  # nothing left to free twice
