"""The numbers of a model that its memory depends on, read off its header as llama.cpp reads them.

Keys and defaults: `load_hparams` in src/llama-model.cpp, `load_arch_hparams` in src/models/*.cpp
and llama-hparams.cpp of the pinned llama.cpp. Of a header that lies or lacks keys nothing is
trusted: what is absent counts as 0, what is absurd raises NotAModel.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from localllm.errors import NotAModel
from localllm.models.header.gguf import GGUFHeader, TensorInfo

MAX_LAYERS = 512  # LLAMA_MAX_LAYERS
_MAX_WIDTH = 1 << 24  # of a row or a vocabulary; nothing published comes near

# No memory between steps: encoders, and diffusion models (create_memory returns none).
_WITHOUT_MEMORY = frozenset(
    {
        "bert", "jina-bert-v2", "jina-bert-v3", "nomic-bert", "nomic-bert-moe", "neo-bert",
        "eurobert", "wavtokenizer-dec", "modern-bert", "gemma-embedding", "dream", "llada",
        "llada-moe", "rnd1",
    }
)  # fmt: skip
_RECURRENT = frozenset({"mamba", "mamba2", "rwkv6", "rwkv6qwen2", "rwkv7", "arwkv7"})
# Where a layer without KV heads keeps a state; elsewhere it keeps nothing (llm_arch_is_hybrid).
_HYBRID = frozenset(
    {
        "jamba", "granitehybrid", "lfm2", "lfm2moe", "nemotron_h", "nemotron_h_moe", "plamo2",
        "kimi-linear", "bailingmoe3", "qwen3next", "qwen35", "qwen35moe", "minimax-01",
    }
)  # fmt: skip
_EVERY_LAYER_BOTH = frozenset({"falcon-h1"})  # attention and a state in each layer


class _Window(NamedTuple):
    """A sliding window's default size (0: only if the header has one), and of how many layers
    one sees all: the last of them, or the first."""

    size: int
    period: int
    dense_first: bool = False


_WINDOWS: dict[str, _Window] = {
    "afmoe": _Window(0, 4),
    "cohere2": _Window(0, 4),
    "cohere2moe": _Window(0, 4, True),
    "exaone-moe": _Window(128, 4),
    "exaone4": _Window(4096, 4),
    "gemma2": _Window(4096, 2),
    "gemma3": _Window(0, 6),
    "gemma3n": _Window(0, 5),
    "gemma4": _Window(0, 1),
    "gpt-oss": _Window(0, 2),
    "granite-swa": _Window(0, 1),
    "laguna": _Window(0, 4, True),
    "lfm2": _Window(0, 0),
    "llama4": _Window(8192, 4),
    "mellum": _Window(0, 4),
    "mimo2": _Window(0, 1),
    "olmo2": _Window(0, 4),
    "plamo3": _Window(0, 8),
    "smallthinker": _Window(4096, 4, True),
    "step35": _Window(0, 1),
}


class Layer(NamedTuple):
    """Of one layer: elements of a token's key and value (0: none kept), whether it slides, and
    elements of a sequence's recurrent state (0: none)."""

    key: int
    value: int
    slides: bool
    state: int


class Shape(msgspec.Struct, frozen=True):
    """Elements, not bytes. `query` is heads x width, `kv` a token's key in one layer (largest).

    `ff` is the inner width of a dense layer, `expert_ff` that of one expert (0: none) with `used`
    of `experts` at work. `window` 0: every layer sees all. `known`: an architecture whose graph
    the formulas were made for. `mla`: keys and values are one compressed row.
    """

    architecture: str
    layers: tuple[Layer, ...]
    embd: int
    heads: int
    query: int
    kv: int
    ff: int
    expert_ff: int
    experts: int
    used: int
    vocab: int
    window: int
    train: int
    mla: bool = False
    causal: bool = True
    has_memory: bool = True
    state_inner: int = 0

    @property
    def slides(self) -> bool:
        return any(layer.slides for layer in self.layers)


def shape_of(headers: Sequence[GGUFHeader]) -> Shape:
    """The shape of the model whose parts have these headers. NotAModel for absurd numbers."""
    read = _Reader(headers)
    heads, kv_heads = read.each("attention.head_count"), read.each("attention.head_count_kv")
    kv_heads = kv_heads or heads
    embd = read.one("embedding_length")
    head = max(heads, default=0)
    width = embd // head if head else 0
    key = read.one("attention.key_length") or width
    value = read.one("attention.value_length") or width
    layers = tuple(_layers(read, kv_heads, key, value))
    return Shape(
        architecture=read.arch,
        layers=layers,
        embd=embd,
        heads=head,
        query=head * key,
        kv=max((layer.key for layer in layers), default=0),
        ff=max(read.each("feed_forward_length"), default=0),
        expert_ff=_expert_ff(read),
        experts=read.one("expert_count"),
        used=max(read.each("expert_used_count"), default=0),
        vocab=read.vocab(),
        window=read.window().size if any(layer.slides for layer in layers) else 0,
        train=read.one("context_length"),
        mla=read.one("attention.key_length_mla") > 0,
        causal=read.header.metadata.get(f"{read.arch}.attention.causal") is not False,
        has_memory=read.arch not in _WITHOUT_MEMORY,
        state_inner=read.one("ssm.inner_size"),
    )


