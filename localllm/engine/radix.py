"""A radix tree over tokens: which KV is saved, found by what it was computed from.

    root --[ system prompt ]--+--[ first chat ... ]--[ its next turn ]
                              +--[ second chat ... ]

An edge is a run of tokens, and a Node stands for the edge that leads to it. What is stored of an
edge is (a part of) a Block: the KV of a run of tokens, saved as one and never changed. Where a new
sequence parts from an edge midway the edge is split, and both parts refer to the same block.

    edges     [ a: 0..300 ][ b: 300..512 ][ c: 512..700 ]
    blocks    [ 0 ................. 512 )[ 512 ... 700 )

Where a model can only go on at the very end of what was saved (a recurrent state, a sliding
window), edges are not split: a match ends where a block ends, and edges of one node may begin
alike.

Numbers only: tiers, bytes and files are the business of others. Owned by the loop thread.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Tokens = npt.NDArray[np.int32]
State = npt.NDArray[np.uint8]


def common_prefix(a: Tokens, b: Tokens) -> int:
    """How many tokens two sequences begin with in common."""
    n = min(len(a), len(b))
    differs = a[:n] != b[:n]
    first = int(differs.argmax()) if n else 0
    return first if n and differs[first] else n


class Block:
    """The saved KV of tokens [start, stop) of a sequence; `size` in bytes.

    It is in RAM (`state`), in a file on disk (`file`), or both; `writing` while it is on its way
    there. `tick` tells when it was last of use: never before one that builds on it.
    """

    __slots__ = ("file", "first", "last", "size", "start", "state", "stop", "tick", "writing")

    def __init__(self, start: int, stop: int, size: int) -> None:
        self.start = start
        self.stop = stop
        self.size = size
        self.state: State | None = None
        self.file: str | None = None
        self.writing = False
        self.tick = 0
        self.first: Node | None = None  # its edges follow one another, from this one
        self.last: Node | None = None  # to this one; None while no tree has it

    @property
    def order(self) -> tuple[int, int]:
        """Which goes first where there is no room: the longest unused, and of those that were used
        together the deepest. So no block goes before one that builds on it."""
        return self.tick, -self.start


class Node:
    """An edge: `tokens` from position `start` on, after the edge of `parent`."""

    __slots__ = ("block", "children", "parent", "start", "tokens")

    def __init__(self, parent: Node | None, start: int, tokens: Tokens, block: Block) -> None:
        self.parent = parent
        self.start = start
        self.tokens = tokens
        self.block = block
        self.children: dict[int, list[Node]] = {}  # by their first token

    @property
    def stop(self) -> int:
        return self.start + len(self.tokens)


class Tree:
    """With `cuts` a sequence can go on after any token of an edge, else only at an edge's end."""

    def __init__(self, cuts: bool) -> None:
        self.changes = 0  # counts uses, too
        self._cuts = cuts
        self._tick = 0
        self._root = _root()

    def walk(self, tokens: Tokens) -> tuple[int, list[Node]]:
        """The longest match from the first token on, and the edges that it leads over; the last
        of them may match in part."""
        return self._walk_cut(tokens) if self._cuts else self._walk_whole(self._root, tokens)

    def _walk_cut(self, tokens: Tokens) -> tuple[int, list[Node]]:
        node, at, path = self._root, 0, []
        while at < len(tokens):
            below = node.children.get(int(tokens[at]))
            if not below:
                break
            node = below[0]
            path.append(node)
            n = common_prefix(node.tokens, tokens[at:])
            at += n
            if n < len(node.tokens):
                break
        return at, path

    def _walk_whole(self, node: Node, tokens: Tokens) -> tuple[int, list[Node]]:
        at = node.stop
        best: tuple[int, list[Node]] = (at, [])
        for child in node.children.get(int(tokens[at]), ()) if at < len(tokens) else ():
            if common_prefix(child.tokens, tokens[at:]) == len(child.tokens):
                n, path = self._walk_whole(child, tokens)
                if n > best[0]:
                    best = (n, [child, *path])
        return best

    def touch(self, path: list[Node]) -> None:
        """The blocks of these edges are of use now."""
        self.changes += 1
        self._tick += 1
        for node in path:
            node.block.tick = self._tick

    def add(self, tokens: Tokens, block: Block) -> bool:
        """Takes a block in that holds the end of `tokens`, and counts that as a use of all these.

        False where its start cannot be reached, or nothing of it would be new.
        """
        n, path = self.walk(tokens)
        if n >= len(tokens) or (n < block.start if self._cuts else n != block.start):
            return False
        above = path[-1] if path else self._root
        if n < above.stop:
            above = self._split(above, n)
            path[-1] = above
        node = Node(above, n, tokens[n:].copy(), block)
        above.children.setdefault(int(tokens[n]), []).append(node)
        block.first = block.last = node
        self.touch([*path, node])
        return True

    def _split(self, node: Node, at: int) -> Node:
        """Parts an edge before position `at`; returns the new upper part."""
        assert node.parent is not None
        n = at - node.start
        upper = Node(node.parent, node.start, node.tokens[:n], node.block)
        siblings = node.parent.children[int(node.tokens[0])]
        siblings[siblings.index(node)] = upper
        if node.block.first is node:
            node.block.first = upper
        node.parent, node.start, node.tokens = upper, at, node.tokens[n:]
        upper.children[int(node.tokens[0])] = [node]
        return upper

    def remove(self, block: Block) -> list[Block]:
        """Takes a block out with all that builds on it; returns these, the given one included."""
        node = block.first
        if node is None or node.parent is None:
            return []
        self.changes += 1
        key = int(node.tokens[0])
        node.parent.children[key].remove(node)
        if not node.parent.children[key]:
            del node.parent.children[key]
        gone = list({below.block: None for below in _below(node)})
        for each in gone:
            each.first = each.last = None
        return gone

    def path(self, block: Block) -> list[Node]:
        """The edges from the first token to the end of a block."""
        found = []
        node = block.last
        while node is not None and node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def tokens_of(self, block: Block) -> Tokens:
        """All tokens from the first one to the end of a block."""
        return np.concatenate([node.tokens for node in self.path(block)])

    def blocks(self) -> list[Block]:
        """All blocks, each once."""
        return list({node.block: None for node in self._nodes()})

    def _nodes(self) -> Iterator[Node]:
        return (node for node in _below(self._root) if node.parent is not None)

    def clear(self) -> None:
        """Forgets everything."""
        self.changes += 1
        for block in self.blocks():
            block.first = block.last = None
        self._root = _root()

    def check_integrity(self) -> None:
        """Raises AssertionError where edges do not follow one another or blocks do not fit."""
        for node in self._nodes():
            parent, block = node.parent, node.block
            assert parent is not None
            assert len(node.tokens), "an empty edge"
            assert node.start == parent.stop, "a gap between edges"
            assert block.start <= node.start < node.stop <= block.stop, "an edge beyond its block"
            assert block.last is not None, "a block that is not told of its edges"
            assert block.last.stop == block.stop, "the end of a block"
            assert parent.parent is None or parent.block.tick >= block.tick, "older than its child"
            assert node in parent.children[int(node.tokens[0])], "a lost edge"
            if self._cuts:
                assert all(len(alike) == 1 for alike in node.children.values()), "edges alike"


def _root() -> Node:
    return Node(None, 0, np.empty(0, np.int32), Block(0, 0, 0))


def _below(node: Node) -> Iterator[Node]:
    """A node and all under it."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        for alike in node.children.values():
            stack += alike
