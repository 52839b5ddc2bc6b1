"""Repositories of the local hub: files, commits, and how the real hub's API describes them.

repo.put("model-Q4_K_M.gguf", data)     # a new commit on main; large suffixes are LFS files
repo.tag("v1")                          # the name stays with the commit of now
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, Literal

LFS_SUFFIXES = (".gguf", ".safetensors", ".bin", ".dat", ".onnx", ".model", ".pth")
DATE = "2026-01-02T03:04:05.000Z"


@dataclass(frozen=True)
class File:
    data: bytes
    lfs: bool

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def oid(self) -> str:
        """What git calls it: the blob's hash, of an LFS file that of its pointer."""
        content = self._pointer() if self.lfs else self.data
        return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()

    @property
    def etag(self) -> str:
        return self.sha256 if self.lfs else self.oid

    def _pointer(self) -> bytes:
        head = f"version https://git-lfs.github.com/spec/v1\noid sha256:{self.sha256}\n"
        return f"{head}size {len(self.data)}\n".encode()

    def lfs_words(self, hash_key: str) -> dict[str, Any]:
        size = {"size": len(self.data), "pointerSize": len(self._pointer())}
        return {"lfs": {hash_key: self.sha256, **size}} if self.lfs else {}


@dataclass
class Repo:
    """`gated`: False, or who lets people in ("auto": a form; "manual": the author)."""

    id: str
    gated: Literal[False, "auto", "manual"] = False
    private: bool = False
    licence: str = "apache-2.0"
    downloads: int = 0
    likes: int = 0
    last_modified: str = DATE
    tags: list[str] = field(default_factory=list)
    pipeline_tag: str = "text-generation"
    gguf: dict[str, Any] | None = None
    base_model: str = ""
    safetensors: dict[str, Any] | None = None
    files: dict[str, File] = field(default_factory=dict)
    commits: dict[str, dict[str, File]] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)

    def put(self, path: str, data: bytes, *, lfs: bool | None = None) -> str:
        """Its SHA-256. A file with the suffix of weights is kept as LFS, unless told otherwise."""
        is_lfs = path.lower().endswith(LFS_SUFFIXES) if lfs is None else lfs
        self.files[path] = File(data, is_lfs)
        self._commit()
        return self.files[path].sha256

    def delete(self, path: str) -> None:
        del self.files[path]
        self._commit()

    def tag(self, name: str) -> str:
        """The commit of now gets a name of its own; its hash."""
        self.refs[name] = self.sha
        return self.sha

    @property
    def sha(self) -> str:
        return self.refs.get("main") or self._commit()

    def commit_of(self, revision: str) -> str | None:
        """A branch, a tag, a commit or the begin of one (seven digits and more)."""
        _ = self.sha
        if revision in self.refs:
            return self.refs[revision]
        found = [sha for sha in self.commits if sha.startswith(revision) and len(revision) >= 7]
        return found[0] if len(found) == 1 else None

    def _commit(self) -> str:
        listing = "\n".join(f"{path} {file.oid}" for path, file in sorted(self.files.items()))
        text = f"{self.id}\n{len(self.commits)}\n{listing}"
        sha = hashlib.sha1(text.encode()).hexdigest()
        self.commits[sha] = dict(self.files)
        self.refs["main"] = sha
        return sha

    def all_tags(self) -> list[str]:
        suffixes = {path.rsplit(".", 1)[-1] for path in self.files}
        formats = [name for name in ("gguf", "safetensors", "onnx") if name in suffixes]
        licence = [f"license:{self.licence}"] if self.licence else []
        base = [f"base_model:{self.base_model}"] if self.base_model else []
        base += [f"base_model:quantized:{self.base_model}"] if base and "gguf" in suffixes else []
        return [*formats, *licence, *base, *self.tags]

    def properties(self, sha: str, *, blobs: bool = False) -> dict[str, Any]:
        """All that the API can say of a repository, by the names that `expand` takes."""
        card = {"license": self.licence} if self.licence else {}
        return {
            "author": self.id.split("/")[0],
            "cardData": card | ({"base_model": self.base_model} if self.base_model else {}),
            "createdAt": DATE,
            "disabled": False,
            "downloads": self.downloads,
            "gated": self.gated,
            "gguf": self.gguf,
            "lastModified": self.last_modified,
            "library_name": "gguf" if self.gguf else "transformers",
            "likes": self.likes,
            "pipeline_tag": self.pipeline_tag,
            "private": self.private,
            "safetensors": self.safetensors,
            "sha": sha,
            "siblings": [
                {"rfilename": path, **(_blob(file) if blobs else {})}
                for path, file in sorted(self.commits[sha].items())
            ],
            "tags": self.all_tags(),
        }

    def tree(self, sha: str, *, folder: str = "", recursive: bool = False) -> list[dict[str, Any]]:
        """Files and folders below `folder`, as /tree lists them."""
        begin = f"{folder}/" if folder else ""
        entries: dict[str, dict[str, Any]] = {}
        for path, file in sorted(self.commits[sha].items()):
            if not path.startswith(begin):
                continue
            *above, _ = path[len(begin) :].split("/")
            names = [begin + "/".join(above[: n + 1]) for n in range(len(above))]
            for name in names if recursive else names[:1]:
                oid = hashlib.sha1(name.encode()).hexdigest()
                entries[name] = {"type": "directory", "oid": oid, "size": 0, "path": name}
            if recursive or not above:
                entries[path] = _entry(path, file)
        return list(entries.values())


def _entry(path: str, file: File) -> dict[str, Any]:
    entry = {"type": "file", "oid": file.oid, "size": len(file.data), "path": path}
    return entry | file.lfs_words("oid")


def _blob(file: File) -> dict[str, Any]:
    return {"size": len(file.data), "blobId": file.oid, **file.lfs_words("sha256")}
