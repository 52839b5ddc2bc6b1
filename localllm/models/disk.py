"""Room on the disk: asked for before, and told of when it ends in between."""

from __future__ import annotations

import contextlib
import errno
import shutil
from collections.abc import Iterator
from pathlib import Path

from localllm.errors import DiskFull, DownloadError
from localllm.models.units import human_bytes

SPARE_DISK = 64 << 20  # left free, so that a download is not what fills the disk


def check_disk(target: Path, needed: int) -> None:
    """DiskFull where `needed` bytes more do not fit beside `target`."""
    free = free_beside(target)
    if needed + SPARE_DISK > free:
        raise disk_full(target, needed, free)


def free_beside(target: Path) -> int:
    """Bytes free where `target` is or will be; its folders need not exist yet."""
    folder = next((each for each in target.parents if each.is_dir()), Path("."))
    return shutil.disk_usage(folder).free


def disk_full(target: Path, needed: int, free: int) -> DiskFull:
    return DiskFull(
        f"{target.name} needs {human_bytes(needed)} more; {human_bytes(free)} are free in "
        f"{target.parent} ({human_bytes(SPARE_DISK)} are left alone). Make room there",
        needs=needed,
        free=free,
        path=str(target.parent),
    )


@contextlib.contextmanager
def writing(target: Path) -> Iterator[None]:
    """An OSError in it becomes DiskFull or DownloadError, with words."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            free = free_beside(target)
            raise DiskFull(
                f"There is no room left for {target.name} in {target.parent}: {human_bytes(free)} "
                "are free. Make room and go on: what has come is kept",
                free=free,
                path=str(target.parent),
            ) from error
        why = error.strerror or str(error)
        raise DownloadError(
            f"{target} cannot be written: {why}. What has come is kept", path=str(target)
        ) from error
