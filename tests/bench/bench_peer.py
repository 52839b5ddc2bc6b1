"""localllm beside llama-server: same source, same model, one run, a table with what is wanted.

    python tests/bench/bench_peer.py [--only single,fanout] [--rounds 3] [--model GGUF]

Builds the peer where it is missing (native/peer.py). Both are driven in turn, round by round, and
each is the first as often as the other; figures are medians, ratios medians of each round's ratio.
Seconds of a shared machine drift: compare within one run. Ends with 1 where a wanted bound is
missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from bounds import WANTED, Bound  # noqa: E402
from helpers.servers import peer_binary  # noqa: E402
from scenarios import ALL, OPTIONS, Figures, user  # noqa: E402
from sides import Machine, Side, Sides  # noqa: E402

Rounds = list[list[Figures]]  # by side, by round

_CONTEXT = 8192
_WIDTHS = "{:<9} {:<20} {:>10} {:>10} {:>9}  {:<14} {}"


def main() -> None:
    how = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
    binary = None if how.alone else (how.peer or peer_binary())
    missed: list[str] = []
    results: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        sides = Sides(Machine(how.model, _CONTEXT, how.threads, Path(home)), binary)
        try:
            print(_WIDTHS.format("scenario", "figure", "localllm", "peer", "ratio", "wanted", ""))
            for name in how.only:
                begun = time.monotonic()
                rows = asyncio.run(_run(name, sides, how.rounds))
                results[name] = {"rounds": rows, "seconds": time.monotonic() - begun}
                missed += [f"{name} {bound.figure}" for bound in _show(name, rows)]
        finally:
            sides.stop()
            if how.json:
                how.json.write_text(json.dumps(results, indent=1))
    if missed:
        print("missed:", ", ".join(missed))
    sys.exit(bool(missed))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(ALL))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--model", type=Path, default=None, help="default: the starter model")
    parser.add_argument("--threads", type=int, default=0, help="0: ours to choose, the peer's all")
    parser.add_argument("--peer", type=Path, default=None, help="a llama-server binary")
    parser.add_argument("--alone", action="store_true", help="no peer")
    parser.add_argument("--json", type=Path, default=None, help="a file for every round's figures")
    how = parser.parse_args()
    if unknown := set(how.only) - set(ALL):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    how.model = (how.model or _starter()).absolute()
    return how


def _starter() -> Path:
    from localllm.models.starter import in_package

    found = in_package()
    if found is None:
        sys.exit("no starter model: run `make setup`, or give --model")
    return Path(found)


async def _run(name: str, sides: Sides, rounds: int) -> Rounds:
    pair = sides.pair(OPTIONS.get(name, ()))
    for side in pair:
        await side.stream([user("warm up")], 8)
    rows: Rounds = [[] for _ in pair]
    for number in range(rounds):
        order = list(enumerate(pair))
        for place, side in order[:: 1 if number % 2 == 0 else -1]:
            rows[place].append(await _once(name, side))
    return rows


async def _once(name: str, side: Side) -> Figures:
    try:
        return await ALL[name](side)
    except Exception as error:  # a scenario that fails is a result, not a crash of the benchmark
        return {"error": repr(error)[:300]}


def _show(name: str, rows: Rounds) -> list[Bound]:
    """Prints a line for each figure; returns what was wanted and missed."""
    ours = _medians(rows[0])
    theirs = _medians(rows[1]) if len(rows) > 1 else {}
    ratios = _ratios(*rows) if len(rows) > 1 else {}
    missed, marks = _judge(name, ours, ratios)
    for figure in ours:
        wanted, mark = marks.pop(figure, ("", ""))
        print(
            _WIDTHS.format(
                name,
                figure,
                _number(ours.get(figure)),
                _number(theirs.get(figure)),
                _number(ratios.get(figure)),
                wanted,
                mark,
            ).rstrip(),
            flush=True,
        )
    for figure, (wanted, mark) in marks.items():
        print(_WIDTHS.format(name, figure, "-", "-", "-", wanted, mark), flush=True)
    for side, found in zip(("localllm", "peer"), rows, strict=False):
        for words in {row.get("error") or row.get("note") for row in found} - {None}:
            print(f"{name:<9} {side}: {words}", flush=True)
    return missed


def _judge(
    name: str, ours: Figures, ratios: Figures
) -> tuple[list[Bound], dict[str, tuple[str, str]]]:
    """What was missed, and by figure what was wanted and whether it is so."""
    missed: list[Bound] = []
    marks: dict[str, tuple[str, str]] = {}
    for alternatives in WANTED.get(name, ()):
        met = []
        for bound in alternatives:
            found = (ours if bound.of == "ours" else ratios).get(bound.figure)
            if found is not None:
                met.append(bound.met(found))
                marks[bound.figure] = (str(bound), "ok" if met[-1] else "MISS")
            else:
                marks[bound.figure] = (str(bound), "no figure")
        if met and not any(met):
            missed.append(alternatives[0])
        if any(met):  # the other way to be right was not needed
            for bound in alternatives:
                wanted, mark = marks[bound.figure]
                marks[bound.figure] = (wanted, "or" if mark == "MISS" else mark)
    return missed, marks


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _medians(rows: list[Figures]) -> Figures:
    figures = dict.fromkeys(key for row in rows for key in row)
    return {
        key: statistics.median(values)
        for key in figures
        if (values := [row[key] for row in rows if _is_number(row.get(key))])
    }


def _ratios(ours: list[Figures], theirs: list[Figures]) -> Figures:
    found: dict[str, list[float]] = {}
    for a, b in zip(ours, theirs, strict=True):
        for key in a:
            if _is_number(a[key]) and _is_number(b.get(key)) and b[key]:
                found.setdefault(key, []).append(a[key] / b[key])
    return {key: statistics.median(values) for key, values in found.items()}


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"


if __name__ == "__main__":
    main()
