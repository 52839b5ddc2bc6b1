"""Runs llama.cpp's own converter, vocabulary only, on a list of folders, in one process.

    run_vocabularies.py SOURCE < jobs      SOURCE: the tree with convert_hf_to_gguf.py

`jobs` is a JSON list of {"folder", "target", "named"}. Its code runs as it is, transformers for
tokenizers among it. Where `named` is false, the pre-tokenizer is written as its hash instead of
being looked up: made-up tokenizers are in no table. A JSON list on standard output says of each
null, or the error that it ended with.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    sys.path.insert(0, str(Path(sys.argv[1])))
    import convert_hf_to_gguf
    from conversion.base import TextModel

    look_up = TextModel.get_vocab_base_pre
    (literal,) = re.findall(r"chktxt = ('.*')\n", inspect.getsource(look_up))
    text = ast.literal_eval(literal)

    def digest(self: Any, tokenizer: Any) -> str:
        return hashlib.sha256(str(tokenizer.encode(text)).encode()).hexdigest()

    outcomes: list[str | None] = []
    for job in json.load(sys.stdin):
        TextModel.get_vocab_base_pre = look_up if job["named"] else digest
        target = ["--outfile", job["target"], "--vocab-only"]
        sys.argv = ["convert_hf_to_gguf.py", job["folder"], *target]
        try:
            convert_hf_to_gguf.main()
            outcomes.append(None)
        except (Exception, SystemExit) as error:
            outcomes.append(f"{type(error).__name__}: {error}")
    json.dump(outcomes, sys.stdout)


if __name__ == "__main__":
    main()
