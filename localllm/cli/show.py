"""localllm show: what a model is, and whether it fits here; `info` is the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import msgspec

from localllm.cli import columns
from localllm.cli.options import Command, setting_options
from localllm.models.units import human_bytes, human_count
from localllm.settings import Settings

if TYPE_CHECKING:
    from localllm.errors import LocalLLMError
    from localllm.models.header.card import ModelDetails, Source
    from localllm.models.memory.fit import Fit
    from localllm.models.resolving import Located

_LABEL = 14
_CONTEXTS = (2048, 8192, 32768)


@click.command(cls=Command)
@click.argument("model")
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@click.option("--quick", is_flag=True, help="By formula alone; do not ask llama.cpp for memory.")
@click.option("--template", "only_template", is_flag=True, help="Print the chat template alone.")
@setting_options("models_dirs", "engine", "offline", "hub_endpoint", "proxy")
def command(
    settings: Settings, model: str, as_json: bool, quick: bool, only_template: bool
) -> None:
    """Say what a model is, and whether it fits here.

    \b
      localllm show qwen3-4b-q4_k_m            by its name in `localllm list`
      localllm show ./model.gguf               a file
      localllm show OWNER/REPO:Q4_K_M          on the hub, before anything is fetched
      localllm show https://HOST/MODEL.gguf    anywhere

    Of a remote model only the header is read, some megabytes. The memory is counted by llama.cpp
    itself for the settings below, at several lengths of context, beside what is free right now.
    """
    from localllm.models.header.card import details_of
    from localllm.models.resolving import locate, stem
    from localllm.models.store import Store

    found = locate(settings, Store.of(settings), model)
    details = details_of(found.headers, stem(found), found.projector)
    if only_template:
        click.echo(details.template)
        return
    fits, problem = _fits(settings, found, details, quick)
    if as_json:
        _json(found, details, fits, problem)
        return
    for label, text in _lines(found, details):
        click.echo(f"{label:<{_LABEL}} {text}")
    _types(details)
    _memory(fits, settings, problem)


def _fits(
    settings: Settings, found: Located, details: ModelDetails, quick: bool
) -> tuple[list[Fit], LocalLLMError | None]:
    """At the context that would be used, and at others up to what it was trained for."""
    if not details.layers:  # a projector, an adapter: nothing is loaded of it alone
        return [], None
    train = details.card.context_train
    others = {c for c in (*_CONTEXTS, train) if c and (not train or c <= train)}
    contexts = [settings.context, *sorted(others)]
    if not quick:
        from localllm.supervisor.measure import fits

        every, problem = fits(settings, found.headers, contexts)
    else:
        from localllm.models.memory.fit import fit
        from localllm.models.memory.formula import options_of
        from localllm.models.memory.machine import room
        from localllm.settings import engine_options

        options, problem = engine_options(settings, ""), None
        every = [fit(found.headers, options_of(options, c), room()) for c in contexts]
    unique = {each.context: each for each in every}
    return [unique[context] for context in sorted(unique)], problem


def _lines(found: Located, details: ModelDetails) -> Iterator[tuple[str, str]]:
    card = details.card
    yield "name", card.name
    yield ("address" if found.remote else "file"), found.where
    if card.kind != "model":
        yield "kind", card.kind
    yield "size", _size(found, details)
    yield "architecture", _architecture(details)
    yield "parameters", _parameters(details)
    yield "quantization", f"{card.quantization or '?'}, {details.bits:.2f} bits a weight"
    if context := _context(details):
        yield "context", context
    yield "tokenizer", _tokenizer(details)
    for capability, why in details.why.items():
        yield ("can" if capability == next(iter(details.why)) else ""), f"{capability}: {why}"
    yield from _origin(found, details)


def _size(found: Located, details: ModelDetails) -> str:
    files = f" in {details.files} files" if details.files > 1 else ""
    return f"{human_bytes(found.size or details.file_size)}{files}"


def _architecture(details: ModelDetails) -> str:
    shape = f"{details.layers} layers, {details.embedding:,} wide"
    heads = f", {details.heads} heads ({details.kv_heads} for keys)" if details.heads else ""
    experts = details.experts
    mixed = f", {experts.used} of {experts.count} experts at a time" if experts else ""
    return f"{details.card.architecture or '?'}, {shape}{heads}{mixed}"


def _parameters(details: ModelDetails) -> str:
    card = details.card
    active = f", {human_count(card.active)} at work" if card.active < card.parameters else ""
    return f"{human_count(card.parameters)}{active}"


def _context(details: ModelDetails) -> str:
    """ "" where the header says nothing about it."""
    train, rope = details.card.context_train, details.rope
    words = [f"{train:,} tokens" if train else ""]
    if details.window:
        words.append(f"layers that slide see {details.window:,}")
    if rope.scaling:
        factor = f" x{rope.factor:g}" if rope.factor else ""
        from_ = f" from {rope.original:,}" if rope.original else ""
        words.append(f"RoPE scaled ({rope.scaling}{factor}{from_})")
    return "; ".join(word for word in words if word)


def _tokenizer(details: ModelDetails) -> str:
    tokenizer = details.tokenizer
    pre = f" ({tokenizer.pre})" if tokenizer.pre else ""
    return f"{tokenizer.model or '?'}{pre}, {tokenizer.size:,} tokens"


def _origin(found: Located, details: ModelDetails) -> Iterator[tuple[str, str]]:
    licence = details.card.licence or found.licence
    link = f" ({details.licence_link})" if details.licence_link else ""
    if licence:
        yield "licence", licence + link
    if author := details.author or details.organization:
        yield "author", author
    if details.quantized_by:
        yield "quantized by", details.quantized_by
    for source in (details.source, *details.bases):
        if words := _source(source):
            yield ("source" if source is details.source else "made from"), words
    if details.languages:
        yield "languages", ", ".join(details.languages)


def _source(source: Source) -> str:
    name = "/".join(part for part in (source.author, source.name) if part)
    return " ".join(part for part in (name, source.url) if part)


def _types(details: ModelDetails) -> None:
    click.echo()
    rows = [
        (kind.name, f"{kind.tensors:,}", human_count(kind.elements), human_bytes(kind.bytes_),
         f"{kind.bits:.2f}")
        for kind in details.types
    ]  # fmt: skip
    columns.echo(("TYPE", "TENSORS", "PARAMETERS", "SIZE", "BITS"), rows)


def _memory(fits: list[Fit], settings: Settings, problem: LocalLLMError | None) -> None:
    if not fits:
        return
    click.echo()
    rows = [
        (f"{fit.context:,}", human_bytes(fit.total), human_bytes(fit.weights), human_bytes(fit.kv),
         human_bytes(fit.compute + fit.outputs), human_bytes(fit.on_gpu) if fit.on_gpu else "",
         fit.verdict)
        for fit in fits
    ]  # fmt: skip
    head = ("CONTEXT", "MEMORY", "WEIGHTS", "KEYS, VALUES", "A STEP", "ON THE GPU", "HERE")
    columns.echo(head, rows)
    click.echo(f"\n{_conclusion(fits, settings)}")
    if problem:
        click.echo(f"By formula, since llama.cpp does not count it: {problem.message}")


def _conclusion(fits: list[Fit], settings: Settings) -> str:
    longest, free = fits[0].max_context, human_bytes(fits[0].free)
    chats = f"{settings.parallel} answers at once, keys and values in {settings.kv_type}"
    if not longest:
        return f"{free} are free: it does not fit ({chats}). Take a smaller quantization."
    return f"{free} are free: up to {longest:,} tokens of context fit ({chats})."


def _json(
    found: Located, details: ModelDetails, fits: list[Fit], problem: LocalLLMError | None
) -> None:
    said: dict[str, Any] = {
        "name": found.name,
        "where": found.where,
        "remote": found.remote,
        "size_bytes": found.size or details.file_size,
        "licence": details.card.licence or found.licence,
        **msgspec.to_builtins(details),
        "fit": msgspec.to_builtins(fits),
        "problem": problem.message if problem else None,
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(said), indent=2) + b"\n")
