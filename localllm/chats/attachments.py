"""Files kept with messages. Their bytes are stored once, however many messages carry them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from localllm.chats.database import Write
from localllm.chats.types import NewAttachment


def keep(write: Write, message_id: int, files: Iterable[NewAttachment]) -> None:
    for file in files:
        write.execute(
            "INSERT INTO attachments (message_id, name, mime, size, tokens, sha256, text) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                message_id,
                file.name,
                file.mime,
                len(file.data or b""),
                file.tokens,
                _keep_bytes(write, file.data) if file.data else None,
                file.text,
            ],
        )


def copy(write: Write, source_id: int, target_id: int) -> None:
    """Gives one message the files of another."""
    write.execute(
        "INSERT INTO attachments (message_id, name, mime, size, tokens, sha256, text) "
        "SELECT ?, name, mime, size, tokens, sha256, text FROM attachments "
        "WHERE message_id = ? ORDER BY id",
        [target_id, source_id],
    )


def sweep(write: Write) -> None:
    """Drops the bytes that no message carries any more."""
    write.execute(
        "DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM attachments "
        "WHERE sha256 IS NOT NULL)"
    )


def _keep_bytes(write: Write, data: bytes) -> bytes:
    key = hashlib.sha256(data).digest()
    write.execute("INSERT OR IGNORE INTO blobs (sha256, data) VALUES (?, ?)", [key, data])
    return key
