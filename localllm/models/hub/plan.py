"""From a name to a plan: which files of a repository are fetched, and where they go.

    <models>/<owner>/<name>/<path in the repository>

A plan pins the commit, so that parts of two versions never meet. It says nothing of the token.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import urlsplit

from localllm import paths
from localllm.errors import BadRequest, LocalLLMError, RepoNotFound
from localllm.models.fetch.fetching import Fetch, RemoteFile
from localllm.models.header.parts import parts_of
from localllm.models.hub.client import Hub, RepoDetails
from localllm.models.hub.quants import Choice, HubFile, Listing, listing_of, matching
from localllm.models.hub.ref import FileRef, HubRef
from localllm.models.units import human_bytes

# What a converter reads, beside the weights: the model's shape, its tokenizer, its templates.
_BESIDE_WEIGHTS = (
    "config.json", "generation_config.json", "*.safetensors.index.json",
    "tokenizer.json", "tokenizer.model", "tokenizer_config.json", "special_tokens_map.json",
    "added_tokens.json", "vocab.json", "vocab.txt", "merges.txt", "spiece.model",
    "sentencepiece.bpe.model", "tekken.json", "*.tiktoken",
    "chat_template.jinja", "chat_template.json", "additional_chat_templates/*.jinja",
    "preprocessor_config.json", "processor_config.json",
    "modules.json", "sentence_bert_config.json", "*_Pooling/config.json",
)  # fmt: skip
_WEIGHTS_PART = re.compile(r"(?P<stem>.+)-(?P<no>\d{5})-of-(?P<of>\d{5})\.safetensors")


def choices_of(hub: Hub, details: RepoDetails) -> Listing:
    """What there is to choose from. RepoNotFound where there is none, with what can be done."""
    listing = listing_of(details.files)
    if not listing.choices:
        raise _no_gguf(hub, details, listing)
    return listing


def chosen(details: RepoDetails, listing: Listing, ref: HubRef) -> tuple[Choice, ...]:
    """What `ref` means of the choices: one, or several to ask about. RepoNotFound for none."""
    found = matching(listing, ref)
    if found:
        return found
    wanted = ref.path or ref.quant
    raise RepoNotFound(
        f"{details.repo} has no {wanted!r}. It has {listed(listing.choices)}",
        repo=details.repo,
        choices=[choice.name for choice in listing.choices],
    )


def plan(hub: Hub, details: RepoDetails, choice: Choice, folder: Path | None = None) -> Fetch:
    """To fetch a choice with all its parts and its projector; below `folder`, or our own."""
    alike = matching(listing_of(details.files), HubRef(details.repo, quant=choice.name))
    name = choice.name if len(alike) == 1 else choice.files[0].path  # so that it can be pulled so
    return _plan(hub, details, choice.all_files, folder, f"{details.repo}:{name}")


def plan_to_convert(hub: Hub, details: RepoDetails, folder: Path | None = None) -> Fetch:
    """To fetch what a converter needs of a repository with safetensors. RepoNotFound for others."""
    weights = _weights(details)
    names = {file.path for file in details.files}
    if not weights or "config.json" not in names:
        what = "no safetensors" if not weights else "no config.json"
        raise RepoNotFound(f"{details.repo} cannot be converted: it has {what}", repo=details.repo)
    beside = [f for f in details.files if any(fnmatch(f.path, p) for p in _BESIDE_WEIGHTS)]
    return _plan(hub, details, (*beside, *weights), folder, details.repo)


def plan_address(ref: FileRef, folder: Path | None = None) -> Fetch:
    """To fetch a GGUF file, with all its parts, from an address of no hub."""
    names = [part.name for part in parts_of(Path(ref.name))]
    begin, _, _ = ref.url.partition("?")[0].rpartition("/")
    query = ref.url.partition("?")[2]
    files = tuple(
        RemoteFile(f"{begin}/{name}{'?' + query if query else ''}", name, -1) for name in names
    )
    if len(files) == 1:
        files = (RemoteFile(ref.url, ref.name, -1),)
    host = re.sub(r"[^\w.-]", "-", urlsplit(ref.url).netloc)
    return Fetch(files, str(folder or paths.models_dir() / host), ref.name)


def folder_of(repo: str) -> Path:
    """Where what is fetched of a repository lies."""
    return paths.models_dir().joinpath(*repo.split("/"))


def listed(choices: Sequence[Choice]) -> str:
    """`Q4_K_M (4.9 GB), Q8_0 (8.5 GB)`"""
    return ", ".join(f"{choice.name} ({human_bytes(choice.total)})" for choice in choices)


def _plan(
    hub: Hub, details: RepoDetails, files: Sequence[HubFile], folder: Path | None, name: str
) -> Fetch:
    try:
        return Fetch(
            tuple(_remote(hub, details, file) for file in files),
            str(folder or folder_of(details.repo)),
            name,
            endpoint=hub.endpoint,
            repo=details.repo,
            revision=details.revision,
            commit=details.commit,
        )
    except BadRequest as error:  # the hub's fault, not that of who asks
        raise RepoNotFound(
            f"{details.repo} cannot be fetched: {error.message}", repo=details.repo
        ) from error


def _remote(hub: Hub, details: RepoDetails, file: HubFile) -> RemoteFile:
    url = hub.url(details.repo, details.commit, file.path)
    return RemoteFile(url, file.path, file.size, file.sha256, file.etag)


def _weights(details: RepoDetails) -> list[HubFile]:
    """The safetensors of the model itself, whole; Mistral's second copy (consolidated) left out."""
    files = [f for f in details.files if f.path.endswith(".safetensors") and "/" not in f.path]
    own = [f for f in files if f.path.startswith("model")]
    weights = own or [f for f in files if not f.path.startswith(("consolidated", "adapter"))]
    parts = [found for f in weights if (found := _WEIGHTS_PART.fullmatch(f.path))]
    for stem in {part["stem"] for part in parts}:
        group = [part for part in parts if part["stem"] == stem]
        missing = int(group[0]["of"]) - len(group)
        if missing:
            raise RepoNotFound(
                f"{details.repo} is not whole: {missing} of the {group[0]['of']} parts of {stem} "
                "are missing",
                repo=details.repo,
            )
    return weights


def _no_gguf(hub: Hub, details: RepoDetails, listing: Listing) -> RepoNotFound:
    """What can be done instead: a repository with GGUF files of the same model, or converting."""
    if listing.incomplete:
        return RepoNotFound(
            f"{details.repo} is not whole: of {listing.incomplete[0].name} some parts are missing. "
            "Its author may still be uploading",
            repo=details.repo,
        )
    others = _others(hub, details)
    offers = []
    if others:
        offers.append(f"ready to fetch are {', '.join(others)}")
    if any(file.path.endswith(".safetensors") for file in details.files):
        offers.append(f"`localllm quantize {details.repo} Q4_K_M` converts it here")
    return RepoNotFound(
        f"{details.repo} has no GGUF file: " + ("; ".join(offers) or "it cannot be used here"),
        repo=details.repo,
        near=others,
        convertible=any(file.path.endswith(".safetensors") for file in details.files),
    )


def _others(hub: Hub, details: RepoDetails) -> list[str]:
    try:
        hits = hub.made_from(details.repo)
        hits = hits or hub.search(details.repo.rsplit("/", 1)[-1].replace("-", " "), limit=3)
    except LocalLLMError:
        return []
    return [hit.repo for hit in hits if hit.repo != details.repo][:3]
