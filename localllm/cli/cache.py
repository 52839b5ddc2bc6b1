"""localllm cache: prompts read before, as they are kept on disk."""

from __future__ import annotations

import json
from datetime import datetime

import click

from localllm.cli import columns
from localllm.cli.options import Command, setting_options
from localllm.engine.kv_folder import Kept, clear, kept
from localllm.errors import ModelNotFound
from localllm.models.units import counted, human_bytes
from localllm.settings import Settings, kv_folder


@click.command(cls=Command)
@click.argument("action", type=click.Choice(["show", "clear"]), default="show")
@click.argument("model", default="")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@setting_options("disk_cache_dir")
def command(settings: Settings, action: str, model: str, as_json: bool) -> None:
    """Show or clear what is kept of prompts read before.

    `localllm cache` shows it by model; `localllm cache clear` removes all, `localllm cache clear
    MODEL` that of one model, named as it is shown. A program that runs forgets it as well. Nothing
    is lost by it but time: what is asked again is read again.
    """
    found = kept(kv_folder(settings))
    if model:
        found = [one for one in found if one.model in (model, f"{model}.gguf")] or _unknown(model)
    if action == "clear":
        freed = sum(clear(one) for one in found)
        click.echo(f"{human_bytes(freed)} are free again.")
    elif as_json:
        click.echo(json.dumps([_as_json(one) for one in found], indent=2))
    else:
        _show(found, settings)


def _unknown(model: str) -> list[Kept]:
    raise ModelNotFound(f"Nothing is kept for {model}. `localllm cache` shows what there is.")


def _show(found: list[Kept], settings: Settings) -> None:
    if not found:
        click.echo(f"Nothing is kept in {kv_folder(settings)}.")
        return
    head = ("MODEL", "KEYS AND VALUES", "ENTRIES", "SIZE", "LAST USED", "")
    columns.echo(head, [_row(one) for one in found])
    total = sum(one.size for one in found)
    entries = counted(sum(one.entries for one in found), "entry").replace("entrys", "entries")
    click.echo(f"{entries}, {human_bytes(total)} in {kv_folder(settings)}")


def _row(one: Kept) -> tuple[str, ...]:
    used = f"{datetime.fromtimestamp(one.used):%Y-%m-%d %H:%M}" if one.entries else ""
    size = human_bytes(one.size)
    return one.model, one.kv_type, str(one.entries), size, used, "in use" if one.held else ""


def _as_json(one: Kept) -> dict[str, object]:
    return {
        "model": one.model,
        "kv_type": one.kv_type,
        "entries": one.entries,
        "bytes": one.size,
        "used": one.used,
        "in_use": one.held,
        "folder": str(one.folder),
    }
