"""A model hub on this computer that answers as the real one, with faults on demand.

    with Hub() as hub:
        repo = hub.repo("author/tiny-GGUF")        # made when first named
        repo.put("tiny-Q4_K_M.gguf", data)         # its SHA-256
        hub.endpoint, hub.url("tiny-Q4_K_M.gguf", "author/tiny-GGUF")
        hub.fail(Answer(503), path="*/resolve/*")  # the next request with such a path
        hub.fail(Cut(1000), server="cdn", times=3)
        hub.faults = [Cut(1000), Answer(503)]      # one for each GET at the CDN, in order
        hub.requests, hub.transfers()              # what was asked; of that, bytes at the CDN

`hub.put(name, data)` and `hub.url(name)` are of the repository "test/model". Large files (LFS) are
redirected to a CDN on another port, which refuses whoever shows it an Authorization; small ones
are redirected to the hub's own cache. `hub.tokens["hf_x"] = {"author/gated"}` is a token and the
gated or private repositories that its owner may read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from helpers.hub_cdn import cdn_handler
from helpers.hub_faults import (
    Answer,
    Asked,
    Cut,
    Fault,
    Faults,
    Length,
    OtherRange,
    Planned,
    Server,
    Stall,
    Swap,
    Whole,
    Wrong,
)
from helpers.hub_http import QuietServer
from helpers.hub_pages import hub_handler
from helpers.hub_repos import File, Repo

__all__ = [
    "Answer",
    "Asked",
    "Cut",
    "File",
    "Hub",
    "Length",
    "OtherRange",
    "Repo",
    "Stall",
    "Swap",
    "Whole",
    "Wrong",
]

DEFAULT_REPO = "test/model"


class Hub:
    """`ranges` False: every request gets the whole file. `etags` False: the CDN sends no validator.
    `lengths` False: it does not tell the size. `page_size` bounds a page of any list.
    `rate`: bytes a second of the CDN, None for as fast as it can.
    """

    def __init__(self, *, ranges: bool = True, etags: bool = True, lengths: bool = True) -> None:
        self.ranges = ranges
        self.etags = etags
        self.lengths = lengths
        self.rate: float | None = None
        self.page_size = 1000
        self.repos: dict[str, Repo] = {}
        self.renamed: dict[str, str] = {}
        self.tokens: dict[str, set[str]] = {}
        self.requests: list[Asked] = []
        self.planned = Faults()
        self.closing = threading.Event()
        self._hub = QuietServer(hub_handler(self))
        self._cdn = QuietServer(cdn_handler(self))

    def __enter__(self) -> Hub:
        self._hub.start()
        self._cdn.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._hub.stop()
        self._cdn.stop()

    @property
    def endpoint(self) -> str:
        return self._hub.address

    @property
    def cdn(self) -> str:
        return self._cdn.address

    @property
    def faults(self) -> list[Fault]:
        return self.planned.in_order

    @faults.setter
    def faults(self, faults: list[Any]) -> None:
        self.planned.in_order = list(faults)

    def fail(
        self,
        fault: Fault,
        *,
        server: Server = "hub",
        path: str = "*",
        method: str = "*",
        times: int = 1,
        when: Callable[[Asked], bool] = lambda asked: True,
    ) -> None:
        """Hits the next `times` requests at `server` whose path fits the pattern and `when`.

        At "hub", `Answer`, `Cut`, `Stall` and `Length` make sense; at "cdn" all of them.
        """
        self.planned.plan(Planned(fault, server, path, method, times, when))

    def repo(self, name: str = DEFAULT_REPO, **properties: Any) -> Repo:
        repo = self.repos.setdefault(name, Repo(name))
        for key, value in properties.items():
            setattr(repo, key, value)
        return repo

    def put(self, path: str, data: bytes, repo: str = DEFAULT_REPO) -> str:
        """Its SHA-256."""
        return self.repo(repo).put(path, data)

    def url(self, path: str, repo: str = DEFAULT_REPO, revision: str = "main") -> str:
        return f"{self.endpoint}/{repo}/resolve/{revision}/{path}"

    def transfers(self) -> list[Asked]:
        """Requests for the bytes themselves, behind the redirect."""
        return [a for a in self.requests if a.server == "cdn" and a.method == "GET"]
