"""The scripts of packaging/, as modules: that folder is no package, and its name is a library's."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"


@cache
def script(name: str) -> ModuleType:
    """`script("macos/info")`: packaging/macos/info.py, loaded once."""
    if str(PACKAGING) not in sys.path:
        sys.path.append(str(PACKAGING))  # they import one another
    spec = importlib.util.spec_from_file_location(
        f"packaging_{name.replace('/', '_')}", PACKAGING / f"{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
