"""Reports: what they show is what was measured, and nothing in them acts."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from helpers.compared import KLD, PERPLEXITY, compared, quantized, side

from localllm import errors
from localllm.jobs import report, report_svg
from localllm.jobs.measures import Sample
from localllm.jobs.report_html import html
from localllm.jobs.report_markdown import code, fenced, markdown, sentence
from localllm.jobs.report_page import page
from localllm.jobs.report_plots import plots
from localllm.jobs.tasks import Compared, Evaluated, Figure, Running

HOSTILE = (
    '<script src="https://evil.example/x.js"></script>',
    '"><img src=//evil.example onerror=alert(1)>',
    "</svg></style><iframe src=javascript:alert(1)>",
    "{{ 7 * 191 }}{% raw %}",
    "![x](https://evil.example/p.png) | `a` ``` <b>",
    "\x1b]0;owned\x07\x1b[2J\u202egpj.exe\x9b31m",
)


class Reader(HTMLParser):
    """Tags with their attributes, and the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def hostile(text: str) -> Compared:
    """A comparison of which every foreign text is this one."""
    samples = (Sample(text, text, 4, False, True), Sample("Why?", f"x{text}", 4, True, True))
    other = (Sample(text, text[:9], 4, True, True), Sample("Why?", text, 4, True, True))
    foreign = {"title": text, "architecture": text, "quantization": text}
    found = compared(
        source=side(text, 900_000, samples=samples, **foreign),
        base=side(f"{text}.", 1_000_000, samples=other, **foreign),
        warnings=(text,),
    )
    assert found.weights is not None
    worst = tuple(msgspec.structs.replace(each, name=text) for each in found.weights.worst)
    kinds = tuple(msgspec.structs.replace(each, kind=text) for each in found.weights.kinds)
    weights = msgspec.structs.replace(found.weights, worst=worst, kinds=kinds)
    return msgspec.structs.replace(found, weights=weights)


# --- the numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize("render", [html, markdown])
def test_the_numbers_are_those_that_were_measured(render: type) -> None:
    text = render(compared())
    for shown in (
        "1.2 MB instead of 4.0 MB (3.33 times smaller)",
        "0.0321 ± 0.0012",
        "87.65% ± 0.43%",
        "12.3456 ± 0.6543",
        "11.5000 ± 0.4000",
        "1.0735 ± 0.0021",
        "0.4567",  # worst 1%
        "432",  # reading
        "43.2",  # writing
        "7.12%",  # the worst tensor
        "0.99741",
        "2 of 21 tensors differ; 1 are in one of the models only",
        "1,200,000",
    ):
        assert shown in text, shown


def test_each_figure_stands_in_the_column_of_its_model() -> None:
    found = compared(base=side("base", 4_000_000, speed=None))
    rows = {row[0]: row[1:] for row in page(found).tables[0].rows}
    assert rows["size in bytes"] == ("1,200,000", "4,000,000")
    assert rows["writing, tokens a second"] == ("43.2", "")
    assert rows["perplexity"] == ("12.3456 ± 0.6543", "11.5000 ± 0.4000")


def test_models_measured_apart_have_their_own_perplexity() -> None:
    def alone(value: float) -> Evaluated:
        running = tuple(Running(n, Figure(value)) for n in (1, 2))
        return Evaluated("", "", 512, 2, 510, Figure(value, 0.5), running)

    found = compared(
        source=side("a", 1_200_000, evaluated=alone(9.25)),
        base=side("b", 4_000_000, evaluated=alone(8.75)),
        evaluated=None,
        weights=None,
        one_model=False,
    )
    text = html(found)
    assert "9.2500 ± 0.5000" in text
    assert "8.7500 ± 0.5000" in text
    assert "KL divergence" not in text
    assert "Perplexity over the text" in [plot.title for plot in plots(found)]


