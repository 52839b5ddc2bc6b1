"""Where the frozen program begins: window or command line, and its own child processes.

localllm                    the window (without a screen a chat in the terminal)
localllm FILE.gguf          the window, a new chat with that model: a file that was double-clicked
localllm --hidden           the window, in the tray: the start at login
localllm VERB ...           the command line
localllm engine | job ...   a child process of this program
localllm-app ...            always the window, with its options
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping, Sequence
from pathlib import PurePath
from typing import Literal

APP = "localllm-app"
_HIDDEN_VERBS = ("engine", "job", "probe")
_WINDOW_OPTIONS = ("--hidden", "--model", "--port", "--engine")


def main() -> int:
    """Runs what the arguments ask for; its exit code."""
    if sys.platform == "linux":
        restore_library_path(os.environ)
    if any("multiprocessing" in argument for argument in sys.argv[1:]):
        # A lock of a library's starts Python's own helper: by this executable, there is no other.
        import multiprocessing

        multiprocessing.freeze_support()
    program, arguments = sys.argv[0], sys.argv[1:]
    if face(program, arguments) == "window":
        from localllm_ui.__main__ import main as window

        return window(arguments)
    from localllm.cli import main as terminal

    return terminal(arguments)


def face(program: str, arguments: Sequence[str]) -> Literal["window", "terminal"]:
    """Which of the two a start asks for. `program` is the name it was called by."""
    first = arguments[0] if arguments else ""
    if first in _HIDDEN_VERBS:
        return "terminal"
    if PurePath(program).stem.lower() == APP or not first:
        return "window"
    wants_window = first.partition("=")[0] in _WINDOW_OPTIONS or is_model(first)
    return "window" if wants_window else "terminal"


def is_model(argument: str) -> bool:
    """A file as a file manager hands it over; no verb ends like this."""
    return argument.lower().endswith(".gguf")


def restore_library_path(environment: MutableMapping[str, str]) -> None:
    """The bootloader put our folder in front, for this process, which has read it by now. A browser
    or an installer that is started from here has to find the system's libraries."""
    if (before := environment.pop("LD_LIBRARY_PATH_ORIG", None)) is not None:
        environment["LD_LIBRARY_PATH"] = before
    else:
        environment.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    sys.exit(main())
