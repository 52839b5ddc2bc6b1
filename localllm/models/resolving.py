"""What a person means by a model, here or elsewhere, with its headers: nothing is fetched for it.

A name, an alias, a path or a folder is looked for on this computer first. `owner/repo:QUANT`,
`hf.co/...` and addresses are read over the network, some megabytes of them. Blocks.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from localllm.errors import LocalLLMError, ModelNotFound
from localllm.models.header.check import headers_of
from localllm.models.header.gguf import GGUFHeader
from localllm.models.header.parts import stem_of
from localllm.models.header.remote import Secrets, read_remote
from localllm.models.hub.ref import FileRef, HubRef, looks_like_ref, parse_ref
from localllm.models.projector import header_of
from localllm.models.store import Store
from localllm.settings import Settings

if TYPE_CHECKING:
    from localllm.models.hub.client import Hub


class Located(msgspec.Struct, frozen=True):
    """A model that was found. `where` is its path, or the address of its first file.

    `name` as in `localllm list`, or as `localllm pull` takes it; `size` in bytes of its files.
    """

    name: str
    where: str
    headers: tuple[GGUFHeader, ...]
    size: int
    remote: bool = False
    projector: GGUFHeader | None = None
    licence: str = ""  # that the hub says, where the header says none


def locate(settings: Settings, store: Store, spec: str) -> Located:
    """Raises as `Store.resolve`, `headers_of` and `read_remote`, and as the hub does.

    ModelNotFound of a name that could be a repository's, too: then the hub is asked.
    """
    if "://" not in spec:
        try:
            return _here(store, spec)
        except ModelNotFound:
            if not looks_like_ref(spec) or Path(spec).exists():
                raise
    return _there(settings, spec)


def _here(store: Store, spec: str) -> Located:
    model = store.resolve(spec)
    return Located(
        name=model.name,
        where=model.path,
        headers=headers_of(model.path),
        size=model.size_bytes,
        projector=header_of(Path(model.projector) if model.projector else None),
    )


def _there(settings: Settings, spec: str) -> Located:
    from localllm.models.hub import errors as hub_errors
    from localllm.models.hub import plan as hub_plan
    from localllm.models.hub import proxies
    from localllm.models.hub.client import hub_of

    if settings.offline:
        raise hub_errors.offline()
    proxies.use(settings.proxy)
    hub = hub_of(settings)
    ref = parse_ref(spec, hub.endpoint)
    if isinstance(ref, FileRef):
        files = hub_plan.plan_address(ref).files
        headers = read_remote([file.url for file in files])
        return Located(ref.url, ref.url, headers, sum(h.file_size for h in headers), remote=True)
    return _at_hub(hub, ref)


def _at_hub(hub: Hub, ref: HubRef) -> Located:
    from localllm.models.hub import plan as hub_plan
    from localllm.models.hub.picking import in_memory, pick
    from localllm.models.memory.machine import available_bytes

    details = hub.repo(ref.repo, ref.revision)
    found = hub_plan.chosen(details, hub_plan.choices_of(hub, details), ref)
    choice = pick(found, in_memory(available_bytes())).choice
    urls = [hub.url(details.repo, details.commit, file.path) for file in choice.files]
    headers = read_remote(urls, secrets=hub.secrets)
    projector = None
    if choice.projector is not None:
        beside = hub.url(details.repo, details.commit, choice.projector.path)
        projector = _maybe(beside, hub.secrets)
    return Located(
        name=f"{details.repo}:{choice.name}",
        where=urls[0],
        headers=headers,
        size=choice.size,
        remote=True,
        projector=projector,
        licence=details.licence,
    )


def _maybe(url: str, secrets: Secrets) -> GGUFHeader | None:
    """A projector that cannot be read is passed over: the model is what was asked for."""
    with contextlib.suppress(LocalLLMError):
        return read_remote(url, secrets=secrets)[0]
    return None


def stem(located: Located) -> str:
    """A name for a model whose header says none."""
    return stem_of(Path(located.where.rsplit("/", 1)[-1]))
