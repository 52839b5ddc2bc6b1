"""llama.cpp's programs of the same source, as peers to compare with."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

from helpers.servers import ROOT


@cache
def peer_folder() -> Path:
    """Where native/peer.py puts them, built if need be; LOCALLLM_PEER_DIR names another place."""
    if named := os.environ.get("LOCALLLM_PEER_DIR"):
        return Path(named)
    build = [os.environ.get("UV", "uv"), "run", "--no-project", str(ROOT / "native" / "peer.py")]
    shown = subprocess.run(build, check=True, stdout=subprocess.PIPE, text=True)
    return Path(shown.stdout.strip().splitlines()[-1])


def peer_tool(name: str, *arguments: str | Path, cwd: Path | None = None) -> str:
    """What the program says on stdout and stderr. Raises AssertionError with it where it fails."""
    done = subprocess.run(
        [str(peer_folder() / name), *map(str, arguments)],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert done.returncode == 0, done.stdout[-2000:]
    return done.stdout
