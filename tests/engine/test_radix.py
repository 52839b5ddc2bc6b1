"""The tree, by cases and against a naive one: a list of whole sequences."""

from __future__ import annotations

import random

import numpy as np
import pytest

from localllm.engine.radix import Block, Tokens, Tree, common_prefix


def tokens(*ids: int) -> Tokens:
    return np.array(ids, np.int32)


def spans(tree: Tree) -> list[tuple[int, int]]:
    return sorted((block.start, block.stop) for block in tree.blocks())


def add(tree: Tree, ids: Tokens, start: int = 0) -> Block:
    block = Block(start, len(ids), 100)
    assert tree.add(ids, block)
    tree.check_integrity()
    return block


@pytest.mark.parametrize(
    ("a", "b", "n"),
    [
        ((), (), 0),
        ((), (1,), 0),
        ((1, 2, 3), (1, 2, 3), 3),
        ((1, 2), (1, 2, 3), 2),
        ((1, 2, 9), (1, 2, 3), 2),
        ((9, 2, 3), (1, 2, 3), 0),
    ],
)
def test_common_prefix(a: tuple[int, ...], b: tuple[int, ...], n: int) -> None:
    assert common_prefix(tokens(*a), tokens(*b)) == common_prefix(tokens(*b), tokens(*a)) == n


def test_an_edge_is_split_where_another_sequence_parts_from_it() -> None:
    tree = Tree(cuts=True)
    whole = add(tree, tokens(1, 2, 3, 4))
    branch = add(tree, tokens(1, 2, 9), start=2)
    for wanted, n, blocks in [
        (tokens(1, 2, 3, 4, 5), 4, [whole, whole]),
        (tokens(1, 2, 9, 5), 3, [whole, branch]),
        (tokens(1, 5), 1, [whole]),
        (tokens(5), 0, []),
    ]:
        found, path = tree.walk(wanted)
        assert (found, [node.block for node in path]) == (n, blocks)
    assert tree.tokens_of(branch).tolist() == [1, 2, 9]
    assert tree.tokens_of(whole).tolist() == [1, 2, 3, 4]


def test_of_a_block_that_overlaps_only_the_new_end_is_taken() -> None:
    tree = Tree(cuts=True)
    add(tree, tokens(1, 2, 3))
    block = add(tree, tokens(1, 2, 3, 4, 5), start=1)
    assert block.first is not None
    assert (block.first.start, block.first.stop) == (3, 5)


@pytest.mark.parametrize("cuts", [True, False])
def test_what_cannot_be_reached_or_is_there_is_not_taken(cuts: bool) -> None:
    tree = Tree(cuts)
    add(tree, tokens(1, 2, 3))
    assert not tree.add(tokens(1, 2, 3), Block(0, 3, 100))
    assert not tree.add(tokens(1, 2, 3, 4, 5, 6), Block(4, 6, 100))
    assert not tree.add(tokens(7, 2, 3, 4), Block(3, 4, 100))
    assert spans(tree) == [(0, 3)]


def test_uncut_edges_match_at_their_ends_and_may_begin_alike() -> None:
    tree = Tree(cuts=False)
    short, long = add(tree, tokens(1, 2)), add(tree, tokens(1, 9, 3, 4))
    further = add(tree, tokens(1, 2, 3, 4), start=2)
    for wanted, n, blocks in [
        (tokens(1, 2, 3), 2, [short]),
        (tokens(1, 2, 3, 4), 4, [short, further]),
        (tokens(1, 9, 3, 4, 5), 4, [long]),
        (tokens(1, 9, 3), 0, []),
    ]:
        found, path = tree.walk(wanted)
        assert (found, [node.block for node in path]) == (n, blocks)


def test_what_builds_on_a_block_goes_with_it() -> None:
    tree = Tree(cuts=True)
    first = add(tree, tokens(1, 2, 3, 4))
    second = add(tree, tokens(1, 2, 3, 4, 5), start=4)
    branch = add(tree, tokens(1, 2, 8), start=2)
    other = add(tree, tokens(6))
    assert set(tree.remove(first)) == {first, second, branch}
    assert tree.blocks() == [other]
    assert tree.remove(second) == []


def test_order_is_by_use_and_the_deepest_first() -> None:
    tree = Tree(cuts=True)
    first = add(tree, tokens(1, 2))
    second = add(tree, tokens(1, 2, 3), start=2)
    other = add(tree, tokens(6))
    assert sorted(tree.blocks(), key=lambda block: block.order) == [second, first, other]
    tree.touch(tree.walk(tokens(1, 2))[1])
    assert sorted(tree.blocks(), key=lambda block: block.order) == [second, other, first]


@pytest.mark.parametrize("cuts", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_as_a_list_of_whole_sequences_would_have_it(cuts: bool, seed: int) -> None:
    """Matches are compared with those of all saved sequences, one by one."""
    rng = random.Random(seed)
    tree = Tree(cuts)
    kept: dict[Block, Tokens] = {}
    for _ in range(400):
        ids = tokens(*rng.choices(range(3), k=rng.randint(1, 9)))
        n, path = tree.walk(ids)
        common = [(common_prefix(ids, saved), len(saved)) for saved in kept.values()]
        assert n == max((c for c, size in common if cuts or c == size), default=0)
        assert (path[-1].stop if path else 0) >= n
        action = rng.random()
        if action < 0.5 and n < len(ids):
            kept[add(tree, ids, start=n)] = ids
        elif action < 0.7:
            tree.touch(path)
        elif action < 0.8 and kept:
            for gone in tree.remove(rng.choice(list(kept))):
                del kept[gone]
        tree.check_integrity()
        assert set(tree.blocks()) == set(kept)
        assert all(tree.tokens_of(block).tolist() == list(ids) for block, ids in kept.items())
        ordered = sorted(kept, key=lambda block: block.order)
        for i, block in enumerate(ordered):
            above = {node.block for node in tree.path(block)} - {block}
            assert above.isdisjoint(ordered[:i])
