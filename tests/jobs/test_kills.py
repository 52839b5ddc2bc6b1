"""Killed at any moment, a quantization leaves the old file or the finished one, and no trace."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.tiny_llama import tiny_llama

KILLS = 50

# Forks a child for each kill, since that spares loading everything fifty times.
_PROGRAM = """
import hashlib, json, os, random, signal, sys, time
from pathlib import Path
from localllm.jobs import quantize
from localllm.jobs.tasks import Quantize
from localllm.llama import lib

source, target, kills = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
lib.load()

def start(out):
    pid = os.fork()
    if pid == 0:
        task = Quantize(str(source), str(out), "Q6_K", force=True, threads=1)
        quantize.run(task, lambda *_: None)
        os._exit(0)
    return pid

def digest():
    return hashlib.sha256(target.read_bytes()).hexdigest()

begun = time.monotonic()
os.waitpid(start(target), 0)
took = time.monotonic() - begun
finished = digest()
random.seed(4)
seen = []
for _ in range(kills):
    target.write_bytes(b"old")
    old = digest()
    pid = start(target)
    time.sleep(random.uniform(0, 1.1 * took))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    found = digest()
    seen.append("old" if found == old else "finished" if found == finished else "broken")
print(json.dumps(seen))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_fifty_kills(tmp_path: Path) -> None:
    from localllm.models import temporary

    source = tiny_llama(tmp_path / "tiny.gguf", layers=6)
    folder = tmp_path / "out"
    folder.mkdir()
    said = subprocess.run(
        [sys.executable, "-c", _PROGRAM, source, folder / "out.gguf", str(KILLS)],
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    seen = json.loads(said)
    assert len(seen) == KILLS
    assert set(seen) <= {"old", "finished"}
    assert seen.count("old") > KILLS // 4  # many were in the middle
    left = temporary.sweep(folder)
    assert 0 < len(left) <= KILLS
    assert [path.name for path in folder.iterdir()] == ["out.gguf"]
