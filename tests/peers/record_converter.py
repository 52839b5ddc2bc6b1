"""Writes tests/models/convert/recorded.json: what llama.cpp's converter makes with real torch.

    python tests/peers/record_converter.py PYTHON

PYTHON is an interpreter that has torch and the packages of tests/helpers/converter.py. Run from the
root, with `tests` on PYTHONPATH. `make parity` runs the same converter over a stand-in for torch;
the record shows in every run of the tests that the stand-in is right.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from helpers.converter import converter_source
from helpers.hf_families import MODELS
from helpers.hf_models import write_checkpoint

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "tests" / "models" / "convert" / "recorded.json"
TYPES = ("f32", "f16", "bf16", "q8_0", "auto")
VERSIONS = "import torch, transformers; print(torch.__version__, transformers.__version__)"


def main() -> None:
    (python,) = sys.argv[1:]
    torch, transformers = subprocess.check_output([python, "-c", VERSIONS], text=True).split()
    with tempfile.TemporaryDirectory() as scratch:
        jobs = _jobs(Path(scratch))
        command = [python, str(ROOT / "tests/peers/run_converter.py"), str(converter_source())]
        subprocess.run(command, input=json.dumps(jobs), text=True, check=True)
        made: dict[str, dict[str, str]] = {name: {} for name in MODELS}
        for job in jobs:
            data = Path(job["target"]).read_bytes()
            made[Path(job["folder"]).name][job["out_type"]] = hashlib.sha256(data).hexdigest()
    about = f"llama.cpp of {converter_source().name}, torch {torch}, transformers {transformers}"
    TARGET.write_text(json.dumps({"made_by": about, "sha256": made}, indent=1) + "\n")


def _jobs(scratch: Path) -> list[dict[str, Any]]:
    return [
        {
            "folder": str(write_checkpoint(scratch / name, model)),
            "target": str(scratch / f"{name}-{out_type}.gguf"),
            "out_type": out_type,
            "vocabulary": False,
        }
        for name, model in MODELS.items()
        for out_type in TYPES
    ]


if __name__ == "__main__":
    main()