def test_a_search_shows_what_was_tried() -> None:
    found = compared()
    text = html(found, quantized(found))
    assert "Chosen in 7 trials; measured 0.0321, Q4_K_S filled up to this size 0.0388" in text
    rows = next(t.rows for t in page(found, quantized(found)).tables if "costs" in t.title)
    assert rows[0] == ("ffn_down", "2", "6.54%", "0.0222")
    size = next(p for p in plots(found, quantized(found)) if p.title == "Size and loss")
    assert "Q4_K_S filled up: 1.2 MB, 0.0388" in size.svg


def test_a_comparison_of_sizes_alone_is_a_report_too() -> None:
    bare = side("a", 2000, speed=None, samples=())
    found = Compared(bare, bare, one_model=False, warnings=("No text can be read.",))
    assert [plot.title for plot in plots(found)] == ["Where the bytes are"]
    assert "of one size" in html(found)
    assert "No text can be read." in markdown(found)


def test_answers_are_alike_up_to_where_they_part() -> None:
    (pair,) = page(compared()).pairs
    assert pair.source[: pair.common] == "Because of the "
    assert not pair.same
    assert (pair.source_whole, pair.base_whole) == (True, False)


@pytest.mark.parametrize(
    ("kld", "words"),
    [(0.0005, "nobody"), (0.01, "hardly"), (0.05, "careful"), (0.3, "clear"), (2, "abilities")],
)
def test_a_loss_is_judged_as_the_docs_do(kld: float, words: str) -> None:
    from localllm.jobs.report_words import judgement

    assert words in judgement(kld)


# --- plots --------------------------------------------------------------------------------------


def test_plots_are_well_formed() -> None:
    found = compared()
    drawn = list(plots(found, quantized(found)))
    assert len(drawn) == 7
    for plot in drawn:
        assert ElementTree.fromstring(plot.svg).tag == "svg"


def test_a_point_lies_where_its_numbers_say() -> None:
    """Three means fall: on the plot, where y grows downwards, each is below the one before."""
    plot = next(p for p in plots(compared()) if p.title == "KL divergence over the text")
    line = ElementTree.fromstring(plot.svg).find("polyline")
    assert line is not None
    points = [tuple(map(float, xy.split(","))) for xy in line.attrib["points"].split()]
    (x1, y1), (x2, y2), (x3, y3) = points
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2)
    # KLD + 0.01 / n: the steps are 1/1 - 1/2 and 1/2 - 1/3.
    assert (y2 - y1) / (y3 - y2) == pytest.approx((1 / 2) / (1 / 6), rel=0.02)


def test_bytes_are_drawn_in_proportion() -> None:
    plot = next(p for p in plots(compared()) if p.title == "Where the bytes are")
    bars = [
        float(rect.attrib["width"])
        for rect in ElementTree.fromstring(plot.svg).findall("rect")
        if rect.find("title") is not None
    ]
    assert max(bars) / sorted(bars)[-2] == pytest.approx(3_999_000 / 1_199_000, rel=1e-3)


def test_figures_without_end_or_sign_are_drawn_all_the_same() -> None:
    found = compared()
    assert found.evaluated is not None
    bad = Running(4, Figure(float("inf"), float("nan")), found.evaluated.running[0].divergence)
    running = (*found.evaluated.running, bad)
    odd = compared(evaluated=msgspec.structs.replace(found.evaluated, running=running))
    for plot in plots(odd):
        assert not re.search(r'="(nan|inf|-inf)', plot.svg)


@pytest.mark.parametrize(("rough", "step"), [(0.3, 0.5), (1, 1), (1.1, 2), (24, 25), (70, 100)])
def test_ticks_are_round(rough: float, step: float) -> None:
    assert report_svg.nice_step(rough) == pytest.approx(step)


