"""What `localllm eval` says of its figures."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from localllm.errors import ModelError
from localllm.jobs.tasks import Divergence, Evaluated, Figure, Loss
from localllm.models.store import InstalledModel, Store
from localllm.models.units import counted

Row = tuple[str, str, str]


def usable(store: Store, spec: str | None) -> InstalledModel:
    """The model that is meant. Raises ModelNotFound; ModelError where its file has a problem."""
    found = store.resolve(spec)
    if found.problem:
        raise ModelError(f"{found.name} cannot be used: {found.problem}", path=found.path)
    return found


def as_json(done: Evaluated) -> bytes:
    return msgspec.json.format(msgspec.json.encode(done), indent=2) + b"\n"


def tell(done: Evaluated, model: str, base: str) -> None:
    text = Path(done.text).name if done.text else "the built-in text"
    click.echo(f"{model} against {base}" if base else model)
    click.echo(
        f"{counted(done.chunks, 'chunk')} of {done.n_ctx} tokens of {text}: "
        f"{counted(done.tokens, 'token')} scored in {done.seconds:.0f} s\n"
    )
    rows: list[Row] = [("perplexity", _figure(done.perplexity), "")]
    if done.loss is not None:
        rows += _against(done.loss.divergence, done.loss)
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, value, note in rows:
        click.echo(f"{name:<{widths[0]}}  {value:<{widths[1]}}  {note}".rstrip())


def _against(found: Divergence, loss: Loss) -> list[Row]:
    kld, p_diff = loss.kld_spread, loss.p_diff_spread
    return [
        ("  of the base", _figure(found.base_perplexity), ""),
        ("  ratio", _figure(loss.ratio), f"correlated {loss.correlation:.2%}"),
        ("KL divergence", _figure(found.kld), "mean, nats a token"),
        ("  median", _number(kld.median), ""),
        ("  worst 10%, 1%, 0.1%", _numbers(kld.p90, kld.p99, kld.p99_9), "at least"),
        ("  maximum", _number(kld.maximum), ""),
        ("same likeliest token", _percent(found.same_top), ""),
        ("probability changed by", _percent(found.p_diff_rms), "root mean square, of what came"),
        ("  mean", _percent(found.p_diff), ""),
        ("  worst 1%, best 1%", f"{p_diff.p1:+.1%}  {p_diff.p99:+.1%}", ""),
    ]


def _figure(figure: Figure) -> str:
    return f"{_number(figure.value)} ± {_number(figure.error)}"


def _percent(figure: Figure) -> str:
    return f"{figure.value:.2%} ± {figure.error:.2%}"


def _numbers(*values: float) -> str:
    return "  ".join(map(_number, values))


def _number(value: float) -> str:
    """Four digits, and no exponent where it can be read without one."""
    if value and abs(value) < 1e-6:
        return f"{value:.1e}"
    return f"{value:.6f}" if abs(value) < 0.01 else f"{value:.4f}"
