"""The engine process: pipes, threads, and an end that leaves nothing behind.

    main thread      loads the model, then the engine's loop
    reader thread    commands from the pipe; the end of the pipe ends the process
    intake thread    requests made ready

The parent's end, seen as the end of stdin, is as good as Shutdown: the running step is aborted, and
a process that still does not end (a GPU's driver, a hanging disk) is cut off.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import psutil

from localllm import child, core
from localllm.engine import load_watch, loading
from localllm.engine.cores import performance_cores
from localllm.engine.engine import Engine
from localllm.engine.intake import Intake
from localllm.engine.load_watch import LoadWatch
from localllm.engine.loading import Loaded
from localllm.engine.reception import Reception
from localllm.engine.speculative import Speculator
from localllm.engine.threads import ThreadGovernor
from localllm.errors import EngineError, LocalLLMError
from localllm.frames import FrameReader, FrameWriter
from localllm.llama import lib

log = logging.getLogger(__name__)

_END_SECONDS = 2.0
_DISK_SECONDS = 1.5  # of these, for KV that is not on disk yet
_PROGRESS_SECONDS = 0.1

# The loop thread waits at most this long for Python code of the others.
_SWITCH_SECONDS = 0.001
# Young objects before a collection: rare, and short, since what was loaded is frozen.
_GC_THRESHOLD = 20_000

# How long threads of OpenMP spin where they wait for each other, in rounds (GCC's) or milliseconds
# (LLVM's): a little longer than they usually wait when each has a core of its own. By default they
# spin for longer than a time slice, and a step beside one busy program takes ten times as long.
_SPINNING = {"GOMP_SPINCOUNT": "2000", "KMP_BLOCKTIME": "1"}

_NICENESS = 10
_GENTLE_SHARE = 0.5  # of the free cores


def main(*, fake: bool = False) -> int:
    """Runs one engine until its parent ends it; `fake` runs without a model. The exit status."""
    reader, writer = child.claim_pipes(core.Command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to deal with
    sys.setswitchinterval(_SWITCH_SECONDS)
    first = reader.read()
    if first is None:
        return 0
    if not isinstance(first, core.Load):
        raise EngineError(f"The first command was {type(first).__name__}, not Load.")
    child.log_to(first.options.log_path)
    _share_computer(first.options)
    lib.set_log_file(2)
    return Worker(reader, writer).work(first.options, fake)


class Worker:
    """One engine from Load to its end."""

    def __init__(self, reader: FrameReader[core.Command], writer: FrameWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._ending = threading.Event()
        self._ready = threading.Event()
        self._engine: Engine | None = None
        self._reception: Reception | None = None
        self._told_progress_at = 0.0

    def work(self, options: core.EngineOptions, fake: bool) -> int:
        """Loads, serves, ends. The exit status."""
        threading.Thread(target=self._read, name="reader", daemon=True).start()
        loaded = self._load(options, fake)
        if loaded is None:
            return 1
        self._engine, self._reception = self._build(loaded, options)
        intake = threading.Thread(target=self._take_in, name="intake", daemon=True)
        intake.start()
        self._ready.set()
        self._send(core.Ready(loaded.info))
        status = self._serve()
        self._end()
        if status == 0:
            self._engine.put_away()
        self._reception.end()
        if loaded.disk is not None:
            loaded.disk.close(_DISK_SECONDS)
        intake.join()  # it may be inside the model, which is freed next
        loaded.close()
        return status

    # --- main thread ----------------------------------------------------------------------------

    def _load(self, options: core.EngineOptions, fake: bool) -> Loaded | None:
        self._progress(0.0)
        try:
            loaded = loading.load_fake(options) if fake else loading.load(options, self._progress)
        except LocalLLMError as error:
            self._send(core.LoadFailed(error.code, error.message, error.detail))
            return None
        except Exception as error:
            log.exception("loading failed")
            words = f"The model could not be loaded, by a bug: {error!r}"
            self._send(core.LoadFailed(EngineError.code, words))
            return None
        return loaded

    def _progress(self, fraction: float) -> bool:
        now = time.monotonic()
        if now - self._told_progress_at >= _PROGRESS_SECONDS:
            self._told_progress_at = now
            self._send(core.Loading(fraction))
        return not self._ending.is_set()

    def _build(self, loaded: Loaded, options: core.EngineOptions) -> tuple[Engine, Reception]:
        info = loaded.info
        governor = _governor(options, info)
        engine = Engine(
            loaded.runner,
            loaded.language,
            self._send,
            max_sequences=info.max_sequences,
            ram_budget=loaded.ram_budget,
            disk=loaded.disk,
            governor=governor,
            on_work=self._watch_load(governor, options),
            stream_slowdown=options.stream_slowdown,
            queue_timeout=options.queue_timeout,
            drafting=_drafting(options, loaded),
        )
        intake = Intake(loaded.language, info.context, info.context_train)
        return engine, Reception(
            engine,
            intake,
            self._send,
            slots=info.max_sequences,
            max_queue=options.max_queue,
        )

    def _watch_load(
        self, governor: ThreadGovernor, options: core.EngineOptions
    ) -> Callable[[bool], None]:
        if governor.is_fixed:
            return lambda works: None
        watch = LoadWatch(governor.load, partial(load_watch.times, niced=options.gentle))
        return watch.awake

    def _serve(self) -> int:
        assert self._engine is not None
        gc.collect()
        gc.freeze()
        gc.set_threshold(_GC_THRESHOLD)
        if self._ending.is_set():  # before there was an engine to stop
            return 0
        try:
            self._engine.run()
        except Exception:
            log.critical("the engine ends after too many bugs")
            return 1
        return 0

    # --- any thread -----------------------------------------------------------------------------

    def _send(self, reply: core.Reply) -> None:
        try:
            self._writer.write(reply)
        except OSError:
            self._end()  # nobody listens any more

    def _end(self) -> None:
        """Ends the process, gently if it lets itself."""
        if self._ending.is_set():
            return
        self._ending.set()
        cut_off = threading.Timer(_END_SECONDS, os._exit, (1,))
        cut_off.daemon = True
        cut_off.start()
        if self._engine is not None:
            self._engine.stop()
        if self._reception is not None:
            self._reception.end()

    # --- their own threads ------------------------------------------------------------------------

    def _read(self) -> None:
        try:
            while (command := self._reader.read()) is not None:
                if isinstance(command, core.Shutdown):
                    break
                self._ready.wait()
                assert self._reception is not None
                self._reception.receive(command)
        except Exception:
            log.exception("the command pipe cannot be read any more")
        self._end()

    def _take_in(self) -> None:
        assert self._reception is not None
        try:
            self._reception.work()
        except Exception:
            log.exception("no more requests can be taken in")
            self._end()


def _share_computer(options: core.EngineOptions) -> None:
    """Before the native libraries are loaded, which read this; what a person has set stays."""
    for name, value in _SPINNING.items():
        if "OMP_WAIT_POLICY" not in os.environ:
            os.environ.setdefault(name, value)
    if not options.gentle:
        return
    try:
        if sys.platform == "win32":
            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            os.nice(_NICENESS)
    except OSError as error:
        log.info("the engine runs at normal priority: %s", error)


def _drafting(options: core.EngineOptions, loaded: Loaded) -> Speculator | None:
    # Without flash attention a row has other last bits beside others than alone.
    if options.speculation == "off" or options.flash_attention == "off":
        return None
    return Speculator(loaded.language.is_eog, options.draft_tokens)


def _governor(options: core.EngineOptions, info: core.ModelInfo) -> ThreadGovernor:
    if options.threads:
        return ThreadGovernor(info.threads, fixed=True)
    share = _GENTLE_SHARE if options.gentle else 1.0
    return ThreadGovernor(info.threads, start=performance_cores(), share=share)
