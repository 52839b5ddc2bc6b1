"""The child's side of a parent's pipes, the same for an engine and for a job.

The pipes are stdin and stdout as the process got them. They are moved away before anything else
runs, and descriptors 1 and 2 point to the log, so that no native code can write between the frames.
"""

from __future__ import annotations

import os
from typing import Any

from localllm import debug
from localllm.frames import FrameReader, FrameWriter


def claim_pipes(message_type: Any) -> tuple[FrameReader[Any], FrameWriter]:
    """The pipes, under descriptors that only the caller knows; messages are read as of a type."""
    reader: FrameReader[Any] = FrameReader(os.dup(0), message_type)
    writer = FrameWriter(os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return reader, writer


def log_to(path: str) -> None:
    """Sends what is written to stdout and stderr, by whomever, to the end of a file or nowhere.

    The areas of LOCALLLM_DEBUG log in detail.
    """
    log_file = os.open(path or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log_file, 1)
    os.dup2(log_file, 2)
    os.close(log_file)
    areas = os.environ.get("LOCALLLM_DEBUG", "").split(",")
    debug.setup(area for area in areas if area in debug.AREAS)
