"""Runs llama.cpp's own converter on a list of models, in one process.

    run_converter.py SOURCE < jobs      SOURCE: the tree with convert_hf_to_gguf.py

`jobs` is a JSON list of {"folder", "target", "out_type", "vocabulary"}. Its code runs as it is;
where `vocabulary` is false, the step that writes the tokenizer is left out, so that models need
none.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main() -> None:
    source = Path(sys.argv[1])
    sys.path.insert(0, str(source))
    import conversion
    import convert_hf_to_gguf
    from conversion.base import ModelBase, TextModel

    conversion.load_all_models()
    jobs = json.load(sys.stdin)
    classes = [TextModel, *ModelBase._model_classes[TextModel.model_type].values()]
    written = {cls: cls.set_vocab for cls in classes}
    for job in jobs:
        for cls, original in written.items():
            cls.set_vocab = original if job["vocabulary"] else (lambda self: None)
        arguments = [job["folder"], "--outfile", job["target"], "--outtype", job["out_type"]]
        sys.argv = ["convert_hf_to_gguf.py", "--no-lazy", *arguments]
        convert_hf_to_gguf.main()


if __name__ == "__main__":
    main()
