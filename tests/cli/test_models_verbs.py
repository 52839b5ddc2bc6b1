"""list and rm: the models on this computer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.conftest import Run
from helpers.gguf_bytes import gguf

from localllm import paths
from localllm.models import starter


def own(name: str, cut: int = 0) -> Path:
    path = paths.models_dir() / name
    data = gguf()
    path.write_bytes(data[: len(data) - cut])
    return path


@pytest.fixture
def no_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "in_package", lambda: None)


def test_the_starter_is_listed_as_the_default(run: Run) -> None:
    (row,) = [line for line in run("list").out.splitlines() if "smollm2" in line]
    name = "smollm2-135m-instruct-q4_1 *"
    assert row.split("  ")[0] == name
    assert [cell.strip() for cell in row.split("  ") if cell.strip()][1:] == [
        "98.4 MB",
        "Q4_1",
        "135M",
        "8,192",
        "chat",
        "comes with localllm",
    ]


def test_a_broken_file_is_listed_with_its_problem(run: Run) -> None:
    own("broken.gguf", cut=10)
    assert "cut off" in run("list").out


def test_models_of_further_folders_are_listed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.gguf").write_bytes(gguf())
    assert str(tmp_path) in run("list", "--models-dirs", str(tmp_path)).out


def test_the_list_is_there_for_programs(run: Run) -> None:
    own("broken.gguf", cut=10)
    models = {model["name"]: model for model in json.loads(run("list", "--json").out)}
    assert models["broken"]["problem"]
    assert models["smollm2-135m-instruct-q4_1"]["quantization"] == "Q4_1"


@pytest.mark.usefixtures("no_starter")
def test_without_models_the_way_to_one_is_told(run: Run) -> None:
    assert "localllm pull starter" in run("list").out
    assert json.loads(run("list", "--json").out) == []


def answers(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    """What a person types at a question."""
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda text: answer)


def test_rm_asks_and_deletes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own("mine.gguf")
    answers(monkeypatch, "y")
    result = run("rm", "mine")
    assert result.code == 0
    assert "kB are free again" in result.out
    assert not path.exists()


def test_rm_takes_no_for_an_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own("mine.gguf")
    answers(monkeypatch, "n")
    assert run("rm", "mine").code == 130
    assert path.exists()


def test_rm_with_yes_does_not_ask(run: Run) -> None:
    path = own("mine.gguf")
    assert run("rm", "-y", "mine").code == 0
    assert not path.exists()


def test_rm_refuses_before_it_asks(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "theirs.gguf"
    path.write_bytes(gguf())
    result = run("rm", str(path))
    assert result.code == 1
    assert "--force" in result.err
    assert run("rm", str(path), "--force", "-y").code == 0
    assert not path.exists()


def test_rm_never_deletes_the_packaged_starter(run: Run, starter_model: Path) -> None:
    result = run("rm", "starter", "--force", "-y")
    assert result.code == 1
    assert "uninstall" in result.err
    assert starter_model.exists()
