"""localllm quantize: make a model smaller."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from localllm.cli.options import Command, setting_options
from localllm.errors import BadRequest
from localllm.settings import Settings


@click.command(cls=Command)
@click.argument("model", required=False, default="")
@click.argument("type", required=False, default="")
@click.option("--list", "only_list", is_flag=True, help="Show the types there are.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="The file to make. [default: in our own folder, named after MODEL]")  # fmt: skip
@click.option("--target-size", default="", metavar="SIZE",
              help="Instead of a type: the best that fits into so much (4GB, 700MB).")  # fmt: skip
@click.option("--max-loss", default=0.0, type=click.FloatRange(0, 20), metavar="KLD",
              help="Instead of a type: the smallest whose mean KL divergence from the model stays "
              "below (0.02 is hard to notice).")  # fmt: skip
@click.option("--imatrix", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Importance matrix to quantize with, of llama.cpp's two formats.")  # fmt: skip
@click.option("--calibrate", default="", metavar="TEXT",
              help="Text to collect an importance matrix from; `builtin` takes ours.")  # fmt: skip
@click.option("--tensor", "rules", multiple=True, metavar="PATTERN=TYPE",
              help="Type of the tensors whose name contains a match, as 'ffn_down=q6_k' or "
              "'blk\\.0\\.=q8_0'; the first that matches counts.")  # fmt: skip
@click.option("--output-type", default="", metavar="TYPE", help="Type of output.weight.")
@click.option("--embedding-type", default="", metavar="TYPE", help="Type of the token embeddings.")
@click.option("--pure", is_flag=True, help="One type for all tensors, no mixture.")
@click.option("--dry-run", is_flag=True, help="Show types and exact size; write nothing.")
@click.option("--strict", is_flag=True, help="Refuse a model that is quantized already.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option("--threads", default=0, type=click.IntRange(0, 512), metavar="N",
              help="Threads to compute with. [default: every processor]")  # fmt: skip
@click.option("--text", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Text that losses are measured on. [default: a small one of ours]")  # fmt: skip
@click.option("--no-report", is_flag=True, help="Do not measure what was lost; write no report.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@setting_options("models_dirs", "memory_check", "job_priority", "offline", "hub_endpoint", "proxy",
                 console_log=False)  # fmt: skip
def command(settings: Settings, model: str, type: str, only_list: bool, **how: Any) -> None:
    """Make a model smaller.

    \b
      localllm quantize smollm2 Q4_K_M             a model of `localllm list`, or a GGUF file
      localllm quantize ./Qwen3-0.6B Q4_K_M        a folder of safetensors: converted first
      localllm quantize OWNER/REPO Q4_K_M          a repository of the hub: fetched first
      localllm quantize model IQ3_M --calibrate my-texts.txt
      localllm quantize model --target-size 4GB
      localllm quantize --list

    TYPE is one of --list, Q4_K_M the usual choice. The result is llama-quantize's, byte for byte,
    and appears in `localllm list` when it is whole; Ctrl-C leaves nothing behind. Types below
    three bits need an importance matrix, and all below five are better with one.

    --target-size and --max-loss choose the type of each tensor by what it would lose, measured on
    this very model.
    """
    from localllm.cli import quantizing

    if only_list:
        quantizing.show_list(as_json=how["as_json"])
        return
    if not model:
        raise BadRequest(
            "Name a model: a name, a GGUF file, a folder or a repository", param="model"
        )
    quantizing.quantize(settings, model, type, quantizing.Wanted(**how))
