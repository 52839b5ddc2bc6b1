"""Builds the native libraries of a preset and prints their folder; what packaging takes.

    uv run --no-project native/libraries.py cpu-all            llama.cpp, shim, every CPU's module
    uv run --no-project native/libraries.py vulkan --module    the module of that GPU alone

A module's folder goes beside the libraries of a cpu-all build of the same release, or is named by
LOCALLLM_NATIVE_EXTRA.
"""
# /// script
# requires-python = ">=3.11"
# dependencies = ["cmake>=3.28", "ninja>=1.11", "pip>=24", "filelock>=3.15"]
# ///

from __future__ import annotations

import argparse

from nativebuild import build


def main() -> None:
    parser = argparse.ArgumentParser(description="Build native libraries; print their folder.")
    parser.add_argument("preset", nargs="?", help="of CMakePresets.json (default: as the wheel)")
    parser.add_argument("--module", action="store_true", help="only what cuda or vulkan adds")
    given = parser.parse_args()
    if given.module and given.preset not in ("cuda", "vulkan"):
        parser.error("--module needs the preset cuda or vulkan")
    print(build.module(given.preset) if given.module else build.libraries(given.preset))


if __name__ == "__main__":
    main()
