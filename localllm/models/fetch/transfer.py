"""Brings what is missing of one file, on several connections at once.

    Transfer.run     until all is there
      _connection    one of them: takes a piece, asks for it, writes it, takes the next
        _accept      is the answer what was asked for, of the same file as what is there?
        _receive     from the network into the partial file, a chunk at a time

The first connection asks alone; where the server honours ranges the others join it, where not it
brings the whole file. Lives on one asyncio loop; what touches the disk is threads' work.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable

import httpx
import msgspec

from localllm.errors import DownloadError, LocalLLMError
from localllm.models.disk import check_disk, writing
from localllm.models.fetch.bandwidth import Bandwidth
from localllm.models.fetch.checksum import Checksum
from localllm.models.fetch.fetching import RemoteFile
from localllm.models.fetch.http import Again, Route, Web, validator_of
from localllm.models.fetch.offloop import off_loop
from localllm.models.fetch.partial import Partial
from localllm.models.fetch.ranges import Pace, Piece, Pieces, piece_size
from localllm.models.units import exact_bytes, human_bytes

log = logging.getLogger(__name__)

TRIES = 6  # in a row without a byte of progress
TRIES_UNANSWERED = 3  # where the server never answered: more likely not reachable at all
LONGEST_WAIT = 60.0
_FLUSH_S = 0.25  # a slow connection's are written sooner, so that progress shows
_WHOLES = 3  # times that a range is answered by the whole file before that is believed
_CONTENT_RANGE = re.compile(r"bytes (?:(\d+)-(\d+)|\*)/(\d+|\*)")


class Anew(Exception):
    """What is there and what comes are not of one file (`changed`), or cannot be joined."""

    def __init__(self, why: str, *, changed: bool) -> None:
        super().__init__(why)
        self.changed = changed


class Transfer:
    """`grown` is called whenever more bytes are there; an exception out of it ends the transfer.

    Where the file's checksum is known, that alone decides: stores behind one hub have different
    ETags for the same bytes. Otherwise bytes are joined only under one strong ETag.
    """

    def __init__(
        self,
        file: RemoteFile,
        partial: Partial,
        checksum: Checksum,
        web: Web,
        limit: Bandwidth,
        *,
        pace: Pace,
        grown: Callable[[], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._file = file
        self._partial = partial
        self._checksum = checksum
        self._web = web
        self._limit = limit
        self._pace = pace
        self._grown = grown
        self._sleep = sleep
        self._route = Route(file.url, file.etag)
        self._single = pace.connections == 1
        self._answered = False
        self._called = False  # the other connections
        self._wholes = 0
        self._last: Exception | None = None

    async def run(self) -> None:
        """Until all is there. Anew where that needs another begin; DownloadError, DiskFull."""
        self._called, self._last = False, None
        self._route.where = None  # a begin anew may be of another file, which lies elsewhere
        self._pieces = self._parted()
        if self._partial.done == self._partial.origin.size:
            return
        following = asyncio.create_task(self._checksum.follow())
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._connection(group))
        except BaseExceptionGroup as errors:
            raise _gravest(errors) from None
        finally:
            following.cancel()
            await asyncio.wait([following])
            following.cancelled() or following.exception()  # will come up again at the end
        if self._partial.done != self._partial.origin.size:
            raise self.given_up(self._last)

    def given_up(self, reason: BaseException | None) -> DownloadError:
        kept = self._partial.done
        more = f". {human_bytes(kept)} are kept; the same command goes on from there"
        return DownloadError(
            f"{self._partial.target.name} could not be fetched from {self._route.host}: "
            f"{_words(reason)}" + (more if kept else ""),
            host=self._route.host,
            kept=kept,
        )

    # --- who fetches what

    def _parted(self) -> Pieces:
        size = self._partial.origin.size
        gaps = [] if size is None else self._partial.gaps(size)
        return Pieces(gaps, self._piece_size(size or 0), self._pace.least)

    def _piece_size(self, size: int) -> int:
        pace = self._pace
        return max(size if self._single else piece_size(size, pace.connections, pace.least), 1)

    def _take(self) -> Piece | None:
        if self._partial.origin.size is None:
            return self._pieces.open(self._partial.prefix)
        return self._pieces.take()

    async def _connection(self, group: asyncio.TaskGroup) -> None:
        """One piece after the other. Ends, without an error, where nothing comes any more."""
        failures = 0
        while piece := self._take():
            failed, before = None, piece.at
            try:
                await self._fetch(piece, group)
            except (httpx.TransportError, Again) as error:
                failed = self._last = error
                self._answered |= isinstance(error, Again)
            finally:
                self._pieces.give_back(piece)
            if failed is None:
                failures = 0
                continue
            failures = 1 if piece.at > before else failures + 1
            if failures >= (TRIES if self._answered else TRIES_UNANSWERED):
                return
            await self._pause(failed, failures)

    async def _pause(self, error: Exception, failures: int) -> None:
        log.info("%s: %s; trying again", self._partial.target.name, _words(error))
        asked = error.wait if isinstance(error, Again) else None
        await self._sleep(min(asked if asked is not None else 2.0 ** (failures - 1), LONGEST_WAIT))

    def _call_others(self, group: asyncio.TaskGroup) -> None:
        if not self._called and not self._single:
            self._called = True
            for _ in range(1, self._pace.connections):
                group.create_task(self._connection(group))

    # --- one request

    async def _fetch(self, piece: Piece, group: asyncio.TaskGroup) -> None:
        async with self._web.open(self._route, self._headers(piece)) as response:
            self._answered = True
            if response.status_code == 416:
                await self._accept_nothing(response, piece)
                return
            ends = await self._accept(response, piece)
            if response.status_code == 206:
                self._call_others(group)
            await self._receive(response, piece, ends)
        if piece.end is None:  # nobody told the size: it is what came
            await self._learn(response, piece.at)
        elif piece.at < min(piece.end, ends if ends is not None else piece.end):
            raise Again(f"the connection ended after {self._partial.done:,} of {self._of()} bytes")

    def _headers(self, piece: Piece) -> dict[str, str]:
        """A range is asked for only where it can be told whether it fits to what is there."""
        validator, checked = self._partial.origin.validator, self._file.sha256
        whole = piece.at == 0 and piece.end in (None, self._partial.origin.size) and self._single
        if whole or not (validator or checked):
            return {}
        last = "" if piece.end in (None, self._partial.origin.size) else (piece.end or 0) - 1
        wanted = {"Range": f"bytes={piece.at}-{last}"}
        return wanted if checked else wanted | {"If-Range": validator}

    async def _accept(self, response: httpx.Response, piece: Piece) -> int | None:
        """Where the body will end, None where that is not told. The piece fits the body then."""
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise self.given_up(Again("it comes compressed, though that was not asked for"))
        if response.status_code == 206:
            return await self._accept_range(response, piece)
        return await self._accept_whole(response, piece)

    async def _accept_range(self, response: httpx.Response, piece: Piece) -> int:
        found = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        if not found or found[1] is None:
            raise Again("the server does not say which range it sends")
        begin, ends = int(found[1]), int(found[2]) + 1
        total = int(found[3]) if found[3] != "*" else None
        self._compare(response, total)
        if begin != piece.at or ends <= begin:
            raise Again(f"the server sent bytes from {begin:,} on instead of {piece.at:,}")
        await self._learn(response, total)
        if piece.end is None and total is not None:
            self._pieces.bound(piece, total, self._piece_size(total))
        return ends

    async def _accept_whole(self, response: httpx.Response, piece: Piece) -> int | None:
        length = response.headers.get("Content-Length", "")
        total = int(length) if length.isdecimal() else None
        self._compare(response, total)
        if self._partial.done or piece.at or self._called:
            self._wholes += 1
            if self._wholes < _WHOLES and "Range" in response.request.headers:
                raise Again("the server sent the whole file instead of a range")
            self._single = True
            raise Anew("the server cannot go on in the middle of it", changed=False)
        self._single = True
        await self._learn(response, total)
        self._pieces.only(piece, self._partial.origin.size)
        return piece.end

    async def _accept_nothing(self, response: httpx.Response, piece: Piece) -> None:
        """What was asked for lies behind the end of the file."""
        found = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        total = int(found[3]) if found and found[3] != "*" else None
        self._compare(response, total)
        if total is None or piece.end is not None or total != piece.at:
            raise Again(f"the server has no bytes from {piece.at:,} on")
        await self._learn(response, total)

    def _compare(self, response: httpx.Response, total: int | None) -> None:
        """Anew where the answer is not of the file that is there."""
        asked, origin = self._file.size, self._partial.origin
        if total is not None and 0 <= asked != total:
            raise DownloadError(
                f"{self._route.host} has another file under {self._file.url} now: "
                f"{exact_bytes(total)}, it should be {exact_bytes(asked)}. Look again at what it "
                "has, and fetch that",
                size=total,
                expected=asked,
            )
        validator = "" if self._file.sha256 else validator_of(response)
        renamed = validator and origin.validator and validator != origin.validator
        if renamed or (total is not None and origin.size not in (None, total)):
            raise Anew("the server has another file now", changed=True)

    async def _learn(self, response: httpx.Response, total: int | None) -> None:
        origin, target = self._partial.origin, self._partial.target
        if total is not None and self._file.size < 0:
            check_disk(target, total - self._partial.done)
        size = origin.size if total is None else total
        validator = origin.validator or validator_of(response)
        known = msgspec.structs.replace(origin, size=size, validator=validator)
        with writing(target):
            await off_loop(self._partial.learn, known)

    async def _receive(self, response: httpx.Response, piece: Piece, ends: int | None) -> None:
        """The body, up to the end of the piece (which may come nearer meanwhile)."""
        blocks, held, flushed = list[bytes](), 0, time.monotonic()
        try:
            async for data in response.aiter_raw():
                await self._limit.take(len(data))
                if held + len(data) > self._pace.chunk:
                    held = await self._flush(blocks, piece)
                blocks.append(data)
                held += len(data)
                now = time.monotonic()
                if held >= self._pace.chunk or now - flushed >= _FLUSH_S:
                    held = await self._flush(blocks, piece)
                    flushed = now
                # Read to its very end, a connection serves the next piece; else it is closed.
                if piece.end not in (None, ends) and piece.at + held >= (piece.end or 0):
                    break
        finally:
            await self._flush(blocks, piece)

    async def _flush(self, blocks: list[bytes], piece: Piece) -> int:
        """What came is written, as far as it is of the piece; the bytes held after it: none."""
        mine, rest = blocks.copy(), piece.left
        blocks.clear()
        if not mine or rest <= 0:
            return 0
        with writing(self._partial.target):
            piece.at += await off_loop(self._write, mine, piece.begin, piece.at, rest)
        self._checksum.grown()
        self._grown()
        return 0

    def _write(self, blocks: list[bytes], begin: int, at: int, most: float) -> int:
        data = b"".join(blocks)
        data = data if len(data) <= most else data[: int(most)]
        self._partial.write(begin, at, data)
        return len(data)

    def _of(self) -> str:
        size = self._partial.origin.size
        return "?" if size is None else f"{size:,}"


def _gravest(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """What is to be told, where several connections failed at once."""
    each = errors.exceptions
    flat = [_gravest(error) if isinstance(error, BaseExceptionGroup) else error for error in each]
    return min(
        flat, key=lambda error: isinstance(error, LocalLLMError) + 2 * isinstance(error, Anew)
    )


def _words(error: BaseException | None) -> str:
    if isinstance(error, httpx.TimeoutException):
        return "no answer in time"
    if isinstance(error, httpx.ConnectError):
        return f"no connection ({error})"
    return str(error) or type(error).__name__
