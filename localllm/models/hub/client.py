"""A model hub (Hugging Face's, or a mirror): what it has, and plans to fetch it.

    hub = hub_of(settings)
    hub.search("qwen3 4b")                      -> SearchHit, ...
    details = hub.repo("owner/name-GGUF")       -> RepoDetails, with its files at one commit
    listing_of(details.files).choices           -> what can be fetched (quants.py)
    hub_plan.plan(hub, details, choice)         -> Fetch (fetching.py)

Over huggingface_hub, which speaks to the network (hub_session.py says how long). Every method
blocks: on an event loop, `await asyncio.to_thread(hub.search, ...)`. Threads may share one Hub.
Raises DownloadError and its kinds: Offline, HubUnreachable, RateLimited, AccessDenied,
RepoNotFound; BadRequest for a name that cannot be one.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote, urlsplit

from localllm import __version__
from localllm.errors import BadRequest, LocalLLMError
from localllm.models.fetch.fetching import Manifest
from localllm.models.hub import tokens
from localllm.models.hub.ref import OFFICIAL
from localllm.models.hub.tokens import Token
from localllm.models.hub.types import (
    Kind,
    RepoDetails,
    SearchHit,
    details_of,
    file_of,
    hit_of,
)
from localllm.settings import Settings

if TYPE_CHECKING:
    from huggingface_hub import HfApi

__all__ = ["Hub", "Kind", "RepoDetails", "SearchHit", "Sort", "checked_endpoint", "hub_of"]

Sort = Literal["downloads", "likes", "updated", "trending"]

_SORT = {
    "downloads": "downloads",
    "likes": "likes",
    "updated": "last_modified",
    "trending": "trending_score",
}
_WANTED = ["downloads", "likes", "lastModified", "gated", "tags", "gguf", "safetensors"]
_COMMIT = re.compile(r"[0-9a-f]{40}")


class Hub:
    """`endpoint` "": the public hub or HF_ENDPOINT. `proxy` "": as the environment says.

    The token is looked for when it is first needed (tokens.py), unless one is given here.
    """

    def __init__(
        self,
        endpoint: str = "",
        *,
        token: str | None = None,
        proxy: str = "",
        offline: bool = False,
    ) -> None:
        self.endpoint = checked_endpoint(endpoint or os.environ.get("HF_ENDPOINT") or OFFICIAL)
        self.proxy = proxy
        self.offline = offline
        self._token = None if token is None else Token(token, "given", "this command")
        self._looked = token is not None

    def search(
        self, words: str = "", *, kind: Kind = "gguf", sort: Sort = "downloads", limit: int = 20
    ) -> tuple[SearchHit, ...]:
        """Repositories with such files whose name has the words, at most `limit`, best first."""
        return self._search([kind], words, sort, limit)

    def made_from(self, repo: str, limit: int = 5) -> tuple[SearchHit, ...]:
        """GGUF repositories that say they are quantizations of `repo`, most fetched first."""
        return self._search(["gguf", f"base_model:quantized:{repo}"], "", "downloads", limit)

    def repo(self, repo: str, revision: str = "") -> RepoDetails:
        """What it is, and all its files, at the commit that `revision` (default: main) is now."""
        with self._speaking(repo, revision) as api:
            info = api.model_info(repo, revision=revision or None)
            commit = info.sha or revision
            files = api.list_repo_tree(info.id, recursive=True, revision=commit)
            found = tuple(file_of(entry) for entry in files if hasattr(entry, "size"))
            return details_of(info, self.endpoint, revision or "main", commit, found)

    def commit_of(self, repo: str, revision: str = "") -> str:
        """The commit that a branch, a tag or the begin of a commit is now."""
        with self._speaking(repo, revision) as api:
            return str(api.model_info(repo, revision=revision or None, expand=["sha"]).sha)

    def check_access(self, details: RepoDetails, path: str) -> None:
        """AccessDenied, with the way to it, where the file may not be read with this token."""
        with self._speaking(details.repo, details.commit) as api:
            api.get_hf_file_metadata(url=self.url(details.repo, details.commit, path))

    def whoami(self) -> str:
        """The name of the token's owner. AccessDenied for a token that is not taken, or none."""
        from localllm.models.hub import errors as hub_errors

        with self._speaking() as api:
            if not self.token:
                raise hub_errors.no_token(self.endpoint)
            return str(api.whoami()["name"])

    def update_of(self, manifest: Manifest) -> RepoDetails | None:
        """The repository as it is now, where a file that was fetched has become another one.

        None where all are as they were, and for what is pinned to a commit.
        """
        if not manifest.repo or _COMMIT.fullmatch(manifest.revision):
            return None
        now = self.repo(manifest.repo, manifest.revision)
        files = {file.path: file for file in now.files}
        changed = any(
            (file := files.get(was.path)) is not None and file.sha256 and file.sha256 != was.sha256
            for was in manifest.files
        )
        return now if changed else None

    def url(self, repo: str, commit: str, path: str) -> str:
        return f"{self.endpoint}/{repo}/resolve/{quote(commit, safe='')}/{quote(path)}"

    def secrets(self, url: str) -> dict[str, str]:
        """What the host of this URL may be shown: the token, where it is the hub itself.

        As downloads and header readers ask for it (`fetching.Fetch` has none). Never to be kept.
        """
        if _origin(url) != _origin(self.endpoint) or not self.token:
            return {}
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def token(self) -> str:
        """ "" where there is none for this hub."""
        found = self._found_token()
        return found.value if found else ""

    def _found_token(self) -> Token | None:
        if not self._looked:
            self._token, self._looked = tokens.find(self.endpoint), True
        return self._token if self._token and self._token.value else None

    def _search(
        self, filters: Sequence[str], words: str, sort: Sort, limit: int
    ) -> tuple[SearchHit, ...]:
        with self._speaking() as api:
            found = api.list_models(
                search=words.strip() or None,
                filter=list(filters),
                sort=_SORT[sort],
                limit=limit,
                expand=_WANTED,
            )
            kind: Kind = "gguf" if "gguf" in filters else "safetensors"
            return tuple(hit_of(info, kind) for info in islice(found, limit))

    def _speaking(self, repo: str | None = None, revision: str = "") -> _Speaking:
        return _Speaking(self, repo, revision)

    def _near(self, repo: str) -> list[str]:
        """Repositories that may be meant; none where that cannot be found out."""
        owner, _, name = repo.partition("/")
        try:
            with self._speaking() as api:
                words = re.sub(r"[-_.]", " ", name)
                found = [*api.list_models(search=words, sort="downloads", limit=10)]
                found += api.list_models(author=owner, sort="downloads", limit=100)
        except LocalLLMError:
            return []
        names = {info.id.lower(): info.id for info in found}
        close = difflib.get_close_matches(repo.lower(), names, n=3, cutoff=0.6)
        return [names[name] for name in close]


