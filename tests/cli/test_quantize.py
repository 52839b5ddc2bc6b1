from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.conftest import Run
from helpers.tiny_llama import imatrix_of, tiny_llama, weights, write_imatrix

from localllm import paths
from localllm.models.header.gguf import read_header


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return tiny_llama(tmp_path / "Tiny Model.F16.gguf")


def test_the_result_lies_among_the_models_under_a_right_name(run: Run, tiny: Path) -> None:
    done = run("quantize", str(tiny), "q4_k_m", "--no-report")
    assert done.code == 0, done.err
    made = paths.models_dir() / "tiny-model-q4_k_m.gguf"
    assert read_header(made).number("general.file_type") == 15
    assert "4.84 bits a weight" in done.out
    assert "localllm chat tiny-model-q4_k_m" in done.out
    assert "tiny-model-q4_k_m" in run("list").out


def test_the_list_of_types(run: Run) -> None:
    said = run("quantize", "--list").out
    assert "Q4_K_M" in said
    listed = json.loads(run("quantize", "--list", "--json").out)
    assert {"name": "IQ1_S", "needs_imatrix": True}.items() <= next(
        row.items() for row in listed if row["name"] == "IQ1_S"
    )


def test_a_dry_run_says_the_size_and_writes_nothing(run: Run, tiny: Path) -> None:
    done = run("quantize", str(tiny), "Q8_0", "--dry-run", "--json")
    planned = json.loads(done.out)
    assert not list(paths.models_dir().iterdir())
    run("quantize", str(tiny), "Q8_0", "--no-report")
    (made,) = paths.models_dir().iterdir()
    assert made.stat().st_size == planned["size_bytes"]
    assert "TENSORS" in run("quantize", str(tiny), "Q8_0", "--dry-run", "--force").out


def test_types_of_tensors_and_an_importance_matrix(run: Run, tiny: Path, tmp_path: Path) -> None:
    imatrix = write_imatrix(tmp_path / "tiny.imatrix", imatrix_of(weights()))
    out = tmp_path / "out.gguf"
    done = run(
        *("quantize", str(tiny), "Q2_K_S", "-o", str(out), "--imatrix", str(imatrix)),
        *("--tensor", r"blk\.0\.ffn_(up|gate)=q6_k", "--output-type", "q8_0", "--no-report"),
    )
    assert done.code == 0, done.err
    header = read_header(out)
    types = {t.name: t.type_name for t in header.tensors}
    assert types["blk.0.ffn_up.weight"] == types["blk.0.ffn_gate.weight"] == "Q6_K"
    assert (types["blk.1.ffn_up.weight"], types["output.weight"]) == ("Q2_K", "Q8_0")
    assert header.text("quantize.imatrix.file") == "tiny.imatrix"  # no folder of this computer
    assert header.number("quantize.imatrix.chunks_count") == 7


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ((), "Name a model"),
        (("MODEL",), "in one way"),
        (("MODEL", "Q4_K_M", "--target-size", "1GB"), "in one way"),
        (("MODEL", "Q4_KM"), "did you mean Q4_K_M"),
        (("MODEL", "--target-size", "big"), "is no size"),
        (("MODEL", "Q4_0", "--tensor", "attn_q"), "PATTERN=TYPE"),
        (("MODEL", "Q4_0", "--tensor", "attn_q=q9"), "no type 'q9'"),
        (("MODEL", "Q4_0", "--output-type", "q9"), "no type 'q9'"),
        (("MODEL", "IQ1_S"), "--calibrate"),
        (("MODEL", "Q4_0", "--imatrix", "nowhere.gguf"), "no importance matrix"),
        (("MODEL", "Q4_0", "--imatrix", "a", "--calibrate", "b"), "not both"),
        (("MODEL", "Q4_0", "--tensor", "(=q8_0"), "no regular expression"),
        (("no-such-model", "Q4_0"), "no model 'no-such-model'"),
    ],
)
def test_what_is_asked_wrongly_is_refused_with_words(
    run: Run, tiny: Path, argv: tuple[str, ...], words: str
) -> None:
    done = run("quantize", *(str(tiny) if part == "MODEL" else part for part in argv))
    assert done.code == 1
    assert words in done.err
    assert not list(paths.models_dir().iterdir())


def test_an_existing_file_is_replaced_only_by_force(run: Run, tiny: Path) -> None:
    assert run("quantize", str(tiny), "Q8_0", "--no-report").code == 0
    again = run("quantize", str(tiny), "Q8_0", "--no-report")
    assert again.code == 1
    assert "--force replaces it" in again.err
    assert run("quantize", str(tiny), "Q8_0", "--no-report", "--force").code == 0


def test_what_cannot_be_measured_is_a_note(run: Run, tiny: Path) -> None:
    """This model has no vocabulary, so that no text can be read with it."""
    done = run("quantize", str(tiny), "Q8_0")
    assert done.code == 0
    assert "cannot be loaded" in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_leaves_nothing_and_says_so(tmp_path: Path) -> None:
    source = tiny_llama(tmp_path / "big.gguf", width=1024, ff=4096, layers=4)
    out = tmp_path / "out"
    out.mkdir()
    command = [sys.executable, "-m", "localllm", "quantize", str(source), "Q3_K_M"]
    with subprocess.Popen(
        [*command, "-o", str(out), "--threads", "1"], stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 60
        while not list(out.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read()
        assert process.wait(30) == 130
    assert "Cancelled. Nothing was changed." in said
    assert list(out.iterdir()) == []


@pytest.mark.model
def test_a_real_model_is_measured_against_its_source(
    run: Run, starter_model: Path, tmp_path: Path
) -> None:
    text = tmp_path / "talk.txt"
    text.write_text((Path(__file__).parents[2] / "docs" / "ui.md").read_text()[:5000])
    done = run("quantize", str(starter_model), "Q8_0", "--text", str(text), "--json")
    assert done.code == 0, done.err
    loss = json.loads(done.out)["evaluated"]["loss"]["divergence"]
    assert 0 < loss["kld"]["value"] < 0.02
    assert loss["same_top"]["value"] > 0.9
