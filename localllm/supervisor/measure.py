"""What llama.cpp itself says a model would take, asked in a child process that may die of it.

    measure(settings, headers, [FitOptions, ...]) -> Measured(devices, memories)

The child opens a stub of the header (models/header/stub.py) without weights: half a second for the
first answer, most of it the native build being loaded, and some milliseconds for each more. It
also says what GPUs there are, and what is free on them. Blocks: `asyncio.to_thread` on a loop.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from localllm.errors import EngineError, LocalLLMError, revive
from localllm.models.header.gguf import GGUFHeader
from localllm.models.header.stub import write_stub
from localllm.models.memory.fit import Fit, auto_context, fit, judge
from localllm.models.memory.formula import FitOptions, Memory, Parts, idle_bytes, options_of
from localllm.models.memory.machine import Room, room
from localllm.models.memory.shape import shape_of
from localllm.settings import Settings, engine_options
from localllm.supervisor.launch import engine_launch

_LONGEST_S = 60


class Question(msgspec.Struct, frozen=True):
    """What the child reads: the stub's path, and each way of loading it."""

    path: str
    options: tuple[FitOptions, ...]


class Answer(msgspec.Struct, frozen=True):
    """What it says, the memories in the order of the options. GPUs as llama.devices has them."""

    devices: tuple[dict[str, Any], ...] = ()
    memories: tuple[Memory, ...] = ()
    code: str = ""
    message: str = ""


def measure(
    settings: Settings, headers: Sequence[GGUFHeader], options: Sequence[FitOptions]
) -> Answer:
    """Raises what llama.cpp has against the model or the settings, or EngineError where it cannot
    be asked. `idle` of each memory is not known to it: 0."""
    with tempfile.TemporaryDirectory(prefix="localllm-fit-") as folder:
        stub = Path(folder, "model.gguf")
        write_stub(stub, headers)
        return _ask(settings, Question(str(stub), tuple(options)))


def answer(question: Question) -> Answer:
    """In the child: loads llama.cpp."""
    from localllm.llama.devices import devices
    from localllm.llama.memory import BufferMemory, MemoryBreakdown
    from localllm.llama.memory import measure as count

    def parts(buffers: list[BufferMemory], outputs: int = 0) -> Parts:
        return Parts(
            weights=sum(b.model for b in buffers),
            kv=sum(b.context for b in buffers),
            compute=sum(b.compute for b in buffers),
            outputs=outputs,
        )

    def memory_of(found: MemoryBreakdown) -> Memory:
        # The CPU's repacked weights lie in no "host" buffer, and yet in main memory.
        own = [b for b in found.buffers if b.host or b.device in ("", "CPU")]
        others = [b for b in found.buffers if b not in own]
        return Memory(parts(own, found.output), parts(others))

    memories = tuple(
        memory_of(
            count(
                question.path,
                n_ctx=one.context,
                n_ubatch=min(one.ubatch, one.context),
                n_seq_max=one.sequences,
                gpu_layers=one.gpu_layers,
                flash_attention=one.flash_attention,
                kv_type=one.kv_type,
                kv_unified=one.unified,
            )
        )
        for one in question.options
    )
    found = tuple(msgspec.to_builtins(device) for device in devices())
    return Answer(devices=found, memories=memories)


def _ask(settings: Settings, question: Question) -> Answer:
    launch = engine_launch(msgspec.structs.replace(settings, engine="llama"))
    command = [*launch.command[:-1], "probe", "--memory"]
    try:
        run = subprocess.run(
            command,
            input=msgspec.json.encode(question),
            env=os.environ | launch.environment,
            capture_output=True,
            timeout=_LONGEST_S,
        )
        said = msgspec.json.decode(run.stdout.strip().rpartition(b"\n")[2], type=Answer)
    except subprocess.TimeoutExpired:
        raise EngineError(f"llama.cpp did not count within {_LONGEST_S} s") from None
    except (msgspec.MsgspecError, OSError) as error:
        raise EngineError(f"llama.cpp could not count the memory: {_why(error)}") from error
    if said.code:
        raise revive(said.code, said.message)
    return said


def _why(error: Exception) -> str:
    return "its process ended" if isinstance(error, msgspec.MsgspecError) else str(error)


def failed(error: LocalLLMError) -> Answer:
    return Answer(code=error.code, message=error.message)


def fits(
    settings: Settings, headers: Sequence[GGUFHeader], contexts: Sequence[int]
) -> tuple[list[Fit], LocalLLMError | None]:
    """How a model would fit here at each context (0: the one an engine would choose).

    By llama.cpp's own count where it can be asked, else by formula; then with its error.
    """
    shape = shape_of(headers)
    free = room()
    chosen = [c or auto_context(shape, settings.kv_type, free.ram) for c in contexts]
    engine = engine_options(settings, "")
    try:
        found = measure(settings, headers, [options_of(engine, c, gpu=True) for c in chosen])
    except LocalLLMError as error:
        return [fit(headers, options_of(engine, c), free) for c in chosen], error
    free = room(found.devices)
    return [
        _exact(headers, options_of(engine, context, gpu=free.has_gpu), free, memory)
        for context, memory in zip(chosen, found.memories, strict=True)
    ], None


def _exact(headers: Sequence[GGUFHeader], options: FitOptions, free: Room, memory: Memory) -> Fit:
    """What is never written, and how far the context may grow, come from the formulas."""
    by_formula = fit(headers, options, free)
    idle = min(idle_bytes(shape_of(headers), options), memory.host.compute)
    host = msgspec.structs.replace(memory.host, idle=idle)
    whole = msgspec.structs.replace(memory, host=host)
    return judge(whole, options, free, by_formula.max_context, exact=True)
