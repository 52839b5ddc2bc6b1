"""What an importance matrix is: for each weight, how large its inputs were, column by column.

Whoever quantizes a weight matrix spends its precision on the columns that are multiplied with large
numbers. Collected by `llama.imatrix`, kept in files by `imatrix_file`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from localllm.errors import BadRequest

Floats = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """Sums of squared inputs, (matrices * columns,), and how many rows went into them: (1,), or
    one number for each expert."""

    values: Floats
    counts: Counts

    def means(self) -> Floats:
        """Mean squares, as llama-quantize computes them: 1 where nothing was seen."""
        rows = self.values.reshape(len(self.counts), -1)
        counts = self.counts.astype(np.float32)[:, None]
        means = np.divide(rows, counts, out=np.ones_like(rows), where=counts > 0)
        return means.reshape(-1)

    @property
    def unseen(self) -> int:
        """Experts of which there is nothing."""
        return int((self.counts == 0).sum())


@dataclass(frozen=True)
class ImportanceMatrix:
    """By tensor name. `datasets` are the names of the texts, `chunk_count` how many chunks of
    `chunk_size` tokens were read; a size of 0 is not known (older files count chunks, not rows)."""

    tensors: Mapping[str, Sums]
    datasets: tuple[str, ...] = ()
    chunk_count: int = 0
    chunk_size: int = 0
    name: str = field(default="this importance matrix", compare=False)

    def weights(self) -> dict[str, Floats]:
        """What a quantizer wants: mean squares by tensor, (matrices * columns,)."""
        return {name: sums.means() for name, sums in self.tensors.items()}

    def counted_in(self, chunk_size: int) -> ImportanceMatrix:
        """The same with rows counted, where only chunks were (of this size, as is assumed)."""
        if self.chunk_size:
            return self
        factor = np.float32(chunk_size)
        tensors = {
            name: Sums(sums.values * factor, sums.counts * chunk_size)
            for name, sums in self.tensors.items()
        }
        return replace(self, tensors=tensors, chunk_size=chunk_size)


def merged(matrices: Iterable[ImportanceMatrix], *, chunk_size: int) -> ImportanceMatrix:
    """All of them together, as if one had read all their texts.

    `chunk_size` is what the chunks of the result are counted in, and assumed where a file does not
    say. Raises BadRequest where two are not of the same model.
    """
    tensors: dict[str, Sums] = {}
    datasets: list[str] = []
    for matrix in matrices:
        for name, sums in matrix.counted_in(chunk_size).tensors.items():
            before = tensors.get(name)
            tensors[name] = sums if before is None else _added(name, before, sums, matrix.name)
        datasets += matrix.datasets
    most = max((int(sums.counts.max()) for sums in tensors.values()), default=0)
    return ImportanceMatrix(tensors, tuple(datasets), most // chunk_size, chunk_size)


def _added(name: str, a: Sums, b: Sums, source: str) -> Sums:
    experts = {len(a.counts), len(b.counts)} - {1}
    if len(a.values) != len(b.values) or len(experts) > 1:
        raise BadRequest(
            f"{source} was made of another model: its {name} has {len(b.values):,} values and "
            f"{len(b.counts)} counts, in the others it has {len(a.values):,} and {len(a.counts)}.",
            tensor=name,
        )
    return Sums(a.values + b.values, a.counts + b.counts)  # one count spreads over all experts
