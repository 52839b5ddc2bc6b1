"""The hidden verb with which `doctor` looks at the native build, from a safe distance."""

from __future__ import annotations

import sys

import click
import msgspec

from localllm.errors import LocalLLMError


@click.command(hidden=True)
def command() -> None:
    """Load the native build and print what it is, as JSON: {"ok": ...} or {"error": ...}."""
    from localllm.llama.probe import probe

    try:
        found: dict[str, object] = {"ok": probe()}
    except LocalLLMError as error:
        found = {"error": {"code": error.code, "message": error.message}}
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
