"""What `localllm quantize` does: find the source, run the job, say what came out."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from localllm import paths
from localllm.cli import columns, reporting, terminal
from localllm.cli.quantize_source import find_source
from localllm.cli.working import work
from localllm.errors import BadRequest, ModelError
from localllm.jobs.tasks import Quantize, Quantized, Search, TensorRule
from localllm.models.made_names import made_name
from localllm.models.quantization.recipes import RECIPES, find_recipe, find_tensor_type
from localllm.models.store import Store
from localllm.models.units import human_bytes
from localllm.settings import Setting, Settings

_REPORT_CHUNKS = 8


class Wanted(msgspec.Struct, frozen=True):
    """The verb's options: see its help."""

    output: Path | None
    target_size: str
    max_loss: float
    imatrix: Path | None
    calibrate: str
    rules: tuple[str, ...]
    output_type: str
    embedding_type: str
    pure: bool
    dry_run: bool
    strict: bool
    force: bool
    threads: int
    text: Path | None
    no_report: bool
    as_json: bool


def show_list(*, as_json: bool) -> None:
    if as_json:
        print_json(RECIPES)
        return
    rows = [
        (
            recipe.name,
            f"{recipe.bits:.2f}" if recipe.bits else "",
            "needed" if recipe.needs_imatrix else "",
            recipe.description,
        )
        for recipe in RECIPES
    ]
    columns.echo(("TYPE", "BITS", "IMATRIX", ""), rows)
    click.echo("\nBITS a weight are those of a model with 8 billion; small ones take more.")


def quantize(settings: Settings, model: str, recipe: str, wanted: Wanted) -> None:
    """Raises what is wrong before anything is fetched or computed, as far as it can be known."""
    label = _check(recipe, wanted)
    source = find_source(settings, model)
    task = _task(source, recipe, label, wanted)
    try:
        done = work(settings, task, f"Quantizing {source.name} to {label}")
    except KeyboardInterrupt:
        _tell_cancelled(task, existed=wanted.force)
        raise click.Abort from None
    assert isinstance(done, Quantized)
    reports = reporting.write_beside(done)
    if wanted.as_json:
        print_json(done)
    else:
        _tell(settings, source, done, reports)


def _check(recipe: str, wanted: Wanted) -> str:
    """What the result is called after its source's name."""
    ways = [bool(recipe), bool(wanted.target_size), bool(wanted.max_loss)]
    if sum(ways) != 1:
        raise BadRequest(
            "Say what to make of it, in one way: a TYPE (Q4_K_M is the usual one), --target-size "
            "or --max-loss",
            param="type",
        )
    for type_name in (wanted.output_type, wanted.embedding_type):
        if type_name:
            find_tensor_type(type_name)
    if wanted.target_size:
        return human_bytes(_bytes(wanted.target_size)).replace(" ", "")
    return find_recipe(recipe).name if recipe else f"kld{wanted.max_loss:g}"


def _task(source: Path, recipe: str, label: str, wanted: Wanted) -> Quantize:
    target = wanted.output or paths.models_dir() / made_name(source, label)
    if target.is_dir():
        target = target / made_name(source, label)
    calibrate = wanted.calibrate
    if calibrate and calibrate != "builtin":
        calibrate = str(Path(calibrate).expanduser().absolute())
    return Quantize(
        source=str(source),
        target=str(target.expanduser().absolute()),
        recipe=find_recipe(recipe).name if recipe else "",
        imatrix=str(wanted.imatrix.absolute()) if wanted.imatrix else "",
        calibrate=calibrate,
        rules=tuple(_rule(rule) for rule in wanted.rules),
        output_type=wanted.output_type,
        embedding_type=wanted.embedding_type,
        pure=wanted.pure,
        threads=wanted.threads,
        target_bytes=_bytes(wanted.target_size) if wanted.target_size else 0,
        max_loss=wanted.max_loss,
        text=str(wanted.text.absolute()) if wanted.text else "",
        strict=wanted.strict,
        force=wanted.force,
        dry_run=wanted.dry_run,
        measure_chunks=0 if wanted.no_report else _REPORT_CHUNKS,
    )


