"""Carries out a plan: its files into a hidden staging folder, then to their place, all at once.

    PlanFetch.run     what is there already? -> room on the disk? -> each file -> manifest -> move

One file after the other, each on several connections. Lives on one asyncio loop.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import BinaryIO

import msgspec

from localllm.errors import Busy
from localllm.models.disk import check_disk, writing
from localllm.models.fetch import diskfile, partial, staging
from localllm.models.fetch.bandwidth import Bandwidth
from localllm.models.fetch.fetching import Fetch, FetchedFile, Manifest, RemoteFile, read_manifest
from localllm.models.fetch.file import FileFetch
from localllm.models.fetch.http import Web
from localllm.models.fetch.offloop import off_loop, open_off_loop
from localllm.models.fetch.partial import Partial
from localllm.models.fetch.ranges import Pace

log = logging.getLogger(__name__)

_MANIFEST = "manifest.json"
_SLICE = 64 << 20  # hashed in one go: some 50 ms, which one who cancels waits for
_READ = 1 << 20
_PACE = Pace()


class PlanFetch:
    """`done` of `total` bytes are there at any time (`total` None while a size is not known).

    `tell` gets words for a person about what was not expected; `grown` is called when `done` is
    more, and an exception out of it ends the fetch. `reserved` are bytes that other fetches on
    the same disk are still going to need.
    """

    def __init__(
        self,
        plan: Fetch,
        web: Web,
        limit: Bandwidth,
        *,
        pace: Pace = _PACE,
        tell: Callable[[str], None] = log.info,
        grown: Callable[[], None] = lambda: None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        reserved: Callable[[], int] = lambda: 0,
    ) -> None:
        self.plan = plan
        self._web = web
        self._limit = limit
        self._pace = pace
        self._tell = tell
        self._grown = grown
        self._sleep = sleep
        self._reserved = reserved
        self._finished: dict[str, FetchedFile] = {}
        self._kept: dict[str, int] = {}  # of files that are not open, from an earlier try
        self._current: Partial | None = None

    @property
    def done(self) -> int:
        finished = sum(file.size for file in self._finished.values())
        return finished + sum(self._kept.values()) + (self._current.done if self._current else 0)

    @property
    def total(self) -> int | None:
        sizes = [self._size(file) for file in self.plan.files]
        return None if None in sizes else sum(size or 0 for size in sizes)

    async def run(self) -> tuple[Path, ...]:
        """Where the files are then: all of them whole, checked and durable.

        Busy where another process fetches the same; DiskFull with numbers; DownloadError says why
        it is given up. Whatever ends it before keeps what has come for the next try.
        """
        plan = self.plan
        with writing(plan.target(plan.files[0])):
            held = await open_off_loop(staging.lock, self._let_go, plan.staging)
            if held is None:
                raise Busy(f"{plan.name} is being fetched by another process")
            try:
                await off_loop(staging.finish, plan.staging)
                await off_loop(plan.staging.mkdir, exist_ok=True)
                await self._fetch_all()
            finally:
                await off_loop(_leave, plan.staging, held)
        return tuple(plan.target(file) for file in plan.files)

    def _let_go(self, held: int | None) -> None:
        if held is not None:
            _leave(self.plan.staging, held)

    async def _fetch_all(self) -> None:
        await self._look()
        missing = [file for file in self.plan.files if file.path_in_repo not in self._finished]
        if not missing:
            return
        await off_loop(self._check_disk, missing)
        for file in missing:
            await self._fetch(file)
        await off_loop(self._move, missing)

    async def _look(self) -> None:
        """What is in its place already, and what an earlier try has left."""
        before = await off_loop(read_manifest, self.plan.manifest)
        for file in self.plan.files:
            there = await _there(self.plan.target(file), file, before)
            if there:
                self._finished[file.path_in_repo] = there
            else:
                self._kept[file.path_in_repo] = await off_loop(partial.kept, self._staged(file))

    def _check_disk(self, missing: list[RemoteFile]) -> None:
        needed = sum(max(file.size, 0) - self._kept[file.path_in_repo] for file in missing)
        folder = Path(self.plan.folder)
        check_disk(folder / missing[0].path_in_repo, max(needed, 0) + self._reserved())

    async def _fetch(self, file: RemoteFile) -> None:
        with await open_off_loop(Partial, Partial.close, self._staged(file)) as opened:
            self._kept[file.path_in_repo] = 0
            self._current = opened
            try:
                self._grown()
                fetch = FileFetch(
                    file,
                    opened,
                    self._web,
                    self._limit,
                    pace=self._pace,
                    tell=self._tell,
                    grown=self._grown,
                    sleep=self._sleep,
                )
                sha256 = await fetch.run()
                self._finished[file.path_in_repo] = FetchedFile(
                    file.path_in_repo, opened.done, sha256, file.url, file.etag
                )
            finally:
                if file.path_in_repo not in self._finished:
                    self._kept[file.path_in_repo] = opened.done
                self._current = None
        self._grown()

    def _move(self, missing: list[RemoteFile]) -> None:
        plan = self.plan
        manifest = Manifest(
            name=plan.name,
            files=tuple(self._finished[file.path_in_repo] for file in plan.files),
            endpoint=plan.endpoint,
            repo=plan.repo,
            revision=plan.revision,
            commit=plan.commit,
            fetched=time.time(),
        )
        diskfile.replace(plan.staging / _MANIFEST, msgspec.json.encode(manifest))
        moves = [(f"{file.path_in_repo}.part", file.path_in_repo) for file in missing]
        staging.move(plan.staging, [*moves, (_MANIFEST, plan.manifest.name)])

    def _staged(self, file: RemoteFile) -> Path:
        path = self.plan.staging / self.plan.target(file).relative_to(self.plan.folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _size(self, file: RemoteFile) -> int | None:
        if file.path_in_repo in self._finished:
            return self._finished[file.path_in_repo].size
        return file.size if file.size >= 0 else None


async def _there(target: Path, file: RemoteFile, before: Manifest | None) -> FetchedFile | None:
    """The file as it lies in its place, if it is the one of the plan: by manifest or checksum."""
    stat = await off_loop(_stat, target)
    if stat is None or file.size not in (-1, stat.st_size):
        return None
    for known in before.files if before and stat.st_mtime <= before.fetched else ():
        if known.size == stat.st_size and _same(known, file):
            return msgspec.structs.replace(known, url=file.url, etag=file.etag)
    if not file.sha256 or await _sha256(target) != file.sha256:
        return None
    return FetchedFile(file.path_in_repo, stat.st_size, file.sha256, file.url, file.etag)


def _stat(path: Path) -> os.stat_result | None:
    return path.stat() if path.is_file() else None


def _same(known: FetchedFile, file: RemoteFile) -> bool:
    if known.path != file.path_in_repo:
        return False
    return (
        known.sha256 == file.sha256 if file.sha256 else bool(file.etag) and known.etag == file.etag
    )


async def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as opened:
        while await off_loop(_advance, digest, opened):
            pass
    return digest.hexdigest()


def _advance(digest: hashlib._Hash, opened: BinaryIO) -> bool:
    for _ in range(_SLICE // _READ):
        data = opened.read(_READ)
        if not data:
            return False
        digest.update(data)
    return True


def _leave(folder: Path, held: int) -> None:
    """Lets go of the staging folder; it stays where something has come."""
    if not any(path.suffix == ".part" for path in folder.rglob("*") if path.is_file()):
        staging.discard(folder)
    diskfile.close(held)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
