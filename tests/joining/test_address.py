"""Where a running localllm is: a file that is its owner's alone, and does no harm when stale."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from localllm import __version__, paths
from localllm.joining import address


def test_what_is_announced_is_found() -> None:
    here = address.new(4321, "app")
    file = address.announce(here)
    assert address.found() == [(file, here)]
    assert (here.pid, here.version) == (os.getpid(), __version__)


@pytest.mark.skipif(sys.platform == "win32", reason="the profile's folder is closed to others")
def test_the_secret_is_for_its_owner_alone() -> None:
    file = address.announce(address.new(4321, "app"))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="the profile's folder is closed to others")
def test_a_file_that_others_could_read_or_write_is_none() -> None:
    file = address.announce(address.new(4321, "app"))
    file.chmod(0o644)
    assert address.found() == []


def test_no_two_secrets_are_the_same() -> None:
    assert address.new(1, "app").secret != address.new(1, "app").secret


def test_the_newest_comes_first() -> None:
    older = address.announce(address.new(1, "server"))
    newer = address.announce(address.new(2, "app"))
    os.utime(older, (1000, 1000))
    os.utime(newer, (2000, 2000))
    assert [file for file, _ in address.found()] == [newer, older]


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"{}", b'{"pid": "x"}'])
def test_a_broken_file_is_none(content: bytes) -> None:
    file = address.announce(address.new(1, "app"))
    file.write_bytes(content)
    assert address.found() == []


def test_forgetting_twice_is_no_error() -> None:
    file = address.announce(address.new(1, "app"))
    address.forget(file)
    address.forget(file)
    assert address.found() == []
    assert list(Path(paths.data_dir() / "running").iterdir()) == []
