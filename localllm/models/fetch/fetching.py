"""What is to be fetched, and what was: the words that hub, transfer, queue and check share.

    Fetch      a plan, made from a hub's listing: files that appear together, all or none of them
    Manifest   lies beside the files when all are there; integrity.py compares them with it

A plan holds no token and no link that expires, so it may be kept on disk: headers and sign-in are
given when it is carried out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

import msgspec

from localllm.errors import BadRequest

# What may be shown to the host of a plan's URL (a token); asked in a thread, so it may block.
Headers = Callable[[str], Mapping[str, str]]

MANIFEST_SUFFIX = ".fetched.json"
MANIFEST_FORMAT = 1

_RESERVED = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(\..*)?")  # devices, on Windows
_FORBIDDEN = re.compile(r'[\x00-\x1f\\:*?"<>|]')
_LONGEST_NAME = 200  # bytes; most file systems end at 255, and .part and the like are added


class RemoteFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """One file at `url`, which becomes `path_in_repo` (with `/`) below the folder of its plan.

    `size` in bytes, -1 where the server did not say. `sha256` of the whole file, hexadecimal, where
    it is known; `etag` is what the server calls this content (of the hub: the SHA-256 of a large
    file, git's blob hash of a small one), "" where it is not known.
    """

    url: str
    path_in_repo: str
    size: int
    sha256: str | None = None
    etag: str = ""


class Fetch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Files that belong together: a model with all its parts, or a folder to convert.

    `folder` is absolute. `name` is for people. Of what comes from a hub, `endpoint` and `repo` say
    which, `revision` what was asked for ("main", a tag, a commit), `commit` what that was.
    BadRequest for a plan without files, or whose paths leave the folder, hide or meet each other.
    """

    files: tuple[RemoteFile, ...]
    folder: str
    name: str
    endpoint: str = ""
    repo: str = ""
    revision: str = ""
    commit: str = ""

    def __post_init__(self) -> None:
        if not self.files:
            raise BadRequest(f"{self.name or 'The plan'} has no files to fetch", param="files")
        for file in self.files:
            check_path(file.path_in_repo)
        if len({file.path_in_repo.lower() for file in self.files}) < len(self.files):
            raise BadRequest(f"{self.name} names a file twice", param="files")

    @property
    def size(self) -> int:
        """Bytes of all files whose size is known."""
        return sum(max(file.size, 0) for file in self.files)

    @property
    def staging(self) -> Path:
        """Where the unfinished files lie: hidden, beside the finished, the same in every try."""
        names = "\n".join(sorted(file.path_in_repo for file in self.files))
        return Path(self.folder, f".fetch-{hashlib.sha256(names.encode()).hexdigest()[:16]}")

    def target(self, file: RemoteFile) -> Path:
        return Path(self.folder, *PurePosixPath(file.path_in_repo).parts)

    @property
    def manifest(self) -> Path:
        """Named for the first file, so that each model of a folder has its own."""
        name = self.files[0].path_in_repo.replace("/", "__")
        return Path(self.folder, f".{name[-_LONGEST_NAME:]}{MANIFEST_SUFFIX}")


class FetchedFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """`path` within the manifest's folder, with /; `sha256` as computed here while it came."""

    path: str
    size: int
    sha256: str
    url: str = ""
    etag: str = ""


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was fetched together, and must still be so. `fetched` in seconds since the epoch."""

    name: str
    files: tuple[FetchedFile, ...]
    endpoint: str = ""
    repo: str = ""
    revision: str = ""
    commit: str = ""
    fetched: float = 0.0
    format: int = MANIFEST_FORMAT


def check_path(path: str) -> None:
    """BadRequest unless `path` is a plain relative one, on every platform, with nothing hidden."""
    for part in path.split("/"):
        odd = not part or part.startswith(".") or part.endswith((".", " "))
        long = len(part.encode(errors="replace")) > _LONGEST_NAME
        if odd or long or _RESERVED.fullmatch(part) or _FORBIDDEN.search(part):
            raise BadRequest(f"{path!r} is no path to fetch a file to", param="path_in_repo")


def manifest_of(path: Path) -> tuple[Path, Manifest] | None:
    """The manifest that tells of the file at `path`, with its folder; the newest of several."""
    path = path.absolute()
    found = []
    for folder in list(path.parents)[:4]:  # a file may lie some folders below its plan's
        inside = path.relative_to(folder).as_posix()
        for file in folder.glob(f".*{MANIFEST_SUFFIX}"):
            manifest = read_manifest(file)
            if manifest and any(entry.path == inside for entry in manifest.files):
                found.append((folder, manifest))
    return max(found, key=lambda each: each[1].fetched, default=None)


def read_manifest(path: Path) -> Manifest | None:
    """None where there is none, or none that can be read."""
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return manifest if manifest.format == MANIFEST_FORMAT else None
