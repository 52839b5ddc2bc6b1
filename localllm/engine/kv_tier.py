"""One place for saved KV, RAM or disk: which blocks have a copy there, within a budget of bytes.

Books only; the copies themselves are made and dropped by `kv_saved`. Owned by the loop thread.
"""

from __future__ import annotations

from localllm.engine.radix import Block

# Over its budget a tier is emptied a little further than it must be, so that blocks are put in
# order once in a while and not for each new one: by one part in this many.
_SLACK = 32


class Tier:
    """`budget` and `used` in bytes; `evicted` counts blocks that had to go for want of room."""

    def __init__(self, budget: int) -> None:
        self.budget = max(budget, 0)
        self.used = 0
        self.evicted = 0
        self._blocks: dict[Block, None] = {}

    def __len__(self) -> int:
        return len(self._blocks)

    def __contains__(self, block: Block) -> bool:
        return block in self._blocks

    def add(self, block: Block) -> None:
        """The block has a copy here."""
        if block not in self._blocks:
            self._blocks[block] = None
            self.used += block.size

    def remove(self, block: Block) -> bool:
        """The block has none any more. False where it had none."""
        if block not in self._blocks:
            return False
        del self._blocks[block]
        self.used -= block.size
        return True

    def surplus(self) -> list[Block]:
        """What has to go for the budget to hold, first what was not used for longest."""
        if self.used <= self.budget:
            return []
        excess = self.used - (self.budget - self.budget // _SLACK)
        found = []
        for block in sorted(self._blocks, key=lambda block: block.order):
            if excess <= 0:
                break
            found.append(block)
            excess -= block.size
        return found

    def check_integrity(self) -> None:
        """Raises AssertionError unless the bytes add up."""
        assert sum(block.size for block in self._blocks) == self.used, "bytes of saved blocks"
