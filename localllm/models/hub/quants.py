"""The files of a repository as choices: one a quantization, with all its parts and what it needs.

    model-Q4_K_M.gguf                              -> Q4_K_M
    Q8_0/model-Q8_0-00001-of-00002.gguf, ...       -> Q8_0, two parts
    model-UD-Q4_K_XL.gguf, model.i1-IQ2_M.gguf     -> UD-Q4_K_XL, i1-IQ2_M
    mmproj-F16.gguf                                goes with each of them, and is none
    imatrix.gguf, mtp-..., model.imatrix.dat       apart

Names only: nothing here is opened, so that a listing costs one request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

import msgspec

from localllm.models.header.parts import SUFFIX, stem_and_part
from localllm.models.hub.ref import HubRef

# Best first; the error of quantized models grows down the list. As llama-quantize --help has it
# (perplexity of Llama 3 8B), mixtures it does not name between their neighbours by size.
QUALITY = (
    "F32", "BF16", "F16",
    "Q8_K_XL", "Q8_K_L", "Q8_0", "Q6_K_XL", "Q6_K_L", "Q6_K",
    "Q5_K_XL", "Q5_K_L", "Q5_K_M", "Q5_K", "Q5_K_S", "Q5_1", "Q5_0",
    "MXFP4", "MXFP4_MOE", "NVFP4",
    "Q4_K_XL", "Q4_K_L", "Q4_K_M", "Q4_K", "Q4_K_S", "IQ4_NL", "IQ4_XS", "Q4_1", "Q4_0",
    "Q3_K_XL", "Q3_K_L", "Q3_K_M", "Q3_K", "IQ3_M", "IQ3_S", "IQ3_XS", "Q3_K_S", "IQ3_XXS",
    "Q2_K_XL", "Q2_K_L", "Q2_K", "IQ2_M", "Q2_K_S", "IQ2_S", "IQ2_XS", "IQ2_XXS",
    "Q2_0", "TQ2_0", "TQ1_0", "IQ1_M", "IQ1_S", "Q1_0",
)  # fmt: skip
_RANK = {name: rank for rank, name in enumerate(QUALITY)}
_SAME = {"FP16": "F16", "FP32": "F32", "Q3_K": "Q3_K_M", "Q4_K": "Q4_K_M", "Q5_K": "Q5_K_M"}

_TYPE = re.compile(
    r"(?:^|(?<=[-._ ]))"
    r"(?P<by>(?:UD|i1|dynamic)[-_])?"
    r"(?P<type>I?Q\d(?:_[A-Z0-9]{1,3})*|TQ\d_\d|BF16|FP?16|FP?32|MXFP4(?:_MOE)?|NVFP4|I2_S)"
    r"(?=$|[-._ ])",
    re.IGNORECASE,
)
_PROJECTOR = re.compile(r"(?:^|[-._ ])mmproj(?:$|[-._ ])", re.IGNORECASE)
_IMATRIX = re.compile(r"(?:^|[-._ ])imat(?:rix)?(?:$|[-._ ])", re.IGNORECASE)
_DRAFT = re.compile(r"^(?:mtp|eagle3?|dflash|dspark)-", re.IGNORECASE)  # as llama.cpp tells them


class HubFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file of a repository. `sha256` is known of large ones; `etag` as in fetching.RemoteFile."""

    path: str
    size: int
    sha256: str | None = None
    etag: str = ""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model to fetch: `files` are its parts in order, `projector` what it needs to see or hear.

    `name` is that of the quantization ("Q4_K_M"), or the file's where that says none. `model` tells
    models apart where a repository has several. `size` counts the parts alone, in bytes.
    """

    name: str
    model: str
    files: tuple[HubFile, ...]
    size: int
    projector: HubFile | None = None

    @property
    def total(self) -> int:
        return self.size + (self.projector.size if self.projector else 0)

    @property
    def quantization(self) -> str:
        """The mixture without who made it, as llama.cpp spells it; "" where it is not known."""
        found = _TYPE.fullmatch(self.name)
        return _plain(found["type"]) if found else ""

    @property
    def all_files(self) -> tuple[HubFile, ...]:
        return (*self.files, *((self.projector,) if self.projector else ()))


class Listing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a repository has. `choices` best quality first; `incomplete` lack some of their parts.

    `imatrices`, `drafts` (helpers that guess ahead) and `projectors` go with models.
    """

    choices: tuple[Choice, ...] = ()
    projectors: tuple[HubFile, ...] = ()
    imatrices: tuple[HubFile, ...] = ()
    drafts: tuple[HubFile, ...] = ()
    incomplete: tuple[Choice, ...] = ()

    @property
    def several_models(self) -> bool:
        return len({choice.model.lower() for choice in self.choices}) > 1


