"""localllm bench: how fast a model is on this computer."""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec

from localllm import core
from localllm.cli.options import Command, setting_options
from localllm.models.store import InstalledModel
from localllm.models.units import counted, human_bytes, human_count
from localllm.settings import Settings

_BUSY_PERCENT = 25


@click.command(cls=Command)
@click.argument("model", required=False)
@click.option("--prompt", default=512, type=click.IntRange(1), metavar="N", show_default=True,
              help="Tokens of the prompt that is read.")  # fmt: skip
@click.option("--tokens", default=128, type=click.IntRange(2), metavar="N", show_default=True,
              help="Tokens that are written.")  # fmt: skip
@click.option("--streams", default=4, type=click.IntRange(1, 64), metavar="N", show_default=True,
              help="Answers at once; 1 leaves that line out.")  # fmt: skip
@click.option("--repeat", default=3, type=click.IntRange(1), metavar="N", show_default=True,
              help="Repetitions of each.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@setting_options("models_dirs", "memory_check", "engine", console_log=False)
def command(settings: Settings, model: str | None, as_json: bool, **plan: int) -> None:
    """Measure how fast a model is on this computer.

    \b
      pp512       reading a prompt of 512 tokens
      tg128       writing 128 tokens
      tg128 x 4   four of those at once, tokens of all of them

    Each is tokens a second: the median of its repetitions, the lowest and the highest. MODEL is a
    name, a GGUF file or a folder; the default model where none is named.
    """
    from localllm import runtime

    runtime.run(_bench(settings, model, plan, as_json=as_json))


async def _bench(
    settings: Settings, model: str | None, plan: dict[str, int], *, as_json: bool
) -> None:
    import psutil

    from localllm.cli.measure import Plan, measure
    from localllm.cli.waiting import Waiting
    from localllm.runtime import Runtime

    busy = psutil.cpu_percent(0.3)
    async with Runtime(settings) as runtime:
        with Waiting() as waiting:
            stop_watching = runtime.on_load_progress(waiting.loading)
            installed = await runtime.resolve(model)
            info = await runtime.load(installed)
            stop_watching()
            results = await measure(
                runtime, installed, info, Plan(**plan), lambda now: waiting.show(now, None)
            )
    lines = [{**msgspec.to_builtins(line), "median": line.median} for line in results]
    if as_json:
        said = {"model": installed, "loaded": _facts(info), "busy_percent": busy}
        said["results"] = lines
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(said), indent=2) + b"\n")
        return
    _print(installed, info, lines)
    if busy > _BUSY_PERCENT:
        click.echo(
            f"\nOther programs used {busy:.0f}% of the processor before this began; without them "
            "the figures would be higher.",
            err=True,
        )


def _facts(info: core.ModelInfo) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(info)
    del facts["chat_template"]
    return facts


def _print(model: InstalledModel, info: core.ModelInfo, lines: list[dict[str, Any]]) -> None:
    click.echo(
        f"{model.name}: {human_count(info.n_params)} parameters, {model.quantization}, "
        f"{human_bytes(model.size_bytes)}"
    )
    threads = counted(info.threads, "thread")
    click.echo(f"{threads} on {', '.join(info.devices) or 'the CPU'}")
    click.echo(f"llama.cpp {info.native_build}\n")
    click.echo(f"{'':<12}{'tokens/s':>10}    lowest - highest")
    for line in lines:
        rates = line["rates"]
        spread = f"{min(rates):.1f} - {max(rates):.1f}"
        click.echo(f"{line['name']:<12}{line['median']:>10.1f}    {spread}")
