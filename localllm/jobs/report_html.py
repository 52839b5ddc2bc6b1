"""The report as one HTML file that asks nothing of a network: styles and plots are in it.

Everything that comes from a model or its header goes through jinja2's escaping, or `report_svg`'s;
a Content-Security-Policy forbids scripts and requests on top of that.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from jinja2 import Environment, StrictUndefined, Template

from localllm import __version__
from localllm.jobs.report_page import page
from localllm.jobs.report_plots import plots
from localllm.jobs.tasks import Compared, Quantized


def html(found: Compared, made: Quantized | None = None) -> str:
    """`made` is the quantization that the comparison belongs to, where there was one."""
    return _template().render(
        page=page(found, made), plots=tuple(plots(found, made)), version=__version__
    )


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    path = resources.files("localllm.jobs") / "templates" / "report.html.j2"
    return environment.from_string(path.read_text(encoding="utf-8"))