# --- what a report does not do ------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_foreign_becomes_markup(text: str) -> None:
    """The tags of a hostile report are those of a harmless one."""
    plain, found = hostile("plain name"), hostile(text)
    shown = Reader(html(found, quantized(found, recipe=text, imatrix=text)))
    harmless = Reader(html(plain, quantized(plain, recipe="plain", imatrix="plain")))
    assert {name for name, _ in shown.tags} == {name for name, _ in harmless.tags}
    assert not {"script", "img", "iframe", "link", "object", "a"} & {name for name, _ in shown.tags}
    for _, attributes in shown.tags:
        assert not [key for key in attributes if key.startswith("on") or key in ("src", "href")]


def test_foreign_words_are_shown_as_they_are() -> None:
    assert HOSTILE[0] in Reader(html(hostile(HOSTILE[0]))).words
    assert "{{ 7 * 191 }}" in Reader(html(hostile(HOSTILE[3]))).words


@pytest.mark.parametrize("render", [html, markdown])
def test_control_characters_are_left_out(render: type) -> None:
    text = render(hostile(HOSTILE[5]))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert "gpj.exe" in text


def test_nothing_is_asked_of_a_network() -> None:
    found = compared()
    text = html(found, quantized(found))
    assert not re.search(r"https?:|//\w|url\(|@import|javascript:", text)
    assert "/models/" not in text  # whoever gets the page learns no folders of this computer
    policy = [tag for name, tag in Reader(text).tags if name == "meta" and "http-equiv" in tag]
    assert policy[0]["content"] == "default-src 'none'; style-src 'unsafe-inline'"


@pytest.mark.parametrize("text", ["a", "`", "a``b", "``` \n```\nx", "~~~"])
def test_markdown_cannot_be_left_from_inside(text: str) -> None:
    body = fenced(text).split("\n")
    fence = body[0].removesuffix("text")
    assert body[-1] == fence
    assert not any(line.strip().startswith(fence) for line in body[1:-1])
    ticks = re.match("`+", code(text))
    assert ticks is not None
    assert ticks[0] not in code(text)[len(ticks[0]) : -len(ticks[0])]


def test_markdown_has_neither_links_nor_broken_tables() -> None:
    text = markdown(hostile(HOSTILE[4]))
    outside = re.sub(r"(`+)[^`].*?\1", "", re.sub(r"(?ms)^(`{3,})text\n.*?^\1$", "", text))
    assert not re.search(r"(?<!\\)\]\(|(?<!\\)<|[^\\]://", outside)
    tables = re.findall(r"(?m)(?:^\|.*\n?)+", text)
    assert len(tables) == len(page(hostile("x")).tables)
    for table in tables:
        lines = table.strip().split("\n")
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1


def test_sentences_keep_their_words() -> None:
    assert re.sub(r"\\(.)", r"\1", sentence(HOSTILE[4])) == HOSTILE[4]


# --- files --------------------------------------------------------------------------------------


def test_the_ending_says_what_is_written(tmp_path: Path) -> None:
    report.write(tmp_path / "r.html", compared())
    report.write(tmp_path / "r.md", compared())
    assert (tmp_path / "r.html").read_text(encoding="utf-8") == html(compared())
    assert (tmp_path / "r.md").read_text(encoding="utf-8") == markdown(compared())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.html", "r.md"]


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(errors.BadRequest, match=r"report\.html or report\.md"):
        report.write(tmp_path / "model.gguf", compared())


def test_reports_of_a_split_model_are_named_after_it() -> None:
    names = [path.name for path in report.report_paths(Path("/m/big-00001-of-00003.gguf"))]
    assert names == ["big.report.html", "big.report.md"]


def test_renderers_load_neither_numpy_nor_llama(tmp_path: Path) -> None:
    program = (
        "import sys; from localllm.jobs import report, report_html, report_markdown, report_page;"
        "print([m for m in ('numpy', 'llama_cpp', 'localllm.llama') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_report_has_what_the_page_has() -> None:
    """KLD and perplexity of the builders, as a check of the builders' own figures."""
    assert compared().evaluated is not None
    assert f"{KLD:.4f}" in page(compared()).verdict
    assert f"{PERPLEXITY:.4f}" in str(page(compared()).tables)
