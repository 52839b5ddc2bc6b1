"""An engine that does what the name of its model and the words of a prompt tell it.

Run as a child process; speaks the frames of a real one. Models, by file name:

    refused        LoadFailed            mute           never says a word
    dies-loading   aborts, with words    held           loads once <its path>.go exists
    stubborn       ends by SIGKILL only

Prompts (TextPrompt): "words 3" gives three Deltas and Done; "fail" a Failed; "forever" goes on
until aborted; "die" aborts the process with words, "exit 7" ends it; "garbage" breaks the frames;
"silent" nothing; "aborted" answers with the ids that were aborted. Every start appends a line to
the file in SCRIPTED_STARTS.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

from localllm import core
from localllm.frames import FrameReader, FrameWriter

INFO = core.ModelInfo(
    name="scripted",
    architecture="scripted",
    description="",
    n_params=1,
    size_bytes=1,
    context=1024,
    context_train=1024,
    n_vocab=256,
    max_sequences=8,
    threads=1,
    devices=(),
    native_build="none",
    supports_tools=False,
    supports_thinking=False,
    chat_template="",
)


class ScriptedEngine:
    def __init__(self) -> None:
        self.reader: FrameReader[core.Command] = FrameReader(0, core.Command)
        self.writer = FrameWriter(1)
        self.aborted: list[str] = []

    def run(self) -> None:
        load = self.reader.read()
        assert isinstance(load, core.Load)
        self.load(Path(load.options.model_path))
        while (command := self.reader.read()) is not None:
            if isinstance(command, core.Shutdown):
                return
            self.obey(command)

    def load(self, path: Path) -> None:
        name = path.stem
        if name == "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if name == "mute":
            time.sleep(3600)
        if name == "dies-loading":
            die("ggml.c:12: GGML_ASSERT(n_dims > 0) failed")
        if name == "refused":
            self.writer.write(core.LoadFailed("not_a_model", "no GGUF", {"path": str(path)}))
            return
        self.writer.write(core.Loading(0.5))
        while name == "held" and not path.with_suffix(".go").exists():
            time.sleep(0.01)
        self.writer.write(core.Ready(INFO))
        if name == "stubborn":
            while True:
                time.sleep(3600)

    def obey(self, command: core.Command) -> None:
        match command:
            case core.Submit(request):
                threading.Thread(target=self.answer, args=(request,), daemon=True).start()
            case core.Abort(request_id):
                self.aborted.append(request_id)
            case core.CountTokens(id, prompt):
                self.count(id, prompt)
            case core.GetStats(id):
                self.writer.write(core.Stats(id, core.EngineStats(steps=5)))

    def count(self, id: str, prompt: core.Prompt) -> None:
        assert isinstance(prompt, core.TextPrompt)
        if prompt.text == "fail":
            self.writer.write(core.TokenCount(id, code="unsupported_feature", message="no"))
        else:
            self.writer.write(core.TokenCount(id, len(prompt.text.split())))

    def answer(self, request: core.Request) -> None:
        assert isinstance(request.prompt, core.TextPrompt)
        verb, _, argument = request.prompt.text.partition(" ")
        match verb:
            case "words":
                self.say(request.id, [f"w{i}" for i in range(int(argument))])
            case "aborted":
                self.say(request.id, self.aborted)
            case "fail":
                detail = {"needed": 9, "context": 4}
                self.tell(core.Failed(request.id, "context_length_exceeded", "too long", detail))
            case "forever":
                while request.id not in self.aborted:
                    self.tell(core.Delta(request.id, content="x", n_tokens=1))
                    time.sleep(0.005)
            case "die":
                die("ggml.c:34: GGML_ASSERT(cells) failed")
            case "exit":
                os._exit(int(argument))
            case "garbage":
                os.write(1, b"llama_model_loader: hello\n" * 20)

    def say(self, request_id: str, words: list[str]) -> None:
        self.tell(core.Queued(request_id, 0), core.Prefill(request_id, 4, 4, 0))
        self.tell(*(core.Delta(request_id, content=word, n_tokens=1) for word in words))
        self.tell(
            core.Finished(request_id, 0, core.FinishReason.STOP),
            core.Done(request_id, core.Usage(completion_tokens=len(words))),
        )

    def tell(self, *events: core.Event) -> None:
        self.writer.write(core.Events(events))


def die(words: str) -> None:
    os.write(2, f"{words}\n#0  0x00007f in ggml_abort ()\n".encode())
    os.abort()


if __name__ == "__main__":
    if starts := os.environ.get("SCRIPTED_STARTS"):
        with open(starts, "a") as file:
            file.write(f"{os.getpid()}\n")
    sys.setswitchinterval(0.001)
    ScriptedEngine().run()
