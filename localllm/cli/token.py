"""localllm token: the token for gated and private repositories of the hub."""

from __future__ import annotations

import sys

import click

from localllm.cli import terminal
from localllm.cli.options import Command, setting_options
from localllm.errors import BadRequest
from localllm.models.hub import tokens
from localllm.models.hub.client import Hub, hub_of
from localllm.settings import Settings


@click.command(cls=Command)
@click.argument("action", type=click.Choice(["set", "show", "clear"]), default="show")
@setting_options("offline", "hub_endpoint", "proxy")
def command(settings: Settings, action: str) -> None:
    """The hub's token for gated and private models.

    \b
      localllm token set      asks for it, and keeps it in this computer's keyring
      localllm token show     says where it is, and whose; never the token itself
      localllm token clear    forgets it

    Make one on the hub's page of tokens; the right to read is enough. `set` also reads it from a
    pipe; it is no argument, which would be kept in the shell's history. HF_TOKEN in the environment
    goes before it.
    """
    hub = hub_of(settings)
    {"set": _set, "show": _show, "clear": _clear}[action](hub)


def _set(hub: Hub) -> None:
    value = _read(hub)
    if not value:
        raise BadRequest("No token was given", param="token")
    owner = ""
    if not hub.offline:
        owner = Hub(hub.endpoint, token=value, proxy=hub.proxy).whoami()
    where = tokens.save(value, hub.endpoint)
    click.echo(f"The token{f' of {owner}' if owner else ''} is kept in {where}.")
    found = tokens.find(hub.endpoint)
    if found and found.place == "environment":
        click.echo(f"But {found.where} goes before it.", err=True)


def _read(hub: Hub) -> str:
    if terminal.is_terminal(sys.stdin):
        page = f"{hub.endpoint}/settings/tokens"
        return str(click.prompt(f"Token (made at {page})", hide_input=True, err=True)).strip()
    return sys.stdin.readline(8192).strip()


def _show(hub: Hub) -> None:
    found = tokens.find(hub.endpoint)
    if found is None:
        click.echo(
            f"There is no token for {hub.endpoint}. `localllm token set` keeps one, made at "
            f"{hub.endpoint}/settings/tokens"
        )
        return
    owner = "" if hub.offline else f" of {hub.whoami()}"
    click.echo(f"The token {found.shown}{owner} for {hub.endpoint} is in {found.where}.")


def _clear(hub: Hub) -> None:
    removed = tokens.clear(hub.endpoint)
    for place in removed:
        click.echo(f"The token is gone from {place}.")
    left = tokens.find(hub.endpoint)
    if left:
        click.echo(f"There is still one in {left.where}, which is not ours to change.", err=True)
    elif not removed:
        click.echo(f"There is no token for {hub.endpoint}.")
