"""Which special tokens a tokenizer's post-processor puts around a text.

The part of llama.cpp's SpecialVocab (gguf-py/gguf/vocab.py, _try_load_from_tokenizer_json) that
reads `post_processor`. It knows simple templates only, and so does this, on purpose: the flags in
the file are to be those that llama.cpp's converter writes.
"""

from __future__ import annotations

from typing import Any


class PostProcessor:
    """`read` fills `adds`; `config` and `types` come out as later steps are to see them.

    `config` is a copy of tokenizer_config.json, {} where there is none.
    """

    def __init__(self, config: dict[str, Any], types: tuple[str, ...]) -> None:
        self.config = config
        self.types = types
        self.adds: dict[str, bool] = {}
        self._present = bool(config)
        self._bos, self._cls, self._eos, self._sep = (
            config.get(f"{kind}_token") for kind in ("bos", "cls", "eos", "sep")
        )
        if not self._bos and self._cls and self._present:
            config["bos_token"] = self._bos = self._cls
        if not self._eos and self._sep and self._present:
            config["eos_token"] = self._eos = self._sep

    def read(self, post_processor: dict[str, Any] | None) -> None:
        if not post_processor:
            return
        steps = post_processor.get("processors", [post_processor])
        for step in steps if isinstance(steps, list) else ():
            kind = step.get("type") if isinstance(step, dict) else None
            if kind == "ByteLevel":
                self.adds.setdefault("bos", False)
                self.adds.setdefault("eos", False)
            elif kind == "RobertaProcessing":
                self._roberta(step)
            elif kind == "TemplateProcessing":
                self._template(_pieces(step, "single"), _pieces(step, "pair"))

    def _roberta(self, step: dict[str, Any]) -> None:
        self.adds |= {"bos": True, "eos": True, "sep": True}
        if not self._cls and self._present:
            self.config["cls_token"] = self._cls = _first(step.get("cls"), self._bos)
        if not self._sep and self._present:
            self.config["sep_token"] = self._sep = _first(step.get("sep"), self._eos)

    def _template(self, single: list[Any], pair: list[Any]) -> None:
        first = last = None
        if len(single) > 1:
            if first := _special(single[0]):
                self._leading(first)
            if last := _special(single[-1]):
                self._trailing(last)
        if pair:
            self._between(pair, first, last)

    def _leading(self, first: str) -> None:
        if not self._present:
            self._bos = first
        elif first not in (self._bos, self._cls):
            if not self._bos:
                self.config["bos_token"] = self._bos = first
            if not self._cls:
                self.config["cls_token"] = self._cls = first
        self.adds["bos"] = first in (self._bos, self._cls)

    def _trailing(self, last: str) -> None:
        """A last token that is not the EOS takes its place; the EOS becomes EOT, or EOM."""
        if not self._present:
            self._eos = last
        elif last != self._eos:
            kind = next((k for k in ("eot", "eom") if k not in self.types), None)
            if kind is not None:
                self.types = (*self.types, kind)
                self.config[f"{kind}_token"] = self._eos
            self.config["eos_token"] = self._eos = last
        self.adds["eos"] = last == self._eos

    def _between(self, pair: list[Any], first: str | None, last: str | None) -> None:
        """What a pair of texts has between them: A [sep] [eos] B."""
        begin = 1 if first and _special(pair[0]) == first else 0
        end = len(pair) - 1 if last and _special(pair[-1]) == last else len(pair)
        inner = pair[begin:end]
        if not inner or _sequence(inner[0]) != "A" or _sequence(inner[-1]) != "B":
            return
        between = [_special(piece) for piece in inner[1:-1]]
        if not between:
            return
        known = (self._sep, self._eos)
        adds = bool(between[0]) and between[0] in known and not last
        if len(between) == 2 and between[1]:
            adds = adds or between[1] in known
        self.adds["sep"] = adds
        if adds and not self._sep and self._present:
            self.config["sep_token"] = self._eos


def _pieces(step: dict[str, Any], name: str) -> list[Any]:
    pieces = step.get(name)
    return pieces if isinstance(pieces, list) else []


def _special(piece: Any) -> str | None:
    return _id_of(piece, "SpecialToken")


def _sequence(piece: Any) -> str | None:
    return _id_of(piece, "Sequence")


def _id_of(piece: Any, kind: str) -> str | None:
    inner = piece.get(kind) if isinstance(piece, dict) else None
    found = inner.get("id") if isinstance(inner, dict) else None
    return found if isinstance(found, str) else None


def _first(pair: Any, otherwise: Any) -> Any:
    return pair[0] if isinstance(pair, list) and pair else otherwise
