"""Merges of a byte-pair tokenizer, as GGUF has them: "left right", the most frequent first."""

from __future__ import annotations

from localllm.models.convert.tokenizer_files import TokenizerFolder

_SPACE = chr(ord(" ") + 256)  # how a space is written where one parts the two halves


def of_tokenizer_json(folder: TokenizerFolder) -> list[str]:
    """In either form, ["a b"] or [["a", "b"]]; [] where the tokenizer has none."""
    merges = (folder.json.model.merges if folder.json else None) or []
    if merges and isinstance(merges[0], str):
        if not all(isinstance(merge, str) for merge in merges):
            raise folder.damaged("tokenizer.json", "its merges have two forms")
        return [merge for merge in merges if isinstance(merge, str)]
    return [_joined(folder, merge) for merge in merges]


def _joined(folder: TokenizerFolder, merge: str | tuple[str, str]) -> str:
    if isinstance(merge, str):
        raise folder.damaged("tokenizer.json", "its merges have two forms")
    return " ".join(part.replace(" ", _SPACE) for part in merge)


def of_merges_txt(folder: TokenizerFolder) -> list[str]:
    """Of the older merges.txt; a first line with # and lines that are no pair are left out."""
    lines = folder.text("merges.txt").split("\n")
    if lines[0].strip().startswith("#"):
        lines = lines[1:]
    pairs = (line.strip().split(None, 3) for line in lines)
    return [f"{pair[0]} {pair[1]}" for pair in pairs if len(pair) == 2]
