"""llama.cpp's own converter, of the pinned source, in an environment of its own.

It wants torch, which drags gigabytes along on Linux; tests/peers/stand_in has the few functions of
it that are called. transformers is the version that the converter's requirements name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from helpers.servers import ROOT

_PEERS = ROOT / "tests" / "peers"
_PACKAGES = (
    *("transformers==4.57.6", "sentencepiece>=0.2", "protobuf>=4.21,<5", "numpy~=2.2.6"),
    *("pyyaml", "tqdm", "requests"),
)
_FIND = "from nativebuild import converter; print(converter.find())"


@cache
def converter_source() -> Path:
    """The tree with convert_hf_to_gguf.py, fetched once. Raises AssertionError where that fails."""
    found = _python(["-c", _FIND], ("pip>=24", "filelock>=3.15"), {"PYTHONPATH": "native"})
    return Path(found.strip().splitlines()[-1])


def run_peer(script: str, jobs: Any) -> str:
    """What `tests/peers/<script>` prints when it is given `jobs` as JSON."""
    settings = {
        "PYTHONPATH": str(_PEERS / "stand_in"),
        "HF_HUB_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
    }
    arguments = [str(_PEERS / script), str(converter_source())]
    return _python(arguments, _PACKAGES, settings, json.dumps(jobs))


def _python(
    arguments: list[str], packages: tuple[str, ...], settings: dict[str, str], given: str = ""
) -> str:
    version = ".".join(map(str, sys.version_info[:2]))
    command = [os.environ.get("UV", "uv"), "run", "--no-project", "--python", version]
    command += [part for package in packages for part in ("--with", package)]
    done = subprocess.run(
        [*command, "python", *arguments],
        cwd=ROOT,
        env=os.environ | settings,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
