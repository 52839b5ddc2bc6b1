"""Prints which class of llama.cpp's converter writes the vocabulary of each architecture, as JSON.

run_classes.py SOURCE      SOURCE: the tree with convert_hf_to_gguf.py
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    import conversion
    from conversion.base import ModelBase, TextModel

    conversion.load_all_models()
    classes = ModelBase._model_classes[TextModel.model_type]
    owners = {name: cls.set_vocab.__qualname__.split(".")[0] for name, cls in classes.items()}
    json.dump(owners, sys.stdout)


if __name__ == "__main__":
    main()
