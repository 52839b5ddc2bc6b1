"""Puts the native libraries into the wheel; see nativebuild/ for where they come from."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from nativebuild import build


class NativeBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Any Python, this platform: the libraries are loaded through ctypes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        include = "force_include_editable" if version == "editable" else "force_include"
        build_data.setdefault(include, {})[str(build.libraries())] = "localllm_native/lib"
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
