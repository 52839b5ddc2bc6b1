"""A job process that does what the words of its task's `source` tell it. Run as a child process.

"done"      three Progress and Finished         "fail"     Failed with not_a_model
"forever"   one Progress, then nothing          "die"      aborts, with words
"write"     a temporary beside the target, one Progress, then nothing
"exit 7"    ends without a last word            "linger"   Finished, and does not end
"child"     as forever, with a child of its own whose pid is the note
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from localllm.frames import FrameReader, FrameWriter
from localllm.jobs import tasks, wire
from localllm.models.temporary import Temporary


def main() -> None:
    reader: FrameReader[wire.Start] = FrameReader(0, wire.Start)
    writer = FrameWriter(1)
    start = reader.read()
    assert start is not None
    task = start.task
    assert isinstance(task, tasks.Convert)
    word, _, argument = task.source.partition(" ")
    note = ""
    if word == "write":
        temporary = Temporary(Path(task.target))
        temporary.path.write_text("half")
    if word == "child":
        note = str(subprocess.Popen(["sleep", "3600"]).pid)
    writer.write(wire.Progress("working", 1, 3, note))
    if word in ("write", "forever", "child"):
        time.sleep(3600)
    if word == "die":
        print("ggml.c:12: GGML_ASSERT(n_dims > 0) failed", file=sys.stderr, flush=True)
        os.abort()
    if word == "exit":
        sys.exit(int(argument))
    if word == "fail":
        writer.write(wire.Failed("not_a_model", "no safetensors here", {"path": task.source}))
        return
    writer.write(wire.Progress("working", 2, 3))
    writer.write(wire.Progress("working", 3, 3))
    writer.write(wire.Finished(tasks.Converted(task.target, 5, "llama", 1)))
    if word == "linger":
        time.sleep(3600)


main()
