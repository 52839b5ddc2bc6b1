"""eval and imatrix, from a person's words to the answer's, through real job processes."""

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
from helpers.speaking_llama import speaking_llama

from localllm.models.quantization import imatrix_file

WAIT_SECONDS = 60


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return speaking_llama(tmp_path / "model.gguf", width=64, ff=64)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("Two boats lay at the long pier, and nobody spoke.\n" * 9, encoding="utf-8")
    return path


def test_a_perplexity_is_told_with_what_it_was_measured_on(
    run: Run, model: Path, text: Path
) -> None:
    done = run("eval", str(model), "--text", str(text), "--ctx", "64", "--chunks", "2")

    assert done.code == 0, done.err
    assert "2 chunks of 64 tokens of text.txt: 62 tokens scored" in done.out
    (line,) = [line for line in done.out.splitlines() if line.startswith("perplexity")]
    value, error = (float(part) for part in line.removeprefix("perplexity").split("±"))
    assert value > error > 0
    assert "KL" not in done.out


def test_against_a_base_the_distance_is_told(
    run: Run, tmp_path: Path, model: Path, text: Path
) -> None:
    other = speaking_llama(tmp_path / "other.gguf", width=64, ff=64, seed=2)
    where = ("--text", str(text), "--ctx", "64", "--chunks", "4")

    told = run("eval", str(other), "--against", str(model), *where)
    found = json.loads(run("eval", str(other), "--against", str(model), *where, "--json").out)

    assert "other against model" in told.out
    kld = found["loss"]["divergence"]["kld"]["value"]
    assert kld > 0
    assert f"KL divergence           {kld:.4f} ±" in told.out
    assert len(found["running"]) == 4
    assert found["loss"]["base"] == str(model)


def test_what_is_wrong_is_one_line_with_what_to_do(run: Run, model: Path, text: Path) -> None:
    done = run("eval", str(model), "--text", str(text))

    assert done.code == 1
    assert done.out == ""
    assert "1,024 are needed for chunks of 512" in done.err


def test_a_model_that_is_not_there(run: Run) -> None:
    done = run("eval", "no-such-model")

    assert done.code == 1
    assert "no-such-model" in done.err


def test_a_matrix_is_made_and_told(run: Run, tmp_path: Path, model: Path, text: Path) -> None:
    target = tmp_path / "matrix.gguf"
    how = ("--text", str(text), "--ctx", "64", "--chunks", "2", "-o", str(target))

    done = run("imatrix", str(model), *how)

    assert done.code == 0, done.err
    found = imatrix_file.read(target)
    assert f"{target}: {len(found.tensors)} tensors from 2 chunks of 64 tokens" in done.out

    again = run("imatrix", str(model), *how)
    assert again.code == 1
    assert "exists already" in again.err

    merged = json.loads(run("imatrix", str(model), *how, "--merge", str(target), "--force",
                            "--json").out)  # fmt: skip
    assert merged["chunks"] == 2
    assert imatrix_file.read(target).chunk_count == 4


def test_a_matrix_lies_beside_nothing_where_it_is_not_named(
    run: Run, tmp_path: Path, model: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    run("imatrix", str(model), "--text", str(text), "--ctx", "64", "--chunks", "2")

    assert imatrix_file.read(tmp_path / "model.imatrix.gguf").chunk_count == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a console's Ctrl-C cannot be sent there")
def test_ctrl_c_ends_it_and_leaves_nothing(tmp_path: Path, isolated_home: Path) -> None:
    big = speaking_llama(tmp_path / "big.gguf", width=512, ff=2048, layers=8, context=2048)
    target = tmp_path / "out" / "m.gguf"
    target.parent.mkdir()
    environment = os.environ | {"LOCALLLM_HOME": str(isolated_home)}
    command = [sys.executable, "-m", "localllm", "imatrix", str(big), "-o", str(target)]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + WAIT_SECONDS
        while not list(isolated_home.rglob("job-calibrate.log")) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=WAIT_SECONDS)

    assert process.returncode == 130, err
    assert "Traceback" not in out + err
    assert list(target.parent.iterdir()) == []
