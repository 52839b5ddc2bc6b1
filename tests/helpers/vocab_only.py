"""A GGUF's vocabulary in llama.cpp, without tensors or a context."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from localllm.llama import lib
from localllm.llama.vocab import Vocab


@contextmanager
def opened_vocabulary(path: Path) -> Iterator[Vocab]:
    """AssertionError, with llama.cpp's words, where it does not load the vocabulary."""
    native = lib.load()
    params = native.llama.llama_model_default_params()
    params.vocab_only = True
    with native.log.capture() as captured:
        handle = native.llama.llama_model_load_from_file(os.fsencode(path), params)
    assert handle, "\n".join(captured.errors)
    try:
        yield Vocab(native.llama, native.llama.llama_model_get_vocab(handle))
    finally:
        native.llama.llama_model_free(handle)
