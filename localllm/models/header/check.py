"""What can be known to be wrong with a model file before an engine is started for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from localllm.errors import ModelError, ModelNotFound, ModelTruncated, ModelUnsupported
from localllm.models.header.card import LANGUAGE_MODEL, ModelCard, card_of
from localllm.models.header.gguf import GGUFHeader, read_header
from localllm.models.header.parts import parts_of, stem_of
from localllm.models.units import exact_bytes

_U16 = 2  # enum gguf_type; of another type the process that loads it would end

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


def inspect(path: str | Path, projector: GGUFHeader | None = None) -> ModelCard:
    """The card of a whole file of any kind; raises as `check_loadable` for what is broken.

    `projector` as in `card_of`.
    """
    return card_of(headers_of(path), stem_of(Path(path)), projector)


def headers_of(path: str | Path) -> tuple[GGUFHeader, ...]:
    """The headers of all parts of the model that `path` is one of; raises as `check_loadable` for
    what is missing, cut off or not of one model."""
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
    headers = tuple(_whole(part) for part in parts)
    check_parts([part.name for part in parts], headers)
    return headers


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


def check_parts(names: Sequence[str], headers: Sequence[GGUFHeader]) -> None:
    """ModelError where files do not belong together as the parts of one model, in this order.

    The numbers inside must be those of the names, since llama.cpp trusts the former; their tensors
    must be as many as they say, and none twice (llama_model_loader).
    """
    first = headers[0]
    count = first.number("split.count") or 1
    if count != len(headers):
        raise ModelError(
            f"{names[0]} says it is one of {count} parts, its name says {len(headers)}: "
            "give the files the names they had",
            parts=count,
        )
    if count == 1:
        return
    for number, (name, header) in enumerate(zip(names, headers, strict=True)):
        right = header.number("split.no") == number and header.types["split.no"] == _U16
        if not right or header.number("split.count") != count:
            raise ModelError(f"{name} is not part {number + 1} of its model", part=name)
    _check_tensors(names, headers)


def _check_tensors(names: Sequence[str], headers: Sequence[GGUFHeader]) -> None:
    has = sum(len(header.tensors) for header in headers)
    said = headers[0].number("split.tensors.count")
    if said is None:
        raise ModelError(
            f"{names[0]} does not say how many tensors its parts have (split.tensors.count), and "
            "llama.cpp loads no such model"
        )
    if said != has:
        raise ModelError(
            f"{names[0]} says that its {len(headers)} parts have {said} tensors, they have {has}: "
            "they are not of one model",
            tensors=has,
            said=said,
        )
    seen: set[str] = set()
    for name, header in zip(names, headers, strict=True):
        if twice := seen.intersection(tensor.name for tensor in header.tensors):
            raise ModelError(
                f"The tensor {min(twice)} is in {name} and in a part before it: they are not of "
                "one model",
                part=name,
            )
        seen.update(tensor.name for tensor in header.tensors)
