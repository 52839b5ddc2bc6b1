"""What `localllm pull` does with a name: look at what there is, choose, fetch."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from localllm.cli import columns, fetching, terminal
from localllm.errors import BadRequest, LocalLLMError, Offline
from localllm.models.fetch.fetching import Fetch
from localllm.models.header.remote import read_remote
from localllm.models.hub import choice_fit, picking
from localllm.models.hub import plan as hub_plan
from localllm.models.hub.client import Hub, RepoDetails, hub_of
from localllm.models.hub.quants import Choice
from localllm.models.hub.ref import FileRef, HubRef, parse_ref
from localllm.models.memory import machine
from localllm.models.memory.fit import Fit
from localllm.models.memory.formula import options_of
from localllm.models.store import Store
from localllm.models.units import human_bytes
from localllm.settings import Settings, engine_options


class Wanted(msgspec.Struct, frozen=True):
    """The verb's options: see its help."""

    revision: str = ""
    safetensors: bool = False
    projector: bool = True
    folder: Path | None = None
    yes: bool = False


def pull(settings: Settings, name: str, wanted: Wanted) -> None:
    """Fetches what `name` means. Asks which, where there are several and somebody to ask."""
    hub = hub_of(settings)
    ref = _ref(hub, name, wanted)
    if isinstance(ref, FileRef):
        if hub.offline:
            raise Offline("The network is switched off (offline); --no-offline allows it")
        plan = hub_plan.plan_address(ref, _absolute(wanted.folder))
    else:
        plan = _plan_of_repo(settings, hub, ref, wanted)
    paths = fetching.fetch(settings, plan, hub, _again(plan, wanted))
    _tell(settings, plan, paths, wanted)


def choices(settings: Settings, name: str, wanted: Wanted) -> list[dict[str, object]]:
    """What there is of `name`, best first, as plain values."""
    hub = hub_of(settings)
    ref = _ref(hub, name, wanted)
    if isinstance(ref, FileRef):
        raise BadRequest("Only a repository of the hub can be listed", param="name")
    details = hub.repo(ref.repo, ref.revision)
    listing = hub_plan.choices_of(hub, details)
    found = hub_plan.chosen(details, listing, ref)
    fits = _fits(settings, hub, details, found)
    return [
        {
            "name": choice.name,
            "bytes": choice.total,
            "size": human_bytes(choice.total),
            "memory": fits[choice].verdict if choice in fits else "",
            "parts": len(choice.all_files),
            "model": choice.model if listing.several_models else "",
            "files": [file.path for file in choice.all_files],
        }
        for choice in found
    ]


def _ref(hub: Hub, name: str, wanted: Wanted) -> HubRef | FileRef:
    ref = parse_ref(name, hub.endpoint)
    if isinstance(ref, FileRef) or not wanted.revision:
        return ref
    return msgspec.structs.replace(ref, revision=wanted.revision)


def _plan_of_repo(settings: Settings, hub: Hub, ref: HubRef, wanted: Wanted) -> Fetch:
    details = hub.repo(ref.repo, ref.revision)
    folder = _absolute(wanted.folder)
    if wanted.safetensors:
        plan = hub_plan.plan_to_convert(hub, details, folder)
    else:
        choice = _choose(settings, hub, details, ref, wanted)
        if not wanted.projector:
            choice = msgspec.structs.replace(choice, projector=None)
        plan = hub_plan.plan(hub, details, choice, folder)
    if details.gated or details.private:
        hub.check_access(details, plan.files[0].path_in_repo)
    return plan


