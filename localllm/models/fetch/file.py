"""One file, from whatever an earlier try has left to a partial file that is whole and right."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec

from localllm.errors import DownloadError
from localllm.models.disk import writing
from localllm.models.fetch.bandwidth import Bandwidth
from localllm.models.fetch.checksum import Checksum
from localllm.models.fetch.fetching import RemoteFile
from localllm.models.fetch.http import Web
from localllm.models.fetch.offloop import off_loop
from localllm.models.fetch.partial import Origin, Partial
from localllm.models.fetch.ranges import Pace
from localllm.models.fetch.transfer import TRIES, Anew, Transfer
from localllm.models.units import human_bytes

log = logging.getLogger(__name__)

_CHANGES = 3  # times that a file may become another one at the server before it is given up


class FileFetch:
    """`tell` gets words for a person about what was not expected: bytes lost, and why.

    `grown` and `sleep` as of Transfer. Lives on one asyncio loop.
    """

    def __init__(
        self,
        file: RemoteFile,
        partial: Partial,
        web: Web,
        limit: Bandwidth,
        *,
        pace: Pace,
        tell: Callable[[str], None],
        grown: Callable[[], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._file = file
        self._partial = partial
        self._tell = tell
        self._checksum = Checksum(partial)
        self._transfer = Transfer(
            file, partial, self._checksum, web, limit, pace=pace, grown=grown, sleep=sleep
        )

    async def run(self) -> str:
        """The SHA-256 of the file, which is whole, right and durable in its partial file then.

        DownloadError says why it is given up; DiskFull with numbers.
        """
        with writing(self._partial.target):
            await self._adopt()
            if self._partial.verified:
                return self._partial.verified
            mended: set[str] = set()
            while True:
                await self._bring()
                found = await self._checksum.finish()
                if self._file.sha256 in (None, found):
                    await off_loop(self._partial.mark_verified, found)
                    return found
                await self._mend(found, mended)

    # --- whose bytes they are

    def _mine(self) -> Origin:
        size = self._file.size if self._file.size >= 0 else None
        return Origin(url=self._file.url, sha256=self._file.sha256, size=size)

    async def _adopt(self) -> None:
        """Goes on with what is there if it is of this file; else throws it away."""
        partial, mine = self._partial, self._mine()
        known = partial.origin
        if not (partial.done or partial.verified) or not _same_file(known, mine):
            if partial.done:
                self._lost("what was kept is of another file")
            await self._restart()
            return
        if mine.sha256 not in (None, partial.verified):
            partial.verified = None
        size = known.size if mine.size is None else mine.size
        validator = known.validator if known.url == mine.url else ""
        await off_loop(partial.learn, msgspec.structs.replace(mine, size=size, validator=validator))

    async def _restart(self) -> None:
        await off_loop(self._partial.restart, self._mine())
        self._checksum.restart()

    def _lost(self, why: str) -> None:
        lost = human_bytes(self._partial.done)
        self._tell(f"{self._partial.target.name}: {why}. Begun anew, {lost} are fetched again")

    # --- bringing them

    async def _bring(self) -> None:
        """Until all is there, be it anew."""
        most = changes = vain = 0
        while True:
            try:
                return await self._transfer.run()
            except Anew as reason:
                vain = 0 if self._partial.done > most else vain + 1
                most = max(most, self._partial.done)
                changes += reason.changed
                if changes > _CHANGES or vain >= TRIES:
                    raise self._transfer.given_up(reason) from reason
                if self._partial.done:
                    self._lost(str(reason))
                await self._restart()

    # --- making them right

    async def _mend(self, found: str, mended: set[str]) -> None:
        """What the disk has changed is fetched again, else everything: each once."""
        name = self._partial.target.name
        damaged = await off_loop(self._partial.damaged)
        size = sum(run.end - run.begin for run in damaged)
        if damaged and "disk" not in mended:
            mended.add("disk")
            self._tell(f"{name}: {human_bytes(size)} changed on the disk and are fetched again")
            await off_loop(self._partial.drop, damaged)
            self._checksum.restart()
            return
        if "all" not in mended:
            mended.add("all")
            self._lost("its checksum is wrong")
            await self._restart()
            return
        await self._restart()
        disk = " The disk gave back other bytes than were written to it." if damaged else ""
        raise DownloadError(
            f"{name} is not what was expected: its SHA-256 is {found}, it should be "
            f"{self._file.sha256}, also in a second try. Nothing was kept.{disk}",
            sha256=found,
            expected=self._file.sha256,
        )


def _same_file(known: Origin, mine: Origin) -> bool:
    """By checksum; else by what the server called them, or where a checksum will tell, the URL."""
    if known.size is not None and mine.size not in (None, known.size):
        return False
    if known.sha256 and mine.sha256:
        return known.sha256 == mine.sha256
    return known.url == mine.url and bool(known.validator or mine.sha256)
