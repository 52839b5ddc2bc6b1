"""A second double-click: two real processes, one window."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from localllm.joining import address

COMMAND = [sys.executable, "-P", "-m", "localllm_ui", "--engine", "fake"]
_PATIENCE_S = 60.0


@pytest.mark.skipif(sys.platform == "win32", reason="signals end it here")
def test_the_second_start_hands_over_and_ends() -> None:
    with subprocess.Popen(COMMAND) as first:
        end = time.monotonic() + _PATIENCE_S
        while not address.found():
            assert first.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        second = subprocess.run(
            COMMAND, capture_output=True, text=True, timeout=_PATIENCE_S, env=os.environ
        )
        assert second.returncode == 0
        assert "open already" in second.stdout
        assert first.poll() is None
        assert [at.pid for _, at in address.found()] == [first.pid]
        first.terminate()
        assert first.wait(timeout=_PATIENCE_S) == 0
