"""Which of llama.cpp's pre-tokenizers a tokenizer has, known by a hash of its work on one text.

As in llama.cpp's converter (get_vocab_base_pre) the token ids of one text, special tokens
included, are hashed and looked up; what is not in the table is refused, since a wrong one would
part texts where the model never learned it. A person who knows better can name one.
"""

from __future__ import annotations

import difflib
import hashlib

from localllm.errors import BadRequest, ModelUnsupported
from localllm.models.convert.tokenizer_loaded import LoadedTokenizer
from localllm.models.convert.tokenizer_tables import CHECK_TEXT, PRE_TOKENIZERS

KNOWN = tuple(sorted({name for name, _ in PRE_TOKENIZERS.values()} | {"default"}))


def identify(tokenizer: LoadedTokenizer, given: str | None = None) -> str:
    """The name for `tokenizer.ggml.pre`: `given`, or the one that the tokenizer is known by.

    BadRequest where `given` is no name of llama.cpp; ModelUnsupported where the hash is unknown.
    """
    if given is not None:
        return _checked(given)
    digest = fingerprint(tokenizer.encode(CHECK_TEXT))
    if digest in PRE_TOKENIZERS:
        return PRE_TOKENIZERS[digest][0]
    bare = PRE_TOKENIZERS.get(fingerprint(tokenizer.encode(CHECK_TEXT, special=False)))
    hint = f"; but for its special tokens it looks like {bare[0]} ({bare[1]})" if bare else ""
    raise ModelUnsupported(
        "The way this model's tokenizer parts text is not one that llama.cpp knows"
        f"{hint}. If you know of a model with the same tokenizer, name it with --pre: "
        f"{', '.join(KNOWN)}. The hash is {digest}",
        hash=digest,
        nearest=bare[0] if bare else None,
    )


def fingerprint(ids: list[int]) -> str:
    return hashlib.sha256(str(ids).encode()).hexdigest()


def _checked(given: str) -> str:
    if given not in KNOWN:
        near = difflib.get_close_matches(given, KNOWN, n=1)
        raise BadRequest(
            f"There is no pre-tokenizer {given!r}{f'; do you mean {near[0]}?' if near else '.'} "
            f"Known are {', '.join(KNOWN)}",
            param="pre",
        )
    return given
