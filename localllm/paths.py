"""Where localllm keeps things, by the platform's own conventions.

`LOCALLLM_HOME` puts all of it under one folder (portable installs, tests). Functions rather than
constants: the environment is read when asked. Folders are made when first asked for.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_APP = "localllm"


def _folder(kind: str, platform_default: str) -> Path:
    home = os.environ.get("LOCALLLM_HOME")
    folder = Path(home) / kind if home else Path(platform_default)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def config_dir() -> Path:
    """Settings a person edits."""
    return _folder("config", platformdirs.user_config_dir(_APP, appauthor=False))


def data_dir() -> Path:
    """Chats, and what must not be lost."""
    return _folder("data", platformdirs.user_data_dir(_APP, appauthor=False))


def models_dir() -> Path:
    """GGUF files that localllm fetched or made itself."""
    folder = data_dir() / "models"
    folder.mkdir(exist_ok=True)
    return folder


def cache_dir() -> Path:
    """What can be made again: KV on disk, headers."""
    return _folder("cache", platformdirs.user_cache_dir(_APP, appauthor=False))


def log_dir() -> Path:
    return _folder("log", platformdirs.user_log_dir(_APP, appauthor=False))
