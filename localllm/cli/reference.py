"""docs/cli.md, made of every `--help` by `make docs`."""

from __future__ import annotations

import click

from localllm.cli import VERBS, cli

_WIDTH = 100
_HEAD = """# The command line

Made of `--help` by `make docs`; a test keeps it in step.

Every setting that appears here can as well stand in `config.toml` or the environment
([settings](settings.md)).
"""


def cli_markdown() -> str:
    """The whole page."""
    top = _context(cli, "localllm", None)
    pages = [_HEAD, f"```text\n{cli.get_help(top)}\n```\n"]
    for verb in VERBS:
        command = cli.get_command(top, verb)
        if command is not None:
            help_text = command.get_help(_context(command, verb, top))
            pages.append(f"## localllm {verb}\n\n```text\n{help_text}\n```\n")
    return "\n".join(pages)


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    return click.Context(
        command,
        info_name=name,
        parent=parent,
        terminal_width=_WIDTH,
        max_content_width=_WIDTH,
        help_option_names=["-h", "--help"],
        color=False,
    )
