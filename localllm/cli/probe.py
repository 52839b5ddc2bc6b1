"""The hidden verb with which the parent looks at the native build, from a safe distance."""

from __future__ import annotations

import sys

import click
import msgspec

from localllm.errors import LocalLLMError


@click.command(hidden=True)
@click.option("--memory", is_flag=True, help="Count what a model takes; the question is on stdin.")
def command(memory: bool) -> None:
    """Load the native build and print what it is, as JSON: {"ok": ...} or {"error": ...}."""
    found = _memory() if memory else _build()
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")


def _build() -> dict[str, object]:
    from localllm.llama.probe import probe

    try:
        return {"ok": probe()}
    except LocalLLMError as error:
        return {"error": {"code": error.code, "message": error.message}}


def _memory() -> object:
    from localllm.supervisor import measure

    question = msgspec.json.decode(sys.stdin.buffer.read(), type=measure.Question)
    try:
        return measure.answer(question)
    except LocalLLMError as error:
        return measure.failed(error)
