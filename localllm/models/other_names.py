"""Names that a model has where it came from, beside its own in our list.

llama3.2:1b, author/tiny, hf.co/maker/name-GGUF:Q4_K_M     as Ollama calls what lies with it
maker/name-GGUF:Q4_K_M, hf.co/maker/name-GGUF              as `localllm pull` was told
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from localllm.errors import BadRequest
from localllm.models import ollama
from localllm.models.finding import files_in
from localllm.models.header.parts import grouped
from localllm.models.hub.quants import HubFile, listing_of, matching
from localllm.models.hub.ref import HubRef, looks_like_ref, parse_ref


def meant_by(name: str, folders: Sequence[Path]) -> Iterator[Path]:
    """The first file of each model that another program or hub means by `name`, in our folders."""
    for folder in folders:
        if path := ollama.named(folder, name):
            yield path
    if "://" not in name and looks_like_ref(name):
        for folder in folders:
            yield from _of_repo(name, folder)


def _of_repo(name: str, folder: Path) -> Iterator[Path]:
    """What was fetched of the repository, in the folder that is named for it."""
    try:
        ref = parse_ref(name)
    except BadRequest:
        return
    if not isinstance(ref, HubRef):
        return
    place = folder.joinpath(*ref.repo.split("/"))
    files = {parts[0].relative_to(place).as_posix(): parts for parts in grouped(files_in(place))}
    there = [
        HubFile(part.relative_to(place).as_posix(), 0) for parts in files.values() for part in parts
    ]
    for choice in matching(listing_of(there), ref):
        yield files[choice.files[0].path][0]
