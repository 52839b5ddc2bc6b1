"""A frozen program as somebody has it: installed, with a home, and nothing else on the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

PATIENCE_S = 300.0
_ODD = "Ein Ordner für 模型"
_WINDOWS = sys.platform == "win32"


class Failed(Exception):
    """What was expected and what came instead."""


class Place:
    """The installed program, a person's home and the temporary folder, all of one run."""

    def __init__(self, root: Path, executable: Path) -> None:
        self.home = root / "home" / _ODD
        self.temporary = root / "tmp"
        self.nothing = root / "empty"
        for folder in (self.home, self.temporary, self.nothing):
            folder.mkdir(parents=True)
        self.installed = root / f"{_ODD} (installed)"
        self.program = install(executable, self.installed)
        self.before = listing(self.installed)
        self.environment = self._environment()

    def _environment(self) -> dict[str, str]:
        found = {
            "HOME": str(self.home),
            "PATH": str(self.nothing),
            "TMPDIR": str(self.temporary),
            "LANG": "C.UTF-8",
        }
        if _WINDOWS:  # without these no program starts there
            kept = ("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "NUMBER_OF_PROCESSORS")
            found |= {name: os.environ[name] for name in kept if name in os.environ}
            folders = {"USERPROFILE": self.home, "APPDATA": self.home / "Roaming",
                       "LOCALAPPDATA": self.home / "Local", "TEMP": self.temporary,
                       "TMP": self.temporary}  # fmt: skip
            found |= {name: str(path) for name, path in folders.items()}
        return found

    def run(self, *arguments: str, fails: bool | None = False) -> str:
        """Its standard output; Failed where it ends with an error, or without one that is due;
        with `fails` None either is well."""
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, cwd=self.home, timeout=PATIENCE_S,
            capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if fails is not None and (done.returncode != 0) is not fails:
            words = " ".join(arguments)
            raise Failed(f"`{words}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    @contextmanager
    def running(self, *arguments: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
        """Until the block ends; then it is asked to end, which it has to do with 0."""
        log = self.home / "output.txt"
        with log.open("wb") as out, subprocess.Popen(
            [self.program, *arguments], env=self.environment | more, cwd=self.home,
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
        ) as process:  # fmt: skip
            try:
                yield process
                end(process)
            except BaseException:
                for running in self.processes():
                    running.kill()
                sys.stderr.write(log.read_text("utf-8", "replace"))
                raise
        if process.returncode != 0 and not _WINDOWS:
            raise Failed(
                f"`{' '.join(arguments)}` ended with {process.returncode}: {log.read_text()}"
            )

    def processes(self) -> list[psutil.Process]:
        """All that run the installed program."""
        found = []
        for process in psutil.process_iter():
            try:
                command = process.cmdline()
            except psutil.Error:
                continue
            if command and command[0].startswith(str(self.installed)):
                found.append(process)
        return found

    def engines(self) -> list[psutil.Process]:
        return [p for p in self.processes() if "engine" in p.cmdline()[1:2]]


def end(process: subprocess.Popen[bytes]) -> None:
    """A polite request; on Windows there is none for a program without a window."""
    if _WINDOWS:
        for child in psutil.Process(process.pid).children(recursive=True):
            child.kill()
    process.terminate()
    process.wait(PATIENCE_S)


def install(executable: Path, target: Path) -> str:
    """A copy of the program without write permission; the path of its executable."""
    bundle = next((p for p in executable.parents if p.suffix == ".app"), None)
    folder = bundle or executable.parent
    if bundle or (folder / "_internal").is_dir():
        shutil.copytree(folder, target / folder.name, symlinks=True)
        program = target / folder.name / executable.relative_to(folder)
    else:
        target.mkdir()
        program = Path(shutil.copy2(executable, target))
    for path in [target, *target.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    return str(program)


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file with its size and time: root may write in spite of permissions."""
    files = [path for path in folder.rglob("*") if not path.is_symlink()]
    return {str(f): (f.stat().st_size, f.stat().st_mtime_ns) for f in files}


def until(true: Callable[[], Any], what: str) -> Any:
    """Waits for a condition; its value."""
    last = time.monotonic() + PATIENCE_S
    while time.monotonic() < last:
        if value := true():
            return value
        time.sleep(0.1)
    raise Failed(f"{what} did not come within {PATIENCE_S:.0f} s")


def check(true: object, expected: str, got: object = "") -> None:
    if not true:
        raise Failed(f"{expected}; got {got!r}")