class _Speaking:
    """A `with` in which the library may be used, and its errors become ours."""

    def __init__(self, hub: Hub, repo: str | None, revision: str) -> None:
        self._hub, self._repo, self._revision = hub, repo, revision

    def __enter__(self) -> HfApi:
        from localllm.models.hub import errors as hub_errors  # the library takes a second to import

        hub = self._hub
        if hub.offline:
            raise hub_errors.offline()
        from huggingface_hub import HfApi

        from localllm.models.hub import session as hub_session

        if self._repo is not None:
            hub_errors.check_name(self._repo)
        hub_session.use(hub.proxy)
        token = hub._found_token()
        self._words = hub_errors.in_words(
            hub.endpoint,
            self._repo or "",
            self._revision,
            token_of=token.where if token else "",
            near=hub._near,
        )
        self._words.__enter__()
        return HfApi(
            endpoint=hub.endpoint,
            token=token.value if token else False,
            library_name="localllm",
            library_version=__version__,
        )

    def __exit__(self, *error: Any) -> bool | None:
        return self._words.__exit__(*error)


def hub_of(settings: Settings) -> Hub:
    """The hub that the settings name."""
    return Hub(settings.hub_endpoint, proxy=settings.proxy, offline=settings.offline)


def checked_endpoint(text: str) -> str:
    """BadRequest unless it is an address without more; a bare host is meant as https."""
    text = text.strip()
    text = (text if "://" in text else f"https://{text}").rstrip("/")
    try:
        url = urlsplit(text)
        known = url.scheme in ("http", "https") and bool(url.hostname) and (url.port or True)
    except ValueError:
        known = False
    if not known or url.username or url.password or url.query or url.fragment:
        raise BadRequest(
            f"The hub endpoint {text!r} is no address of a hub: https://host is meant",
            param="hub_endpoint",
        )
    return text


def _origin(url: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port; None for what is no address, which is nobody's."""
    parts = urlsplit(url)
    default = {"https": 443, "http": 80}.get(parts.scheme)
    try:
        return parts.scheme, (parts.hostname or "").lower(), parts.port or default
    except ValueError:
        return None
