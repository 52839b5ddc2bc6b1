"""From the errors of every tensor to what a person reads: the worst, and how kinds compare."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Sequence

from localllm.jobs.measures import KindErrors, LayerError, TensorError, TensorErrors, WeightErrors

WORST = 20
_LAYER = re.compile(r"blk\.(\d+)\.")


def digest(found: TensorErrors) -> WeightErrors:
    changed = [tensor for tensor in found.tensors if tensor.relative_rmse > 0]
    kinds: dict[str, list[TensorError]] = {}
    for tensor in found.tensors:
        kinds.setdefault(kind_of(tensor.name), []).append(tensor)
    rows = [_kind(kind, own) for kind, own in kinds.items() if any(t.relative_rmse for t in own)]
    return WeightErrors(
        tensors=len(found.tensors),
        changed=len(changed),
        unmatched=len(found.unmatched),
        worst=tuple(changed[:WORST]),
        kinds=tuple(sorted(rows, key=lambda row: (-row.median, row.kind))),
    )


def kind_of(name: str) -> str:
    """`blk.3.ffn_down.weight` -> `ffn_down`; what is no weight keeps its ending: `attn_q.bias`."""
    return _LAYER.sub("", name).removesuffix(".weight")


def layer_of(name: str) -> int:
    match = _LAYER.match(name)
    return int(match[1]) if match else -1


def _kind(kind: str, tensors: Sequence[TensorError]) -> KindErrors:
    errors = [tensor.relative_rmse for tensor in tensors]
    layers = sorted((layer_of(t.name), t.relative_rmse) for t in tensors)
    types = Counter(tensor.type for tensor in tensors)
    return KindErrors(
        kind,
        tuple(name for name, _ in types.most_common()),
        least=min(errors),
        median=statistics.median(errors),
        most=max(errors),
        layers=tuple(LayerError(*each) for each in layers),
    )
