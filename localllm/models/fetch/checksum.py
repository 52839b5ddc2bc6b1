"""The SHA-256 of a file that is still coming: follows the bytes that are there without a gap."""

from __future__ import annotations

import asyncio
import hashlib

from localllm.models.fetch.offloop import off_loop
from localllm.models.fetch.partial import Partial

_SLICE = 64 << 20  # hashed in one go: some 50 ms, which one who cancels waits for
_READ = 1 << 20


class Checksum:
    """Lives on the loop of the transfer; reads and hashes in threads, one at a time."""

    def __init__(self, partial: Partial) -> None:
        self._partial = partial
        self._more = asyncio.Event()
        self.restart()

    def restart(self) -> None:
        """The file is another one now, or parts of it are."""
        self._sha256 = hashlib.sha256()
        self._hashed = 0

    def grown(self) -> None:
        self._more.set()

    async def follow(self) -> None:
        """Until it is cancelled."""
        while True:
            self._more.clear()
            while self._hashed < self._partial.prefix:
                await off_loop(self._advance)
            await self._more.wait()

    async def finish(self) -> str:
        """Of all bytes, once they are there: hexadecimal."""
        while self._hashed < self._partial.done:
            await off_loop(self._advance)
        return self._sha256.hexdigest()

    def _advance(self) -> None:
        stop = min(self._partial.prefix, self._hashed + _SLICE)
        while self._hashed < stop:
            data = self._partial.read(self._hashed, min(_READ, stop - self._hashed))
            if not data:
                raise OSError(f"{self._partial.target.name}.part has become shorter")
            self._sha256.update(data)
            self._hashed += len(data)
