"""The models on this computer: found where they lie, named for people, never copied unasked.

Looked for in `paths.models_dir()`, in further folders a person names (Ollama's may be one), and in
the installed starter package. A broken file is in the list too, with what is wrong with it.
"""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

import msgspec

from localllm import paths
from localllm.errors import Forbidden, ModelError, ModelNotFound
from localllm.models import ollama, starter
from localllm.models.finding import (
    Found,
    by_file,
    files_in,
    found_in,
    model_name,
    unique_name,
)
from localllm.models.header.card import LANGUAGE_MODEL
from localllm.models.header.parts import SUFFIX, grouped, parts_of
from localllm.models.hub.ref import looks_like_ref
from localllm.models.installed import InstalledModel
from localllm.models.naming import aliases_of
from localllm.models.other_names import meant_by
from localllm.models.removal import Removal, delete, left_by, removal_of, remove_empty
from localllm.models.scan import Scanner
from localllm.settings import Settings

__all__ = ["InstalledModel", "Store"]

# What clients send that must name a model and have none in mind.
DEFAULT_ALIAS = "default"


class Store:
    """`default` is what an empty name means: a name or path, or "" for the starter model.

    `aliases` are further names and what they stand for (naming.py).
    """

    def __init__(
        self,
        extra_dirs: Iterable[str | Path] = (),
        *,
        default: str = "",
        aliases: Mapping[str, str] = {},
    ) -> None:
        self._extra_dirs = tuple(Path(folder).expanduser() for folder in extra_dirs)
        self._default = "" if default.lower() == DEFAULT_ALIAS else default
        self._aliases = dict(aliases)
        self._scanner = Scanner()

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """As the settings describe it. BadRequest for aliases that are none."""
        return cls(
            settings.models_dirs, default=settings.model, aliases=aliases_of(settings.aliases)
        )

    @property
    def folders(self) -> tuple[Path, ...]:
        """Those that are looked through; some may not be there."""
        return (paths.models_dir(), *self._extra_dirs)

    def list(self) -> tuple[InstalledModel, ...]:
        """Every language model there is, by name. Files that go with models are left out."""
        models: list[InstalledModel] = []
        taken: set[str] = set()
        for found in self._found():
            model = self._installed(found)
            if model:
                models.append(msgspec.structs.replace(model, name=unique_name(found, taken)))
        self._scanner.save()
        models.sort(key=lambda model: model.name)
        return tuple(self._with_aliases(models))

    def resolve(self, spec: str | None) -> InstalledModel:
        """The model meant by a name, the begin of one, a path, or a folder that holds one model.

        None, "" and "default" are the default. The model may have a `problem`. ModelNotFound says
        what there is.
        """
        spec = spec or self._default
        if not spec:
            return self._default_model()
        path = Path(spec).expanduser()
        with contextlib.suppress(OSError, ValueError):  # too long for a path, or no text for one
            if _looks_like_path(spec) and path.is_file():  # not one of ours that is called alike
                return self._at_path(path)
        model = self._named(spec)
        if model:
            return model
        with contextlib.suppress(OSError, ValueError):
            if path.is_dir():
                return self._in_folder(path)
            if path.is_file() or _looks_like_path(spec):
                return self._at_path(path)
        raise self._not_found(spec)

    def find(self, name: str) -> InstalledModel:
        """As `resolve`, for those who may not name paths (a client at the port)."""
        model = self._named(name) if name else self._default_model()
        if model is None:
            raise self._not_found(name)
        return model

    def check_removable(self, model: InstalledModel, *, force: bool = False) -> None:
        """Forbidden for files of others; with `force`, only for a package's and Ollama's."""
        if model.source == "starter":
            raise Forbidden(
                f"{model.name} is part of the installed package {starter.PACKAGE}; "
                f"remove that instead (pip uninstall {starter.PACKAGE.replace('_', '-')})",
                path=model.path,
            )
        if ollama.owns(Path(model.path)):
            raise Forbidden(
                f"{model.name} belongs to Ollama, which would miss the file {model.path}; "
                "remove it with `ollama rm`",
                path=model.path,
            )
        if model.source != "own" and not force:
            raise Forbidden(
                f"{model.path} was not fetched by localllm; --force deletes it all the same",
                path=model.path,
            )

    def would_free(self, model: InstalledModel | str) -> Removal:
        """What `remove` would delete, and how many bytes that frees. Raises as `resolve`."""
        if isinstance(model, str):
            model = self.resolve(model)
        parts = parts_of(Path(model.path))
        return removal_of((*parts, *left_by(parts, paths.models_dir())))

    def remove(self, model: InstalledModel | str, *, force: bool = False) -> int:
        """Deletes the files of a model (or of the one with that name); the bytes that frees.

        Raises as `resolve` and `check_removable`.
        """
        if isinstance(model, str):
            model = self.resolve(model)
        self.check_removable(model, force=force)
        freed = delete(self.would_free(model))
        remove_empty(Path(model.path).parent, paths.models_dir())
        return freed

    def _found(self) -> Iterator[Found]:
        """Each model once, though folders may overlap or hold links to one file."""
        packaged = starter.in_package()
        everything = [by_file("starter", (packaged,))] if packaged else []
        everything += found_in("own", paths.models_dir())
        for folder in self._extra_dirs:
            everything += found_in("folder", folder)
        default = Path(self._default).expanduser()
        if self._default and default.is_file():  # it answers, so it is there for those who look
            everything.append(by_file("path", parts_of(default)))
        seen: set[str] = set()
        for found in everything:
            real = os.path.realpath(found.parts[0])
            if real not in seen:
                seen.add(real)
                yield found

    def _installed(self, found: Found) -> InstalledModel | None:
        """None for a file that is whole but no language model."""
        scan = self._scanner.scan(found.parts)
        model = InstalledModel(
            name=found.name,
            path=str(found.parts[0]),
            size_bytes=scan.size_bytes,
            source=found.origin,
            problem=scan.problem,
        )
        card = scan.card
        if card is None:
            return model
        if card.kind != LANGUAGE_MODEL:
            return None
        return msgspec.structs.replace(
            model,
            architecture=card.architecture,
            parameters=card.parameters,
            quantization=card.quantization,
            context_train=card.context_train,
            capabilities=card.capabilities,
            licence=card.licence,
            active=card.active,
            projector=scan.projector,
        )

    def _default_model(self) -> InstalledModel:
        if self._default:
            return self.resolve(self._default)
        models = self.list()
        path = starter.find()
        for model in models:
            if path and model.path == str(path):
                return model
        if len(models) == 1:
            return models[0]
        raise ModelNotFound(
            "No model is chosen. "
            + (f"Installed are {_listed(models)}" if models else "None is installed")
            + "; `localllm pull starter` fetches a small one (98 MB)"
        )

    def _with_aliases(self, models: Sequence[InstalledModel]) -> Iterator[InstalledModel]:
        """Each with the aliases that mean it; one that means none, or two, is of no model."""
        own: dict[str, list[str]] = {}
        for alias, target in self._aliases.items():
            found = _meant(models, target)
            if len(found) == 1:
                own.setdefault(found[0].path, []).append(alias)
        for model in models:
            aliases = tuple(sorted(own.get(model.path, ())))
            yield msgspec.structs.replace(model, aliases=aliases) if aliases else model

    def _aliased(self, target: str) -> InstalledModel:
        """What an alias stands for: a name or a path, no further alias."""
        found = _meant(self.list(), target)
        if len(found) == 1:
            return found[0]
        path = Path(target).expanduser()
        if path.is_file():
            return self._at_path(path)
        raise self._not_found(target)

    def _named(self, spec: str) -> InstalledModel | None:
        """By name, whatever its case, or as the program names it that it came from; else the only
        one that begins so. ModelNotFound if two do."""
        wanted = model_name(Path(spec)) if spec.lower().endswith(SUFFIX) else spec.lower()
        if wanted == starter.ALIAS:
            path = starter.find()
            return self._at_path(path) if path else None
        if wanted == DEFAULT_ALIAS:
            return self._default_model()
        models = self.list()
        exact = [model for model in models if model.name == wanted]
        if not exact and (target := self._aliases.get(spec.lower())):
            return self._aliased(target)
        if not exact:
            meant = set(meant_by(spec, self.folders))
            exact = [model for model in models if Path(model.path) in meant]
        begin = exact or [model for model in models if model.name.startswith(wanted)]
        if len(begin) > 1:
            raise ModelNotFound(
                f"{spec!r} could be {_listed(begin)}: say which", near=[m.name for m in begin]
            )
        return begin[0] if begin else None

    def _at_path(self, path: Path) -> InstalledModel:
        parts = parts_of(path)
        if not any(part.exists() for part in parts):
            raise ModelNotFound(f"There is no file {path}{_pull_hint(str(path))}", path=str(path))
        real = os.path.realpath(parts[0])
        for model in self.list():
            if os.path.realpath(model.path) == real:
                return model
        outside = self._installed(by_file("path", tuple(p.absolute() for p in parts)))
        if outside is None:
            raise ModelError(f"{path} is no language model", path=str(path))
        return outside

    def _in_folder(self, folder: Path) -> InstalledModel:
        candidates = [
            parts
            for parts in grouped(files_in(folder, depth=0))
            if self._installed(by_file("path", parts))
        ]
        if len(candidates) == 1:
            return self._at_path(candidates[0][0])
        names = [parts[0].name for parts in candidates]
        raise ModelNotFound(
            f"The folder {folder} holds {len(names)} models ({', '.join(names[:8])}): name one"
            if names
            else f"The folder {folder} holds no GGUF model",
            path=str(folder),
        )

    def _not_found(self, spec: str) -> ModelNotFound:
        models = self.list()
        near = difflib.get_close_matches(spec.lower(), [m.name for m in models], n=3, cutoff=0.5)
        if spec.lower() == starter.ALIAS:
            hint = "`localllm pull starter` fetches it (98 MB)"
        elif near:
            hint = f"did you mean {' or '.join(near)}?"
        elif models:
            hint = f"installed are {_listed(models)}"
        else:
            hint = "none is installed; `localllm pull starter` fetches a small one (98 MB)"
        installed = [model.name for model in models]
        shown = spec if len(spec) <= 80 else spec[:77] + "..."
        return ModelNotFound(f"There is no model {shown!r}: {hint}", near=near, installed=installed)


def _looks_like_path(spec: str) -> bool:
    separators = {"/", os.sep}
    return spec.lower().endswith(SUFFIX) or spec[0] in "~." or any(s in spec for s in separators)


def _pull_hint(spec: str) -> str:
    if spec.lower().endswith(SUFFIX) or not looks_like_ref(spec):
        return ""
    return f"; if it is one of the hub's, `localllm pull {spec}` fetches it"


def _listed(models: Iterable[InstalledModel]) -> str:
    names = [model.name for model in models]
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _meant(models: Sequence[InstalledModel], target: str) -> list[InstalledModel]:
    """By name, by path, or those whose name begins so."""
    name = model_name(Path(target)) if target.lower().endswith(SUFFIX) else target.lower()
    path = os.path.realpath(os.path.expanduser(target))
    exact = [m for m in models if m.name == name or os.path.realpath(m.path) == path]
    return exact or [m for m in models if m.name.startswith(name)]
