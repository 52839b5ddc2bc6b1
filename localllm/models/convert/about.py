"""What a GGUF file says about its model: name, size, licence, origin (`general.*`).

Taken from the README's front matter, config.json, generation_config.json and the folder's name, by
the heuristics of gguf.Metadata, which llama.cpp's converter uses. Nobody checked those files, so
only values of the right kind get that far; a README that cannot be read says nothing.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import gguf
import yaml  # type: ignore[import-untyped]

from localllm.errors import NotAModel
from localllm.models.convert.config import MAX_NUMBER
from localllm.models.convert.jsonfile import read_object

log = logging.getLogger(__name__)

_MAX_README = 4 << 20
_MAX_FRONT_MATTER = 256 << 10
_LISTS = {
    *("tags", "pipeline_tag", "language", "languages", "license"),
    *("base_model", "base_models", "base_model_sources"),
    *("dataset", "datasets", "dataset_sources"),
}
_INTEGERS = {"top_k", "penalty_last_n", "mirostat"}
_NUMBERS = {
    *("top_p", "min_p", "xtc_probability", "xtc_threshold", "temp", "penalty_repeat"),
    *("mirostat_tau", "mirostat_eta"),
}
_FROM_GENERATION = {
    "temp": ("temperature",),
    "penalty_repeat": ("penalty_repeat", "repetition_penalty"),
}


def add_about(writer: gguf.GGUFWriter, folder: Path, config: dict[str, Any], name: str) -> None:
    """Adds `general.*`; the tensors must be known to the writer, for the size's sake."""
    total, shared, expert, n_experts = writer.get_total_parameter_count()
    about = gguf.Metadata.apply_metadata_heuristic(
        gguf.Metadata(), _card(folder), _plain(config), Path(name), total
    )
    _add_sampling(about, folder)
    if about.name is None:
        about.name = name
    if about.size_label is None and total > 0:
        about.size_label = gguf.size_label(total, shared, expert, n_experts)
    writer.add_type(gguf.GGUFType.MODEL)
    about.set_gguf_meta_model(writer)


def _plain(config: dict[str, Any]) -> dict[str, Any]:
    """The one key of config.json that is looked at, if it is what it should be."""
    path = config.get("_name_or_path")
    return {"_name_or_path": path} if isinstance(path, str) else {}


def _card(folder: Path) -> dict[str, Any]:
    """The README's front matter, cleaned; {} without one."""
    readme = folder / "README.md"
    try:
        if not readme.is_file() or readme.stat().st_size > _MAX_README:
            return {}
        matter = _front_matter(readme.read_text(encoding="utf-8"))
        card = yaml.safe_load(matter) if len(matter) <= _MAX_FRONT_MATTER else None
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError, ValueError) as error:
        log.info("the model card %s is left out: %s", readme, error)
        return {}
    return _cleaned(card) if isinstance(card, dict) else {}


def _front_matter(text: str) -> str:
    """What stands between the first two lines of dashes, as gguf.Metadata mends it."""
    lines = text.splitlines()
    if not lines or lines[0] != "---":
        return ""
    end = lines.index("---", 1) if "---" in lines[1:] else len(lines)
    matter = "\n".join(lines[1:end]) + "\n"
    return matter.replace("- no\n", '- "no"\n').replace("\t", "  ")


def _cleaned(card: dict[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in card.items():
        if key in _LISTS and isinstance(value, list):
            found[key] = [item for item in map(_item, value) if item is not None]
        elif (item := _item(value)) is not None and isinstance(key, str):
            found[key] = item
    return found


def _item(value: Any) -> Any:
    """Text, or an object of texts (a base model spelt out); None for all else."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return {str(k): _text(v) for k, v in value.items() if isinstance(v, str)}
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return None


def _text(value: str) -> str:
    return value.encode("utf-8", "replace").decode()


def _add_sampling(about: gguf.Metadata, folder: Path) -> None:
    """The sampling that the model's makers recommend."""
    path = folder / "generation_config.json"
    if not path.is_file():
        return
    try:
        found = read_object(path)
    except NotAModel as error:
        log.info("%s", error.message)
        return
    if isinstance(found.get("sequence"), str):
        about.sampling_sequence = _text(found["sequence"])
    for key in _INTEGERS | _NUMBERS:
        names = _FROM_GENERATION.get(key, (key,))
        value = next((found[name] for name in names if name in found), None)
        if _usable(value, key):
            setattr(about, f"sampling_{key}", value)


def _usable(value: Any, key: str) -> bool:
    if key in _INTEGERS:
        return type(value) is int and abs(value) < 1 << 31
    return type(value) in (int, float) and -MAX_NUMBER <= value <= MAX_NUMBER
