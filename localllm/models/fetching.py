"""What is to be fetched: a plan, made from a hub's listing, carried out by the downloader.

A plan holds no token and no link that expires, so it may be kept on disk: headers and sign-in are
given when it is carried out.
"""

from __future__ import annotations

import msgspec


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
    """

    files: tuple[RemoteFile, ...]
    folder: str
    name: str
    endpoint: str = ""
    repo: str = ""
    revision: str = ""
    commit: str = ""

    @property
    def size(self) -> int:
        """Bytes of all files whose size is known."""
        return sum(max(file.size, 0) for file in self.files)
