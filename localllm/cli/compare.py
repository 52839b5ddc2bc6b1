"""localllm compare: two forms of one model side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from localllm.cli.options import Command, setting_options
from localllm.settings import Settings

if TYPE_CHECKING:
    from localllm.models.store import InstalledModel


@click.command(cls=Command)
@click.argument("model")
@click.argument("base")
@click.option("--text", type=click.Path(path_type=Path), metavar="FILE",
              help="Text to read. [default: a built-in one: prose, code, languages]")  # fmt: skip
@click.option("--chunks", default=8, type=click.IntRange(0), metavar="N", show_default=True,
              help="How many chunks of it to read; 0 for all.")  # fmt: skip
@click.option("--ctx", default=512, type=click.IntRange(1), metavar="N", show_default=True,
              help="Tokens of a chunk.")  # fmt: skip
@click.option("--ask", "prompts", multiple=True, metavar="PROMPT",
              help="What both answer; may be given again. [default: four of ours]")  # fmt: skip
@click.option("--no-answers", is_flag=True, help="Leave the answers out.")
@click.option("--in-order", is_flag=True,
              help="BASE is the base, even if it is the smaller one.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write the report there too: .html (with plots) or .md.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@setting_options("models_dirs", "memory_check", "job_priority", "threads", "gpu_layers",
                 console_log=False)  # fmt: skip
def command(
    settings: Settings,
    model: str,
    base: str,
    text: Path | None,
    chunks: int,
    ctx: int,
    prompts: tuple[str, ...],
    no_answers: bool,
    in_order: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Set two forms of one model side by side.

    \b
      localllm compare my-model-q4_k_m my-model
      localllm compare my-model-q4_k_m my-model -o report.html

    Size, types, loss, speed here, the weights that lost most, and what both answer to the same
    questions. BASE is what MODEL was made from; the larger of the two is taken for it. Both are
    names, GGUF files or folders. Two that are not forms of one model are compared as far as that
    goes.
    """
    from localllm.cli import evaluating, reporting
    from localllm.cli.quantizing import print_json
    from localllm.cli.working import work
    from localllm.jobs import report
    from localllm.jobs.measures import PROMPTS
    from localllm.jobs.tasks import Compare, Compared
    from localllm.models.store import Store

    if output is not None:
        report.check_ending(output)
    store = Store.of(settings)
    sides = evaluating.usable(store, model), evaluating.usable(store, base)
    source, against = sides if in_order else _larger_last(*sides)
    task = Compare(
        source.path,
        against.path,
        text=str(text.absolute()) if text else "",
        n_ctx=ctx,
        chunks=chunks,
        prompts=() if no_answers else prompts or PROMPTS,
        threads=settings.threads,
        gpu_layers=settings.gpu_layers,
    )
    done = work(settings, task, f"Comparing {source.name} with {against.name}")
    assert isinstance(done, Compared)
    if output is not None:
        report.write(output.absolute(), done)
    if as_json:
        print_json(done)
        return
    reporting.tell(done)
    if output is not None:
        click.echo(f"The report is in {output}")


def _larger_last(
    model: InstalledModel, base: InstalledModel
) -> tuple[InstalledModel, InstalledModel]:
    if model.size_bytes <= base.size_bytes:
        return model, base
    click.echo(
        f"Note: {model.name} is the larger one and taken as the base; --in-order leaves it first.",
        err=True,
    )
    return base, model
