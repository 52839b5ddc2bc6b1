"""Coverage-guided fuzzing of the header reader, and of what reads headers.

    python tests/models/header/fuzz_gguf.py --seconds 60             the loop below
    python tests/models/header/fuzz_gguf.py --seconds 60 --atheris   libFuzzer, where there is one

An input that reaches lines in an order that none reached before is kept and mutated further.
Whatever is no LocalLLMError, and whatever takes longer than five seconds, is a finding: it is
written to a file whose name is printed. The test beside it runs some hundred inputs.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[3])]

from helpers.mutated_gguf import model, mutated

from localllm.errors import LocalLLMError
from localllm.models.header import capabilities, card, gguf, source
from localllm.models.memory import formula as memory
from localllm.models.memory import shape
from localllm.models.memory.fit import fit
from localllm.models.memory.formula import FitOptions
from localllm.models.memory.machine import Room

LONGEST_S = 5.0
LARGEST = 1 << 16
_WATCHED = {module.__file__ for module in (gguf, source, card, capabilities, shape, memory)}
_INTERESTING = (0, 1, 7, 8, 9, 31, 32, 255, 2**16 - 1, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1)

Edges = set[tuple[str, int, int]]  # file, line before, line


class TooSlow(Exception):
    pass


class _Bytes:
    name = "fuzz.gguf"

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.size = len(data)

    def read(self, offset: int, n: int) -> bytes:
        return self.data[offset : offset + max(n, 4096)]


def target(data: bytes) -> None:
    """Raises what nobody may raise."""
    begun = time.monotonic()
    try:
        header = gguf.parse(_Bytes(data))
        card.details_of([header], "fuzz")
        fit([header], FitOptions(0), Room(1 << 33))
    except LocalLLMError as error:
        str(error.message)
    if time.monotonic() - begun > LONGEST_S:
        raise TooSlow(f"{time.monotonic() - begun:.1f} s for {len(data)} bytes")


def run(
    go_on: Callable[[int], bool], seed: int = 0, check: Callable[[bytes], None] = target
) -> tuple[int, int, int]:
    """Fuzzes while `go_on(inputs so far)`. Returns how many inputs ran, how many were kept and how
    many edges they reach; an exception of `check` ends it with the input as a note's file."""
    pick = random.Random(seed)
    corpus = [model().encoded(), *(data for _, data in mutated(seed, 20))]
    seen: Edges = set()
    for data in corpus:
        seen |= _edges(check, data)
    done = len(corpus)
    while go_on(done):
        data = _mutate(pick, corpus)
        new = _edges(check, data) - seen
        if new:
            seen |= new
            corpus.append(data)
        done += 1
    return done, len(corpus), len(seen)


def _edges(check: Callable[[bytes], None], data: bytes) -> Edges:
    """The steps from line to line that the watched modules take on this input."""
    found: Edges = set()
    before: dict[FrameType, int] = {}

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in _WATCHED:
            return None
        if event == "line":
            found.add((frame.f_code.co_filename, before.get(frame, 0), frame.f_lineno))
            before[frame] = frame.f_lineno
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        check(data)
    except Exception as error:
        sys.settrace(outer)
        raise _noted(error, data) from None
    finally:
        sys.settrace(outer)
    return found


def _noted(error: Exception, data: bytes) -> Exception:
    with tempfile.NamedTemporaryFile("wb", suffix=".gguf", prefix="finding-", delete=False) as file:
        file.write(data)
    error.add_note(f"the input is in {file.name}")
    return error


def _mutate(pick: random.Random, corpus: list[bytes]) -> bytes:
    # The later ones reach what is rare.
    chosen = pick.choice(corpus if pick.random() < 0.5 else corpus[-10:])
    data = bytearray(chosen)
    for _ in range(pick.choice((1, 1, 2, 4, 8))):
        pick.choice(_MUTATORS)(pick, data, pick.choice(corpus))
    return bytes(data[:LARGEST])


def _flip(pick: random.Random, data: bytearray, _: bytes) -> None:
    if data:
        data[_place(pick, data)] ^= 1 << pick.randrange(8)


def _number(pick: random.Random, data: bytearray, _: bytes) -> None:
    at, size = _place(pick, data), pick.choice((1, 4, 8))
    value = pick.choice(_INTERESTING) % 2 ** (8 * size)
    data[at : at + size] = value.to_bytes(size, "little")


def _insert(pick: random.Random, data: bytearray, _: bytes) -> None:
    at = _place(pick, data)
    data[at:at] = pick.randbytes(pick.choice((1, 4, 8, 32)))


def _remove(pick: random.Random, data: bytearray, _: bytes) -> None:
    at = _place(pick, data)
    del data[at : at + pick.choice((1, 4, 8, 32, len(data)))]


def _splice(pick: random.Random, data: bytearray, other: bytes) -> None:
    at, begin = _place(pick, data), _place(pick, other)
    data[at:] = other[begin:]


def _copy(pick: random.Random, data: bytearray, other: bytes) -> None:
    at, begin = _place(pick, data), _place(pick, other)
    data[at:at] = other[begin : begin + pick.choice((8, 32, 128))]


def _place(pick: random.Random, data: bytes | bytearray) -> int:
    """Mostly near the begin, where the counts are, or at the end, where the tensors are."""
    if not data:
        return 0
    near = pick.choice((24, 400, len(data), len(data)))
    return pick.randrange(min(near, len(data)))


_MUTATORS = (_flip, _number, _number, _insert, _remove, _splice, _copy)


def _seeds() -> Iterator[bytes]:
    yield model().encoded()
    yield from (data for _, data in mutated(0, 50))


def _functions() -> Iterator[Any]:
    """Of the watched modules, methods among them."""
    for module in (gguf, source, card, capabilities, shape, memory):
        for value in vars(module).values():
            if getattr(value, "__module__", "") == module.__name__:
                every = vars(value).values() if isinstance(value, type) else (value,)
                yield from (one for one in every if isinstance(one, FunctionType))


def _with_atheris(seconds: int) -> None:
    import atheris  # type: ignore[import-not-found]

    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(_seeds()):
            Path(folder, str(number)).write_bytes(data)
        options = [f"-max_total_time={seconds}", f"-max_len={LARGEST}", "-timeout=10", folder]
        for function in _functions():
            atheris.instrument_func(function)
        atheris.Setup([sys.argv[0], *options], target)
        atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--atheris", action="store_true")
    asked = parser.parse_args()
    if asked.atheris:
        _with_atheris(asked.seconds)
        return
    end = time.monotonic() + asked.seconds
    done, kept, edges = run(lambda _: time.monotonic() < end, asked.seed)
    print(f"{done:,} inputs in {asked.seconds} s, {kept} kept, {edges} edges, nothing found")


if __name__ == "__main__":
    main()
