"""From EngineOptions to a runner and a language that are ready to work.

Whatever is wrong with the file, the memory or the options is raised as the error that says so.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil

from localllm.core import EngineOptions, ModelInfo
from localllm.engine.fake_language import FakeLanguage
from localllm.engine.fake_runner import FakeRunner, fake_info
from localllm.engine.kv_disk import AUTO, KvDisk
from localllm.engine.kv_key import key_of
from localllm.engine.language import Language, LlamaLanguage
from localllm.engine.runner import LlamaRunner, Runner
from localllm.errors import BadRequest, ModelTooLarge
from localllm.llama.batch import Batch
from localllm.llama.context import MAX_SEQUENCES, Context
from localllm.llama.devices import default_threads
from localllm.llama.model import Model

log = logging.getLogger(__name__)

# A context chosen by us: no longer than this, and a multiple of what llama.cpp pads to.
_AUTO_CONTEXT = 32768
_CONTEXT_STEP = 256
_LEAST_CONTEXT = 2048

_AUTO_SHARE = 4  # keys and values take a quarter of the free memory, and so does what is idle

_FAKE_STEP_S = 0.002
_FAKE_PROMPT_S = 0.00002

# Bytes of an element; a block's over its elements where quantized (ggml-common.h).
_KV_BYTES = {
    "f32": 4.0,
    "f16": 2.0,
    "bf16": 2.0,
    "q8_0": 34 / 32,
    "q5_1": 24 / 32,
    "q5_0": 22 / 32,
    "q4_1": 20 / 32,
    "q4_0": 18 / 32,
}

Progress = Callable[[float], bool]


@dataclass(frozen=True)
class Loaded:
    """A model at work. `ram_budget` in bytes; `close` frees all of it but `disk`, which
    is None where nothing is kept there."""

    runner: Runner
    language: Language
    info: ModelInfo
    ram_budget: int
    disk: KvDisk | None
    close: Callable[[], None]


def load_fake(options: EngineOptions) -> Loaded:
    """No model, and no file needed."""
    info = fake_info(options)
    runner = FakeRunner(info.context, options.ubatch, step_s=_FAKE_STEP_S, prompt_s=_FAKE_PROMPT_S)
    disk = _disk(options, ("fake",)) if options.disk_cache_bytes > 0 else None
    return Loaded(runner, FakeLanguage(), info, _ram_budget(options), disk, runner.close)


def load(options: EngineOptions, progress: Progress) -> Loaded:
    """`progress` gets 0..1; False from it stops the load, as ModelError."""
    _check(options)
    model = Model.open(options.model_path, gpu_layers=options.gpu_layers, progress=progress)
    try:
        model.require_generation()
        language = LlamaLanguage(model)
        threads = options.threads or default_threads()
        ctx, reason = _open_context(model, options, threads)
        _warm_up(ctx)
    except BaseException:
        model.close()
        raise
    info = _describe(model, language, ctx, options, threads)
    info = msgspec.structs.replace(info, context_reason=reason)
    log.info("loaded %s: context %d (%s), %d threads", info.name, ctx.n_ctx, reason, threads)
    build = model.native.build
    disk = _disk(options, (build.llama_version, build.source_sha256, *info.devices))
    return Loaded(LlamaRunner(ctx), language, info, _ram_budget(options), disk, model.close)


def auto_context(context_train: int, kv_token_bytes: float, free_bytes: int) -> int:
    """The model's own context, as far as its keys and values fit a quarter of the free memory."""
    fits = free_bytes // _AUTO_SHARE // max(kv_token_bytes, 1)
    context = int(min(context_train or _AUTO_CONTEXT, fits, _AUTO_CONTEXT))
    return max(context - context % _CONTEXT_STEP, _LEAST_CONTEXT)


def why_context(
    granted: int, asked: int, context_train: int, kv_token_bytes: float, free_bytes: int
) -> str:
    """Why a context has so many tokens, for people to read; the last three as for auto_context."""
    if asked:
        return "as asked for"
    if granted < auto_context(context_train, kv_token_bytes, free_bytes):
        return "halved until there was memory for it"
    if context_train - _CONTEXT_STEP < granted <= context_train:
        return "all that the model was made for"
    made_for = f"the model was made for {context_train:,}" if context_train else "it has no limit"
    if granted == _AUTO_CONTEXT:
        return f"as many as are taken unasked; {made_for} (see --context)"
    if granted == _LEAST_CONTEXT:
        return f"the least that is of use, for want of memory; {made_for} (see --context)"
    return (
        f"what a quarter of the {free_bytes / 1e9:.1f} GB of free memory holds, at "
        f"{kv_token_bytes / 1e3:.0f} kB a token; {made_for} (see --context)"
    )


