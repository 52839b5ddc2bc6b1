"""A double-click, `localllm-app` and `make run`: the window, or without a screen the terminal."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence

_GREETING = "Hello! Who are you?"
_QT_LIBRARIES = "libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libxcb-cursor0"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the app with its options, or a chat in the terminal; the exit code."""
    hindrance = no_window()
    if hindrance:
        from localllm import cli

        print(f"{hindrance} Chatting in the terminal instead.", file=sys.stderr)
        if nobody_types():
            print(f"Nobody can type here either, so it is asked: {_GREETING}", file=sys.stderr)
            return cli.main(["chat", *_model(argv), "--max-tokens", "64", _GREETING])
        return cli.main(["chat", *_model(argv)])
    from localllm_ui import launch

    return launch.main(argv)


def _model(argv: Sequence[str] | None) -> list[str]:
    """The file to open, as `chat` takes it."""
    arguments = sys.argv[1:] if argv is None else argv
    return [word for word in arguments if word.lower().endswith(".gguf")][:1]


def no_window() -> str:
    """Why no window can be opened, as a sentence; "" where one can."""
    if not has_screen():
        return "There is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)."
    try:
        import PySide6.QtQuick  # noqa: F401
    except ImportError as error:
        return (
            f"The window cannot be opened: {error}. "
            f"Where a library is missing, on Debian: apt-get install {_QT_LIBRARIES}."
        )
    return ""


def nobody_types() -> bool:
    """Is the input closed or the null device? A pipe or a file would have something to say."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return True
    return stat.S_ISCHR(mode) and not os.isatty(0)


def has_screen() -> bool:
    """Is there somewhere to show a window?"""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    sys.exit(main())
