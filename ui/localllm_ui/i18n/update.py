"""Brings every text of the window into the .ts files, keeping what is translated already.

    python -m localllm_ui.i18n.update

Texts are `qsTr("...")` in QML (their context is the file), and in Python `translate("...")` or
`t("...")` (context "Words"), or come from tables: settings, plots, names of choices. A text that is
gone from the code goes from the files too.
"""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from localllm_ui.i18n import read_ts

FOLDER = Path(__file__).parent
ROOM = FOLDER.parent
LANGUAGES = ("en", "de", "zh_CN", "zh_TW", "ja")
_WORDS = "Words"
_QSTR = re.compile(r'qsTr\("((?:[^"\\]|\\.)*)"')
Text = tuple[str, str]  # context, English


def texts() -> list[Text]:
    """Every text, sorted, once."""
    own = (*_of_python(), *_of_tables(), *of_settings())
    return sorted({*_of_qml(), *((_WORDS, text) for text in own)})


def _of_qml() -> Iterator[Text]:
    for file in (ROOM / "qml").rglob("*.qml"):
        for found in _QSTR.finditer(file.read_text("utf-8")):
            yield file.stem, found[1].replace('\\"', '"').replace("\\\\", "\\")


def _of_python() -> Iterator[str]:
    for file in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and _is_translate(node.func)):
                continue
            if isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)


def _is_translate(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr == "translate" and _name(function.value) == "words"
    return _name(function) in ("t", "translate")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _of_tables() -> Iterator[str]:
    from localllm.models.quantization.recipes import find_recipe
    from localllm_ui.services.suggesting import all_suggestions
    from localllm_ui.viewmodels import job_list, options, quantize, server, settings_page, words

    yield from settings_page.AREAS.values()
    yield from settings_page.WORDS.values()
    yield from (title for _, title in server.PLOTS)
    yield from server.STATES.values()
    yield from (words.label(name) for name, *_ in options.SLIDERS)
    yield from job_list.STAGES.values()
    yield from (find_recipe(name).description for name in quantize.OFFERED)
    yield from (one.reason for one in all_suggestions())


def of_settings() -> Iterator[str]:
    """Names and help of the table that all faces share. One that is new is English for a while."""
    from localllm.settings import SETTINGS
    from localllm_ui.viewmodels import settings_page, words

    for setting in SETTINGS:
        if setting.name not in settings_page.HIDDEN:
            yield words.label(setting.name)
            yield setting.help


def write(language: str, wanted: list[Text]) -> None:
    known = read_ts(FOLDER / f"{language}.ts")
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for context, text in wanted:
        # English is its own source: only plurals have to be written.
        if language == "en" and "%n" not in text:
            continue
        if context not in contexts:
            contexts[context] = ET.SubElement(root, "context")
            ET.SubElement(contexts[context], "name").text = context
        _message(contexts[context], text, known.get((context, text)), language)
    ET.indent(root)
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    body = ET.tostring(root, encoding="unicode", short_empty_elements=False)
    (FOLDER / f"{language}.ts").write_text(f"{head}{body}\n", "utf-8")


def _message(context: ET.Element, text: str, forms: list[str] | None, language: str) -> None:
    plural = "%n" in text
    message = ET.SubElement(context, "message", {"numerus": "yes"} if plural else {})
    ET.SubElement(message, "source").text = text
    translation = ET.SubElement(message, "translation")
    if forms is None:
        translation.set("type", "unfinished")
    if plural:
        n_forms = 2 if language in ("en", "de") else 1
        for form in forms or [""] * n_forms:
            ET.SubElement(translation, "numerusform").text = form
    else:
        translation.text = forms[0] if forms else ""


if __name__ == "__main__":
    for name in LANGUAGES:
        write(name, texts())