def listing_of(files: Iterable[HubFile]) -> Listing:
    """Sorts the files of a repository into choices and what goes with them."""
    weights: list[HubFile] = []
    projectors: list[HubFile] = []
    imatrices: list[HubFile] = []
    drafts: list[HubFile] = []
    for file in files:
        kind = _kind(PurePosixPath(file.path))
        for name, where in (
            ("model", weights),
            ("projector", projectors),
            ("imatrix", imatrices),
            ("draft", drafts),
        ):
            if kind == name:
                where.append(file)
    choices, incomplete = _choices(weights, projectors)
    return Listing(choices, tuple(projectors), tuple(imatrices), tuple(drafts), incomplete)


def quant_name(path: str) -> str:
    """`UD-Q4_K_XL/model-UD-Q4_K_XL-00001-of-00002.gguf` -> `UD-Q4_K_XL`; "" where it says none."""
    pure = PurePosixPath(path)
    stem, _, _ = stem_and_part(pure.name)
    # The last one in the name is its own: a model may be called for what it was made from.
    found = [*_TYPE.finditer(stem)] or [*_TYPE.finditer(pure.parent.name)]
    return _shown(found[-1]) if found else ""


def matching(listing: Listing, ref: HubRef) -> tuple[Choice, ...]:
    """The choices that `ref` means: by its file or quantization, all of them where it has neither.

    Case does not matter; the maker's prefix may be left out where it leaves no doubt.
    """
    choices = listing.choices
    if ref.path:
        by_path = [c for c in choices if any(f.path == ref.path for f in c.files)]
        name = ref.path.rsplit("/", 1)[-1].lower()
        by_name = [c for c in choices if any(_name(f) == name for f in c.files)]
        return tuple(by_path or by_name)
    if not ref.quant:
        return choices
    wanted = ref.quant.lower()
    ways = (
        [c for c in choices if c.name.lower() == wanted],
        [c for c in choices if c.quantization == _plain(ref.quant)],
        [c for c in choices if c.files[0].path.lower().startswith(wanted.strip("/") + "/")],
        [c for c in choices if _name(c.files[0]).removesuffix(SUFFIX) == wanted],
    )
    return tuple(next((found for found in ways if found), ()))


def _kind(path: PurePosixPath) -> str:
    """What a file is, by its name; "" for what is none of ours."""
    name = path.name
    typed = _TYPE.search(path.stem) is not None
    if _IMATRIX.search(name) and not typed and path.suffix.lower() in (SUFFIX, ".dat", ".imatrix"):
        return "imatrix"
    if path.suffix.lower() == ".imatrix":
        return "imatrix"
    if path.suffix.lower() != SUFFIX:
        return ""
    if _PROJECTOR.search(path.stem):
        return "projector"
    return "draft" if _DRAFT.match(name) else "model"


