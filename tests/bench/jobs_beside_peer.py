"""Quantizing and measuring beside llama.cpp's own tools of the same source, on a quiet machine:

    python tests/bench/jobs_beside_peer.py quantize MODEL.gguf --type Q4_K_M [--imatrix FILE]
    python tests/bench/jobs_beside_peer.py imatrix  MODEL.gguf --text FILE --chunks 20
    python tests/bench/jobs_beside_peer.py eval     MODEL.gguf --text FILE --chunks 20

Both are whole processes with as many threads, from start to end, by turns and each the first as
often as the other. Ours checks, plans and syncs its file too; "the work alone" leaves out what a
process costs: ours is the task's own time, the quantizer's the time that it prints itself.
"""

from __future__ import annotations

import argparse
import os
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

from localllm.jobs import tasks

_OURS = """
import sys, msgspec
from localllm.jobs import tasks, worker
task = msgspec.json.decode(sys.argv[1], type=tasks.Task)
print(worker.runner(task)(task, lambda *_: None).seconds)
"""
_TOOLS = {"quantize": "llama-quantize", "imatrix": "llama-imatrix", "eval": "llama-perplexity"}


def main() -> None:
    how = _arguments()
    names = ("localllm", _TOOLS[how.job])
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory(dir=how.model.parent) as folder:
        target = Path(folder) / "out.gguf"
        commands = dict(zip(names, _commands(how, target), strict=True))
        for round in range(how.rounds):
            for name in names[:: 1 if round % 2 else -1]:
                target.unlink(missing_ok=True)
                found[name].append(_timed(commands[name]))
    _show(found, names)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("job", choices=_TOOLS)
    parser.add_argument("model", type=Path)
    parser.add_argument("--type", default="Q4_K_M")
    parser.add_argument("--imatrix", default="")
    parser.add_argument("--text", default="")
    parser.add_argument("--chunks", type=int, default=20)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--rounds", type=int, default=6)
    how = parser.parse_args()
    how.model = how.model.absolute()
    if how.job != "quantize" and not how.text:
        parser.error("--text FILE is needed: the peer has no text of its own")
    return how


def _commands(how: argparse.Namespace, target: Path) -> tuple[list[str], list[str]]:
    model, text, made = str(how.model), how.text, str(target)
    tool = str(peer_folder() / _TOOLS[how.job])
    threads = ["--threads", str(how.threads)]
    reads = ["-m", model, "-f", text, "--chunks", str(how.chunks), "-c", "512", *threads]
    read = {"text": text, "chunks": how.chunks, "threads": how.threads}
    match how.job:
        case "quantize":
            imatrix = ["--imatrix", how.imatrix] if how.imatrix else []
            task: tasks.Task = tasks.Quantize(
                model, made, how.type, imatrix=how.imatrix, threads=how.threads, force=True
            )
            peer = ["--allow-requantize", *imatrix, model, made, how.type, str(how.threads)]
        case "imatrix":
            task = tasks.Calibrate(model, made, force=True, **read)
            peer = [*reads, "-o", made]
        case _:
            task = tasks.Evaluate(model, **read)
            peer = reads
    return [sys.executable, "-c", _OURS, msgspec.json.encode(task).decode()], [tool, *peer]


def _timed(command: list[str]) -> tuple[float, float]:
    """Seconds of the whole process, and of the work alone where it says so."""
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    whole = time.monotonic() - begun
    if done.returncode:
        raise SystemExit(f"{command[0]} ended with {done.returncode}: {done.stderr[-800:]}")
    if command[0] == sys.executable:
        return whole, float(done.stdout.split()[-1])
    said = re.search(r"quantize time = +([\d.]+) ms", done.stdout)
    return whole, float(said[1]) / 1000 if said else whole


def _show(found: dict[str, list[tuple[float, float]]], names: tuple[str, str]) -> None:
    middle = {
        name: [statistics.median(each) for each in zip(*times, strict=True)]
        for name, times in found.items()
    }
    for name, (whole, alone) in middle.items():
        print(f"{name:<16} {whole:8.2f} s whole process, {alone:8.2f} s the work alone")
    whole, alone = (middle[names[1]][i] / middle[names[0]][i] for i in (0, 1))
    print(f"localllm's speed: {whole:.3f} of the peer's (processes), {alone:.3f} (work alone)")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"peak of memory of any of them: {peak / 1e6:.2f} GB, mapped files counted")


if __name__ == "__main__":
    main()
