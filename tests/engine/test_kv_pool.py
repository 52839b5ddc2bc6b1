from __future__ import annotations

import random
from collections import Counter

import pytest

from localllm.engine.kv_pool import KvPool


@pytest.fixture
def pool() -> KvPool:
    return KvPool(100, 4)


def test_ids_are_given_lowest_first_and_come_back(pool: KvPool) -> None:
    assert [pool.acquire() for _ in range(4)] == [0, 1, 2, 3]
    assert pool.free_ids == 0
    pool.release(2)
    pool.release(1)
    assert pool.acquire() == 1
    assert pool.taken == {0, 1, 3}


def test_shared_cells_are_counted_once(pool: KvPool) -> None:
    a, b = pool.acquire(), pool.acquire()
    pool.grow(a, 40)
    pool.share(a, b, 30)
    assert (pool.used, pool.length(b)) == (40, 30)


def test_sequences_part_after_what_they_share(pool: KvPool) -> None:
    a, b = pool.acquire(), pool.acquire()
    pool.grow(a, 40)
    pool.share(a, b, 40)
    pool.grow(a, 5)
    pool.grow(b, 7)
    assert (pool.used, pool.length(a), pool.length(b)) == (52, 45, 47)


def test_a_shared_cell_is_free_when_its_last_owner_goes(pool: KvPool) -> None:
    a, b = pool.acquire(), pool.acquire()
    pool.grow(a, 40)
    pool.share(a, b, 30)
    pool.release(a)
    assert pool.used == 30
    pool.release(b)
    assert pool.used == 0


def test_exclusive_counts_what_would_be_free_without_a_sequence(pool: KvPool) -> None:
    a, b = pool.acquire(), pool.acquire()
    pool.grow(a, 40)
    pool.share(a, b, 30)
    pool.grow(b, 3)
    assert (pool.exclusive(a), pool.exclusive(b)) == (10, 3)


def test_truncating_leaves_the_other_owners_alone(pool: KvPool) -> None:
    a, b = pool.acquire(), pool.acquire()
    pool.grow(a, 40)
    pool.share(a, b, 30)
    pool.truncate(b, 10)
    assert (pool.used, pool.length(a), pool.length(b)) == (40, 40, 10)
    pool.check_integrity()


def test_more_cells_than_are_free_are_refused(pool: KvPool) -> None:
    a = pool.acquire()
    pool.grow(a, 90)
    with pytest.raises(ValueError, match="11 cells wanted, 10 of 100 free"):
        pool.grow(a, 11)


def test_more_cells_than_a_sequence_has_cannot_be_shared(pool: KvPool) -> None:
    a, b = pool.acquire(), pool.acquire()
    pool.grow(a, 5)
    with pytest.raises(ValueError, match="has 5 cells, not 6"):
        pool.share(a, b, 6)


def test_integrity_notices_a_wrong_count(pool: KvPool) -> None:
    pool.grow(pool.acquire(), 5)
    pool.used += 1
    with pytest.raises(AssertionError, match="cells in use"):
        pool.check_integrity()


def test_books_agree_with_cells_kept_one_by_one() -> None:
    rng = random.Random(7)
    pool = KvPool(300, 6)
    cells: dict[int, list[object]] = {}
    for _ in range(3000):
        seq = rng.choice(list(cells)) if cells else -1
        match rng.randrange(5):
            case 0 if pool.free_ids:
                cells[pool.acquire()] = []
            case 1 if cells and (n := min(rng.randrange(1, 20), pool.free)):
                pool.grow(seq, n)
                cells[seq] += [object() for _ in range(n)]
            case 2 if cells and pool.free_ids:
                target, n = pool.acquire(), rng.randint(0, len(cells[seq]))
                pool.share(seq, target, n)
                cells[target] = cells[seq][:n]
            case 3 if cells:
                n = rng.randint(0, len(cells[seq]))
                pool.truncate(seq, n)
                del cells[seq][n:]
            case 4 if cells:
                pool.release(seq)
                del cells[seq]
        pool.check_integrity()
        owned = [cell for own in cells.values() for cell in own]
        counts = Counter(owned)
        assert pool.used == len(counts)
        for seq, own in cells.items():
            assert pool.length(seq) == len(own)
            assert pool.exclusive(seq) == sum(counts[cell] == 1 for cell in own)
        some = rng.sample(list(cells), rng.randint(0, len(cells)))
        assert pool.together(some) == len({cell for seq in some for cell in cells[seq]})