def kv_token_bytes(model: Model, kv_type: str) -> float:
    """Keys and values of one token: layers x KV heads x (key + value width) x bytes of an element.

    An upper bound where layers differ or slide. Header keys and defaults as llama.cpp has them.
    """

    def number(key: str, default: int) -> int:
        return int(model.metadata(f"{model.architecture}.{key}") or default)

    heads = number("attention.head_count", 1)
    width = number("embedding_length", 0) // heads
    kv_heads = number("attention.head_count_kv", heads)
    widths = number("attention.key_length", width) + number("attention.value_length", width)
    return number("block_count", 0) * kv_heads * widths * _KV_BYTES[kv_type]


def _check(options: EngineOptions) -> None:
    if not 1 <= options.max_sequences < MAX_SEQUENCES:
        raise BadRequest(
            f"An engine runs 1 to {MAX_SEQUENCES - 1} sequences at once, "
            f"not {options.max_sequences}.",
            param="max_sequences",
        )
    if options.ubatch < options.max_sequences:
        raise BadRequest(
            f"A step must take a token of each of {options.max_sequences} sequences at least, "
            f"not {options.ubatch}.",
            param="ubatch",
        )


def _open_context(model: Model, options: EngineOptions, threads: int) -> tuple[Context, str]:
    """Also says why it is as long as it is. With a context of our own choice, half of it again
    and again until the memory is there."""
    facts = (
        model.context_train,
        kv_token_bytes(model, options.kv_type),
        psutil.virtual_memory().available,
    )
    n_ctx = options.context or auto_context(*facts)
    while True:
        try:
            ctx = Context(
                model,
                n_ctx=n_ctx,
                n_ubatch=min(options.ubatch, n_ctx),
                n_seq_max=options.max_sequences + 1,  # one to move KV through
                threads=threads,
                flash_attention=options.flash_attention,
                kv_type=options.kv_type,
            )
        except ModelTooLarge:
            if options.context or n_ctx <= _LEAST_CONTEXT:
                raise
            n_ctx = max(n_ctx // 2, _LEAST_CONTEXT)
        else:
            return ctx, why_context(ctx.n_ctx, options.context, *facts)


def _warm_up(ctx: Context) -> None:
    """One token through the whole model: its weights are read now, not at the first question."""
    batch = Batch(ctx.n_batch, ctx.n_seq_max)
    vocab = ctx.model.vocab
    token = next((t for t in (vocab.bos, vocab.eos) if t is not None), 0)
    batch.add([token], 0, 0, True)
    ctx.decode(batch)
    ctx.clear()


def _describe(
    model: Model, language: LlamaLanguage, ctx: Context, options: EngineOptions, threads: int
) -> ModelInfo:
    build, cpu = model.native.build, model.native.backends.cpu_module
    templates = language.templates
    return ModelInfo(
        name=model.name,
        architecture=model.architecture,
        description=model.description,
        n_params=model.n_params,
        size_bytes=model.size_bytes,
        context=ctx.n_ctx,
        context_train=model.context_train,
        n_vocab=model.vocab.n_tokens,
        max_sequences=options.max_sequences,
        threads=threads,
        devices=model.devices,
        native_build=" ".join(filter(None, (build.llama_version, build.preset, cpu))),
        supports_tools=templates.supports_tools,
        supports_thinking=templates.supports_thinking,
        chat_template=templates.source,
    )


def _disk(options: EngineOptions, built: tuple[str, ...]) -> KvDisk | None:
    """Files of KV for a model as it is loaded now; `built` as in key_of."""
    budget = options.disk_cache_bytes
    if (budget <= 0 and budget != AUTO) or not options.disk_cache_dir:
        return None
    path = Path(options.model_path)
    try:
        key = key_of(options, built)
    except OSError as error:
        log.warning("no KV is kept on disk: %s", error)
        return None
    about = {"model": path.name, "kv_type": options.kv_type}
    return KvDisk(Path(options.disk_cache_dir), key, about, budget)


def _ram_budget(options: EngineOptions) -> int:
    if options.ram_cache_bytes >= 0:
        return options.ram_cache_bytes
    return int(psutil.virtual_memory().available) // _AUTO_SHARE
