"""A tiny llama of random weights that can read any text: its tokens are the 256 bytes.

0 <unk>   1 <s>   2 </s>   3 + b: the byte b
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from helpers.gguf_bytes import ARRAY
from helpers.tiny_llama import Arrays, metadata, weights, write

BOS, N_VOCAB = 1, 259
_I32, _F32 = 5, 6
_UNKNOWN, _CONTROL, _BYTE = 2, 3, 6  # enum llama_token_type


def byte_vocabulary(*, add_bos: bool = True) -> dict[str, Any]:
    """Header entries of a sentencepiece vocabulary that knows single bytes alone."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    kinds = [_UNKNOWN, _CONTROL, _CONTROL, *[_BYTE] * 256]
    return {
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.scores": _array(_F32, "f", [0.0] * N_VOCAB),
        "tokenizer.ggml.token_type": _array(_I32, "i", kinds),
        "tokenizer.ggml.bos_token_id": BOS,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.ggml.add_bos_token": add_bos,
        "tokenizer.ggml.add_space_prefix": False,
    }


def speaking_llama(
    path: Path,
    *,
    context: int = 512,
    add_bos: bool = True,
    arrays: Arrays | None = None,
    **sizes: Any,
) -> Path:
    """`sizes` are those of `tiny_llama.weights`, whose `arrays` may be given instead."""
    shared = {key: sizes[key] for key in ("width", "ff", "layers", "experts") if key in sizes}
    entries = metadata(**shared) | {"llama.context_length": context}
    entries |= byte_vocabulary(add_bos=add_bos)
    return write(path, entries, arrays or weights(vocab=N_VOCAB, **sizes))


def _array(kind: int, layout: str, values: list[Any]) -> bytes:
    return struct.pack(f"<IIQ{len(values)}{layout}", ARRAY, kind, len(values), *values)
