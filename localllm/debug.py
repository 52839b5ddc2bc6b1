"""Logging, set up once by each process: a file that rotates, and `--debug` areas.

Every module logs to `logging.getLogger(__name__)`; an area of `--debug` turns DEBUG on for the
loggers below it. Measurements go to the logger `localllm.timings`.

Chat contents never reach a log: whoever logs passes ids and numbers. As a second fence, a struct
of `core` that is logged all the same appears as its type and id alone.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from logging.handlers import RotatingFileHandler
from pathlib import Path

import msgspec

AREAS: dict[str, tuple[str, ...]] = {
    "scheduler": ("localllm.engine",),
    "kv": ("localllm.engine.kv_disk", "localllm.engine.kv_saved", "localllm.engine.kv_store"),
    "http": ("localllm.server",),
    "supervisor": ("localllm.supervisor", "localllm.runtime"),
    "models": ("localllm.models",),
    "timings": ("localllm.timings",),
    "all": ("localllm",),
}

_FORMAT = "%(asctime)s %(levelname)-7s %(process)d %(name)s: %(message)s"
_FILE_BYTES = 2_000_000
_FILE_BACKUPS = 3
_handlers: list[logging.Handler] = []  # what setup() added, for the next setup() to take off


class NoContents(logging.Filter):
    """Replaces structs among a record's arguments by their type and id. Never drops a record."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, msgspec.Struct):
            record.msg = _anonymous(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_anonymous(arg) for arg in record.args)
        return True


def _anonymous(value: object) -> object:
    if not isinstance(value, msgspec.Struct):
        return value
    return f"<{type(value).__name__} {getattr(value, 'id', getattr(value, 'request_id', ''))}>"


def setup(areas: Iterable[str] = (), *, log_file: Path | None = None, console: bool = True) -> None:
    """Sends localllm's logs to a rotating file (INFO and above) and to stderr (WARNING and above).

    Each of `areas` (keys of AREAS) adds its DEBUG records to both. Calling it again replaces the
    former set-up. A process whose stderr is already a log file passes no `log_file`.
    """
    root = logging.getLogger("localllm")
    _clear(root)
    root.setLevel(logging.INFO)
    prefixes = tuple(prefix for area in areas for prefix in AREAS[area])
    for prefix in prefixes:
        logging.getLogger(prefix).setLevel(logging.DEBUG)
    if log_file is not None:
        _add(root, _rotating(log_file))
    if console:
        to_stderr = logging.StreamHandler(sys.stderr)
        to_stderr.addFilter(
            lambda record: record.levelno >= logging.WARNING or _in(record, prefixes)
        )
        _add(root, to_stderr)


def _in(record: logging.LogRecord, prefixes: tuple[str, ...]) -> bool:
    return any(record.name == prefix or record.name.startswith(prefix + ".") for prefix in prefixes)


def _rotating(file: Path) -> logging.Handler:
    return RotatingFileHandler(
        file, maxBytes=_FILE_BYTES, backupCount=_FILE_BACKUPS, encoding="utf-8", delay=True
    )


def _add(root: logging.Logger, handler: logging.Handler) -> None:
    handler.setFormatter(logging.Formatter(_FORMAT))
    handler.addFilter(NoContents())
    root.addHandler(handler)
    _handlers.append(handler)


def _clear(root: logging.Logger) -> None:
    for prefix in {prefix for prefixes in AREAS.values() for prefix in prefixes}:
        logging.getLogger(prefix).setLevel(logging.NOTSET)
    while _handlers:
        handler = _handlers.pop()
        root.removeHandler(handler)
        handler.close()
