"""Every shape of tokenizer files gives the entries that llama.cpp's converter was seen to give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.small_tokenizers import SHAPES, write
from helpers.tokenizer_metadata import RECORDED, digest, entries_of

from localllm.models.convert import tokenizer, tokenizer_loadable
from localllm.models.convert.tokenizer_loaded import LoadedTokenizer
from localllm.models.convert.tokenizer_pre import fingerprint
from localllm.models.convert.tokenizer_tables import CHECK_TEXT

THEIRS = json.loads(RECORDED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_written_as_recorded(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made-up tokenizers are in no table: the pre-tokenizer is compared by its hash. Some are such
    as llama.cpp cannot load, which its converter writes all the same."""

    def hashed(loaded: LoadedTokenizer, given: str | None) -> str:
        return fingerprint(loaded.encode(CHECK_TEXT))

    monkeypatch.setattr(tokenizer, "identify", hashed)
    monkeypatch.setattr(tokenizer_loadable, "check", lambda metadata: None)
    assert digest(entries_of(write(tmp_path, SHAPES[name]))) == THEIRS[name]
