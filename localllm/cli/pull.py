"""localllm pull: fetch a model."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from localllm.cli.options import Command, setting_options
from localllm.errors import BadRequest, Offline
from localllm.models import starter
from localllm.settings import Settings


@click.command(cls=Command)
@click.argument("name")
@click.option("--revision", default="", metavar="NAME", help="Branch, tag or commit to fetch from.")
@click.option("--list", "only_list", is_flag=True, help="Show what there is, and fetch nothing.")
@click.option("--json", "as_json", is_flag=True, help="With --list, for programs.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask; take what is usual and fits.")
@click.option("--safetensors", is_flag=True, help="Fetch what `localllm quantize` converts.")
@click.option("--no-mmproj", is_flag=True, help="Leave out what the model needs to see or hear.")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to put it into. [default: that of the models]",
)
@setting_options(
    "offline", "hub_endpoint", "proxy", "models_dirs", "download_connections", "download_rate"
)
def command(
    settings: Settings,
    name: str,
    revision: str,
    only_list: bool,
    as_json: bool,
    yes: bool,
    safetensors: bool,
    no_mmproj: bool,
    folder: Path | None,
) -> None:
    """Fetch a model.

    \b
      localllm pull starter                        SmolLM2 135M Instruct, 98 MB, Apache-2.0
      localllm pull OWNER/REPO                     from the hub; asks which quantization
      localllm pull OWNER/REPO:Q4_K_M              this one, with all its parts
      localllm pull hf.co/OWNER/REPO               addresses of the hub's pages work too
      localllm pull https://HOST/MODEL.gguf        a GGUF file from anywhere

    `localllm search WORDS` finds repositories. A model that sees or hears comes with the projector
    that it needs. What is interrupted goes on where it was, whatever the reason; what has come is
    checked against the hub's checksums. A repository whose author wants to know its readers needs
    a token: `localllm token set`.

    The hub is reached as this computer is set up for it (mirror, proxy, HF_ENDPOINT). The starter
    model comes from the package registry where that is nearer.

    Any other GGUF file can be used as it is: put it into a folder of --models-dirs or name its
    path, as in `localllm chat ./model.gguf`.
    """
    from localllm.models.hub import proxies

    proxies.use(settings.proxy)
    if name.lower() == starter.ALIAS:
        _starter(settings)
        return
    from localllm.cli import pulling

    wanted = pulling.Wanted(revision, safetensors, not no_mmproj, folder, yes)
    if as_json and not only_list:
        raise BadRequest("--json goes with --list", param="json")
    if only_list:
        _show(pulling.choices(settings, name, wanted), as_json)
    else:
        pulling.pull(settings, name, wanted)


def _show(choices: list[dict[str, object]], as_json: bool) -> None:
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(choices), indent=2) + b"\n")
        return
    from localllm.cli import columns

    head = ("NAME", "SIZE", "MEMORY", "FILES", "MODEL")
    rows = [
        (str(c["name"]), str(c["size"]), str(c["memory"]), str(c["parts"]), str(c["model"]))
        for c in choices
    ]
    columns.echo(head, rows)


def _starter(settings: Settings) -> None:
    packaged = starter.in_package()
    if packaged:
        click.echo(f"The starter model is installed already: {packaged}")
        return
    if settings.offline:
        raise Offline("The network is switched off (offline); --no-offline allows it")
    from localllm.cli.fetching import Bar
    from localllm.models.fetch.pull import pull_starter
    from localllm.models.hub.client import hub_of

    with Bar("the starter model") as bar:
        path = pull_starter(bar.show, hub_of(settings))
    click.echo(f"The starter model is in {path}. Try it: localllm chat starter")