def _bytes(text: str) -> int:
    size = Setting(help="", area="models", low=1, unit="bytes", kind="number")
    try:
        return int(size.parse(text))
    except ValueError:
        raise BadRequest(
            f"--target-size {text!r} is no size; it must be a {size.allowed.removeprefix('a ')}",
            param="target_size",
        ) from None


def _rule(text: str) -> TensorRule:
    """`pattern=type`; the last "=" parts them, since a pattern may have one."""
    pattern, equals, type_name = text.rpartition("=")
    if not equals or not pattern:
        raise BadRequest(
            f"--tensor {text!r} is not of the form PATTERN=TYPE, as 'ffn_down=q6_k'", param="tensor"
        )
    find_tensor_type(type_name)
    return TensorRule(pattern, type_name.strip())


def _tell_cancelled(task: Quantize, *, existed: bool) -> None:
    finished = Path(task.target).exists() and not existed
    where = f"{task.target} was finished before; only measuring it was stopped."
    click.echo(f"Cancelled. {where if finished else 'Nothing was changed.'}", err=True)


def print_json(value: object) -> None:
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")


def _tell(settings: Settings, source: Path, done: Quantized, reports: Sequence[Path]) -> None:
    for warning in (*done.warnings, *(done.compared.warnings if done.compared else ())):
        click.echo(f"Note: {warning}", err=True)
    if done.dry_run:
        _tell_tensors(done)
    change = f"{human_bytes(done.source_bytes)} -> {human_bytes(done.size_bytes)}"
    exact = f" ({done.size_bytes:,} bytes)" if done.dry_run else ""
    how = f"as {done.recipe}" if done.recipe else "with types by tensor"
    click.echo(f"{source.name} {how}: {change}{exact}, {done.bits_per_weight:.2f} bits a weight")
    if done.search is not None:
        _tell_search(done.search)
    if done.evaluated is not None and done.evaluated.loss is not None:
        found = done.evaluated.loss.divergence
        click.echo(
            f"Loss: mean KL divergence {found.kld.value:.4f} ± {found.kld.error:.4f}; the same "
            f"likeliest token {found.same_top.value:.1%} of the time"
        )
    if done.compared is not None:
        reporting.tell_result(done.compared)
    if not done.dry_run:
        _tell_where(settings, done)
    if reports:
        click.echo(f"Report: {' and '.join(map(str, reports))}")


def _tell_search(search: Search) -> None:
    said = f"Chosen in {search.trials} trials"
    if search.stock:
        said += f"; {search.stock} filled up to this size loses {search.stock_kld:.4f}"
    click.echo(f"{said}.")
    costs = sorted(search.costs, key=lambda cost: cost.kld, reverse=True)
    rows = [
        (cost.kind, str(cost.tensors), f"{cost.error:.2%}", f"{cost.kld:.4f}") for cost in costs
    ]
    columns.echo(("KIND", "TENSORS", "NOISE", "LOSS"), rows)


def _tell_where(settings: Settings, done: Quantized) -> None:
    click.echo(f"It is in {done.path}")
    with contextlib.suppress(ModelError):  # a projector is no model to chat with
        model = Store.of(settings).resolve(done.path)
        if model.problem is None:
            click.echo(f"Try it: {shlex.join(['localllm', 'chat', model.name])}")


def _tell_tensors(done: Quantized) -> None:
    """How many tensors of which type, the largest share first."""
    count: Counter[str] = Counter(t.after for t in done.tensors)
    size: Counter[str] = Counter()
    for tensor in done.tensors:
        size[tensor.after] += tensor.nbytes
    rows = [(name.upper(), str(count[name]), human_bytes(n)) for name, n in size.most_common()]
    columns.echo(("TYPE", "TENSORS", "SIZE"), rows)
    if terminal.debugging():
        each = [
            (t.name, t.before.upper(), t.after.upper(), human_bytes(t.nbytes)) for t in done.tensors
        ]
        columns.echo(("TENSOR", "BEFORE", "AFTER", "SIZE"), each)
