"""localllm check: are a model's files whole and unchanged."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from localllm.cli.options import Command, setting_options
from localllm.models.units import counted, exact_bytes, human_bytes
from localllm.settings import Settings

if TYPE_CHECKING:
    from localllm.models.fetch.integrity import FileIntegrity, Integrity


@click.command(cls=Command)
@click.argument("model")
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@click.option("--quick", is_flag=True, help="Headers and sizes alone; do not read all of it.")
@setting_options("models_dirs")
def command(settings: Settings, model: str, as_json: bool, quick: bool) -> None:
    """Check that a model's files are whole and unchanged.

    \b
      localllm check qwen3-4b-q4_k_m       by its name in `localllm list`
      localllm check ./model.gguf          a file

    Headers and the place of every tensor are checked of any model. Its content is compared with
    the SHA-256 that the hub gave when it was fetched; of a file that came another way that is only
    printed, to compare by hand. The exit code is 1 where something is wrong.
    """
    from localllm.models.store import Store

    found = Store.of(settings).resolve(model)
    result = _verify(Path(found.path), found.name, quick)
    if as_json:
        shown = {"name": found.name, "ok": not result.problems, **msgspec.to_builtins(result)}
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(shown), indent=2) + b"\n")
    else:
        for line in _lines(result, quick):
            click.echo(line)
    if result.problems:
        _fail(found.name, result)


def _verify(path: Path, name: str, quick: bool) -> Integrity:
    from localllm.cli.fetching import Bar
    from localllm.models.fetch.integrity import verify

    if quick:
        return verify(path, content=False)
    with Bar(name, verb="Reading") as bar:
        return verify(path, progress=bar.show)


def _lines(result: Integrity, quick: bool) -> list[str]:
    lines = [f"{Path(file.path).name}: {_verdict(file, quick)}" for file in result.files]
    if result.structure:
        return [*lines, result.structure]
    unused = f", {exact_bytes(result.unused)} behind them belong to none" if result.unused else ""
    return [*lines, f"{result.tensors} tensors lie within their files{unused}"]


def _verdict(file: FileIntegrity, quick: bool) -> str:
    if file.problem:
        return file.problem
    size = human_bytes(file.size)
    if file.expected and quick:
        return f"{size}, as it came"
    if file.expected:
        return f"{size}, unchanged: its SHA-256 is that of {file.known_by}"
    return size if quick else f"{size}, SHA-256 {file.sha256}"


def _fail(name: str, result: Integrity) -> None:
    from localllm.errors import ModelError

    raise ModelError(
        f"{name}: {counted(len(result.problems), 'problem')}. Fetch it again (`localllm pull`), "
        "or delete it (`localllm rm`)",
        problems=list(result.problems),
    )
