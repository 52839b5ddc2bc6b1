"""What a person names when they mean a model of a hub, in every way that people write it.

owner/repo                     owner/repo:Q4_K_M            owner/repo@v1.0:Q4_K_M
hf.co/owner/repo:Q4_K_M        hf://owner/repo              a page of the hub, as copied
https://<hub>/owner/repo/resolve/main/model.gguf?download=true
https://elsewhere/model.gguf   a file of no hub
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from localllm.errors import BadRequest
from localllm.models.header.parts import SUFFIX

OFFICIAL = "https://huggingface.co"
_HUB_HOSTS = frozenset({"huggingface.co", "www.huggingface.co", "hf.co", "www.hf.co"})
_REPO = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)
_SHORT = re.compile(r"(?P<repo>[^:@]+)(?:@(?P<revision>[^:]+))?(?::(?P<quant>[^:]+))?")
_LONGEST = 2000  # characters; hubs allow 96 in a name


class HubRef(msgspec.Struct, frozen=True, omit_defaults=True):
    """A repository, and what of it: a quantization's name, or the path of a file, or neither.

    `revision` "" is the hub's default (main).
    """

    repo: str
    quant: str = ""
    revision: str = ""
    path: str = ""


class FileRef(msgspec.Struct, frozen=True):
    """A GGUF file at any other address; `name` is the last part of it."""

    url: str
    name: str


def parse_ref(text: str, endpoint: str = OFFICIAL) -> HubRef | FileRef:
    """What `text` means; `endpoint` is the hub in use, whose addresses are known too.

    BadRequest says what can be written.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        raise BadRequest(f"A name of {len(text):,} characters is none of a model", param="name")
    scheme = text.partition("://")[0].lower() if "://" in text else ""
    if scheme in ("http", "https"):
        return _address(text, endpoint)
    short = text.partition("://")[2] if scheme == "hf" else _without_host(text)
    return _short(short, text)


def looks_like_ref(text: str) -> bool:
    """Whether `text` may name something of a hub: no path of a file here, no bare name."""
    bare = re.split("[:@]", text, maxsplit=1)[0]
    return "://" in text or _REPO.fullmatch(_without_host(bare)) is not None


def _without_host(text: str) -> str:
    host, _, rest = text.partition("/")
    return rest if host.lower() in _HUB_HOSTS else text


def _short(text: str, whole: str) -> HubRef:
    found = _SHORT.fullmatch(text.rstrip("/"))
    if not found or not _REPO.fullmatch(found["repo"]):
        raise _unclear(whole)
    quant = found["quant"] or ""
    quant = "" if quant.lower() == "latest" else quant
    is_file = quant.lower().endswith(SUFFIX)
    return HubRef(
        _checked(found["repo"], whole),
        quant="" if is_file else quant,
        revision=found["revision"] or "",
        path=quant if is_file else "",
    )


def _address(text: str, endpoint: str) -> HubRef | FileRef:
    try:
        url = urlsplit(text)
        host, port = (url.hostname or "").lower(), url.port
    except ValueError:
        raise BadRequest(f"{text!r} is no address", param="name") from None
    if url.username or url.password:
        raise BadRequest(
            "The address has a name or password in it, which would be kept in files and logs; "
            "leave it out",
            param="name",
        )
    ours = urlsplit(endpoint)
    if host in _HUB_HOSTS or (host, port) == ((ours.hostname or "").lower(), ours.port):
        return _page(text, url.path, parse_qs(url.query))
    name = unquote(url.path.rsplit("/", 1)[-1])
    if not name.lower().endswith(SUFFIX):
        raise BadRequest(
            f"{text!r} is no GGUF file ({SUFFIX}) and no page of the hub {ours.hostname}",
            param="name",
        )
    return FileRef(text.partition("#")[0], name)


def _page(text: str, path: str, query: dict[str, list[str]]) -> HubRef:
    """/owner/repo[:quant], /owner/repo/(tree|blob|raw|resolve)/revision[/path]"""
    parts = [unquote(part) for part in path.strip("/").split("/")]
    if len(parts) < 2 or parts[0] in ("datasets", "spaces", "collections", "api", "docs"):
        raise _unclear(text)
    ref = _short("/".join(parts[:2]), text)
    shown = query.get("show_file_info", [""])[0]  # the hub's own page about one file
    if len(parts) < 4 or parts[2] not in ("tree", "blob", "raw", "resolve"):
        return msgspec.structs.replace(ref, path=shown or ref.path)
    inside = "/".join(parts[4:])
    is_file = parts[2] != "tree"
    # A page of a folder that holds one quantization is how some repositories are laid out.
    return msgspec.structs.replace(
        ref, revision=parts[3], path=inside if is_file else shown, quant="" if is_file else inside
    )


def _checked(repo: str, whole: str) -> str:
    if ".." in repo or "--" in repo or repo.endswith((".git", ".", "-")):
        raise _unclear(whole)
    return repo


def _unclear(text: str) -> BadRequest:
    shown = text if len(text) <= 80 else text[:77] + "..."
    words = re.split(r"[:/@]", text)[0]
    hint = f"; `localllm search {words}` looks for one" if re.fullmatch(r"[\w.-]+", words) else ""
    return BadRequest(
        f"{shown!r} names no model of the hub: write owner/repo, owner/repo:Q4_K_M or the address "
        f"of its page{hint}",
        param="name",
    )
