"""The terminal: whether it is one, whether it has colours, and the consoles for rich output.

rich is imported only when a console is asked for: most commands end sooner than that takes.
"""

from __future__ import annotations

import logging
import os
import sys
from functools import cache
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console


def interactive() -> bool:
    """A person at both ends: keys come in, and answers can be drawn."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def is_terminal(stream: IO[str] | None) -> bool:
    """False too where there is no such stream (a program without a console)."""
    return stream is not None and not stream.closed and stream.isatty()


def colours(stream: IO[str]) -> bool:
    """As no-color.org and the usual terminals want it."""
    return (
        is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def red(text: str) -> str:
    return click.style(text, fg="red") if colours(sys.stderr) else text


def debugging() -> bool:
    """Whether --debug (or its variable) has turned on any area."""
    loggers = logging.root.manager.loggerDict.items()
    return any(
        isinstance(logger, logging.Logger) and logger.level == logging.DEBUG
        for name, logger in loggers
        if name == "localllm" or name.startswith("localllm.")
    )


@cache
def out() -> Console:
    """For answers. One for the process, so that live drawing and printing do not collide."""
    return _console(stderr=False)


@cache
def err() -> Console:
    """For what is said beside the answers: progress, figures, hints."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)
