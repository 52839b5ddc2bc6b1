"""A process of its own that answers greedily with a native build, as told by the environment.

    python greedy_child.py MODEL N_TOKENS PROMPT

prints {"cpu_module", "devices", "text", "tokens", "margins", "logits"}. One thread, no flash
attention: so that nothing but the instructions differs. "margins" are by how much each logit
was above the next best, "logits" those after the prompt.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from localllm.llama.batch import Batch
from localllm.llama.context import Context
from localllm.llama.model import Model

Logits = npt.NDArray[np.float32]


def steps(ctx: Context, prompt: str) -> Iterator[Logits]:
    """The logits of each step, each of which goes on with the most likely token."""
    tokens = ctx.model.vocab.tokenize(prompt, add_special=True, parse_special=False)
    batch, position = Batch(ctx.n_batch, ctx.n_seq_max), 0
    while True:
        batch.clear()
        batch.add(tokens, position, 0, True)
        ctx.decode(batch)
        position += len(tokens)
        logits = ctx.logits(batch.n_tokens - 1).copy()
        yield logits
        tokens = np.array([logits.argmax()], np.int32)


def main(path: str, n_tokens: str, prompt: str) -> None:
    options = {"n_ctx": 512, "n_ubatch": 64, "n_seq_max": 1, "threads": 1, "flash_attention": "off"}
    with Model.open(path) as model, Context(model, **options) as ctx:  # type: ignore[arg-type]
        rows = [logits for _, logits in zip(range(int(n_tokens)), steps(ctx, prompt), strict=False)]
        tokens = [int(row.argmax()) for row in rows]
        best = [np.sort(row)[-2:] for row in rows]
        said = {
            "cpu_module": model.native.backends.cpu_module,
            "devices": model.devices,
            "text": model.vocab.detokenize(tokens),
            "tokens": tokens,
            "margins": [float(second_best[1] - second_best[0]) for second_best in best],
            "logits": rows[0].tolist(),
        }
    print(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])