def _choices(
    weights: list[HubFile], projectors: list[HubFile]
) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Whole ones by quality, and those of which parts are missing."""
    whole: list[Choice] = []
    incomplete: list[Choice] = []
    for (_, count), parts in _grouped(weights).items():
        choice = _choice([parts[no] for no in sorted(parts)], projectors)
        (whole if len(parts) == count else incomplete).append(choice)
    sizes = {rank: choice.size for choice in whole if (rank := _rank(choice.quantization)) >= 0}
    whole.sort(key=lambda choice: (choice.model.lower(), _order(choice, sizes), -choice.size))
    return tuple(whole), tuple(incomplete)


def _grouped(weights: list[HubFile]) -> dict[tuple[str, int], dict[int, HubFile]]:
    """(folder and stem, number of parts) -> the parts there are, by their number."""
    groups: dict[tuple[str, int], dict[int, HubFile]] = {}
    for file in weights:
        pure = PurePosixPath(file.path)
        stem, no, count = stem_and_part(pure.name)
        groups.setdefault((str(pure.parent / stem), count), {})[no] = file
    return groups


def _choice(parts: list[HubFile], projectors: list[HubFile]) -> Choice:
    first = parts[0]
    stem, _, _ = stem_and_part(_file_name(first))
    name = quant_name(first.path) or stem
    return Choice(
        name=name,
        model=_model(stem),
        files=tuple(parts),
        size=sum(part.size for part in parts),
        projector=_projector_for(first, projectors),
    )


def _model(stem: str) -> str:
    """The name without the quantization: equal for all choices of one model."""
    found = [*_TYPE.finditer(stem)]
    if not found:
        return stem
    last = found[-1]
    return (stem[: last.start()].rstrip("-._ ") + stem[last.end() :]).strip("-._ ")


def _projector_for(file: HubFile, projectors: list[HubFile]) -> HubFile | None:
    """As llama.cpp picks it: of those in the file's folder or above it the nearest, then the one
    whose bits are closest to the model's. One that is named for the model goes before all.

    Where it has the choice between two of sixteen bits, F16: not every GPU computes BF16.
    """
    folder = PurePosixPath(file.path).parent
    reachable = [
        p for p in projectors if PurePosixPath(p.path).parent in (folder, *folder.parents)
    ]  # fmt: skip
    bits = _bits(quant_name(file.path))

    def fitness(projector: HubFile) -> tuple[int, int, int, bool, str]:
        pure = PurePosixPath(projector.path)
        name = quant_name(projector.path)
        named = _shared(_file_name(file), _PROJECTOR.sub("-", pure.name).strip("-._ "))
        depth = len(pure.parent.parts)
        return (-named, -depth, abs(_bits(name) - bits), name == "BF16", projector.path)

    return min(reachable, key=fitness, default=None)


def _shared(one: str, other: str) -> int:
    """1 where the projector carries the model's name, as beside models of another name."""
    model = _model(other.removesuffix(SUFFIX)).lower()
    return int(bool(model) and one.lower().startswith(model))


def _bits(name: str) -> int:
    found = re.search(r"\d+", name)
    return int(found[0]) if found else 16


def _rank(quantization: str) -> int:
    return _RANK.get(quantization, -1)


def _order(choice: Choice, sizes: dict[int, int]) -> float:
    """Its rank; one of a type that is not known stands where its size would be."""
    rank = _rank(choice.quantization)
    if rank >= 0:
        return rank
    return min((r - 0.5 for r, size in sizes.items() if size <= choice.size), default=len(QUALITY))


def _shown(found: re.Match[str]) -> str:
    by = found["by"] or ""
    return (by.replace("_", "-") if by else "") + _spelled(found["type"])


def _spelled(kind: str) -> str:
    upper = kind.upper()
    return _SAME[upper] if upper in ("FP16", "FP32") else upper


def _plain(kind: str) -> str:
    return _SAME.get(kind.upper(), kind.upper())


def _file_name(file: HubFile) -> str:
    return PurePosixPath(file.path).name


def _name(file: HubFile) -> str:
    return _file_name(file).lower()
