"""Exclusive locks on open files: each ends with the descriptor or the process."""

from __future__ import annotations

import os
import sys

# A byte far behind the end: Windows' locks forbid others to touch what they cover.
_LOCK_AT = 1 << 40


def try_lock(file: int) -> bool:
    """Takes the lock of an open file; False where another has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, _LOCK_AT, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