class _Reader:
    """The first part's metadata by the model's own prefix, and the tensors of all parts."""

    def __init__(self, headers: Sequence[GGUFHeader]) -> None:
        self.header = headers[0]
        self.headers = headers
        self.arch = self.header.text("general.architecture") or ""
        self.n_layers = self.one("block_count", MAX_LAYERS)

    def one(self, key: str, limit: int = _MAX_WIDTH) -> int:
        """0 where it is absent; the largest where each layer has its own."""
        found = self.header.number(f"{self.arch}.{key}") or 0
        if not 0 <= found <= limit:
            raise NotAModel(
                f"The model's header is damaged: {self.arch}.{key} is {found:,}, no model has more "
                f"than {limit:,}",
                key=key,
                value=found,
            )
        return found

    def each(self, key: str) -> tuple[int, ...]:
        """A value for each layer, () where the header says none."""
        self.one(key)  # for its limits
        found = self.header.metadata.get(f"{self.arch}.{key}")
        if isinstance(found, tuple):
            numbers = tuple(int(n) if isinstance(n, int) else 0 for n in found)
            return (numbers + (0,) * self.n_layers)[: self.n_layers]
        return (int(found),) * self.n_layers if type(found) is int else ()

    def window(self) -> _Window:
        """Its size is 0 where no layer slides. Phi 3's is switched off in llama.cpp."""
        default = _WINDOWS.get(self.arch)
        if default is None:
            return _Window(0, 1)
        said = f"{self.arch}.attention.sliding_window" in self.header.metadata
        size = self.one("attention.sliding_window") if said else default.size
        return default._replace(size=size)

    def slides(self) -> tuple[bool, ...]:
        """Of each layer; the header's own list, or its period, goes before the default."""
        window = self.window()
        if not window.size:
            return (False,) * self.n_layers
        name = f"{self.arch}.attention.sliding_window_pattern"
        said = self.header.metadata.get(name)
        if isinstance(said, tuple):
            flags = tuple(bool(flag) for flag in said)
            return (flags + (False,) * self.n_layers)[: self.n_layers]
        period = said if type(said) is int and said >= 0 else window.period
        return tuple(_slides(n, period, window.dense_first) for n in range(self.n_layers))

    def vocab(self) -> int:
        """Rows of the embedding, which is what llama.cpp checks the vocabulary against."""
        for tensor in self.tensors():
            if tensor.name == "token_embd.weight" and len(tensor.shape) == 2:
                return tensor.shape[1]
        return self.one("vocab_size")

    def tensors(self) -> itertools.chain[TensorInfo]:
        return itertools.chain.from_iterable(header.tensors for header in self.headers)


def _slides(layer: int, period: int, dense_first: bool) -> bool:
    """`set_swa_pattern` of llama-hparams.cpp; period 0: every layer, 1: none."""
    if period == 0:
        return True
    return layer % period != 0 if dense_first else layer % period < period - 1


def _layers(read: _Reader, kv_heads: Sequence[int], key: int, value: int) -> list[Layer]:
    slides = read.slides()
    key_swa = read.one("attention.key_length_swa") or key
    value_swa = read.one("attention.value_length_swa") or value
    mla = read.one("attention.key_length_mla") > 0
    state, recurrent = _state(read), _recurrent(read, kv_heads)
    trunk = read.n_layers - min(read.one("nextn_predict_layers"), read.n_layers)
    kept = trunk - min(read.one("attention.shared_kv_layers"), trunk)
    found = []
    for number in range(trunk):
        n = kv_heads[number] if kv_heads and number < kept else 0
        n = 0 if recurrent[number] and read.arch not in _EVERY_LAYER_BOTH else n
        wide, deep = (key_swa, value_swa) if slides[number] else (key, value)
        has_state = recurrent[number] or read.arch in _EVERY_LAYER_BOTH
        found.append(
            Layer(n * wide, 0 if mla else n * deep, slides[number], state if has_state else 0)
        )
    return found


def _recurrent(read: _Reader, kv_heads: Sequence[int]) -> tuple[bool, ...]:
    n = read.n_layers
    if read.arch in _RECURRENT:
        return (True,) * n
    if read.arch not in _HYBRID:
        return (False,) * n
    interval = read.one("full_attention_interval") or (
        4 if read.arch in ("qwen3next", "qwen35", "qwen35moe") else 0
    )
    said = read.each("attention.recurrent_layers")
    if said:
        return tuple(bool(flag) for flag in said)
    if interval:
        return tuple((layer + 1) % interval != 0 for layer in range(n))
    ff = read.each("feed_forward_length")
    dense = read.arch.startswith("nemotron_h")
    return tuple(
        kv_heads[layer] == 0 and not (dense and ff and ff[layer]) if kv_heads else False
        for layer in range(n)
    )


def _state(read: _Reader) -> int:
    """n_embd_r + n_embd_s of llama-hparams.cpp: elements of one sequence in one layer."""
    embd, heads = read.one("embedding_length"), read.one("attention.head_count")
    if wkv := read.one("wkv.head_size"):
        shifts = read.one("token_shift_count") or 2
        return embd * (shifts + wkv)
    if cache := read.one("shortconv.l_cache"):
        return embd * (cache - 1)
    conv = read.one("ssm.conv_kernel")
    if width := read.one("kda.head_dim"):
        return 3 * (conv - 1 if conv else 3) * heads * width + width * width * heads
    inner, state = read.one("ssm.inner_size"), read.one("ssm.state_size")
    groups = read.one("ssm.group_count")
    return max(conv - 1, 0) * (inner + 2 * groups * state) + state * inner


def _expert_ff(read: _Reader) -> int:
    """Width of one expert; Mixtral's have the dense width."""
    if not read.one("expert_count"):
        return 0
    said = max(read.each("expert_feed_forward_length"), default=0)
    return said or max(read.each("feed_forward_length"), default=0)
