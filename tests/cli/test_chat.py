"""localllm chat from scripts and pipes, on the fake engine."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import Result, Run

from localllm import core
from localllm.runtime import Runtime


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[core.Request]:
    """Every request that reaches the runtime."""
    requests: list[core.Request] = []
    submit = Runtime.submit

    async def spy(self: Runtime, request: core.Request, model: Any = None) -> Any:
        requests.append(request)
        return await submit(self, request, model)

    monkeypatch.setattr(Runtime, "submit", spy)
    return requests


def question(request: core.Request) -> str | None:
    assert isinstance(request.prompt, core.ChatPrompt)
    return request.prompt.messages[-1].content


class Shell:
    def __init__(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        self._run = run
        self._monkeypatch = monkeypatch
        self.pipe("")

    def pipe(self, text: str) -> Shell:
        """What comes in on stdin."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return self

    def chat(self, *argv: str) -> Result:
        return self._run("chat", "--engine", "fake", *argv)


@pytest.fixture
def shell(run: Run, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(run, monkeypatch)


def test_words_with_spaces_are_a_prompt_for_the_default_model(shell: Shell) -> None:
    result = shell.chat("say **hello** there")
    assert (result.code, result.out, result.err) == (0, "**hello** there\n", "")


def test_several_words_are_one_prompt(shell: Shell) -> None:
    assert shell.chat("say", "hello", "there").out == "hello there\n"


def test_a_model_comes_before_the_prompt(shell: Shell) -> None:
    assert shell.chat("fake", "say hello").out == "hello\n"


def test_with_the_flag_all_words_are_the_prompt(shell: Shell, asked: list[core.Request]) -> None:
    shell.chat("--model", "fake", "fake", "news")
    assert question(asked[0]) == "fake news"


def test_what_is_piped_in_is_the_prompt(shell: Shell) -> None:
    assert shell.pipe("say hello\n").chat().out == "hello\n"


def test_what_is_piped_in_follows_the_prompt(shell: Shell, asked: list[core.Request]) -> None:
    shell.pipe("the file\n").chat("summarise")
    assert question(asked[0]) == "summarise\n\nthe file"


def test_nothing_to_answer_is_wrong_usage(shell: Shell) -> None:
    result = shell.chat()
    assert result.code == 2
    assert "nothing to answer" in result.err


def test_a_word_close_to_a_model_is_taken_for_a_slip(shell: Shell) -> None:
    result = shell.chat("smollm2-135")
    assert result.code == 2  # the model is meant, and then there is nothing to answer
    result = shell.chat("smolm2-135m-instruct")
    assert result.code == 1
    assert "did you mean smollm2-135m-instruct-q4_1" in result.err


def test_a_path_that_is_not_there_is_no_prompt(shell: Shell) -> None:
    result = shell.chat("./missing.gguf")
    assert result.code == 1
    assert "no file" in result.err


def test_options_reach_the_request(shell: Shell, asked: list[core.Request], tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"type": "object", "properties": {"a": {"type": "integer"}}}')
    options = ("-s", "Be brief.", "-t", "0.5", "-n", "50", "--seed", "3", "--no-think")
    result = shell.chat(*options, "--json-schema", str(schema), "hello you")
    (request,) = asked
    assert (request.sampling.temperature, request.sampling.max_tokens) == (0.5, 50)
    assert request.sampling.seed == 3
    assert json.loads(request.sampling.json_schema or "")["type"] == "object"
    assert isinstance(request.prompt, core.ChatPrompt)
    assert request.prompt.messages[0] == core.Message(role="system", content="Be brief.")
    assert request.prompt.enable_thinking is False
    assert isinstance(json.loads(result.out)["a"], int)


def test_a_schema_that_is_no_json_is_refused(shell: Shell, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text("{")
    result = shell.chat("--json-schema", str(schema), "hello you")
    assert result.code == 1
    assert "schema.json is no JSON" in result.err


def test_figures_go_to_stderr(shell: Shell) -> None:
    result = shell.chat("--stats", "say hello")
    assert result.out == "hello\n"
    assert "tokens/s" in result.err
    assert "6 tokens" in result.err  # five letters and the end


def test_a_prompt_that_does_not_fit_is_refused_with_the_numbers(shell: Shell) -> None:
    result = shell.chat("--context", "64", "word " * 100)
    assert result.code == 1
    assert "64" in result.err
    assert result.out == ""


def test_a_broken_model_is_refused_with_words(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF")
    result = shell.chat("--engine", "llama", str(path), "hello")
    assert result.code == 1
    assert "broken.gguf" in result.err
    assert "Traceback" not in result.err
