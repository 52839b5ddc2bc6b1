"""Tensors must be as large as config.json says: better known now than when llama.cpp loads them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from localllm.errors import ModelError
from localllm.models.convert.architecture import Architecture
from localllm.models.convert.checkpoint import duplicates, some
from localllm.models.convert.config import Config
from localllm.models.convert.output import Output

_BLOCK = re.compile(r"blk\.(\d+)\.")


def check_shapes(family: Architecture, outputs: tuple[Output, ...]) -> None:
    """ModelError names the first tensor that is of another size than config.json says."""
    if twice := duplicates(output.name for output in outputs):
        raise ModelError(f"Two tensors of the model are the same one in llama.cpp: {some(twice)}")
    _check_complete(family, outputs)
    expected = expected_shapes(family.config, family.vocab_rows())
    for output in outputs:
        wanted = expected.get(_BLOCK.sub("", output.name))
        if wanted is not None and not _agrees(output.shape, wanted):
            raise ModelError(
                f"{output.source} has the shape {output.shape}; by config.json it should be "
                f"{wanted}. The two are of different models",
                tensor=output.source,
                shape=output.shape,
            )


def _check_complete(family: Architecture, outputs: Iterable[Output]) -> None:
    names = {output.name for output in outputs}
    if "token_embd.weight" not in names:
        raise ModelError("The model has no token embeddings; some of its files are missing")
    blocks = {int(found[1]) for name in names if (found := _BLOCK.match(name))}
    missing = [str(n) for n in range(family.block_count) if n not in blocks]
    if missing:
        raise ModelError(
            f"config.json speaks of {family.block_count} layers, but there are no tensors of layer "
            f"{some(missing)}. Some files are missing, or config.json is of another model"
        )


def expected_shapes(config: Config, n_vocab: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the large tensors by llama.cpp's name; 0 stands for any size."""
    n_embd = config.integer("hidden_size", "n_embd", "dim")
    n_head = config.integer("num_attention_heads", "n_head", "n_heads")
    n_kv = config.integer("num_key_value_heads", "n_kv_heads", default=n_head)
    head = config.head_dim
    n_ff = config.integer("intermediate_size", "n_inner", "hidden_dim", default=0)
    n_ff_exp = config.integer("moe_intermediate_size", "intermediate_size", default=0)
    return {
        "token_embd.weight": (n_vocab, n_embd),
        "output.weight": (n_vocab, n_embd),
        "attn_q.weight": (n_head * head, n_embd),
        "attn_k.weight": (n_kv * head, n_embd),
        "attn_v.weight": (n_kv * head, n_embd),
        "attn_qkv.weight": ((n_head + 2 * n_kv) * head, n_embd),
        "attn_output.weight": (n_embd, n_head * head),
        "attn_norm.weight": (n_embd,),
        "ffn_norm.weight": (n_embd,),
        "output_norm.weight": (n_embd,),
        "ffn_gate.weight": (n_ff, n_embd),
        "ffn_down.weight": (n_embd, n_ff),
        "ffn_gate_exps.weight": (0, n_ff_exp, n_embd),
        "ffn_up_exps.weight": (0, n_ff_exp, n_embd),
        "ffn_down_exps.weight": (0, n_embd, n_ff_exp),
    }


def _agrees(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return len(shape) == len(wanted) and all(
        w in (0, n) for n, w in zip(shape, wanted, strict=True)
    )
