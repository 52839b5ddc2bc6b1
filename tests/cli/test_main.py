"""The edge: help, exit codes, and errors as words."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli.conftest import Run

from localllm import __version__, cli, paths
from localllm.cli import HIDDEN_VERBS, VERBS, failure, reference
from localllm.errors import (
    ContextExceeded,
    EngineDied,
    LocalLLMError,
    ModelNotFound,
    NativeMismatch,
)

DOCS = Path(__file__).parents[2] / "docs"


def test_version(run: Run) -> None:
    assert run("--version").out == f"localllm {__version__}\n"


def test_help_lists_every_verb_and_no_hidden_one(run: Run) -> None:
    shown = run("--help").out
    assert all(
        re.search(rf"^  {verb} +{re.escape(text)}", shown, re.M) for verb, text in VERBS.items()
    )
    assert not any(re.search(rf"^  {verb}\b", shown, re.M) for verb in HIDDEN_VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(run: Run, verb: str) -> None:
    result = run(verb, "--help")
    assert result.code == 0
    assert VERBS[verb] in result.out


@pytest.mark.parametrize("verb", [*VERBS, *HIDDEN_VERBS])
def test_every_verb_has_a_module_of_its_own(verb: str) -> None:
    assert isinstance(importlib.import_module(f"localllm.cli.{verb}").command, click.Command)


def test_help_and_version_import_none_of_what_costs_time() -> None:
    script = (
        "import sys; from localllm import cli; cli.main(['--help']); cli.main(['--version']);"
        "heavy = {'rich', 'prompt_toolkit', 'httpx', 'msgspec', 'asyncio', 'numpy', 'psutil'};"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_no_verb_loads_a_terminal_library_before_it_is_needed() -> None:
    modules = ", ".join(f"localllm.cli.{verb}" for verb in VERBS)
    script = (
        f"import sys, {modules};"
        "heavy = {'rich', 'prompt_toolkit', 'httpx', 'numpy', 'starlette'};"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_wrong_usage_is_exit_code_2(run: Run) -> None:
    for argv in (["rm"], ["--nothing"], ["list", "--context", "5"], ["nothing"]):
        result = run(*argv)
        assert result.code == 2, argv
        assert "Error:" in result.err


def test_a_slip_of_the_verb_is_answered_with_the_right_one(run: Run) -> None:
    assert "Did you mean 'list'" in run("lst").err


def test_a_setting_that_cannot_be_used_says_what_can(run: Run) -> None:
    result = run("serve", "--port", "70000")
    assert result.code == 2
    assert "whole number from 0 to 65535" in result.err


def test_a_broken_settings_file_is_named(run: Run) -> None:
    (paths.config_dir() / "config.toml").write_text("port = 'x'")
    result = run("list")
    assert result.code == 1
    assert "config.toml" in result.err


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    @click.command()
    def command() -> None:
        raise error

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda self, ctx, name: command)


def test_an_error_is_one_line_and_a_hint_without_a_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    raising(monkeypatch, ModelNotFound("There is no model 'x': installed are y"))
    result = run("list")
    assert result.code == 1
    assert result.out == ""
    assert result.err.splitlines() == [
        "Error: There is no model 'x': installed are y",
        "`localllm list` shows the models on this computer.",
    ]


def test_ctrl_c_is_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    raising(monkeypatch, KeyboardInterrupt())
    result = run("list")
    assert result.code == 130
    assert "Traceback" not in result.err


def test_a_bug_is_said_to_be_one_and_its_traceback_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    raising(monkeypatch, ZeroDivisionError("by nought"))
    result = run("list")
    assert result.code == 70
    assert "bug in localllm: ZeroDivisionError: by nought" in result.err
    assert "Traceback" not in result.err
    assert "ZeroDivisionError: by nought" in (paths.log_dir() / "localllm.log").read_text()


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (EngineDied("gone"), "doctor"),
        (NativeMismatch("other"), "doctor"),
        (ContextExceeded("too long"), "--context"),
        (LocalLLMError("odd"), ""),
        (ModelNotFound("`localllm pull starter` fetches one"), ""),
    ],
)
def test_hints_say_what_to_do_where_the_words_do_not(error: LocalLLMError, word: str) -> None:
    hint = failure.hint_for(error)
    assert (word in hint) if word else (hint == "")


def test_the_page_of_the_docs_is_what_help_says() -> None:
    assert (DOCS / "cli.md").read_text("utf-8") == reference.cli_markdown(), "run: make docs"
