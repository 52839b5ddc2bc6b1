"""Changes single settings in config.toml; the rest of the file, comments too, stays as it is."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from localllm import paths
from localllm.settings import DEFAULTS


def save(values: Mapping[str, object], file: Path | None = None) -> None:
    """Sets each setting; the line of one that is at its default is taken out.

    Values are as `Setting.parse` gives them. The file appears whole or not at all. OSError where it
    cannot be written, TypeError for what is no setting.
    """
    if unknown := values.keys() - DEFAULTS.keys():
        raise TypeError(f"no such settings: {sorted(unknown)}")
    file = file or paths.config_dir() / "config.toml"
    text = file.read_text("utf-8") if file.exists() else ""
    for name, value in values.items():
        text = _changed(text, name, None if value == DEFAULTS[name] else value)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        Path(temporary).replace(file)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def _changed(text: str, name: str, value: object | None) -> str:
    line = "" if value is None else f"{name} = {_toml(value)}\n"
    # A list may run over several lines.
    entry = re.compile(rf"^{re.escape(name)}\s*=\s*(?:\[[^\]]*\]|[^\n]*)[^\n]*\n?", re.MULTILINE)
    if entry.search(text):
        return entry.sub(lambda _: line, text, count=1)
    return f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{line}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    # JSON's strings and whole numbers are TOML's too.
    return json.dumps(value, ensure_ascii=False)