def _choose(
    settings: Settings, hub: Hub, details: RepoDetails, ref: HubRef, wanted: Wanted
) -> Choice:
    listing = hub_plan.choices_of(hub, details)
    found = hub_plan.chosen(details, listing, ref)
    if len(found) == 1:
        return found[0]
    if len({choice.model.lower() for choice in found}) > 1 and (
        wanted.yes or not terminal.interactive()
    ):
        raise BadRequest(
            f"{details.repo} has several models: name one file of it, as in "
            f"{details.repo}:{found[0].files[0].path}. It has "
            + ", ".join(choice.files[0].path for choice in found),
            param="name",
        )
    if details.gated:
        hub.check_access(details, found[0].files[0].path)
    fits = _fits(settings, hub, details, found)
    picked = picking.pick(found, _fitting(fits))
    if wanted.yes or not terminal.interactive():
        click.echo(f"Taking {picked.choice.name}: {picked.why}.", err=True)
        return picked.choice
    return _ask(details, found, fits, picked)


def _ask(
    details: RepoDetails, found: Sequence[Choice], fits: dict[Choice, Fit], picked: picking.Pick
) -> Choice:
    click.echo(_headline(details), err=True)
    several = len({choice.model.lower() for choice in found}) > 1
    rows = [
        (
            f"{number}",
            choice.name + (" *" if choice == picked.choice else ""),
            human_bytes(choice.total),
            fits[choice].words if choice in fits else "",
            choice.model if several else "",
        )
        for number, choice in enumerate(found, 1)
    ]
    columns.echo(("", "NAME", "SIZE", "MEMORY", "MODEL"), rows, err=True)
    click.echo(f"* {picked.why}", err=True)
    number = click.prompt(
        "Which one",
        type=click.IntRange(1, len(found)),
        default=found.index(picked.choice) + 1,
        err=True,
    )
    return found[number - 1]


def _headline(details: RepoDetails) -> str:
    said = [details.repo, details.architecture, details.licence and f"licence {details.licence}"]
    return ", ".join(part for part in said if part)


def _fits(
    settings: Settings, hub: Hub, details: RepoDetails, found: Sequence[Choice]
) -> dict[Choice, Fit]:
    """What each takes here; none where the header cannot be read, which stops nobody."""
    fits: dict[Choice, Fit] = {}
    options = options_of(engine_options(settings, details.repo), settings.context)
    room = machine.room()
    for model in {choice.model.lower() for choice in found}:
        group = [choice for choice in found if choice.model.lower() == model]
        read = choice_fit.sample(group)
        with suppress(LocalLLMError):
            urls = [hub.url(details.repo, details.commit, file.path) for file in read.files]
            headers = read_remote(urls, secrets=hub.secrets)
            fit_of = choice_fit.fits_by(headers, read, options, room)
            fits |= {choice: fit_of(choice) for choice in group}
    return fits


def _fitting(fits: dict[Choice, Fit]) -> picking.Fits:
    by_size = picking.in_memory(machine.available_bytes())
    return lambda choice: fits[choice].verdict != "too big" if choice in fits else by_size(choice)


def _again(plan: Fetch, wanted: Wanted) -> str:
    """The command that goes on with the same plan."""
    name = plan.name if plan.repo else plan.files[0].url
    words = ["localllm", "pull", name]
    words += ["--revision", plan.revision] if plan.revision not in ("", "main") else []
    words += ["--safetensors"] if wanted.safetensors else []
    words += [] if wanted.projector else ["--no-mmproj"]
    words += ["--to", str(wanted.folder)] if wanted.folder else []
    return shlex.join(words)


def _tell(settings: Settings, plan: Fetch, paths: Sequence[Path], wanted: Wanted) -> None:
    if wanted.safetensors:
        click.echo(f"{plan.name} is in {plan.folder}.")
        click.echo(f"Convert it: {shlex.join(['localllm', 'quantize', plan.folder, 'Q4_K_M'])}")
        return
    model = Store.of(settings).resolve(str(paths[0]))
    click.echo(f"{plan.name} is in {paths[0].parent}.")
    if model.problem:
        click.echo(terminal.red(f"It cannot be used: {model.problem}"), err=True)
    else:
        click.echo(f"Try it: {shlex.join(['localllm', 'chat', model.name])}")


def _absolute(folder: Path | None) -> Path | None:
    return folder.expanduser().absolute() if folder else None
