"""Writes tests/models/convert/recorded_tokenizers.json: what llama.cpp's converter makes of SHAPES.

    python tests/peers/record_tokenizers.py

For each shape of tests/helpers/small_tokenizers.py a hash of the peer's entries, so that every run
of the tests holds ours against it; `make parity` compares the entries themselves and the hashes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.peer_vocabularies import peer_entries
from helpers.small_tokenizers import SHAPES, write
from helpers.tokenizer_metadata import RECORDED, digest


def main() -> None:
    with tempfile.TemporaryDirectory() as root:
        folders = {n: write(Path(root) / str(i), s) for i, (n, s) in enumerate(SHAPES.items())}
        found = {name: digest(entries) for name, entries in peer_entries({}, folders).items()}
    RECORDED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
