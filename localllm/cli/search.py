"""localllm search: find models on the hub."""

from __future__ import annotations

import sys

import click
import msgspec

from localllm.cli import columns
from localllm.cli.options import Command, setting_options
from localllm.models.hub.client import SearchHit, hub_of
from localllm.models.units import human_count
from localllm.settings import Settings

_HEAD = ("REPOSITORY", "DOWNLOADS", "LIKES", "SIZE", "TYPE", "LICENCE", "UPDATED")


@click.command(cls=Command)
@click.argument("words", nargs=-1)
@click.option("--safetensors", is_flag=True, help="Models to convert, instead of GGUF files.")
@click.option(
    "--sort",
    type=click.Choice(["downloads", "likes", "updated", "trending"]),
    default="downloads",
    help="What comes first. [default: downloads]",
)
@click.option(
    "-n", "--limit", type=click.IntRange(1, 500), default=20, help="At most so many. [default: 20]"
)
@click.option("--json", "as_json", is_flag=True, help="For programs: one array of objects.")
@setting_options("offline", "hub_endpoint", "proxy")
def command(
    settings: Settings,
    words: tuple[str, ...],
    safetensors: bool,
    sort: str,
    limit: int,
    as_json: bool,
) -> None:
    """Find models on the hub.

    \b
      localllm search qwen3 4b
      localllm search --sort trending

    WORDS are of the repository's name; none at all finds all there is. SIZE is the number of
    parameters, DOWNLOADS those of a month. `localllm pull REPOSITORY` fetches one; a gated one asks
    for a token and its author's consent.
    """
    hits = hub_of(settings).search(
        " ".join(words),
        kind="safetensors" if safetensors else "gguf",
        sort=sort,  # type: ignore[arg-type] # click has checked it
        limit=limit,
    )
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(hits), indent=2) + b"\n")
    elif hits:
        columns.echo(_HEAD, [_row(hit) for hit in hits])
    else:
        click.echo(f"Nothing on the hub has {' '.join(words)!r} in its name.", err=True)


def _row(hit: SearchHit) -> tuple[str, ...]:
    return (
        hit.repo + (" (gated)" if hit.gated else ""),
        human_count(hit.downloads),
        human_count(hit.likes),
        hit.size_label,
        hit.architecture,
        hit.licence,
        hit.modified[:10],
    )
