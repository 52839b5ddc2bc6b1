"""Saved KV: the tree of what there is, and its copies in RAM and on disk.

    add       a run of tokens that nobody had saved yet, as a block; to RAM, and on its way to disk
    find      the longest match; `pieces` says which blocks make it up
    fetch     a block's bytes, from RAM or else from disk
    sync      takes note of what the disk's thread has done

A block leaves RAM when it was not used for longest, and stays findable where it has a file. One
that has no copy left is forgotten, with all that builds on it. Owned by the loop thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from localllm.engine.kv_tier import Tier
from localllm.engine.radix import Block, Node, State, Tokens, Tree

log = logging.getLogger(__name__)

# What bringing bytes back costs. RAM copies at some 10 GB/s on a desktop, half of which leaves room
# for worse machines; a file is read and its checksum computed.
_RAM_BYTES_PER_S = 5e9
_DISK_BYTES_PER_S = 5e8


@dataclass(frozen=True, slots=True)
class Piece:
    """Tokens [start, stop) of a sequence, which lie in `block`."""

    block: Block
    start: int
    stop: int

    @property
    def seconds(self) -> float:
        """What restoring it takes, about."""
        known = _RAM_BYTES_PER_S if self.block.state is not None else _DISK_BYTES_PER_S
        return self.block.size / known


@dataclass(frozen=True, slots=True)
class Written:
    """A block's file is complete; `size` bytes, 0 where it could not be written."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """A file of an earlier run: the KV of the end of `tokens`, from `start` on. `used` orders such
    files by their last use."""

    name: str
    tokens: Tokens
    start: int
    size: int
    used: float


@dataclass(frozen=True, slots=True)
class Scan:
    """The index is made: what earlier runs left, and the bytes that there may be."""

    found: tuple[Found, ...]
    budget: int


News = Written | Scan | None  # None: everything was cleared from outside


class Disk(Protocol):
    """Files of KV, written and removed by a thread of its own; see kv_disk.KvDisk. Only `read`
    takes time. `writes` tells whether anything can be written at all, once a Scan has come."""

    budget: int
    damaged: int
    writes: bool

    def write(self, tokens: Tokens, start: int, state: State) -> str | None:
        """Lets a file be written and says its name; None where too much waits already."""

    def read(self, name: str, tokens: Tokens, start: int) -> State | None:
        """What was written, or None where the file is gone, damaged or another's."""

    def remove(self, name: str) -> None:
        """Lets a file be removed."""

    def news(self) -> Iterable[News]:
        """What happened since the last time."""


