"""localllm list: the models on this computer."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
import msgspec

from localllm.cli import terminal
from localllm.cli.options import Command, setting_options
from localllm.models.store import InstalledModel, Store
from localllm.models.units import human_bytes, human_count
from localllm.settings import Settings

_HEAD = ("NAME", "SIZE", "TYPE", "PARAMETERS", "CONTEXT", "CAN", "WHERE")
_WORDS = {"own": "our own folder", "starter": "comes with localllm"}


@click.command(cls=Command)
@click.option("--json", "as_json", is_flag=True, help="For programs: one array of objects.")
@setting_options("model", "models_dirs")
def command(settings: Settings, as_json: bool) -> None:
    """List the models on this computer.

    Looks where `localllm pull` puts them and in the folders of --models-dirs. A file that cannot
    be used is listed with its problem. SIZE is that of the file; CONTEXT is what it was trained
    for, in tokens; CAN is told from its header (`localllm show` says how); * marks the model that
    is used where none is named. Aliases stand in brackets.
    """
    store = Store.of(settings)
    models = store.list()
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(models), indent=2) + b"\n")
    elif models:
        _table(models, _default_path(store))
    else:
        click.echo("There is no model yet. `localllm pull starter` fetches a small one (98 MB).")


def _default_path(store: Store) -> str:
    from localllm.errors import ModelNotFound

    try:
        return store.resolve(None).path
    except ModelNotFound:
        return ""


def _table(models: tuple[InstalledModel, ...], default: str) -> None:
    """Columns as wide as needed: paths are not cut, so that they can be copied."""
    rows = [_HEAD, *(_row(model, default) for model in models)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD) - 1)]
    for model, row in zip((None, *models), rows, strict=True):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, row[-1]]).rstrip())
        if model and model.problem:
            click.echo("  " + (terminal.red(model.problem) if _coloured() else model.problem))


def _coloured() -> bool:
    return terminal.colours(sys.stdout)


def _row(model: InstalledModel, default: str) -> tuple[str, ...]:
    return (
        _names(model) + (" *" if model.path == default else ""),
        human_bytes(model.size_bytes),
        model.quantization or "?",
        human_count(model.parameters) if model.parameters else "?",
        f"{model.context_train:,}" if model.context_train else "?",
        ", ".join(model.capabilities),
        _WORDS.get(model.source) or _short(Path(model.path).parent),
    )


def _names(model: InstalledModel) -> str:
    return f"{model.name} ({', '.join(model.aliases)})" if model.aliases else model.name


def _short(folder: Path) -> str:
    """`~` for the person's home."""
    home = Path.home()
    return f"~{os.sep}{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
