"""Tries grammars and schemas in a process of its own, which they may kill.

Reads {"model": path or null, "tries": [{"grammar": text} or {"schema": JSON}]} from stdin and
writes one line of JSON for each try: {"error": words} where it was refused, else {"tokens": count}.
"""

from __future__ import annotations

import ctypes
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from localllm.llama import lib
from localllm.llama.batch import Batch
from localllm.llama.context import Context
from localllm.llama.model import Model
from localllm.llama.shim import Shim, ShimError

MEMORY = 4 << 30
TOKENS = 24


def limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def gbnf_of(shim: Shim, attempt: dict[str, Any]) -> bytes:
    if "grammar" in attempt:
        return str(attempt["grammar"]).encode()
    return shim.take(shim.lib.shim_json_schema_to_grammar(json.dumps(attempt["schema"]).encode()))


def check(shim: Shim, gbnf: bytes) -> None:
    words = shim.lib.shim_grammar_check(gbnf)
    if words:
        raise ShimError(shim.take(words).decode("utf-8", "replace"))


def sample(shim: Shim, context: Context, gbnf: bytes, row: int) -> int:
    """How many tokens the grammar lets through, all picked from one row of logits: that is not what
    the model would say, and so leads into every corner."""
    params = {"grammar": gbnf.decode("utf-8", "replace"), "temp": 2.0, "top_k": 0, "seed": 1}
    sampler = shim.handle(
        shim.lib.shim_sampler_init(context.model.handle, json.dumps(params).encode())
    )
    handles, rows = (ctypes.c_void_p * 1)(sampler), np.array([row], np.int32)
    token, count = np.empty(1, np.int32), 0
    while count < TOKENS:
        failed = shim.lib.shim_sample(
            context.handle, handles, rows.ctypes.data, 1, token.ctypes.data
        )
        if failed or context.model.vocab.is_eog(int(token[0])):
            break
        count += 1
    shim.lib.shim_sampler_free(sampler)
    return count


def open_context(path: str) -> tuple[Context, int]:
    model = Model.open(Path(path))
    context = Context(model, n_ctx=64, n_ubatch=64, n_seq_max=1, threads=1)
    batch = Batch(64, 1)
    prompt = model.vocab.tokenize("[[[[ {{ Once", add_special=True, parse_special=False)
    row = batch.add(prompt, 0, 0, True)
    assert context.decode(batch) == 0
    return context, row


def main() -> None:
    task = json.load(sys.stdin)
    shim = lib.load().shim
    opened = open_context(task["model"]) if task["model"] else None
    limit_memory()
    for attempt in task["tries"]:
        try:
            gbnf = gbnf_of(shim, attempt)
            check(shim, gbnf)
            outcome: dict[str, Any] = {
                "tokens": sample(shim, opened[0], gbnf, opened[1]) if opened else 0
            }
        except ShimError as error:
            outcome = {"error": str(error)}
        print(json.dumps(outcome), flush=True)


if __name__ == "__main__":
    main()
