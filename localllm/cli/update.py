"""localllm update: whether a newer version is there."""

from __future__ import annotations

import asyncio
import sys

import click
import msgspec

from localllm import __version__, updates
from localllm.cli.options import Command, setting_options
from localllm.settings import Settings


@click.command(cls=Command)
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@setting_options("update_address", "offline", "proxy")
def command(settings: Settings, as_json: bool) -> None:
    """Ask whether a newer version is there; fetches nothing.

    This asks now, once. The app asks once a day, where the setting update_check is on; it is off
    unless you switch it on. What goes out is the name and version of this program, no more.
    """
    found = asyncio.run(updates.newest(settings))
    if as_json:
        said = {"installed": __version__, **msgspec.to_builtins(found)}
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(said), indent=2) + b"\n")
    elif found.newer:
        where = f" {found.page} has it." if found.page else ""
        click.echo(f"localllm {found.version} is there; this is {__version__}.{where}")
    else:
        click.echo(f"localllm {__version__} is the newest.")