class SavedKv:
    """`cuts` as in radix.Tree; `ram_budget` in bytes. Counters are tokens and files."""

    def __init__(self, cuts: bool, ram_budget: int, disk: Disk | None = None) -> None:
        self.tree = Tree(cuts)
        self.ram = Tier(ram_budget)
        self.disk = Tier(0)
        self._files = disk
        self._is_indexed = False  # until then the disk's budget is not known
        self._by_name: dict[str, Block] = {}
        self._unwritten: dict[Block, None] = {}  # no room in the disk's queue yet
        self._checked: tuple[int, ...] = ()  # what was in order when it was last looked at
        self.saved_tokens = 0
        self.saved_bytes = 0

    @property
    def enabled(self) -> bool:
        """Whether anything can be kept at all."""
        return self.ram.budget > 0 or self._fits_disk(1)

    def _fits_disk(self, size: int) -> bool:
        return self._files is not None and (not self._is_indexed or size <= self.disk.budget)

    @property
    def damaged(self) -> int:
        """Files that could not be used, since the start."""
        return self._files.damaged if self._files else 0

    # --- finding ----------------------------------------------------------------------------------

    def find(self, tokens: Tokens) -> tuple[int, list[Node]]:
        """The longest match, and the edges that it leads over."""
        self.sync()
        return self.tree.walk(tokens)

    def missing(self, tokens: Tokens) -> int:
        """From which token on nothing is saved. Counts as a use of what is."""
        n, path = self.find(tokens)
        self.tree.touch(path)
        return n

    def fetch(self, block: Block, *, keep: bool = True) -> State | None:
        """A block's bytes; where they come from disk they are in RAM from now on, if `keep`. None
        where they cannot be read: the block is forgotten then."""
        if block.state is not None or block.last is None:
            return block.state
        assert self._files is not None
        assert block.file is not None
        state = self._files.read(block.file, self.tree.tokens_of(block), block.start)
        if state is None:
            log.info("KV of tokens %d to %d is not on disk any more", block.start, block.stop)
            self._forget(block)
        elif keep and block.size <= self.ram.budget:
            block.state = state
            self.ram.add(block)
            self._trim_ram()
        return state

    # --- keeping ----------------------------------------------------------------------------------

    def add(self, tokens: Tokens, start: int, state: State) -> bool:
        """Keeps the KV of `tokens` from `start` on, where it fits and is new."""
        block = Block(start, len(tokens), state.nbytes + 4 * (len(tokens) - start))
        fits = block.size <= self.ram.budget or self._fits_disk(block.size)
        if not fits or not self.tree.add(tokens, block):
            return False
        block.state = state
        self.ram.add(block)
        self.saved_tokens += len(tokens) - start
        self.saved_bytes += state.nbytes
        self._write(block)
        self._trim_ram()
        return block.last is not None

    def _write(self, block: Block) -> None:
        if self._files is None or block.state is None or not self._fits_disk(block.size):
            self._unwritten.pop(block, None)
            return
        name = self._files.write(self.tree.tokens_of(block), block.start, block.state)
        if name is None:
            self._unwritten[block] = None
            return
        self._unwritten.pop(block, None)
        block.writing = True
        self._by_name[name] = block

    @property
    def unwritten(self) -> bool:
        """Whether blocks wait for room on their way to disk; `sync` goes on with them."""
        return bool(self._unwritten)

    def sync(self) -> None:
        """Takes note of what was written, found and cleared, and goes on with what waits."""
        if self._files is None:
            return
        for event in self._files.news():
            if isinstance(event, Written):
                self._written(event)
            elif isinstance(event, Scan):
                self.disk.budget, self._is_indexed = event.budget, True
                self._take_over(event.found)
            else:
                self.clear(files=True)
        for block in list(self._unwritten):
            self._write(block)
            if block in self._unwritten:
                break

    def _written(self, event: Written) -> None:
        block = self._by_name.get(event.name)
        if block is None:  # forgotten meanwhile
            if event.size and self._files is not None:
                self._files.remove(event.name)
            return
        block.writing = False
        if event.size:
            block.file = event.name
            self.disk.add(block)
            self._trim_disk()
        else:
            del self._by_name[event.name]
        self._trim_ram()

    def _take_over(self, found: tuple[Found, ...]) -> None:
        """Takes in the files of earlier runs: first what others build on, then ordered by use."""
        taken = []
        for event in sorted(found, key=lambda event: event.start):
            block = Block(event.start, len(event.tokens), event.size)
            if event.name not in self._by_name and self.tree.add(event.tokens, block):
                block.file = event.name
                self._by_name[event.name] = block
                self.disk.add(block)
                taken.append((event.used, block))
            elif self._files is not None and event.name not in self._by_name:
                self._files.remove(event.name)
        for _, block in sorted(taken, key=lambda pair: pair[0]):
            self.tree.touch(self.tree.path(block))
        self._trim_disk()

    # --- leaving ----------------------------------------------------------------------------------

    def _trim_ram(self) -> None:
        for block in self.ram.surplus():
            if block.writing:
                continue  # the disk's thread holds its bytes all the same
            if self.ram.remove(block):
                block.state = None
                self.ram.evicted += 1
                if block.file is None:
                    self._forget(block)

    def _trim_disk(self) -> None:
        for block in self.disk.surplus():
            if self.disk.remove(block):
                self.disk.evicted += 1
                self._drop_file(block)
                if block.state is None:
                    self._forget(block)

    def _drop_file(self, block: Block) -> None:
        assert self._files is not None
        assert block.file is not None
        self._files.remove(block.file)
        del self._by_name[block.file]
        block.file = None

    def _forget(self, block: Block) -> None:
        """Drops a block and all that builds on it, wherever it is."""
        for gone in self.tree.remove(block):
            self.ram.remove(gone)
            gone.state = None
            self._unwritten.pop(gone, None)
            if self.disk.remove(gone):
                self._drop_file(gone)
            elif gone.writing:
                gone.writing = False
                self._by_name = {n: b for n, b in self._by_name.items() if b is not gone}

    def clear(self, *, files: bool = False) -> None:
        """Forgets what is in RAM alone, and with `files` also what is on disk."""
        for block in self.tree.blocks():
            if block.last is not None and (files or block.file is None):
                self._forget(block)
        for block in self.tree.blocks():
            self.ram.remove(block)
            block.state = None

    def check_integrity(self) -> None:
        """Raises AssertionError where tree, tiers and budgets do not fit together."""
        stamp = (self.tree.changes, self.ram.used, self.disk.used)
        if stamp == self._checked:
            return
        self.tree.check_integrity()
        self.ram.check_integrity()
        self.disk.check_integrity()
        blocks = self.tree.blocks()
        for block in blocks:
            assert (block.state is not None) == (block in self.ram), "a block's place in RAM"
            assert (block.file is not None) == (block in self.disk), "a block's place on disk"
            assert block.state is not None or block.file is not None, "a block without a copy"
        assert len(self.ram) == sum(block.state is not None for block in blocks), "lost in RAM"
        assert len(self.disk) == sum(block.file is not None for block in blocks), "lost on disk"
        writing = sum(block.size for block in blocks if block.writing)
        assert self.ram.used <= self.ram.budget + writing, "over the budget in RAM"
        assert self.disk.used <= self.disk.budget, "over the budget on disk"
        self._checked = stamp


def pieces(path: list[Node], start: int, stop: int) -> list[Piece]:
    """The blocks that hold tokens [start, stop) of a path, in order."""
    found: list[Piece] = []
    for node in path:
        first, last = max(node.start, start), min(node.stop, stop)
        if first >= last:
            continue
        if found and found[-1].block is node.block:
            found[-1] = Piece(node.block, found[-1].start, last)
        else:
            found.append(Piece(node.block, first, last))
    return found
