"""Folders as the model hub has them, with small random weights: config.json and safetensors.

    write_checkpoint(folder, Model(config, shapes))      hf_families.MODELS has one of each family

Written with numpy alone. The numbers come from a generator whose stream numpy promises to keep, so
that what another program made of the same model can be recorded.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

Shapes = dict[str, tuple[int, ...]]
Config = dict[str, Any]

_BITS = {"F32": "<u4", "F16": "<u2", "BF16": "<u2", "F64": "<u8"}


class Model(msgspec.Struct, frozen=True):
    """`dtype` is that of all tensors, but for those in `dtypes`. `files`: name -> content."""

    config: Config
    shapes: Shapes
    dtype: str = "BF16"
    dtypes: dict[str, str] = {}
    files: dict[str, Any] = {}
    seed: int = 1


def numbers(seed: int, name: str, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """float32 of a normal kind of size, from bits only: no function of a maths library in it."""
    state = np.random.RandomState([seed, *name.encode()])
    flat = state.random_sample(math.prod(shape)).astype(np.float32) - np.float32(0.5)
    return (flat * np.float32(0.25)).reshape(shape)


def stored(values: np.ndarray[Any, Any], dtype: str) -> bytes:
    """float32 in a type of safetensors; BF16 is cut off, which any converter must take as it is."""
    if dtype == "BF16":
        return (values.view(np.uint32) >> np.uint32(16)).astype("<u2").tobytes()
    return values.astype({"F32": "<f4", "F16": "<f2", "F64": "<f8"}[dtype]).tobytes()


def safetensors(tensors: Mapping[str, tuple[str, tuple[int, ...], bytes]]) -> bytes:
    """A file of name -> (dtype, shape, bytes)."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    at = 0
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    raw = json.dumps(header).encode()
    raw += b" " * (-len(raw) % 8)
    parts = [len(raw).to_bytes(8, "little"), raw, *(data for _, _, data in tensors.values())]
    return b"".join(parts)


def write_checkpoint(folder: Path, model: Model, shards: int = 1) -> Path:
    """The model in `folder`; over several files with an index where `shards` is more than one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(model.config))
    for name, content in model.files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    tensors = {name: _tensor(model, name, shape) for name, shape in model.shapes.items()}
    if shards == 1:
        (folder / "model.safetensors").write_bytes(safetensors(tensors))
    else:
        _write_shards(folder, tensors, shards)
    return folder


def _tensor(model: Model, name: str, shape: tuple[int, ...]) -> tuple[str, tuple[int, ...], bytes]:
    dtype = model.dtypes.get(name, model.dtype)
    return dtype, shape, stored(numbers(model.seed, name, shape), dtype)


def _write_shards(folder: Path, tensors: dict[str, Any], shards: int) -> None:
    names = list(tensors)
    weight_map = {}
    for n in range(shards):
        file = f"model-{n + 1:05d}-of-{shards:05d}.safetensors"
        part = {name: tensors[name] for name in names[n::shards]}
        (folder / file).write_bytes(safetensors(part))
        weight_map |= dict.fromkeys(part, file)
    index = {"metadata": {}, "weight_map": weight_map}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
