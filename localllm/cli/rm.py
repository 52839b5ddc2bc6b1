"""localllm rm: delete a model."""

from __future__ import annotations

import click

from localllm.cli.options import Command, setting_options
from localllm.models.store import Store
from localllm.models.units import human_bytes
from localllm.settings import Settings


@click.command(cls=Command)
@click.argument("name")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--force", is_flag=True, help="Delete also what localllm did not fetch itself.")
@setting_options("models_dirs")
def command(settings: Settings, name: str, yes: bool, force: bool) -> None:
    """Delete a model, after asking.

    NAME is as in `localllm list`. What goes with it is listed before, and what that frees: links
    and files that another program shares free nothing. Files in folders of your own are left alone
    unless --force is given, and the model that comes with an installed package is removed with
    that package.
    """
    store = Store.of(settings)
    model = store.resolve(name)
    store.check_removable(model, force=force)
    if not yes:
        removal = store.would_free(model)
        for file in removal.files:
            click.echo(f"  {file.path}", err=True)
        click.confirm(f"Delete {model.name} ({removal.words})?", abort=True, err=True)
    freed = store.remove(model, force=force)
    click.echo(f"Deleted {model.name}; {human_bytes(freed)} are free again.")
