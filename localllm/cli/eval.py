"""localllm eval: how well a model predicts text, and what a quantization cost."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from localllm.cli.options import Command, setting_options
from localllm.settings import Settings


@click.command(cls=Command)
@click.argument("model", required=False)
@click.option("--against", metavar="BASE",
              help="The model it was made from: measures how far it is from that one.")  # fmt: skip
@click.option("--text", type=click.Path(path_type=Path), metavar="FILE",
              help="Text to read. [default: a built-in one: prose, code, languages]")  # fmt: skip
@click.option("--chunks", default=0, type=click.IntRange(0), metavar="N",
              help="Read only the first N chunks. [default: all]")  # fmt: skip
@click.option("--ctx", default=512, type=click.IntRange(1), metavar="N", show_default=True,
              help="Tokens of a chunk. Compare only figures of the same length.")  # fmt: skip
@click.option("--exact", is_flag=True,
              help="Take BASE's predictions as they are. By default they are rounded as "
              "llama-perplexity rounds them, so that the figures are the same.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@setting_options("models_dirs", "memory_check", "job_priority", "threads", "gpu_layers",
                 console_log=False)  # fmt: skip
def command(
    settings: Settings,
    model: str | None,
    against: str | None,
    text: Path | None,
    chunks: int,
    ctx: int,
    exact: bool,
    as_json: bool,
) -> None:
    """Measure how well a model predicts, and what a quantization cost.

    \b
      localllm eval my-model                        perplexity on a text
      localllm eval my-model-q4 --against my-model  what the quantization changed

    Perplexity is how many tokens the model wavers between, on average: lower is better, and only
    figures of the same text and vocabulary can be compared. Against BASE, the KL divergence says
    how far the predictions have moved: 0 is not at all. The figures are those of
    llama-perplexity. MODEL and BASE are names, GGUF files or folders; the default model where none
    is named.
    """
    from localllm.cli import evaluating
    from localllm.cli.working import work
    from localllm.jobs.tasks import Evaluate, Evaluated
    from localllm.models.store import Store

    store = Store.of(settings)
    source = evaluating.usable(store, model)
    base = evaluating.usable(store, against) if against else None
    task = Evaluate(
        source.path,
        base=base.path if base else "",
        text=str(text.absolute()) if text else "",
        n_ctx=ctx,
        chunks=chunks,
        exact=exact,
        threads=settings.threads,
        gpu_layers=settings.gpu_layers,
    )
    done = work(settings, task, f"Measuring {source.name}")
    assert isinstance(done, Evaluated)
    if as_json:
        sys.stdout.buffer.write(evaluating.as_json(done))
    else:
        evaluating.tell(done, source.name, base.name if base else "")
