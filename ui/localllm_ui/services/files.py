"""A file that was dropped or pasted, as an attachment whose text a model can read."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from localllm.chats.types import NewAttachment
from localllm.errors import BadRequest, UnsupportedFeature

_MOST_BYTES = 20_000_000


def read_file(path: Path) -> NewAttachment:
    """Text, code and PDF. Raises BadRequest where it cannot be read, UnsupportedFeature for what
    holds no text. Takes as long as the disk does."""
    try:
        size = path.stat().st_size
        if size > _MOST_BYTES:
            raise BadRequest(
                f"{path.name} has {size / 1e6:.0f} MB; up to {_MOST_BYTES / 1e6:.0f} MB can be "
                "attached."
            )
        data = path.read_bytes()
    except OSError as error:
        raise BadRequest(f"{path.name} cannot be read: {error.strerror}.") from error
    mime = mimetypes.guess_type(path.name)[0] or "text/plain"
    text = _pdf_text(path.name, data) if data.startswith(b"%PDF-") else _plain_text(path.name, data)
    return NewAttachment(name=path.name, mime=mime, data=data, text=text)


def pasted(text: str, name: str) -> NewAttachment:
    return NewAttachment(name=name, mime="text/plain", text=text)


def _plain_text(name: str, data: bytes) -> str:
    for encoding in (
        ("utf-8-sig", "utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig",)
    ):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise UnsupportedFeature(
        f"{name} holds no text that could be read. Text, code and PDF can be attached."
    )


def _pdf_text(name: str, data: bytes) -> str:
    import io

    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    except PyPdfError as error:
        raise BadRequest(f"{name} cannot be read as PDF: {error}.") from error
    text = "\n\n".join(page for page in pages if page.strip())
    if not text:
        raise UnsupportedFeature(f"{name} has pictures of pages, but no text in it.")
    return text
