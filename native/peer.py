"""Builds llama.cpp's own programs from the pinned source and prints their folder.

They are what localllm is measured and checked against: llama-server, llama-quantize,
llama-perplexity and llama-imatrix, compiled with the flags of the libraries in use.

    uv run --no-project native/peer.py [PRESET]
"""
# /// script
# requires-python = ">=3.11"
# dependencies = ["cmake>=3.28", "ninja>=1.11", "pip>=24", "filelock>=3.15"]
# ///

from __future__ import annotations

import argparse

from nativebuild import build


def main() -> None:
    parser = argparse.ArgumentParser(description="Build llama.cpp's programs; print their folder.")
    parser.add_argument("preset", nargs="?", help="of CMakePresets.json (default: as the wheel)")
    print(build.peer(parser.parse_args().preset))


if __name__ == "__main__":
    main()
