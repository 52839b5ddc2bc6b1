"""The hidden verb a job process is started with. It speaks on its pipes, not to people."""

from __future__ import annotations

import click


@click.command(hidden=True)
def command() -> int:
    """Run one task: it comes in on stdin, progress and result go out on stdout."""
    from localllm.jobs import worker

    return worker.main()
