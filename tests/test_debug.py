from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from localllm import core, debug


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "localllm.log"
    debug.setup(console=False)


def test_the_file_gets_info_and_stderr_only_warnings(log_file: Path, capfd) -> None:
    debug.setup(log_file=log_file)
    logger = logging.getLogger("localllm.models.store")
    logger.debug("fine")
    logger.info("plain")
    logger.warning("odd")
    told = log_file.read_text()
    assert "plain" in told
    assert "odd" in told
    assert "fine" not in told
    shown = capfd.readouterr().err
    assert "odd" in shown
    assert "plain" not in shown


def test_an_area_adds_its_details_and_no_others(log_file: Path, capfd) -> None:
    debug.setup(["kv"], log_file=log_file)
    logging.getLogger("localllm.engine.kv_store").debug("cells 7")
    logging.getLogger("localllm.server").debug("quiet")
    assert "cells 7" in log_file.read_text()
    assert "cells 7" in capfd.readouterr().err
    assert "quiet" not in log_file.read_text()


def test_setting_up_again_replaces_what_was(log_file: Path, tmp_path: Path) -> None:
    debug.setup(["all"], log_file=log_file)
    debug.setup(log_file=tmp_path / "second.log", console=False)
    logging.getLogger("localllm.server").debug("detail")
    logging.getLogger("localllm.server").info("once")
    assert not log_file.exists()
    assert (tmp_path / "second.log").read_text().count("once") == 1
    assert "detail" not in (tmp_path / "second.log").read_text()


def test_what_a_chat_says_never_reaches_the_log(log_file: Path) -> None:
    debug.setup(["all"], log_file=log_file, console=False)
    request = core.Request(id="r1", prompt=core.TextPrompt("my secret"))
    logging.getLogger("localllm.runtime").info("got %s", request)
    logging.getLogger("localllm.runtime").info(core.Message(role="user", content="my secret"))
    told = log_file.read_text()
    assert "<Request r1>" in told
    assert "<Message" in told
    assert "secret" not in told


def test_every_area_of_an_engine_names_loggers_of_localllm() -> None:
    for prefixes in debug.AREAS.values():
        assert all(prefix.split(".")[0] == "localllm" for prefix in prefixes)
