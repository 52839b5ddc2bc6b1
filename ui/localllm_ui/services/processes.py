"""What processes take."""

from __future__ import annotations

from collections.abc import Iterable


def resident(pids: Iterable[int]) -> int:
    """Bytes of memory that the processes hold together; those that are gone hold none."""
    import psutil

    total = 0
    for pid in pids:
        try:
            total += psutil.Process(pid).memory_info().rss if pid else 0
        except psutil.Error:
            continue
    return total
