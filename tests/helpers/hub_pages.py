"""The API and the links of the local hub, with the real one's paths, headers and error codes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from helpers.hub_faults import Asked
from helpers.hub_http import Handler
from helpers.hub_repos import File, Repo

if TYPE_CHECKING:
    from helpers.hub import Hub

Query = dict[str, list[str]]

_LIST = re.compile(r"/api/models/?")
_WHOAMI = re.compile(r"/api/whoami-v2")
_TREE = re.compile(r"/api/models/(?P<repo>[^/]+(?:/[^/]+)?)/tree/(?P<rev>[^/]+)(?:/(?P<path>.+))?")
_INFO = re.compile(r"/api/models/(?P<repo>[^/]+(?:/[^/]+)??)(?:/revision/(?P<rev>[^/]+))?")
_CACHE = re.compile(r"/api/resolve-cache/models/(?P<repo>[^/]+/[^/]+)/(?P<rev>[^/]+)/(?P<path>.+)")
_RESOLVE = re.compile(r"/(?P<repo>[^/]+(?:/[^/]+)?)/resolve/(?P<rev>[^/]+)/(?P<path>.+)")
_SORT = {"downloads": "downloads", "likes": "likes", "lastModified": "last_modified"}


def hub_handler(hub: Hub) -> type[Handler]:
    return type("HubHandler", (_Pages,), {"hub": hub, "server_name": "hub"})


@dataclass(frozen=True)
class _At:
    """A commit of a repository that the asker may see."""

    repo: Repo
    sha: str


class _Pages(Handler):
    def answer(self, asked: Asked) -> None:
        url = urlsplit(asked.path)
        query = parse_qs(url.query)
        for pattern, page in (
            (_LIST, self._list),
            (_WHOAMI, self._whoami),
            (_CACHE, self._cached),
            (_TREE, self._tree),
            (_INFO, self._info),
            (_RESOLVE, self._resolve),
        ):
            if found := pattern.fullmatch(url.path):
                page({k: unquote(v) for k, v in found.groupdict().items() if v}, query)
                return
        self.refuse(404, "Sorry, we can't find the page you are looking for.")

    # --- pages ---

    def _list(self, _: dict[str, str], query: Query) -> None:
        words = _one(query, "search").lower()
        filters = [tag for value in query.get("filter", []) for tag in value.split(",")]
        found = [
            repo
            for repo in self.hub.repos.values()
            if all(word in repo.id.lower() for word in words.split())
            and set(filters) <= set(repo.all_tags())
            and _one(query, "author") in ("", repo.id.split("/")[0])
            and (not repo.private or self._may_read(repo))
        ]
        if key := _SORT.get(_one(query, "sort")):
            found.sort(key=lambda repo: getattr(repo, key), reverse=True)
        self._send_page([_listed(repo, query) for repo in found], query)

    def _info(self, where: dict[str, str], query: Query) -> None:
        at = self._at(where)
        if at is None:
            return
        said = at.repo.properties(at.sha, blobs="blobs" in query)
        if wanted := _expanded(query):
            said = {key: value for key, value in said.items() if key in wanted}
        self.send_json(_named(at.repo, said))

    def _tree(self, where: dict[str, str], query: Query) -> None:
        at = self._at(where)
        if at is None:
            return
        recursive = _one(query, "recursive").lower() in ("true", "1")
        entries = at.repo.tree(at.sha, folder=where.get("path", ""), recursive=recursive)
        if where.get("path") and not entries:
            self.refuse(404, f"{where['path']} does not exist", "EntryNotFound")
            return
        self._send_page(entries, query)

    def _whoami(self, *_: object) -> None:
        if not self._token() or self._token() not in self.hub.tokens:
            self.refuse(401, "Invalid credentials in Authorization header")
            return
        self.send_json({"type": "user", "name": "somebody", "auth": {"type": "access_token"}})

    def _resolve(self, where: dict[str, str], query: Query) -> None:
        """Where the bytes are: the CDN for large files, a cache of the hub's own for others."""
        at = self._at(where)
        if at is None or not self._let_in(at.repo):
            return
        file = at.repo.commits[at.sha].get(where["path"])
        if file is None:
            self.refuse(404, "Entry not found", "EntryNotFound")
            return
        path = quote(where["path"])
        if file.lfs:
            link = urlencode({"repo": at.repo.id, "path": where["path"], "X-Amz-Expires": "3600"})
            name = path.rsplit("/", 1)[-1]
            self._redirect(302, f"{self.hub.cdn}/{file.sha256}/{name}?{link}", at, file)
            return
        self._redirect(
            307, f"/api/resolve-cache/models/{at.repo.id}/{at.sha}/{path}?etag=x", at, file
        )

    def _cached(self, where: dict[str, str], query: Query) -> None:
        at = self._at(where)
        if at is None or not self._let_in(at.repo):
            return
        file = at.repo.commits[at.sha][where["path"]]
        headers = {"ETag": f'"{file.etag}"', "X-Repo-Commit": at.sha, "Accept-Ranges": "bytes"}
        self.send(200, headers | {"Content-Type": "text/plain; charset=utf-8"}, file.data)

    # --- what they share ---

    def _redirect(self, status: int, to: str, at: _At, file: File) -> None:
        headers = {
            "Location": to,
            "X-Repo-Commit": at.sha,
            "X-Linked-Etag": f'"{file.etag}"',
            "X-Linked-Size": str(len(file.data)),
            "Accept-Ranges": "bytes",
        }
        self.send(status, headers, b"Found. Redirecting")

    def _at(self, where: dict[str, str]) -> _At | None:
        """None where it was refused already, in the way of the hub."""
        name = where["repo"]
        if name in self.hub.renamed:
            new = self.path.replace(name, self.hub.renamed[name], 1)
            self.send(307, {"Location": new})
            return None
        if self._token() and self._token() not in self.hub.tokens:
            self.refuse(401, "Invalid credentials in Authorization header")
            return None
        repo = self.hub.repos.get(name)
        if repo is None or (repo.private and not self._may_read(repo)):
            self._refuse_unknown()
            return None
        sha = repo.commit_of(where.get("rev", "main"))
        if sha is None:
            self.refuse(404, f"Invalid rev id: {where['rev']}", "RevisionNotFound")
            return None
        return _At(repo, sha)

    def _refuse_unknown(self) -> None:
        """Who is not known does not learn whether there is such a repository."""
        if self._token():
            self.refuse(404, "Repository not found", "RepoNotFound")
            return
        self.refuse(401, "Invalid username or password.")

    def _let_in(self, repo: Repo) -> bool:
        """Whether the files may be read; if not, it has been said."""
        if not repo.gated or self._may_read(repo):
            return True
        words = f"Access to model {repo.id} is restricted"
        if not self._token():
            self.refuse(
                401, f"{words}. You must have access to it and be authenticated", "GatedRepo"
            )
        else:
            self.refuse(403, f"{words} and you are not in the authorized list", "GatedRepo")
        return False

    def _token(self) -> str:
        return str(self.headers.get("Authorization", "")).removeprefix("Bearer ")

    def _may_read(self, repo: Repo) -> bool:
        return repo.id in self.hub.tokens.get(self._token(), set())

    def _send_page(self, items: list[dict[str, Any]], query: Query) -> None:
        """At most `limit` and the hub's own bound; a Link leads to the next page."""
        begin = int(_one(query, "cursor") or 0)
        end = begin + min(int(_one(query, "limit") or self.hub.page_size), self.hub.page_size)
        headers = {}
        if end < len(items):
            rest = urlencode({**query, "cursor": str(end)}, doseq=True)
            page = f"{self.hub.endpoint}{urlsplit(self.path).path}?{rest}"
            headers["Link"] = f'<{page}>; rel="next"'
        self.send_json(items[begin:end], headers)


def _one(query: Query, key: str) -> str:
    return query.get(key, [""])[0]


def _expanded(query: Query) -> list[str]:
    return query.get("expand", []) + query.get("expand[]", [])


def _listed(repo: Repo, query: Query) -> dict[str, Any]:
    """A list says little of each, unless asked for more."""
    said = repo.properties(repo.sha)
    wanted = _expanded(query) or [
        "likes", "private", "downloads", "tags", "pipeline_tag", "library_name", "createdAt",
    ]  # fmt: skip
    if "full" in query:
        wanted += ["author", "gated", "lastModified", "sha", "siblings"]
    return _named(repo, {key: said[key] for key in wanted if key in said})


def _named(repo: Repo, said: dict[str, Any]) -> dict[str, Any]:
    """What is not so is left out, as by the hub: no `gguf` where there is none."""
    known = {key: value for key, value in said.items() if value is not None}
    return {"_id": "0", "id": repo.id, "modelId": repo.id, **known}
