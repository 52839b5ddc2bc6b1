"""Writes localllm/models/convert/tokenizer_tables.py from the pinned converter's source.

    uv run --no-project native/converter_tables.py [LLAMA_CPP_TREE]

Two things of llama.cpp's own converter are data: which pre-tokenizer a hash of token ids means,
and which method of which class writes the vocabulary of an architecture. They are read from the
syntax tree; nothing of the converter is run. tests/peers holds the table to its source.
"""
# /// script
# requires-python = ">=3.11"
# dependencies = ["pip>=24", "filelock>=3.15"]
# ///

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from nativebuild import NATIVE, converter, source

TARGET = NATIVE.parent / "localllm" / "models" / "convert" / "tokenizer_tables.py"
HASHES = re.compile(r'if chkhsh == "([0-9a-f]{64})":\s*\n\s*# ref: (\S+)\s*\n\s*res = "([^"]+)"')


def render(tree: Path, release: str) -> str:
    """The module's text for the llama.cpp in `tree`; `release` names it in the docstring."""
    base = (tree / "conversion" / "base.py").read_text(encoding="utf-8")
    lines = [
        '"""Tables of llama.cpp\'s converter, made by native/converter_tables.py; do not edit.',
        "",
        f"From conversion/*.py of the llama.cpp in {release} (MIT licence, the ggml authors).",
        '"""',
        "",
        "# The text whose token ids tell one pre-tokenizer from another.",
        "CHECK_TEXT = (",
        *(f"    {part}" for part in _broken(_check_text(base))),
        ")",
        "",
        "# sha256 of str(token ids of CHECK_TEXT) -> (name in llama.cpp, model it was taken from).",
        "# Where the converter lists a hash twice its later name counts, as there.",
        "PRE_TOKENIZERS = {",
        *_pre_tokenizers(base),
        "}",
        "",
        "# Class whose set_vocab() is in force -> names in config.json's `architectures`.",
        "VOCABULARY_CLASSES = {",
        *_vocabulary_classes(tree),
        "}",
        "",
    ]
    return "\n".join(lines)


def _check_text(base: str) -> str:
    (found,) = re.findall(r"^\s*chktxt = ('.*')$", base, re.MULTILINE)
    text = ast.literal_eval(found)
    assert isinstance(text, str)
    return text


def _broken(text: str, width: int = 60) -> Iterator[str]:
    for begin in range(0, len(text), width):
        yield _quoted(text[begin : begin + width])


def _pre_tokenizers(base: str) -> Iterator[str]:
    begin, end = base.index("# Marker: Start get_vocab"), base.index("# Marker: End get_vocab")
    found = HASHES.findall(base[begin:end])
    assert len(found) == base.count("if chkhsh == ", begin, end), "an entry has another form"
    for digest, (name, reference) in {d: (n, r) for d, r, n in found}.items():
        yield f"    {_quoted(digest)}: ("
        yield f"        {_quoted(name)},"
        yield f"        {_quoted(reference.removeprefix('https://'))},"
        yield "    ),"


def _vocabulary_classes(tree: Path) -> Iterator[str]:
    owners: dict[str, set[str]] = {}
    for name, architectures in _Classes(tree).registered():
        owners.setdefault(name, set()).update(architectures)
    for owner in sorted(owners):
        names = [_quoted(name) for name in sorted(owners[owner])]
        if len(names) == 1:
            yield f"    {_quoted(owner)}: ({names[0]},),"
        else:
            yield from (f"    {_quoted(owner)}: (", *(f"        {n}," for n in names), "    ),")


class _Classes:
    """The classes of conversion/*.py, by name; names are unique there."""

    def __init__(self, tree: Path) -> None:
        self.by_name: dict[str, ast.ClassDef] = {}
        for path in sorted((tree / "conversion").glob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    assert node.name not in self.by_name, node.name
                    self.by_name[node.name] = node

    def registered(self) -> Iterator[tuple[str, set[str]]]:
        """(class that owns set_vocab, architectures registered for a class that has it)."""
        for node in self.by_name.values():
            names = {
                argument.value
                for decorator in node.decorator_list
                if isinstance(decorator, ast.Call)
                and ast.unparse(decorator.func) == "ModelBase.register"
                for argument in decorator.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            }
            if names and (owner := self._owner(node.name)):
                yield owner, names

    def _owner(self, name: str) -> str | None:
        """The nearest class with a set_vocab of its own, depth first; None outside TextModel."""
        node = self.by_name.get(name)
        if node is None:
            return None
        if any(isinstance(m, ast.FunctionDef) and m.name == "set_vocab" for m in node.body):
            return name
        bases = [ast.unparse(base) for base in node.bases]
        return next((owner for base in bases if (owner := self._owner(base))), None)


def _quoted(text: str) -> str:
    """A literal in double quotes, readable where it can be printed."""
    escaped = "".join(
        c if c.isprintable() and c not in '"\\' else c.encode("unicode_escape").decode()
        for c in text
    )
    return '"' + escaped.replace('"', '\\"') + '"'


def main() -> None:
    tree = Path(sys.argv[1]) if len(sys.argv) > 1 else converter.find()
    pin = source.read_pin()
    TARGET.write_text(render(tree, f"{pin.package} {pin.version}"), encoding="utf-8")
    print(TARGET)


if __name__ == "__main__":
    main()
