"""Quantizing beside llama-quantize of the same source, in turn, on a quiet machine:

    python tests/bench/quantize_beside_peer.py MODEL.gguf Q4_K_M [--imatrix FILE] [--rounds 5]

Both are whole processes, from start to end, and write to the same folder; ours also syncs
the file, checks and plans. The peer's own figure (its call alone) and ours (the task alone) are
printed too, and each one's peak of memory.
"""

from __future__ import annotations

import argparse
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.tools import peer_folder

_OURS = """
import sys, msgspec
from localllm.jobs import quantize, tasks
task = msgspec.json.decode(sys.argv[1], type=tasks.Quantize)
print(quantize.run(task, lambda *_: None).seconds)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("type")
    parser.add_argument("--imatrix", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    how = parser.parse_args()
    found: dict[str, list[tuple[float, float]]] = {"localllm": [], "llama-quantize": []}
    with tempfile.TemporaryDirectory(dir=how.model.parent) as folder:
        target = Path(folder) / "out.gguf"
        for _ in range(how.rounds):
            for name, command in _commands(how, target).items():
                target.unlink(missing_ok=True)
                found[name].append(_timed(name, command))
    for name, times in found.items():
        whole, alone = (statistics.median(each) for each in zip(*times, strict=True))
        print(f"{name:<16} {whole:8.2f} s whole process, {alone:8.2f} s the work alone")
    whole, alone = (
        statistics.median(t[i] for t in found["llama-quantize"])
        / statistics.median(t[i] for t in found["localllm"])
        for i in (0, 1)
    )
    print(f"localllm's speed: {whole:.3f} of the peer's (processes), {alone:.3f} (work alone)")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"peak of memory of any of them: {peak / 1e6:.2f} GB, mapped files counted")


def _commands(how: argparse.Namespace, target: Path) -> dict[str, list[str]]:
    from localllm.jobs.tasks import Quantize

    imatrix = str(how.imatrix.absolute()) if how.imatrix else ""
    task = Quantize(str(how.model.absolute()), str(target), how.type, imatrix=imatrix, force=True)
    peer = [str(peer_folder() / "llama-quantize"), "--allow-requantize"]
    peer += ["--imatrix", imatrix] if imatrix else []
    return {
        "localllm": [sys.executable, "-c", _OURS, msgspec.json.encode(task).decode()],
        "llama-quantize": [*peer, str(how.model), str(target), how.type],
    }


def _timed(name: str, command: list[str]) -> tuple[float, float]:
    begun = time.monotonic()
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    whole = time.monotonic() - begun
    if name == "localllm":
        return whole, float(said.split()[-1])
    found = re.search(r"quantize time = +([\d.]+) ms", said)
    assert found is not None, said[-500:]
    return whole, float(found[1]) / 1000


if __name__ == "__main__":
    main()
