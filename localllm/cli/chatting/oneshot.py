"""One question, one answer, and out: what scripts and pipes use."""

from __future__ import annotations

import sys

import click

from localllm import core
from localllm.cli import terminal
from localllm.cli.chatting.answer import ask
from localllm.cli.chatting.session import Session
from localllm.cli.chatting.view import PlainView, View
from localllm.cli.waiting import Waiting
from localllm.joining.engines import Engines

EXIT_STOPPED = 130


async def answer_once(engines: Engines, session: Session, question: str, *, stats: bool) -> int:
    """Drawn on a terminal, plain in a pipe; figures and notes go to stderr. The exit code."""
    session.say(question)
    answer = await ask(engines, session.request(), session.model, _view(), Waiting())
    if stats and answer.usage:
        click.echo(answer.figures(), err=True)
    if answer.reason is core.FinishReason.LENGTH and session.sampling.max_tokens is None:
        click.echo("Cut off: the context is full (--context sets a larger one).", err=True)
    return EXIT_STOPPED if answer.stopped else 0


def _view() -> View:
    if not terminal.is_terminal(sys.stdout):
        return PlainView()
    from localllm.cli.chatting.drawing import MarkdownView

    return MarkdownView(terminal.out())
