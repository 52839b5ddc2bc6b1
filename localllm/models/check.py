"""What can be known to be wrong with a model file before an engine is started for it."""

from __future__ import annotations

from pathlib import Path

from localllm.errors import ModelError, ModelNotFound, ModelTruncated, ModelUnsupported
from localllm.models.card import LANGUAGE_MODEL, ModelCard, card_of
from localllm.models.gguf import GGUFHeader, read_header
from localllm.models.parts import parts_of, stem_of
from localllm.models.units import exact_bytes

_OTHER_KINDS = {
    "mmproj": "a projector for images or sound, which goes with a model but is none",
    "adapter": "a LoRA adapter, which goes with a model but is none",
    "imatrix": "an importance matrix, made for quantizing a model",
    "vocabulary": "a vocabulary without weights",
}


def check_loadable(path: str | Path) -> ModelCard:
    """The card of the model that `path` (any part of it) belongs to, if an engine may try it.

    ModelNotFound, NotAModel, ModelTruncated, ModelUnsupported, or ModelError for a missing part or
    a file that is something else. Reads headers only.
    """
    card = inspect(path)
    if card.kind != LANGUAGE_MODEL:
        what = _OTHER_KINDS.get(card.kind, f"of the kind {card.kind!r}, not a language model")
        raise ModelUnsupported(f"{Path(path).name} is {what}", path=str(path), kind=card.kind)
    return card


def inspect(path: str | Path) -> ModelCard:
    """The card of a whole file of any kind; raises as `check_loadable` for what is broken."""
    path = Path(path)
    if path.is_dir():
        raise ModelError(f"{path} is a folder, not a model file", path=str(path))
    parts = parts_of(path)
    missing = [part.name for part in parts if not part.exists()]
    if len(missing) == len(parts):
        raise ModelNotFound(f"There is no file {path}", path=str(path))
    if missing:
        raise ModelError(
            f"{stem_of(path)} has {len(parts)} parts and {len(missing)} of them are missing: "
            f"{', '.join(missing[:5])}{', ...' if len(missing) > 5 else ''}",
            missing=missing,
        )
    headers = [_whole(part) for part in parts]
    _check_order(parts, headers)
    return card_of(headers, stem_of(path))


def _whole(path: Path) -> GGUFHeader:
    header = read_header(path)
    has = path.stat().st_size
    if has < header.file_size:
        raise ModelTruncated(
            f"{path.name} is cut off: it has {exact_bytes(has)}, its header says "
            f"{exact_bytes(header.file_size)}. Fetch or copy it again",
            name=path.name,
            has=has,
            needs=header.file_size,
        )
    return header


def _check_order(parts: tuple[Path, ...], headers: list[GGUFHeader]) -> None:
    """The numbers inside must be those of the names; llama.cpp trusts the former."""
    first = headers[0]
    count = first.number("split.count") or 1
    if count != len(parts):
        raise ModelError(
            f"{parts[0].name} says it is one of {count} parts, its name says {len(parts)}: "
            "give the files the names they had",
            parts=count,
        )
    if count == 1:
        return
    for number, (part, header) in enumerate(zip(parts, headers, strict=True)):
        if header.number("split.no") != number:
            raise ModelError(f"{part.name} is not part {number + 1} of its model", part=part.name)
