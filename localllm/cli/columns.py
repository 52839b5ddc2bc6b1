"""Tables as plain text: columns as wide as needed, nothing cut, so that it can be copied."""

from __future__ import annotations

from collections.abc import Sequence

import click


def echo(head: Sequence[str], rows: Sequence[Sequence[str]], *, err: bool = False) -> None:
    """Head and rows, of one length each. A column that is empty throughout is left out."""
    shown = [at for at in range(len(head)) if any(row[at] for row in rows)]
    lines = [[row[at] for at in shown] for row in (head, *rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(shown))]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        click.echo("  ".join(cells).rstrip(), err=err)
