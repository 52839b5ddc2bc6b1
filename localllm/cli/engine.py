"""The hidden verb an engine process is started with. It speaks on its pipes, not to people."""

from __future__ import annotations

import click


@click.command(hidden=True)
@click.option("--fake", is_flag=True, help="Play at it: no model, no llama.cpp.")
def command(fake: bool) -> int:
    """Run one engine: commands in on stdin, events out on stdout."""
    from localllm.engine import worker

    return worker.main(fake=fake)
