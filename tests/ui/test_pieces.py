"""What the window is made of, each alone: preferences, single instance, files, translations."""

from __future__ import annotations

from pathlib import Path

import pytest
from localllm_ui import autostart, single
from localllm_ui.i18n import read_ts, update
from localllm_ui.mathtex import typeset
from localllm_ui.preferences import LANGUAGES, Preferences, best
from localllm_ui.services import files
from localllm_ui.services.tool_calls import ToolCalls
from localllm_ui.viewmodels import snippets
from localllm_ui.viewmodels.search import marked
from pytestqt.qtbot import QtBot

from localllm.core import ToolCall, ToolCallDelta
from localllm.errors import BadRequest, UnsupportedFeature
from localllm.settings import SETTINGS, Settings, load_settings


def test_a_second_start_raises_the_first(qtbot: QtBot) -> None:
    assert not single.raise_running()
    first = single.SingleInstance()
    with qtbot.waitSignal(first.asked):
        assert single.raise_running()


def test_what_is_set_is_in_use_and_kept(qtbot: QtBot) -> None:
    preferences = Preferences(Settings())
    with qtbot.waitSignal(preferences.changed):
        preferences.set("font_size", 18)
    assert preferences.get("font_size") == 18
    assert load_settings().font_size == 18


def test_what_the_window_remembers_is_no_setting(qtbot: QtBot) -> None:
    first = Preferences(Settings())
    first.set("sidebar", False)
    first._kept.sync()
    assert Preferences(Settings()).get("sidebar") is False
    assert load_settings() == Settings()


def test_every_language_that_can_be_set_has_its_texts() -> None:
    (row,) = [row for row in SETTINGS if row.name == "language"]
    assert set(row.choices) == {"system", *LANGUAGES}
    assert set(update.LANGUAGES) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("spoken", "shown"),
    [
        (["de-AT"], "de"),
        (["zh-Hant-TW"], "zh_TW"),
        (["zh-CN"], "zh_CN"),
        (["ja-JP"], "ja"),
        (["fr-FR"], "en"),
    ],
)
def test_the_systems_language_is_taken_where_it_is_there(spoken: list[str], shown: str) -> None:
    assert best(spoken) == shown


def test_the_translations_are_in_step_with_the_code() -> None:
    wanted = set(update.texts())
    of_others = {("Words", text) for text in update.of_settings()}
    for language in ("de", "zh_CN", "zh_TW", "ja"):
        there = read_ts(update.FOLDER / f"{language}.ts").keys()
        assert wanted - there <= of_others, language
        assert there - of_others <= wanted, language


def test_translations_keep_their_places_for_values() -> None:
    for language in ("de", "zh_CN", "zh_TW", "ja"):
        for (_, text), forms in read_ts(update.FOLDER / f"{language}.ts").items():
            for place in ("%1", "%2", "%3", "%4"):
                assert all((place in text) == (place in form) for form in forms), (language, text)


def test_text_and_code_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 'ü'", "utf-8")
    assert files.read_file(tmp_path / "a.py").text == "x = 'ü'"


def test_text_in_utf_16_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello", "utf-16")
    assert files.read_file(tmp_path / "a.txt").text == "hello"


def test_a_pdf_gives_its_text(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(minimal_pdf("Hello from a page"))
    assert files.read_file(tmp_path / "a.pdf").text == "Hello from a page"


def test_what_holds_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(bytes(range(256)))
    with pytest.raises(UnsupportedFeature, match=r"a\.bin"):
        files.read_file(tmp_path / "a.bin")


def test_a_file_that_is_gone_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"gone\.txt"):
        files.read_file(tmp_path / "gone.txt")


def test_pieces_of_two_tool_calls_are_put_together() -> None:
    calls = ToolCalls()
    calls.take([ToolCallDelta(0, id="a", name="add", arguments='{"x"')])
    calls.take([ToolCallDelta(1, id="b", name="now"), ToolCallDelta(0, arguments=": 1}")])
    assert calls.all() == (ToolCall("a", "add", '{"x": 1}'), ToolCall("b", "now", ""))


def test_start_at_login_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    autostart.set_enabled(True)
    assert "--hidden" in autostart.entry_file().read_text()
    autostart.set_enabled(False)
    assert not autostart.entry_file().exists()


def test_half_a_formula_is_none() -> None:
    assert typeset(r"\frac{1}{", "000000", 15, True) is None


def test_a_formula_has_a_size() -> None:
    formula = typeset("x^2", "000000", 20, False)
    assert formula is not None
    assert 10 < formula.width < 60
    assert b"<svg" in formula.svg


def test_found_words_are_marked_and_the_rest_is_escaped() -> None:
    assert marked("a <b> word", [(6, 10)]) == "a &lt;b&gt; <b>word</b>"


@pytest.mark.parametrize("snippet", snippets.for_url("http://127.0.0.1:1", True))
def test_every_snippet_names_the_address(snippet: dict[str, str]) -> None:
    assert "http://127.0.0.1:1" in snippet["text"]


def minimal_pdf(text: str) -> bytes:
    """One page with one line, written as the PDF reference shows it."""
    stream = f"BT /F1 24 Tf 72 700 Td ({text}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, entry in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj%s endobj\n" % (number, entry)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 6\n0000000000 65535 f \n"
    return (
        body + head + table + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(body)
    )
