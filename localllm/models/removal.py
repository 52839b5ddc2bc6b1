"""What is deleted with a model, and how many bytes that really frees.

With a model go the reports on it; with one of ours the manifest of its download, and the projector
that came with it where no other model of the folder could need it. What a person keeps elsewhere is
theirs.

A link frees nothing by itself: in a Hugging Face cache, where the file of every snapshot is a link
into `blobs`, the blob goes too, as soon as no other snapshot has a link to it. A file with another
hard link stays where it is for that.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from localllm.models.fetch.fetching import MANIFEST_SUFFIX, Manifest, read_manifest
from localllm.models.finding import files_in
from localllm.models.made_names import report_paths
from localllm.models.projector import is_projector
from localllm.models.units import counted, human_bytes


class Removed(msgspec.Struct, frozen=True):
    """`frees` bytes, fewer than its `size` where the content stays under another name."""

    path: str
    size: int
    frees: int


class Removal(msgspec.Struct, frozen=True):
    """Everything that would be deleted; nothing has been yet."""

    files: tuple[Removed, ...]

    @property
    def frees(self) -> int:
        return sum(file.frees for file in self.files)

    @property
    def words(self) -> str:
        """ "5 files, 4.2 GB": what a person is asked about."""
        what = counted(len(self.files), "file")
        kept = sum(file.size for file in self.files) - self.frees
        also = f" ({human_bytes(kept)} stay under another name)" if kept else ""
        return f"{what}, {human_bytes(self.frees)}{also}"


def removal_of(paths: Iterable[Path]) -> Removal:
    """Of these files; those that are gone already are passed over."""
    return Removal(tuple(removed for path in paths for removed in _with_blob(path)))


def left_by(parts: Sequence[Path], root: Path) -> tuple[Path, ...]:
    """Files that nobody needs without the model of these parts; `root` is our own folder."""
    manifests = [found for part in parts for found in _manifests_of(part, root)]
    files = {file for file, _ in manifests}
    for file, manifest in manifests:
        fetched = {file.parent.joinpath(*entry.path.split("/")) for entry in manifest.files}
        others = set(files_in(file.parent)) - fetched - set(parts)
        if all(is_projector(path) for path in others):
            files |= {path for path in fetched if is_projector(path) and path.is_file()}
    files |= {path for part in parts for path in report_paths(part) if path.is_file()}
    return tuple(sorted(files))


def remove_empty(folder: Path, root: Path) -> None:
    """The folder and those above it, as far as they are empty, up to our own."""
    with contextlib.suppress(OSError):  # not empty
        while root in folder.parents:
            folder.rmdir()
            folder = folder.parent


def delete(removal: Removal) -> int:
    """The bytes that are free again. OSError for what may not be deleted; the rest is gone."""
    freed = 0
    for file in removal.files:
        with contextlib.suppress(FileNotFoundError):
            Path(file.path).unlink()
            freed += file.frees
    return freed


def _manifests_of(part: Path, root: Path) -> Iterator[tuple[Path, Manifest]]:
    for folder in part.parents:
        if root not in (folder, *folder.parents):
            return
        for file in folder.glob(f".*{MANIFEST_SUFFIX}"):
            manifest = read_manifest(file)
            inside = part.relative_to(folder).as_posix()
            if manifest and any(entry.path == inside for entry in manifest.files):
                yield file, manifest


def _with_blob(path: Path) -> Iterator[Removed]:
    """The file, and what a link of a Hugging Face cache leads to, if nobody else needs that."""
    try:
        own = path.lstat()
    except OSError:
        return
    if not path.is_symlink():
        yield Removed(str(path), own.st_size, own.st_size if own.st_nlink == 1 else 0)
        return
    yield Removed(str(path), 0, 0)
    blob = Path(os.path.realpath(path))
    snapshots = _snapshots(path, blob)
    if snapshots is not None and not any(_leads_to(blob, snapshots, path)):
        with contextlib.suppress(OSError):
            size = blob.stat().st_size
            yield Removed(str(blob), size, size if blob.stat().st_nlink == 1 else 0)


def _snapshots(link: Path, blob: Path) -> Path | None:
    """models--owner--name/snapshots, for a link of that cache into its own blobs; else None."""
    if blob.parent.name != "blobs":
        return None
    snapshots = blob.parent.parent / "snapshots"
    return snapshots if Path(os.path.realpath(link.parent)).is_relative_to(snapshots) else None


def _leads_to(blob: Path, snapshots: Path, besides: Path) -> Iterator[bool]:
    """Of every other link of the cache, whether it leads to the blob."""
    own = Path(os.path.realpath(besides.parent), besides.name)
    for at, _, names in os.walk(snapshots):
        for name in names:
            link = Path(at, name)
            if link != own:
                yield Path(os.path.realpath(link)) == blob
