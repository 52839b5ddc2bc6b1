"""Starting at login: one file in the place each desktop looks for it, gone when switched off."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def set_enabled(on: bool) -> None:
    """Writes or removes the entry. OSError where that is not allowed."""
    file = entry_file()
    if not on:
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_entry(command()), "utf-8")


def entry_file() -> Path:
    if sys.platform == "win32":
        startup = "Microsoft/Windows/Start Menu/Programs/Startup"
        return Path(os.environ["APPDATA"]) / startup / "localllm.cmd"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / "localllm.plist"
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "autostart" / "localllm.desktop"


def command() -> list[str]:
    """How this program is started again, in the tray."""
    if getattr(sys, "frozen", False):
        # An AppImage is mounted at another place each time; this names the file itself.
        return [os.environ.get("APPIMAGE") or sys.executable, "--hidden"]
    return [sys.executable, "-m", "localllm_ui", "--hidden"]


def _entry(words: list[str]) -> str:
    quoted = " ".join(f'"{word}"' for word in words)
    if sys.platform == "win32":
        return f'@start "" {quoted}\r\n'
    if sys.platform == "darwin":
        arguments = "".join(f"<string>{word}</string>" for word in words)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>'
            "<key>Label</key><string>localllm</string><key>RunAtLoad</key><true/>"
            f"<key>ProgramArguments</key><array>{arguments}</array></dict></plist>\n"
        )
    return f"[Desktop Entry]\nType=Application\nName=localllm\nExec={quoted}\n"
