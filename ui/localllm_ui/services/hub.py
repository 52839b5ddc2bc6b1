"""The model hub for the window: searches, a repository with what fits here, plans for the queue.

Nothing is asked of the network but by these methods, and they only run when a person asked.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from localllm.errors import AccessDenied, LocalLLMError
from localllm.models.hub.ref import OFFICIAL

if TYPE_CHECKING:
    from localllm.models.fetch.fetching import Fetch
    from localllm.models.hub.quants import Choice
    from localllm.models.hub.types import RepoDetails, SearchHit
    from localllm.models.memory.fit import Fit
    from localllm_ui.services.backend import Backend

_MOST = 40  # results of a search


class Offered(msgspec.Struct, frozen=True):
    """A quantization of a repository. `fit` is None where its header could not be read."""

    choice: Choice
    fit: Fit | None
    picked: bool = False


class Opened(msgspec.Struct, frozen=True):
    """A repository with what it has. `refused` says why its files may not be read, `why` why the
    one that is picked is."""

    details: RepoDetails
    offered: tuple[Offered, ...]
    why: str = ""
    refused: AccessDenied | None = None


class HubService:
    """Every method on the loop's thread; what blocks is a worker thread's."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def search(self, words: str) -> tuple[SearchHit, ...]:
        """Raises DownloadError and its kinds."""
        return await asyncio.to_thread(self._search, words)

    async def open(self, repo: str) -> Opened:
        """Reads the listing and one header. Raises as `search`; RepoNotFound without a GGUF."""
        return await asyncio.to_thread(self._open, repo)

    async def download(self, details: RepoDetails, choice: Choice) -> str:
        """The id in the queue of downloads. Raises Offline."""
        plan = await asyncio.to_thread(self._plan, details, choice)
        return self._backend.runtime.downloads.add(plan)

    async def fetch(self, repo: str, quantization: str) -> str:
        """As `open`, then `download` of that quantization or, without it, of what is picked."""
        opened = await self.open(repo)
        if opened.refused is not None:
            raise opened.refused
        return await self.download(opened.details, _wanted(opened, quantization))

    async def save_token(self, value: str) -> str:
        """Where it is kept, in words. BadRequest for what is none."""
        from localllm.models.hub import tokens
        from localllm.models.hub.client import hub_of

        endpoint = hub_of(self._backend.settings).endpoint
        where = await asyncio.to_thread(tokens.save, value, endpoint)
        self._backend.runtime.token_changed()
        return where

    def _search(self, words: str) -> tuple[SearchHit, ...]:
        from localllm.models.hub.client import hub_of

        return hub_of(self._backend.settings).search(words, limit=_MOST)

    def _open(self, repo: str) -> Opened:
        from localllm.models.hub import picking
        from localllm.models.hub import plan as hub_plan
        from localllm.models.hub.client import hub_of
        from localllm.models.hub.ref import HubRef, parse_ref
        from localllm.models.memory import machine

        hub = hub_of(self._backend.settings)
        ref = parse_ref(repo, hub.endpoint)
        assert isinstance(ref, HubRef)
        details = hub.repo(ref.repo, ref.revision)
        choices = hub_plan.choices_of(hub, details).choices
        refused = self._refused(details, choices)
        fits = {} if refused else self._fits(details, choices)
        by_size = picking.in_memory(machine.available_bytes())

        def fitting(choice: Choice) -> bool:
            return fits[choice].verdict != "too big" if choice in fits else by_size(choice)

        pick = picking.pick(choices, fitting)
        offered = [Offered(each, fits.get(each), each == pick.choice) for each in choices]
        return Opened(details, tuple(offered), pick.why, refused)

    def _plan(self, details: RepoDetails, choice: Choice) -> Fetch:
        from localllm.models.hub import plan as hub_plan
        from localllm.models.hub.client import hub_of

        return hub_plan.plan(hub_of(self._backend.settings), details, choice)

    def _refused(self, details: RepoDetails, choices: Sequence[Choice]) -> AccessDenied | None:
        from localllm.models.hub.client import hub_of

        if not (details.gated or details.private):
            return None
        try:
            hub_of(self._backend.settings).check_access(details, choices[0].files[0].path)
        except AccessDenied as error:
            return error
        return None

    def _fits(self, details: RepoDetails, choices: Sequence[Choice]) -> dict[Choice, Fit]:
        """One header for each model of the repository tells of all its quantizations."""
        from localllm.models.header.remote import read_remote
        from localllm.models.hub import choice_fit
        from localllm.models.hub.client import hub_of
        from localllm.models.memory import machine
        from localllm.models.memory.formula import options_of
        from localllm.settings import engine_options

        settings = self._backend.settings
        hub = hub_of(settings)
        options = options_of(engine_options(settings, details.repo), settings.context)
        fits: dict[Choice, Fit] = {}
        for model in {choice.model.lower() for choice in choices}:
            group = [choice for choice in choices if choice.model.lower() == model]
            read = choice_fit.sample(group)
            urls = [hub.url(details.repo, details.commit, file.path) for file in read.files]
            with suppress(LocalLLMError):  # a header that cannot be read stops nobody
                headers = read_remote(urls, secrets=hub.secrets)
                fit_of = choice_fit.fits_by(headers, read, options, machine.room())
                fits |= {choice: fit_of(choice) for choice in group}
        return fits


def host_of(endpoint: str) -> str:
    """The host of the hub at this address of the settings; "" is the public one, or HF_ENDPOINT's.

    As models.hub decides it, without importing that.
    """
    endpoint = endpoint or os.environ.get("HF_ENDPOINT") or OFFICIAL
    return urlsplit(endpoint if "://" in endpoint else f"https://{endpoint}").netloc


def _wanted(opened: Opened, quantization: str) -> Choice:
    named = [each.choice for each in opened.offered if each.choice.quantization == quantization]
    picked = [each.choice for each in opened.offered if each.picked]
    return (named or picked)[0]
