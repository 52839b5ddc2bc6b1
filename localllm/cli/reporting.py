"""A comparison in the terminal, and as files: what `localllm quantize` and `compare` say of it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from pathlib import Path

import click

from localllm.cli import columns
from localllm.errors import LocalLLMError
from localllm.jobs import report
from localllm.jobs.report_page import Page, Pair, Table, page
from localllm.jobs.report_words import rate
from localllm.jobs.tasks import Compared, Quantized

_WORST = 5
_LEAST_WIDTH = 72


def tell(found: Compared, *, answers: bool = True) -> None:
    """The short form: the models, the loss, the tensors that lost most, answers side by side."""
    said = page(found)
    for note in said.notes:
        click.echo(f"Note: {note}", err=True)
    click.echo(f"{said.source} against {said.base}\n{said.verdict}\n")
    for table in said.tables:
        if table.title in ("Both models", "Loss"):
            _tell_table(table)
    _tell_worst(said)
    if answers and said.pairs:
        _tell_answers(said)
    click.echo(said.footer)


def tell_result(found: Compared) -> None:
    """What goes under the figures of a quantization: speed, and the tensors that lost most."""
    ours, theirs = found.source.speed, found.base.speed
    if ours and theirs:
        click.echo(
            f"Speed here: {rate(ours.rate)} tokens a second, the source {rate(theirs.rate)}; "
            f"reading {rate(ours.prompt_rate)}, the source {rate(theirs.prompt_rate)}"
        )
    _tell_worst(page(found))


def _tell_worst(said: Page) -> None:
    for table in said.tables:
        if table.title == "The tensors that lost most":
            click.echo(table.title)
            columns.echo(tuple(map(str.upper, table.head)), table.rows[:_WORST])
            click.echo()


def write_beside(done: Quantized) -> tuple[Path, ...]:
    """The reports on what was made, beside it; older ones, on what it replaced, are deleted. What
    cannot be written is told, and no failure."""
    if done.dry_run:
        return ()
    for path in report.report_paths(Path(done.path)):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    if done.compared is None:
        return ()
    written: list[Path] = []
    for path in report.report_paths(Path(done.path)):
        try:
            report.write(path, done.compared, done)
        except LocalLLMError as error:
            click.echo(f"Note: the report was not written: {error.message}", err=True)
            break
        written.append(path)
    return tuple(written)


def _tell_table(table: Table) -> None:
    rows = [tuple(row) for row in table.rows]
    if any(table.head):
        columns.echo(tuple(map(str.upper, table.head)), rows)
    else:
        widths = [max(len(row[i]) for row in rows) for i in range(len(table.head))]
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            click.echo("  ".join(cells).rstrip())
    click.echo(f"({table.note})\n" if table.note else "")


def _tell_answers(said: Page) -> None:
    width = max(_LEAST_WIDTH, min(shutil.get_terminal_size((100, 24)).columns, 140))
    for pair in said.pairs:
        click.echo(click.style(pair.prompt, bold=True))
        if pair.same:
            click.echo(f"both: {_cut(pair.source, pair.source_whole)}\n")
        else:
            click.echo("\n".join(_beside(pair, said, width)) + "\n")


def _beside(pair: Pair, said: Page, width: int) -> Sequence[str]:
    from rich.cells import cell_len, set_cell_size
    from rich.console import Console
    from rich.text import Text

    half = (width - 3) // 2
    console = Console(width=half, color_system=None)
    sides = []
    for model, answer, whole in (
        (said.source, pair.source, pair.source_whole),
        (said.base, pair.base, pair.base_whole),
    ):
        text = Text(f"{model}:\n{_cut(answer, whole)}".expandtabs(4))
        sides.append([line.plain.rstrip() for line in text.wrap(console, half)])
    rows = max(map(len, sides))
    left, right = (lines + [""] * (rows - len(lines)) for lines in sides)
    return [
        f"{set_cell_size(a, half) if cell_len(a) != half else a} | {b}".rstrip()
        for a, b in zip(left, right, strict=True)
    ]


def _cut(answer: str, whole: bool) -> str:
    return answer if whole else f"{answer} ..."
