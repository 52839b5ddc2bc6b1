"""localllm convert: make a GGUF file of a model as the hub has it."""

from __future__ import annotations

from pathlib import Path

import click

from localllm.cli.options import Command, setting_options
from localllm.settings import Settings

OUT_TYPES = ("auto", "f32", "f16", "bf16", "q8_0")


@click.command(cls=Command)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="The file to make; {ftype} in its name becomes the type. [default: the folder's "
              "name and the type, among the models of localllm]")  # fmt: skip
@click.option("--out-type", type=click.Choice(OUT_TYPES), default="auto", show_default=True,
              help="Type of the weights. auto keeps the 16-bit type that they have.")  # fmt: skip
@click.option("--name", default="", help="The model's name, where its files do not say it.")
@click.option("--pre", default="", metavar="NAME",
              help="llama.cpp's pre-tokenizer, for a tokenizer that it does not know.")  # fmt: skip
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@setting_options("memory_check", "job_priority", console_log=False)
def command(
    settings: Settings,
    folder: Path,
    output: Path | None,
    out_type: str,
    name: str,
    pre: str,
    force: bool,
) -> None:
    """Make a GGUF file of a model as the hub has it.

    FOLDER holds config.json, safetensors files and a tokenizer. The result is what llama.cpp's own
    converter makes, without Python packages for training. `localllm quantize FOLDER` converts and
    makes it smaller in one go.
    """
    from localllm.cli.working import work
    from localllm.jobs.tasks import Convert, Converted
    from localllm.models.units import counted, human_bytes

    task = Convert(
        source=str(folder.absolute()),
        target=str((output or _default(folder)).absolute()),
        out_type=out_type,
        name=name,
        pre=pre,
        force=force,
    )
    done = work(settings, task, f"Converting {folder.absolute().name}")
    assert isinstance(done, Converted)
    click.echo(
        f"{done.path}: {human_bytes(done.size_bytes)}, {done.out_type.upper()}, "
        f"{counted(done.n_tensors, 'tensor')} ({done.architecture})"
    )


def _default(folder: Path) -> Path:
    from localllm import paths
    from localllm.models.convert.naming import display_name

    name = display_name(folder.absolute()).replace("{", "").replace("}", "")
    return paths.models_dir() / f"{name}-{{ftype}}.gguf"
