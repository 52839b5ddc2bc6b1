"""What a hub refuses, in words a person can act on. One place: the library's errors end here.

A hub does not tell strangers what is private: to them such a repository, and one that does not
exist, are the same (401). So the words depend on whether a token was sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from huggingface_hub.errors import (
    EntryNotFoundError,
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.utils import validate_repo_id

from localllm.errors import (
    AccessDenied,
    BadRequest,
    DownloadError,
    HubUnreachable,
    Offline,
    RepoNotFound,
)

SET_TOKEN = "`localllm token set` keeps one (made at {endpoint}/settings/tokens)"
_TOKEN = re.compile(r"\bhf_[A-Za-z0-9]{8,}")


@contextmanager
def in_words(
    endpoint: str,
    repo: str = "",
    revision: str = "",
    *,
    token_of: str,
    near: Callable[[str], list[str]] = lambda repo: [],
) -> Iterator[None]:
    """Raises what the library raises inside as ours. `near` finds repositories of a like name.

    `token_of` says where the token is from that is sent, "" where none is.
    """
    has_token = bool(token_of)
    try:
        yield
    except GatedRepoError as error:
        raise gated(endpoint, repo, has_token=has_token) from error
    except RevisionNotFoundError as error:
        raise no_revision(endpoint, repo, revision) from error
    except RepositoryNotFoundError as error:
        raise unknown_repo(endpoint, repo, near(repo), has_token=has_token) from error
    except EntryNotFoundError as error:
        raise RepoNotFound(f"{repo} has no such file", repo=repo) from error
    except HfHubHTTPError as error:
        raise _by_status(error, endpoint, repo, near, token_of) from error
    except OfflineModeIsEnabled as error:
        raise offline("HF_HUB_OFFLINE is set") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:  # not what a hub sends
        raise HubUnreachable(
            f"{host_of(endpoint)} does not answer as a model hub does: a page to sign in to this "
            "network, a proxy, or a wrong hub_endpoint may be in between",
            host=host_of(endpoint),
        ) from error


def check_name(repo: str) -> None:
    """BadRequest for what no hub would take as the name of a repository."""
    try:
        validate_repo_id(repo)
    except HFValidationError as error:
        raise BadRequest(
            f"{repo[:100]!r} is no name of a repository: owner/name is meant", param="name"
        ) from error


def offline(why: str = "offline is on") -> Offline:
    return Offline(f"The network is switched off ({why}); --no-offline allows it")


def gated(endpoint: str, repo: str, *, has_token: bool) -> AccessDenied:
    """Its author wants to know who reads it."""
    page = f"{endpoint}/{repo}"
    if has_token:
        words = f"its terms are not accepted yet with your token, or not granted. Ask at {page}"
    else:
        words = f"it needs an account. Accept its terms at {page}; then " + SET_TOKEN.format(
            endpoint=endpoint
        )
    return AccessDenied(f"{repo} is gated: {words}", repo=repo, url=page, has_token=has_token)


def bad_token(endpoint: str, token_of: str) -> AccessDenied:
    return AccessDenied(
        f"{host_of(endpoint)} does not take the token from {token_of}: it is wrong, expired or "
        "withdrawn. " + SET_TOKEN.format(endpoint=endpoint) + ", `localllm token clear` forgets it",
        url=f"{endpoint}/settings/tokens",
        has_token=True,
    )


def no_token(endpoint: str) -> AccessDenied:
    return AccessDenied(
        f"There is no token for {host_of(endpoint)}: " + SET_TOKEN.format(endpoint=endpoint),
        url=f"{endpoint}/settings/tokens",
        has_token=False,
    )


def unknown_repo(endpoint: str, repo: str, near: list[str], *, has_token: bool) -> RepoNotFound:
    hint = f"Is {' or '.join(near)} meant?" if near else _search_hint(repo)
    private = "" if has_token else " If it is private, " + SET_TOKEN.format(endpoint=endpoint) + "."
    return RepoNotFound(
        f"{host_of(endpoint)} has no repository {repo} that you may see. {hint}{private}",
        repo=repo,
        near=near,
    )


def no_revision(endpoint: str, repo: str, revision: str) -> RepoNotFound:
    return RepoNotFound(
        f"{repo} has no revision {revision!r}: a branch, a tag or a commit is meant; "
        f"{endpoint}/{repo}/commits/main lists them",
        repo=repo,
        revision=revision,
    )


def host_of(endpoint: str) -> str:
    return urlsplit(endpoint).netloc or endpoint


def _by_status(
    error: HfHubHTTPError,
    endpoint: str,
    repo: str,
    near: Callable[[str], list[str]],
    token_of: str,
) -> DownloadError:
    status, has_token = error.response.status_code, bool(token_of)
    if status == 401 and has_token:
        return bad_token(endpoint, token_of)
    if status in (401, 404) and repo:
        return unknown_repo(endpoint, repo, near(repo), has_token=has_token)
    if status == 403:
        return AccessDenied(
            f"{host_of(endpoint)} refuses {repo or 'this'}: {_said(error)}. The token may lack the "
            f"right to read it; {endpoint}/settings/tokens shows its rights",
            repo=repo,
            url=f"{endpoint}/settings/tokens",
            has_token=has_token,
        )
    return HubUnreachable(
        f"{host_of(endpoint)} answers {status}: {_said(error)}",
        host=host_of(endpoint),
        http=status,
    )


def _said(error: HfHubHTTPError) -> str:
    said = " ".join((error.server_message or "no reason given").split())
    return _TOKEN.sub("hf_...", said)[:200]


def _search_hint(repo: str) -> str:
    return f"`localllm search {repo.rsplit('/', 1)[-1]}` may find it."
