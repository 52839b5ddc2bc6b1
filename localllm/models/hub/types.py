"""What a hub says of its repositories, as our own types: made of what its client returns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from localllm.models.hub.quants import HubFile
from localllm.models.units import human_count

if TYPE_CHECKING:
    from huggingface_hub.hf_api import ModelInfo

Kind = Literal["gguf", "safetensors"]

_SIZE = re.compile(r"(?<![A-Za-z0-9.])\d+(?:x\d+)?(?:\.\d+)?[BbMm](?![A-Za-z0-9])")


class SearchHit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A repository that was found. `modified` is an ISO date, `gated` "auto", "manual" or "".

    `parameters` and `architecture` as the hub has read them off a file; 0 and "" where it has not.
    """

    repo: str
    downloads: int = 0
    likes: int = 0
    modified: str = ""
    licence: str = ""
    gated: str = ""
    architecture: str = ""
    parameters: int = 0
    kind: Kind = "gguf"

    @property
    def size_label(self) -> str:
        """`7B`: the count, else what the name says; "" where neither does."""
        if self.parameters:
            return human_count(self.parameters)
        found = re.findall(
            r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?(?:x\d+)?[BbMm])(?![A-Za-z0-9])", self.repo
        )
        return found[0].upper().replace("X", "x") if found else ""


class RepoDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """A repository at one commit. `revision` as asked for ("main"), `commit` what that is now.

    `context_train` in tokens and `parameters` as the hub has read them; 0 where it has not.
    `base_model` is what this was made from, where its author says so.
    """

    repo: str
    endpoint: str
    revision: str
    commit: str
    files: tuple[HubFile, ...] = ()
    downloads: int = 0
    likes: int = 0
    modified: str = ""
    licence: str = ""
    gated: str = ""
    private: bool = False
    architecture: str = ""
    context_train: int = 0
    parameters: int = 0
    base_model: str = ""

    @property
    def page(self) -> str:
        return f"{self.endpoint}/{self.repo}"


def file_of(entry: Any) -> HubFile:
    lfs = entry.lfs
    sha256 = str(lfs.sha256) if lfs else None
    return HubFile(entry.path, int(entry.size), sha256, sha256 or str(entry.blob_id))


def details_of(
    info: ModelInfo, endpoint: str, revision: str, commit: str, files: tuple[HubFile, ...]
) -> RepoDetails:
    read = info.gguf or {}
    return RepoDetails(
        repo=info.id,
        endpoint=endpoint,
        revision=revision,
        commit=commit,
        files=files,
        downloads=info.downloads or 0,
        likes=info.likes or 0,
        modified=info.last_modified.isoformat() if info.last_modified else "",
        licence=_licence(info),
        gated=info.gated or "",
        private=bool(info.private),
        architecture=str(read.get("architecture") or ""),
        context_train=int(read.get("context_length") or 0),
        parameters=_parameters(info),
        base_model=_base_model(info),
    )


def hit_of(info: ModelInfo, kind: Kind) -> SearchHit:
    return SearchHit(
        repo=info.id,
        downloads=info.downloads or 0,
        likes=info.likes or 0,
        modified=info.last_modified.isoformat() if info.last_modified else "",
        licence=_licence(info),
        gated=info.gated or "",
        architecture=str((info.gguf or {}).get("architecture") or ""),
        parameters=_parameters(info),
        kind=kind,
    )


def _parameters(info: ModelInfo) -> int:
    weights = info.safetensors.total if info.safetensors else 0
    return int((info.gguf or {}).get("total") or weights or 0)


def _licence(info: ModelInfo) -> str:
    tags = [tag.partition(":")[2] for tag in info.tags or () if tag.startswith("license:")]
    card = info.card_data.get("license") if info.card_data else None
    named = info.card_data.get("license_name") if info.card_data else None
    said = card or (tags[0] if tags else "")
    return str(named) if said == "other" and named else str(said or "")


def _base_model(info: ModelInfo) -> str:
    said = info.card_data.get("base_model") if info.card_data else None
    first = said[0] if isinstance(said, list) and said else said
    return first if isinstance(first, str) else ""
