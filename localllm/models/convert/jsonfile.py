"""JSON files of a model folder, whoever wrote them: bounded, and every failure in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from localllm.errors import ModelError, NotAModel
from localllm.models.units import human_bytes

MAX_BYTES = 64 << 20


def read_object(path: Path, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """The object in a file. NotAModel where it holds none, ModelError where it cannot be read."""
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise NotAModel(
                f"{path} has {human_bytes(size)}, too much for what it should be", path=str(path)
            )
        value = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ModelError(f"Cannot read {path}: {error.strerror or error}", path=str(path)) from None
    except UnicodeDecodeError as error:
        raise NotAModel(f"{path} is not UTF-8 text: {error}", path=str(path)) from None
    except ValueError as error:
        raise NotAModel(f"{path} is not valid JSON: {error}", path=str(path)) from None
    except RecursionError:
        raise NotAModel(f"{path} is nested too deeply", path=str(path)) from None
    if not isinstance(value, dict):
        raise NotAModel(f"{path} holds no JSON object", path=str(path))
    return value
