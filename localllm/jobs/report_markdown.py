"""The report as Markdown (GitHub's): tables and answers, without the plots.

A model's own words stand in code spans and fences longer than any run of backticks in them, where
nothing is read as markup; sentences are escaped character by character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from localllm.jobs.report_page import Page, Pair, Table, page
from localllm.jobs.tasks import Compared, Quantized

_MARKUP = re.compile(r"[\\`*_\[\]<>&|#~@]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def markdown(found: Compared, made: Quantized | None = None) -> str:
    """`made` is the quantization that the comparison belongs to, where there was one."""
    said = page(found, made)
    return "\n\n".join(_blocks(said)) + "\n"


def sentence(text: str) -> str:
    return _MARKUP.sub(lambda match: f"\\{match[0]}", text)


def code(text: str) -> str:
    """A code span on one line; "" of nothing."""
    plain = " ".join(text.split())
    if not plain:
        return ""
    ticks = "`" * (_longest_run(plain) + 1)
    space = " " if plain[0] == "`" or plain[-1] == "`" else ""
    return f"{ticks}{space}{plain}{space}{ticks}"


def fenced(text: str) -> str:
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}text\n{text}\n{fence}"


def _blocks(said: Page) -> Iterator[str]:
    yield f"# {code(said.source)} beside {code(said.base)}"
    yield sentence(said.verdict)
    if said.notes:
        yield "\n".join(f"> {sentence(note)}\n>" for note in said.notes).removesuffix("\n>")
    for table in said.tables:
        yield f"## {table.title}"
        if table.note:
            yield sentence(table.note)
        yield _table(table)
    if said.pairs:
        yield "## Answers side by side"
        for pair in said.pairs:
            yield from _pair(pair, said)
    yield sentence(said.footer)


def _table(table: Table) -> str:
    columns = range(len(table.head))
    marks = [":--" if table.is_text(column) else "--:" for column in columns]
    lines = [table.head, tuple(marks)]
    lines += [tuple(map(sentence, row)) for row in table.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _pair(pair: Pair, said: Page) -> Iterator[str]:
    yield f"### {code(pair.prompt)}"
    if pair.same:
        yield f"Both alike{_cut(pair.source_whole)}:"
        yield fenced(pair.source)
        return
    yield f"{code(said.source)}{_cut(pair.source_whole)}:"
    yield fenced(pair.source)
    yield f"{code(said.base)}{_cut(pair.base_whole)}:"
    yield fenced(pair.base)


def _cut(whole: bool) -> str:
    return "" if whole else " (cut off)"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
