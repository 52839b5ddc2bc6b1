"""localllm imatrix: an importance matrix, for better small quantizations."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from localllm.cli.options import Command, setting_options
from localllm.settings import Settings


@click.command(cls=Command)
@click.argument("model", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="The file to make. [default: MODEL.imatrix.gguf in this folder]")  # fmt: skip
@click.option("--text", type=click.Path(path_type=Path), metavar="FILE",
              help="Text to read, like what the model will be used for. [default: a built-in one, "
              "of prose, code and languages]")  # fmt: skip
@click.option("--chunks", default=0, type=click.IntRange(0), metavar="N",
              help="Read only the first N chunks. [default: all]")  # fmt: skip
@click.option("--ctx", default=512, type=click.IntRange(1), metavar="N", show_default=True,
              help="Tokens of a chunk.")  # fmt: skip
@click.option("--merge", "merge", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
              help="Add what this importance matrix holds; may be repeated.")  # fmt: skip
@click.option("--output-weight", is_flag=True, help="Collect for output.weight too.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@setting_options("models_dirs", "memory_check", "job_priority", "threads", "gpu_layers",
                 console_log=False)  # fmt: skip
def command(
    settings: Settings,
    model: str | None,
    output: Path | None,
    text: Path | None,
    chunks: int,
    ctx: int,
    merge: tuple[Path, ...],
    output_weight: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make an importance matrix, for better small quantizations.

    \b
      localllm imatrix my-model --text my-texts.txt
      localllm quantize my-model IQ3_M --imatrix my-model.imatrix.gguf

    The model reads the text, and how large the inputs of each weight were is written down. It is
    best made of the unquantized model. The file is llama-imatrix's own, and --merge takes those
    of llama.cpp too. MODEL is a name, a GGUF file or a folder; the default model where none is
    named.
    """
    from localllm.cli import evaluating
    from localllm.cli.working import work
    from localllm.jobs.tasks import Calibrate, Calibrated
    from localllm.models.store import Store

    source = evaluating.usable(Store.of(settings), model)
    target = output or Path(f"{source.name}.imatrix.gguf")
    task = Calibrate(
        source.path,
        str(target.absolute()),
        text=str(text.absolute()) if text else "",
        n_ctx=ctx,
        chunks=chunks,
        with_output=output_weight,
        merge=tuple(str(path.absolute()) for path in merge),
        threads=settings.threads,
        gpu_layers=settings.gpu_layers,
        force=force,
    )
    done = work(settings, task, f"Calibrating {source.name}")
    assert isinstance(done, Calibrated)
    if as_json:
        import msgspec

        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(done), indent=2) + b"\n")
        return
    _tell(done)


def _tell(done: object) -> None:
    from localllm.jobs.tasks import Calibrated
    from localllm.models.units import counted

    assert isinstance(done, Calibrated)
    click.echo(
        f"{done.path}: {counted(done.tensors, 'tensor')} from {counted(done.chunks, 'chunk')} of "
        f"{done.n_ctx} tokens, in {done.seconds:.0f} s (perplexity {done.perplexity.value:.4g})"
    )
    for one in done.unseen[:5]:
        click.echo(
            f"Note: {one.unseen} of {one.experts} experts of {one.tensor} were never used; more "
            "or other text would reach them",
            err=True,
        )
    if len(done.unseen) > 5:
        more = counted(len(done.unseen) - 5, "more tensor")
        click.echo(f"Note: so it is with {more}", err=True)
