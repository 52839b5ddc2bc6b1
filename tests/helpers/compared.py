"""A comparison with every part of it, built by hand: what renderers are tested with."""

from __future__ import annotations

from typing import Any

import msgspec

from localllm.jobs.measures import KindErrors, LayerError, Sample, Speed, TensorError, WeightErrors
from localllm.jobs.tasks import (
    Compared,
    Cost,
    Divergence,
    Evaluated,
    Figure,
    Loss,
    Quantized,
    Running,
    Search,
    Side,
    Spread,
)
from localllm.models.header.card import TensorType

KLD, TOP, PERPLEXITY = 0.0321, 0.8765, 12.3456


def side(name: str, size: int, **how: Any) -> Side:
    types = (TensorType("Q4_K", 12, 2_000_000, size - 1000), TensorType("F32", 9, 250, 1000))
    given = {
        "title": "A Model",
        "architecture": "llama",
        "quantization": "Q4_K_M",
        "parameters": 2_000_250,
        "bits_per_weight": 4.5678,
        "types": types,
        "speed": Speed(432.1, 128, 43.21, 60, 2, ("CPU",)),
        "samples": (Sample("Why?", "Because of the sky.", 6, True, True),),
    } | how
    return Side(path=f"/models/{name}.gguf", name=name, size_bytes=size, **given)


def divergence(kld: float = KLD) -> Divergence:
    return Divergence(
        base_perplexity=Figure(11.5, 0.4),
        log_ratio=Figure(0.07, 0.002),
        kld=Figure(kld, 0.0012),
        p_diff=Figure(-0.0054, 0.0004),
        p_diff_rms=Figure(0.0456, 0.0007),
        same_top=Figure(TOP, 0.0043),
    )


def evaluated() -> Evaluated:
    spread = Spread(
        0.0, 1e-6, 1e-5, 1e-4, 0.002, 0.005, 0.0123, 0.03, 0.0711, 0.1, 0.4567, 1.25, 3.5
    )
    running = tuple(
        Running(n, Figure(PERPLEXITY + 1 / n, 0.9), divergence(KLD + 0.01 / n)) for n in range(1, 4)
    )
    loss = Loss(
        base="/models/base.gguf",
        divergence=divergence(),
        ratio=Figure(1.0735, 0.0021),
        difference=Figure(0.8456, 0.1),
        correlation=0.99,
        kld_spread=spread,
        p_diff_spread=Spread(*([-0.123] * 13)),
    )
    return Evaluated(
        "/models/small.gguf", "", 512, 3, 765, Figure(PERPLEXITY, 0.6543), running, loss
    )


def weights() -> WeightErrors:
    errors = (("blk.1.ffn_down.weight", 0.0712), ("blk.0.ffn_down.weight", 0.0533))
    worst = tuple(
        TensorError(name, "Q4_K", "F16", 65536, error, 0.99741, 0.0345) for name, error in errors
    )
    layers = (LayerError(0, 0.0533), LayerError(1, 0.0712))
    kinds = (KindErrors("ffn_down", ("Q4_K",), 0.0533, 0.06225, 0.0712, layers),)
    return WeightErrors(21, 2, 1, worst, kinds)


def compared(**how: Any) -> Compared:
    found = Compared(
        side("small", 1_200_000),
        side("base", 4_000_000, samples=(Sample("Why?", "Because of the air", 6, False, True),)),
        one_model=True,
        evaluated=evaluated(),
        weights=weights(),
        warnings=("Something could not be measured.",),
        seconds=12.0,
    )
    return msgspec.structs.replace(found, **how)


def quantized(found: Compared, **how: Any) -> Quantized:
    costs = (Cost("attn_v", 2, 0.0711, 0.0044), Cost("ffn_down", 2, 0.0654, 0.0222))
    made = Quantized(
        found.source.path,
        found.source.size_bytes,
        found.base.size_bytes,
        found.source.bits_per_weight,
        (),
        evaluated=found.evaluated,
        search=Search(costs, 0.03, KLD, "Q4_K_S", 0.0388, 7),
        compared=found,
    )
    return msgspec.structs.replace(made, **how)
