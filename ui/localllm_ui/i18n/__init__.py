"""Translations: Qt's .ts files, read as they are, so that none has to be compiled.

English is in the source. `pyside6-lupdate` brings new texts into the files (docs/ui.md).
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QTranslator

_FOLDER = Path(__file__).parent


class TsTranslator(QTranslator):
    """One .ts file as a translator. What is not translated stays English."""

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = read_ts(_FOLDER / f"{language}.ts")

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        forms = self._texts.get((context, source))
        if forms is None:
            return None
        form = forms[0] if n == 1 else forms[-1]  # languages here have one form, or one and many
        return form.replace("%n", QLocale().toString(n)) if n >= 0 else form

    def isEmpty(self) -> bool:
        return not self._texts


def read_ts(file: Path) -> dict[tuple[str, str], list[str]]:
    """{(context, English): forms}, one where there is no plural; without unfinished ones."""
    texts: dict[tuple[str, str], list[str]] = {}
    if not file.exists():
        return texts
    for context in ET.parse(file).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type") is not None:
                continue
            forms = [form.text or "" for form in translation.iter("numerusform")]
            forms = forms or [translation.text or ""]
            if all(forms):
                texts[name, message.findtext("source", "")] = forms
    return texts
