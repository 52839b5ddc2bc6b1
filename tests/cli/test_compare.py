"""compare, and the report beside what was quantized, through real job processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.conftest import Run
from helpers.compared import compared
from helpers.speaking_llama import speaking_llama

from localllm import paths
from localllm.cli import reporting

WORDS = "Two boats lay at the long pier, and nobody spoke of the storm of last night.\n"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return speaking_llama(tmp_path / "model.gguf", width=64, ff=64)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return speaking_llama(tmp_path / "other.gguf", width=64, ff=64, seed=2)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(WORDS * 20, encoding="utf-8")
    return path


def test_two_files_are_compared(
    run: Run, model: Path, other: Path, text: Path, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    how = ("--text", str(text), "--ctx", "64", "--chunks", "2", "--ask", "Why <b>?")

    done = run("compare", str(other), str(model), *how, "-o", str(out), "--json")

    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert (found["source"]["name"], found["base"]["name"]) == ("other", "model")
    assert len(found["evaluated"]["running"]) == 2
    assert [s["prompt"] for s in found["source"]["samples"]] == ["Why <b>?"]
    kld = found["evaluated"]["loss"]["divergence"]["kld"]["value"]
    shown = out.read_text(encoding="utf-8")
    assert f"{kld:.4f}" in shown
    assert "Why &lt;b&gt;?" in shown


def test_a_report_of_another_ending_is_refused_at_once(run: Run, model: Path, other: Path) -> None:
    done = run("compare", str(other), str(model), "-o", "report.pdf")
    assert done.code == 1
    assert "report.html or report.md" in done.err


def test_a_model_that_is_not_there(run: Run, model: Path) -> None:
    done = run("compare", str(model), "no-such-model")
    assert done.code == 1
    assert "no-such-model" in done.err


def test_a_report_lies_beside_the_result_and_goes_with_it(
    run: Run, model: Path, text: Path
) -> None:
    done = run("quantize", str(model), "Q4_0", "--text", str(text))

    assert done.code == 0, done.err
    names = {path.name for path in paths.models_dir().iterdir()}
    assert names == {"model-q4_0.gguf", "model-q4_0.report.html", "model-q4_0.report.md"}
    for name in sorted(names - {"model-q4_0.gguf"}):
        assert str(paths.models_dir() / name) in done.out
    assert "Speed here" in done.out
    listed = json.loads(run("list", "--json").out)
    assert [each["name"] for each in listed if each["source"] == "own"] == ["model-q4_0"]

    assert run("rm", "-y", "model-q4_0").code == 0
    assert list(paths.models_dir().iterdir()) == []


def test_no_report_on_a_file_that_was_replaced_stays(run: Run, model: Path, tmp_path: Path) -> None:
    old = [tmp_path / "out.report.html", tmp_path / "out.report.md"]
    for path in old:
        path.write_text("a page", encoding="utf-8")
    how = ("-o", str(tmp_path / "out.gguf"), "--no-report")
    assert run("quantize", str(model), "Q4_0", *how, "--dry-run").code == 0
    assert all(path.exists() for path in old)
    assert run("quantize", str(model), "Q4_0", *how).code == 0
    assert not any(path.exists() for path in old)


def test_a_source_is_not_taken_for_a_model_that_is_called_alike(
    run: Run, model: Path, text: Path
) -> None:
    run("quantize", str(model), "Q4_0", "--no-report")
    how = ("--text", str(text), "--ctx", "64", "--chunks", "2", "--no-answers", "--json")
    done = run("compare", "model-q4_0", str(model), *how)
    found = json.loads(done.out)
    assert found["base"]["path"] == str(model)
    assert found["weights"]["changed"] > 0


def test_the_terminal_shows_both_answers(capsys: pytest.CaptureFixture[str]) -> None:
    reporting.tell(compared())
    out, err = capsys.readouterr()
    assert "small against base" in out
    assert "0.0321 ± 0.0012" in out
    (line,) = [line for line in out.splitlines() if "Because of the air" in line]
    assert line.index("Because of the sky.") < line.index("|") < line.index("Because of the air")
    assert "blk.1.ffn_down.weight" in out
    assert "Something could not be measured." in err
