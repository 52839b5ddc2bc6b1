"""The frozen program: which face a start gets, and what its children's environment is."""

from __future__ import annotations

import pytest
from helpers.build_scripts import script

from localllm.cli import HIDDEN_VERBS, VERBS

entry = script("entry")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["model.gguf"],
        ["/home/me/Ein Modell.GGUF"],
        ["--hidden"],
        ["--model", "qwen3"],
        ["--port=1234"],
    ],
)
def test_a_double_click_opens_the_window(arguments: list[str]) -> None:
    assert entry.face("/opt/localllm/localllm", arguments) == "window"


@pytest.mark.parametrize("verb", [*VERBS, *HIDDEN_VERBS, "--version", "-h", "chta"])
def test_a_verb_is_the_command_lines(verb: str) -> None:
    assert entry.face("localllm", [verb, "model.gguf"]) == "terminal"


@pytest.mark.parametrize("program", ["/usr/bin/localllm-app", r"localllm-app.exe", "Localllm-App"])
def test_by_its_other_name_it_is_the_window(program: str) -> None:
    assert entry.face(program, ["--debug"]) == "window"
    assert entry.face(program, []) == "window"


@pytest.mark.parametrize("verb", HIDDEN_VERBS)
def test_a_child_is_a_child_by_either_name(verb: str) -> None:
    assert entry.face("localllm-app", [verb]) == "terminal"


def test_programs_started_from_here_find_the_systems_libraries() -> None:
    environment = {"LD_LIBRARY_PATH": "/tmp/_MEI1", "LD_LIBRARY_PATH_ORIG": "/usr/local/lib"}
    entry.restore_library_path(environment)
    assert environment == {"LD_LIBRARY_PATH": "/usr/local/lib"}


def test_what_was_not_set_is_not_set_again() -> None:
    environment = {"LD_LIBRARY_PATH": "/tmp/_MEI1", "HOME": "/home/me"}
    entry.restore_library_path(environment)
    assert environment == {"HOME": "/home/me"}


def test_the_hidden_verbs_are_the_command_lines() -> None:
    assert set(entry._HIDDEN_VERBS) == set(HIDDEN_VERBS)
