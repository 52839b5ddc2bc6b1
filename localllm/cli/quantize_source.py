"""What `localllm quantize` is to start from: a file or folder that is here, or what is fetched."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from localllm.errors import BadRequest, ModelNotFound
from localllm.models.store import Store
from localllm.settings import Settings

_UNQUANTIZED = ("F32", "BF16", "F16")  # what is best to start from comes first in a listing anyway


def find_source(settings: Settings, spec: str) -> Path:
    """A GGUF file (its first part) or a folder of safetensors; a repository is fetched first.

    Raises ModelNotFound with what there is, or what is wrong with the fetch.
    """
    from localllm.models.hub.ref import looks_like_ref

    path = Path(spec).expanduser()
    if path.is_file() or _has_safetensors(path):
        return path.absolute()
    try:
        return Path(Store.of(settings).resolve(spec).path)
    except ModelNotFound:
        if path.exists() or not looks_like_ref(spec):
            raise
    return _fetched(settings, spec)


def _has_safetensors(path: Path) -> bool:
    return path.is_dir() and any(path.glob("*.safetensors"))


def _fetched(settings: Settings, spec: str) -> Path:
    """Safetensors where the repository has them, else its least quantized GGUF; an exact name
    (owner/repo:Q8_0) is taken as it is."""
    from localllm.cli import fetching
    from localllm.models.hub import plan as hub_plan
    from localllm.models.hub import proxies
    from localllm.models.hub.client import hub_of
    from localllm.models.hub.ref import HubRef, parse_ref

    proxies.use(settings.proxy)
    hub = hub_of(settings)
    ref = parse_ref(spec, hub.endpoint)
    if not isinstance(ref, HubRef):
        raise BadRequest(
            f"{spec} is an address: fetch it with `localllm pull` first, then quantize the file",
            param="model",
        )
    details = hub.repo(ref.repo, ref.revision)
    names = {file.path for file in details.files}
    convert = not (ref.quant or ref.path) and "config.json" in names
    if convert and any(name.endswith(".safetensors") for name in names):
        plan = hub_plan.plan_to_convert(hub, details)
    else:
        choices = hub_plan.chosen(details, hub_plan.choices_of(hub, details), ref)
        best = choices[0]
        if len({choice.model.lower() for choice in choices}) > 1:
            raise BadRequest(
                f"{details.repo} has several models: name one file of it, as in "
                f"{details.repo}:{best.files[0].path}",
                param="model",
            )
        if best.quantization not in _UNQUANTIZED:
            click.echo(f"The least quantized there is {best.name}; taking that.", err=True)
        plan = hub_plan.plan(hub, details, best)
    if details.gated or details.private:
        hub.check_access(details, plan.files[0].path_in_repo)
    paths = fetching.fetch(settings, plan, hub, f"localllm quantize {shlex.quote(spec)} ...")
    weights = [path for path in paths if path.suffix == ".gguf"]
    return weights[0] if weights else Path(plan.folder)
