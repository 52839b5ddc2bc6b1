"""What is in a model's folder: its config and where each tensor lies.

Says in words why a folder cannot be converted: nothing in it, only pickles, parts missing, an
adapter, weights that are quantized already.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from localllm.errors import ModelError, ModelNotFound, ModelTruncated, ModelUnsupported, NotAModel
from localllm.models.convert.jsonfile import read_object
from localllm.models.convert.safetensors import TensorRef, read_header

INDEX = "model.safetensors.index.json"
_SHOWN = 4  # names in a message
_NAME_IT = "Name the folder that holds config.json and the safetensors files"
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt")


class Checkpoint(msgspec.Struct, frozen=True):
    """`config` is config.json as it stands; `tensors` in the order of files, sorted in each."""

    folder: Path
    config: dict[str, Any]
    tensors: tuple[TensorRef, ...]


def read_checkpoint(folder: Path) -> Checkpoint:
    """The checkpoint in a folder.

    ModelNotFound, NotAModel, ModelUnsupported, ModelTruncated (files are missing) or ModelError.
    """
    _check_folder(folder)
    config = read_object(folder / "config.json")
    _check_quantization(folder, config)
    tensors = [tensor for path in _parts(folder) for tensor in read_header(path)]
    _check_index(folder, tensors)
    return Checkpoint(folder, config, tensors=tuple(tensors))


def _check_folder(folder: Path) -> None:
    if not folder.exists():
        raise ModelNotFound(f"There is no folder {folder}. {_NAME_IT}", path=str(folder))
    if not folder.is_dir():
        raise NotAModel(f"{folder} is a file. {_NAME_IT}", path=str(folder))
    if (folder / "config.json").is_file():
        return
    if (folder / "adapter_config.json").is_file():
        raise ModelUnsupported(
            f"{folder} holds a LoRA adapter, a change to another model and none of its own. Merge "
            "it into its base model, then convert that",
            path=str(folder),
        )
    raise NotAModel(f"{folder} cannot be converted: {_why_no_config(folder)}", path=str(folder))


def _why_no_config(folder: Path) -> str:
    if any(folder.glob("*.gguf")):
        return "it holds a GGUF file, which needs no conversion"
    if (folder / "params.json").is_file():
        return "it has Mistral's own layout (params.json); the one with config.json is needed"
    if (folder / "model_index.json").is_file():
        return "it holds a pipeline for pictures, not a language model"
    return "it has no config.json"


def _check_quantization(folder: Path, config: dict[str, Any]) -> None:
    """Weights that were quantized for another program would have to be made whole again first."""
    settings = config.get("quantization_config")
    if settings is None and isinstance(config.get("text_config"), dict):
        settings = config["text_config"].get("quantization_config")
    other = folder / "hf_quant_config.json"
    if settings is None and other.is_file():
        settings = read_object(other).get("quantization", {})
    if not settings:
        return
    method = "an unnamed method"
    if isinstance(settings, dict):
        method = str(settings.get("quant_method") or settings.get("quant_algo") or method)
    raise ModelUnsupported(
        f"{folder} is quantized already (by {method}). Only whole weights can be converted: take "
        "the model it was made from, or a GGUF file of it",
        path=str(folder),
        method=method,
    )


def _parts(folder: Path) -> list[Path]:
    """The files with the weights, by name: those of the index where there is one."""
    index = folder / INDEX
    if index.is_file():
        names = sorted({_file_name(index, name) for name in _weight_map(folder).values()})
    else:
        found = (p.name for p in folder.iterdir() if p.is_file())
        names = sorted(n for n in found if n.startswith("model") and n.endswith(".safetensors"))
    if not names:
        raise ModelUnsupported(
            f"{folder} cannot be converted: {_why_no_weights(folder)}", path=str(folder)
        )
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        raise ModelTruncated(
            f"{len(missing)} of {len(names)} files with weights are missing in {folder}: "
            f"{some(missing)}. Fetch them, they are named in {INDEX}",
            path=str(folder),
            missing=missing,
        )
    return [folder / name for name in names]


def _why_no_weights(folder: Path) -> str:
    if any(found for pattern in _PICKLES for found in folder.glob(pattern)):
        return (
            "its weights are pickles (.bin, .pt), a format that can run any code when it is opened."
            " Many hubs have the same model as safetensors"
        )
    if (folder / "adapter_config.json").is_file():
        return "it holds a LoRA adapter; merge it into its base model, then convert that"
    if any(folder.glob("*.gguf")):
        return "it holds a GGUF file, which needs no conversion"
    if others := sorted(p.name for p in folder.glob("*.safetensors")):
        return f"it has no model.safetensors (but {some(others)})"
    return "it has no safetensors files"


def _weight_map(folder: Path) -> dict[str, Any]:
    found = read_object(folder / INDEX).get("weight_map")
    if not isinstance(found, dict) or not found:
        raise NotAModel(f"{folder / INDEX} has no weight_map", path=str(folder))
    return found


def _file_name(index: Path, name: Any) -> str:
    """A name that stays in the folder, whatever the index would like to be read."""
    if not isinstance(name, str) or name != Path(name).name or not name.endswith(".safetensors"):
        raise NotAModel(f"{index} names the file {name!r}, which is none of this folder")
    return name


def _check_index(folder: Path, tensors: list[TensorRef]) -> None:
    twice = duplicates(tensor.name for tensor in tensors)
    if twice:
        raise ModelError(f"{folder} has tensors in two files: {some(twice)}", path=str(folder))
    if not (folder / INDEX).is_file():
        return
    listed, there = set(_weight_map(folder)), {tensor.name for tensor in tensors}
    if missing := sorted(listed - there):
        raise ModelTruncated(
            f"{len(missing)} tensors that {INDEX} names are in no file of {folder}: "
            f"{some(missing)}. Fetch the model again",
            path=str(folder),
        )
    if extra := sorted(there - listed):
        raise ModelError(
            f"{len(extra)} tensors in {folder} are not named in {INDEX}: {some(extra)}. The files "
            "are of different versions of the model",
            path=str(folder),
        )


def duplicates(names: Any) -> list[str]:
    seen: set[str] = set()
    return [name for name in names if name in seen or seen.add(name)]  # type: ignore[func-returns-value]


def some(names: list[str]) -> str:
    """The first few, and how many more there are."""
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
