"""Starts localllm and its peer, llama-server of the same source, on free loopback ports."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def peer_binary() -> Path:
    """llama-server, built and cached by native/peer.py. Raises CalledProcessError."""
    build = [os.environ.get("UV", "uv"), "run", "--no-project", str(ROOT / "native" / "peer.py")]
    shown = subprocess.run(build, check=True, stdout=subprocess.PIPE, text=True)
    return Path(shown.stdout.strip().splitlines()[-1]) / "llama-server"


def localllm_command(model: Path, *, threads: int, context: int, flash_attention: str) -> list[str]:
    return [
        *(sys.executable, "-m", "localllm", "serve", "--model", str(model)),
        *("--threads", str(threads), "--context", str(context), "--parallel", "8"),
        *("--flash-attention", flash_attention),
    ]


def peer_command(
    binary: Path, model: Path, *, threads: int, context: int, flash_attention: str
) -> list[str]:
    return [
        *(str(binary), "--model", str(model), "--no-webui", "--kv-unified"),
        *("--threads", str(threads), "--threads-batch", str(threads)),
        *("--ctx-size", str(context), "--parallel", "8", "--flash-attn", flash_attention),
    ]


@contextmanager
def serving(command: list[str], log: Path | None = None) -> Iterator[str]:
    """Runs a server until the block ends; yields its URL once /health answers 200.

    Raises RuntimeError where it ends or stays silent before that.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with open(log or os.devnull, "wb") as out:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)], stdout=out, stderr=out
        )
    try:
        _wait_until_healthy(url, process)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_healthy(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"did not start: {process.args!r}")
