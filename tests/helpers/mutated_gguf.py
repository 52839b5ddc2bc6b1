"""GGUF headers with one or several lies in them, of the kinds that a file can have.

    for name, data in mutated(seed=1, count=200): ...

A model is described field by field, the description is changed, then encoded; some are bytes that
are flipped, cut, doubled or inserted afterwards. The same seed gives the same files.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from helpers.gguf_bytes import ARRAY, STRING, text

U32, I32, F32, BOOL, U64 = 4, 5, 6, 7, 10
_HUGE = (0, 1, 2**15, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**62, 2**63 - 1, 2**63, 2**64 - 1)
_TYPES = (0, 1, 4, 5, 8, 9, 11, 12, 13, 77, 255, 2**31, 2**32 - 1)


@dataclass
class Entry:
    key: bytes
    kind: int
    value: bytes

    def encoded(self) -> bytes:
        return text(self.key) + struct.pack("<I", self.kind) + self.value


@dataclass
class Tensor:
    name: bytes
    dims: list[int]
    kind: int
    offset: int
    n_dims: int | None = None

    def encoded(self) -> bytes:
        n = len(self.dims) if self.n_dims is None else self.n_dims
        dims = b"".join(struct.pack("<Q", dim % 2**64) for dim in self.dims)
        tail = struct.pack("<IQ", self.kind % 2**32, self.offset % 2**64)
        return text(self.name) + struct.pack("<I", n % 2**32) + dims + tail


@dataclass
class File:
    """What is encoded. `n_*` None: as many as there are."""

    entries: list[Entry] = field(default_factory=list)
    tensors: list[Tensor] = field(default_factory=list)
    magic: bytes = b"GGUF"
    version: int = 3
    n_tensors: int | None = None
    n_entries: int | None = None
    data: int = 4096

    def encoded(self) -> bytes:
        n_tensors = len(self.tensors) if self.n_tensors is None else self.n_tensors
        n_entries = len(self.entries) if self.n_entries is None else self.n_entries
        head = self.magic + struct.pack("<IQQ", self.version % 2**32, n_tensors, n_entries)
        head += b"".join(entry.encoded() for entry in self.entries)
        head += b"".join(tensor.encoded() for tensor in self.tensors)
        return head + bytes(-len(head) % 32 + self.data)


def model() -> File:
    """A small one that is right: a Llama of two layers with a vocabulary of 300."""
    words = [text(f"word{n}") for n in range(300)]
    u32 = {
        "llama.block_count": 2,
        "llama.context_length": 2048,
        "llama.embedding_length": 32,
        "llama.feed_forward_length": 64,
        "llama.attention.head_count": 4,
        "general.alignment": 32,
        "general.file_type": 3,
        "split.count": 1,
    }
    entries = [
        Entry(b"general.architecture", STRING, text("llama")),
        Entry(b"general.name", STRING, text("Tiny")),
        Entry(b"tokenizer.chat_template", STRING, text("{{ messages }}{% if tools %}{% endif %}")),
        *(Entry(key.encode(), U32, struct.pack("<I", value)) for key, value in u32.items()),
        Entry(b"llama.rope.freq_base", F32, struct.pack("<f", 10000.0)),
        Entry(b"tokenizer.ggml.add_bos_token", BOOL, b"\1"),
        Entry(b"llama.attention.head_count_kv", ARRAY, struct.pack("<IQ2I", U32, 2, 2, 4)),
        Entry(b"tokenizer.ggml.tokens", ARRAY, struct.pack("<IQ", STRING, 300) + b"".join(words)),
        Entry(b"tokenizer.ggml.scores", ARRAY, struct.pack("<IQ", F32, 300) + bytes(1200)),
        Entry(b"general.tags", ARRAY, struct.pack("<IQ", STRING, 1) + text("tag")),
    ]
    shapes = [("token_embd.weight", [32, 8], 0, 1024), ("output_norm.weight", [32], 0, 128)]
    shapes += [(f"blk.{n}.attn_q.weight", [32, 32], 3, 640) for n in range(2)]
    tensors, at = [], 0
    for name, dims, kind, size in shapes:
        tensors.append(Tensor(name.encode(), dims, kind, at))
        at += size
    return File(entries, tensors)


Change = Callable[[random.Random, File], None]


def _count(pick: random.Random, file: File) -> None:
    if pick.random() < 0.5:
        file.n_tensors = pick.choice((*_HUGE, len(file.tensors) + 1, len(file.tensors) - 1))
    else:
        file.n_entries = pick.choice((*_HUGE, len(file.entries) + 1, len(file.entries) - 1))


def _head(pick: random.Random, file: File) -> None:
    if pick.random() < 0.2:
        file.magic = pick.choice((b"GGML", b"gguf", b"\0\0\0\0", b"FUGG"))
    else:
        file.version = pick.choice((0, 1, 2, 4, 5, 0x03000000, 2**31, 2**32 - 1))


def _kind(pick: random.Random, file: File) -> None:
    pick.choice(file.entries).kind = pick.choice(_TYPES)


def _length(pick: random.Random, file: File) -> None:
    """Of a string or an array: another one than it has."""
    entry = pick.choice([e for e in file.entries if e.kind in (STRING, ARRAY)])
    at = 0 if entry.kind == STRING else 4
    wrong = struct.pack("<Q", pick.choice(_HUGE))
    entry.value = entry.value[:at] + wrong + entry.value[at + 8 :]


def _element(pick: random.Random, file: File) -> None:
    """Of an array: another type, nested arrays among them."""
    entry = pick.choice([e for e in file.entries if e.kind == ARRAY])
    entry.value = struct.pack("<I", pick.choice(_TYPES)) + entry.value[4:]


def _nested(pick: random.Random, file: File) -> None:
    depth = pick.choice((1, 2, 100, 10_000))
    inner = struct.pack("<IQ", ARRAY, 1) * depth + struct.pack("<IQI", U32, 1, 7)
    file.entries.append(Entry(b"deep", ARRAY, inner))


def _number(pick: random.Random, file: File) -> None:
    """A value that means something: layers, heads, widths, alignment."""
    entry = pick.choice([e for e in file.entries if e.kind == U32])
    if pick.random() < 0.3:
        entry.kind, entry.value = U64, struct.pack("<Q", pick.choice(_HUGE))
    elif pick.random() < 0.3:
        entry.kind, entry.value = I32, struct.pack("<i", pick.choice((-1, -(2**31), 0)))
    else:
        entry.value = struct.pack("<I", pick.choice((0, 1, 3, 48, 511, 2**20, 2**31, 2**32 - 1)))


def _key(pick: random.Random, file: File) -> None:
    entry = pick.choice(file.entries)
    other = pick.choice(file.entries).key
    entry.key = pick.choice((b"", other, b"\xff\xfe", b"k" * 70_000, b"a\0b", entry.key.upper()))


def _double(pick: random.Random, file: File) -> None:
    if pick.random() < 0.5:
        file.entries.append(replace(pick.choice(file.entries)))
    else:
        file.tensors.append(replace(pick.choice(file.tensors)))


def _shape(pick: random.Random, file: File) -> None:
    tensor = pick.choice(file.tensors)
    how = pick.randrange(4)
    if how == 0:
        tensor.dims = [pick.choice((*_HUGE, 31, 33, 64)) for _ in range(pick.randint(0, 5))]
    elif how == 1:
        tensor.n_dims = pick.choice((0, 3, 4, 5, 2**16, 2**32 - 1))
    elif how == 2:
        tensor.kind = pick.choice((4, 5, 12, 14, 31, 39, 43, 200, 2**31, 2**32 - 1))
    else:
        tensor.dims = [2**32, 2**32, 2**32, 2**32][: pick.randint(2, 4)]


def _offset(pick: random.Random, file: File) -> None:
    """Out of order, into each other, in a circle, beyond the file."""
    tensor = pick.choice(file.tensors)
    tensor.offset = pick.choice((*_HUGE, 1, 31, 32, 4096, pick.choice(file.tensors).offset))


def _name(pick: random.Random, file: File) -> None:
    tensor = pick.choice(file.tensors)
    tensor.name = pick.choice((b"", b"n" * 63, b"n" * 64, b"n" * 70_000, b"\xff", b"a\0b"))


def _split(pick: random.Random, file: File) -> None:
    for key in ("split.no", "split.tensors.count"):
        value = struct.pack("<I", pick.choice((0, 1, 2, 2**31)))
        file.entries.append(Entry(key.encode(), pick.choice((U32, I32, 2)), value))


_CHANGES: tuple[Change, ...] = (
    _count, _head, _kind, _length, _element, _nested, _number, _number, _key, _double, _shape,
    _shape, _offset, _name, _split,
)  # fmt: skip


def _flip(pick: random.Random, data: bytearray) -> None:
    for _ in range(pick.randint(1, 8)):
        data[pick.randrange(len(data))] ^= 1 << pick.randrange(8)


def _cut(pick: random.Random, data: bytearray) -> None:
    del data[pick.randrange(len(data)) :]


def _insert(pick: random.Random, data: bytearray) -> None:
    at = pick.randrange(len(data))
    data[at:at] = pick.randbytes(pick.choice((1, 4, 8, 100)))


def _repeat(pick: random.Random, data: bytearray) -> None:
    at = pick.randrange(len(data))
    data[at:at] = data[at : at + pick.choice((8, 64, 512))]


def _overwrite(pick: random.Random, data: bytearray) -> None:
    at = pick.randrange(len(data))
    word = struct.pack("<Q", pick.choice(_HUGE))
    data[at : at + 8] = word


_BYTES = (_flip, _flip, _cut, _insert, _repeat, _overwrite)


def mutated(seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """(what was done, the file), one after the other."""
    for number in range(count):
        pick = random.Random(f"{seed}/{number}")
        file, did = model(), []
        for _ in range(pick.choice((0, 1, 1, 1, 2, 3))):
            change = pick.choice(_CHANGES)
            change(pick, file)
            did.append(change.__name__)
        data = bytearray(file.encoded())
        if not did or pick.random() < 0.2:
            spoil = pick.choice(_BYTES)
            spoil(pick, data)
            did.append(spoil.__name__)
        yield f"{number} {' '.join(did)}", bytes(data)
