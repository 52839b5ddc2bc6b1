"""The one-page report of a comparison, as a file of its own.

report_paths(model)   where it lies beside a model: `NAME.report.html`, `NAME.report.md`
write(path, ...)      HTML or Markdown, by the ending
"""

from __future__ import annotations

from pathlib import Path

from localllm.errors import BadRequest
from localllm.jobs.tasks import Compared, Quantized
from localllm.models.made_names import report_paths
from localllm.models.temporary import Temporary

__all__ = ["check_ending", "report_paths", "write"]

_ENDINGS = (".html", ".htm", ".md", ".markdown")


def check_ending(path: Path) -> None:
    """Raises BadRequest for a file that is no report by its name."""
    if path.suffix.lower() not in _ENDINGS:
        raise BadRequest(
            f"A report is HTML or Markdown: name it report.html or report.md, not {path.name}",
            param="output",
        )


def write(path: Path, found: Compared, made: Quantized | None = None) -> None:
    """Whole or not at all; an older one is replaced. Raises BadRequest, ModelError, DiskFull."""
    from localllm.jobs.report_html import html
    from localllm.jobs.report_markdown import markdown

    check_ending(path)
    text = (html if path.suffix.lower().startswith(".htm") else markdown)(found, made)
    with Temporary(path) as half:
        half.path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        half.finish(replace=True)
