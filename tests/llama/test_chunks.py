"""How chunks go through a context: arithmetic; and that it makes no difference to the scores."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.speaking_llama import N_VOCAB, speaking_llama

from localllm.llama import scoring
from localllm.llama.chunks import ChunkReader, Shape
from localllm.llama.model import Model

LOGITS_BYTES = 512 << 20


@pytest.mark.parametrize(
    ("n_ctx", "n_vocab", "n_chunks", "sequences", "batch"),
    [
        (512, 49_152, 100, 4, 2048),  # as the peer
        (512, 49_152, 2, 2, 1024),  # no more than there are
        (1000, 49_152, 100, 2, 2000),
        (2048, 49_152, 100, 1, 2048),
        (8192, 49_152, 100, 1, 2048),  # a chunk in parts
        (512, 262_144, 100, 2, 1024),  # logits of fewer rows fit
        (4096, 262_144, 100, 1, 512),
        (512, 10_000_000, 100, 1, 512),  # not less than a step
    ],
)
def test_the_shape_is_the_peers_or_what_memory_allows(
    n_ctx: int, n_vocab: int, n_chunks: int, sequences: int, batch: int
) -> None:
    shape = Shape.of(n_ctx, n_vocab, n_chunks, first=n_ctx // 2)

    assert (shape.sequences, shape.batch) == (sequences, batch)


@pytest.mark.parametrize("n_vocab", [32_000, 128_256, 262_144])
@pytest.mark.parametrize("n_ctx", [32, 512, 3000, 32_768])
def test_a_batch_holds_its_sequences_and_its_logits_are_bounded(n_ctx: int, n_vocab: int) -> None:
    shape = Shape.of(n_ctx, n_vocab, 1000, first=n_ctx // 2)

    longest = max(len(part) for part in shape.parts)
    assert longest * shape.sequences <= shape.batch
    rows = min(longest, n_ctx - shape.first) * shape.sequences
    assert rows * n_vocab * 4 <= LOGITS_BYTES + 512 * n_vocab * 4


def test_parts_cover_a_chunk_once() -> None:
    shape = Shape.of(5000, 49_152, 1, first=2500)

    assert [at for part in shape.parts for at in part] == list(range(5000))


def test_the_first_token_is_bos_and_the_text_is_left_as_it_is(tmp_path: Path) -> None:
    """Whatever stands first in a chunk, the scores behind it are the same."""
    tokens = np.random.default_rng(1).integers(3, N_VOCAB, (2, 64), np.int32)
    tokens[1] = tokens[0]
    tokens[1, 0] += 1 if tokens[1, 0] + 1 < N_VOCAB else -1
    before = tokens.copy()
    with Model.open(speaking_llama(tmp_path / "m.gguf", width=64, ff=64)) as model:
        reader = ChunkReader(model, scoring.scored_shape(64, N_VOCAB, 2), threads=1)
        first, second = scoring.score(reader, tokens)

    assert np.array_equal(first, second)
    assert np.array_equal(tokens, before)


@pytest.mark.parametrize("batch", [64, 48, 32, 17])
def test_scores_do_not_depend_on_how_chunks_are_cut(tmp_path: Path, batch: int) -> None:
    tokens = np.random.default_rng(2).integers(3, N_VOCAB, (3, 64), np.int32)
    with Model.open(speaking_llama(tmp_path / "m.gguf", width=64, ff=64)) as model:
        whole = ChunkReader(model, Shape(64, 3, 192, 32), threads=1)
        expected = np.stack(list(scoring.score(whole, tokens)))
        parts = ChunkReader(model, Shape(64, 1, batch, 32), threads=1)
        found = np.stack(list(scoring.score(parts, tokens)))

    np.testing.assert_allclose(found, expected, atol=2e-3)
