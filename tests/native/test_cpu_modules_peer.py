"""The same answer from every CPU module of a cpu-all build that this computer runs.

Runs where such a build is: LOCALLLM_NATIVE_DIR, or the build cache (`native/libraries.py cpu-all`).
Sums are taken in another order with other vectors, so logits are not equal in bits: those of the
starter model differ by up to 1.1. Compared is therefore an answer whose tokens all win by more.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.cpu_all import libraries

from localllm.llama import cpu_modules, modules

pytestmark = [pytest.mark.model, pytest.mark.peer]

COUNT = ", ".join(str(number) for number in range(1, 13)) + ","
N_TOKENS = 20


@pytest.fixture(scope="module")
def folder() -> Path:
    found = libraries()
    if found is None:
        pytest.skip("no cpu-all build here: uv run --no-project native/libraries.py cpu-all")
    return found


@pytest.fixture(scope="module")
def runnable(folder: Path) -> list[str]:
    return [module.name for module in cpu_modules.rate(modules.find(folder)) if module.score]


def child(folder: Path, module: str, *command: str) -> subprocess.CompletedProcess[str]:
    chosen = {"LOCALLLM_NATIVE_DIR": str(folder), "LOCALLLM_CPU_MODULE": module}
    return subprocess.run(
        [sys.executable, *command],
        env=os.environ | chosen,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_family_gives_the_same_greedy_answer(
    folder: Path, runnable: list[str], starter_model: Path
) -> None:
    script = Path(__file__).parents[1] / "helpers" / "greedy_child.py"
    answers: dict[str, dict[str, Any]] = {}
    for wanted in ("baseline", "avx", "avx2", "avx512"):
        done = child(folder, wanted, str(script), str(starter_model), str(N_TOKENS), COUNT)
        if done.returncode == 0:
            answers[wanted] = json.loads(done.stdout)
        else:  # only what this processor lacks may fail, and in words
            assert "cannot run the CPU module" in done.stderr or "There is no" in done.stderr

    assert len({answer["cpu_module"] for answer in answers.values()}) == len(answers)
    assert {answer["cpu_module"] for answer in answers.values()} <= set(runnable)
    assert len(answers) >= 2
    assert all(min(answer["margins"]) > 1.2 for answer in answers.values())
    assert answers["baseline"]["text"].startswith(" 13, 14, 15, 16, 17")
    assert len({tuple(answer["tokens"]) for answer in answers.values()}) == 1


def test_doctor_names_the_module_that_was_forced(folder: Path, runnable: list[str]) -> None:
    for name in (runnable[0], runnable[-1]):
        done = child(folder, name, "-m", "localllm", "doctor", "--json")
        assert json.loads(done.stdout)["native"]["cpu_module"] == name


def test_one_that_would_end_the_process_is_refused_before(
    folder: Path, runnable: list[str]
) -> None:
    there = {module.cpu for module in modules.find(folder)}
    for name in sorted(there - set(runnable))[:2]:
        done = child(folder, name, "-m", "localllm", "doctor", "--json")
        (problem,) = [
            finding["text"]
            for finding in json.loads(done.stdout)["findings"]
            if finding["level"] == "problem"
        ]
        assert f"cannot run the CPU module '{name}'" in problem
        assert runnable[0] in problem
