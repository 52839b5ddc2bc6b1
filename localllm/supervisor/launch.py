"""How engines and jobs are started: which command, with which environment.

An engine is this same program with the hidden verb `engine`: `python -m localllm engine`, or the
frozen executable itself; a job has the verb `job`. A one-file executable then finds the folder that
its parent unpacked and uses it too (PyInstaller 6.9 and later), so a child starts without unpacking
everything again; the folder lives as long as the parent, and so does the child.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from localllm.settings import Settings


class Launch(msgspec.Struct, frozen=True):
    """`environment` is added to this process's own."""

    command: tuple[str, ...]
    environment: dict[str, str] = {}


def engine_launch(settings: Settings) -> Launch:
    """What the settings say about the process itself; how it loads is said over the pipe."""
    fake = ("--fake",) if settings.engine == "fake" else ()
    return Launch((*_program(), "engine", *fake), _environment(settings))


def job_launch(settings: Settings) -> Launch:
    return Launch((*_program(), "job"), _environment(settings))


def _environment(settings: Settings) -> dict[str, str]:
    environment = {"PYTHONFAULTHANDLER": "1"}  # a crash leaves the Python stack in the log
    environment |= _native_environment(settings)
    if settings.debug:
        environment["LOCALLLM_DEBUG"] = ",".join(settings.debug)
    return environment


def _native_environment(settings: Settings) -> dict[str, str]:
    """Which native build, and what of it; read by localllm.llama."""
    chosen = {
        "LOCALLLM_NATIVE_DIR": settings.native_dir,
        "LOCALLLM_NATIVE_EXTRA": settings.native_extra,
        "LOCALLLM_CPU_MODULE": settings.cpu_module,
        "LOCALLLM_GPU": settings.gpu,
    }
    return {name: value for name, value in chosen.items() if value}


def _program() -> tuple[str, ...]:
    if getattr(sys, "frozen", False):
        return (_with_streams(Path(sys.executable)),)
    # -P: a file of the current folder that is named as a module of Python's own must not be it.
    return (sys.executable, "-P", "-m", "localllm")


def _with_streams(executable: Path) -> str:
    """On Windows a program with a window has no standard streams, and children speak over them:
    the other executable of the same folder has."""
    console = executable.with_name("localllm.exe")
    windowed = executable.name.lower() == "localllm-app.exe"
    return str(console if windowed and console.is_file() else executable)


def process_options(launch: Launch) -> dict[str, Any]:
    """Keyword arguments for starting it apart: Ctrl-C in the terminal does not reach it."""
    options: dict[str, Any] = {"env": os.environ | launch.environment}
    if sys.platform == "win32":
        options["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    else:
        options["start_new_session"] = True
    return options
