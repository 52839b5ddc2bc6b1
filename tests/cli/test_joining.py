"""localllm chat beside a running `localllm serve`: real processes, the fake engine."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

pytest.importorskip("pty", reason="terminals as these are not on Windows")

from helpers.terminal import CTRL_C, Terminal

from localllm.joining import address
from localllm.joining.guest import join
from localllm.settings import load_settings

PROGRAM = [sys.executable, "-P", "-m", "localllm"]
CHAT = [*PROGRAM, "chat", "--engine", "fake"]


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    """`localllm serve`, its model loaded."""
    command = [*PROGRAM, "serve", "--engine", "fake", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert any("is loaded" in line for line in process.stdout)
        yield process
        process.terminate()


def engines_of(pid: int) -> list[psutil.Process]:
    return [child for child in psutil.Process(pid).children() if "engine" in child.cmdline()]


def test_a_chat_joins_and_starts_no_engine(server: subprocess.Popen[str]) -> None:
    with Terminal(CHAT) as terminal:
        terminal.wait_for(rf"Joined the localllm server that is running \(process {server.pid}\)")
        terminal.wait_for("fake · /help")
        terminal.type("say **bold** words\r")
        terminal.wait_for("bold words")
        assert engines_of(terminal.process.pid) == []
        assert len(engines_of(server.pid)) == 1


def test_thoughts_and_figures_come_through(server: subprocess.Popen[str]) -> None:
    with Terminal([*CHAT, "--stats"]) as terminal:
        terminal.wait_for("Joined")
        terminal.type("/think on\r")
        terminal.wait_for("Thinking: on")
        terminal.type("say done\r")
        terminal.wait_for(r"Thought for \d")
        terminal.wait_for("done")
        terminal.wait_for(r"tokens/s · \d+ tokens · first after")
        terminal.type("/stats\r")
        terminal.wait_for("tokens in use")


def test_ctrl_c_stops_the_answer_in_the_server_too(server: subprocess.Popen[str]) -> None:
    with Terminal(CHAT) as terminal:
        terminal.wait_for("Joined")
        terminal.type("/set ignore_eos true\r")
        terminal.wait_for("changed")
        terminal.type("say once\r")
        terminal.wait_for("once [a-z]+ [a-z]+")
        terminal.type(CTRL_C)
        terminal.wait_for("Stopped")
        assert asyncio.run(_running_in_the_end()) == 0
        terminal.type("say still here\r")
        terminal.wait_for("still here")


async def _running_in_the_end() -> int:
    guest = await join(load_settings({"engine": "fake"}))
    assert guest is not None
    model = await guest.resolve("")
    async with asyncio.timeout(60):
        while (await guest.stats(model)).running:  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(0.05)
    return (await guest.stats(model)).running


def test_a_server_that_is_killed_costs_the_chat_its_answer_alone(
    server: subprocess.Popen[str],
) -> None:
    with Terminal(CHAT) as terminal:
        terminal.wait_for("Joined")
        terminal.type("/set ignore_eos true\r")
        terminal.wait_for("changed")
        terminal.type("say once\r")
        terminal.wait_for("once [a-z]+ [a-z]+")
        server.kill()
        terminal.wait_for("Error: The localllm server that this chat had joined has ended")
        terminal.type("/set ignore_eos false\r")
        terminal.type("say alone now\r")
        terminal.wait_for("The localllm server has ended: the model is loaded here")
        terminal.wait_for("alone now")
        assert len(engines_of(terminal.process.pid)) == 1
    assert address.found() == []


def test_a_chat_can_have_an_engine_of_its_own(server: subprocess.Popen[str]) -> None:
    with Terminal([*CHAT, "--own-engine"]) as terminal:
        terminal.wait_for("fake · /help")
        assert "Joined" not in terminal.output
        assert len(engines_of(terminal.process.pid)) == 1


def test_other_settings_than_the_servers_are_respected(server: subprocess.Popen[str]) -> None:
    with Terminal([*CHAT, "--context", "333", "say hello"]) as terminal:
        terminal.wait_for("server is running, but with another context")
        terminal.wait_for("hello")
        assert terminal.wait_for_end() == 0


def test_a_script_is_answered_and_told_nothing_else(server: subprocess.Popen[str]) -> None:
    command = [*CHAT, "say hello there"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("hello there\n", "", 0)


def test_a_server_that_ended_well_leaves_no_address(server: subprocess.Popen[str]) -> None:
    assert [at.pid for _, at in address.found()] == [server.pid]
    server.terminate()
    server.wait(timeout=60)
    assert os.listdir(address._folder()) == []
