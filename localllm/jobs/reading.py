"""What measuring and calibrating share: models opened, and a text cut into chunks of tokens."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

from localllm.errors import BadRequest, ModelError
from localllm.jobs.wire import Report
from localllm.llama.devices import default_threads
from localllm.llama.model import Model
from localllm.llama.vocab import Tokens
from localllm.models.units import human_bytes

EVALUATION, CALIBRATION = "evaluation.txt", "calibration.txt"

LEAST_CONTEXT = 32  # an importance matrix leaves steps of fewer than 16 tokens out
# Of a text that is read whole; more than that is weeks of work, and a mistake.
MAX_TEXT = 64 << 20
# A prefix long enough for so many tokens, nearly always; else all is read.
_BYTES_PER_TOKEN = 16
_MARGIN_TOKENS = 1024


def open_model(path: str, gpu_layers: int, report: Report) -> Model:
    """A model that generates. Raises as `Model.open`; ModelUnsupported for one that embeds."""
    name = Path(path).name
    report("loading", 0, 1, name)

    def progress(fraction: float) -> bool:
        report("loading", fraction, 1, name)
        return True

    model = Model.open(path, gpu_layers=gpu_layers, progress=progress)
    try:
        model.require_generation()
    except BaseException:
        model.close()
        raise
    return model


def threads_for(asked: int) -> int:
    return asked if asked > 0 else default_threads()


def check_context(n_ctx: int, *models: Model) -> None:
    """Raises BadRequest for chunks that are too short to say anything, or longer than a model
    was trained for."""
    if n_ctx < LEAST_CONTEXT:
        raise BadRequest(
            f"A chunk takes {LEAST_CONTEXT} tokens at least, not {n_ctx}.", param="n_ctx"
        )
    for model in models:
        if 0 < model.context_train < n_ctx:
            raise BadRequest(
                f"{model.path.name} was trained for {model.context_train:,} tokens of context; "
                f"chunks of {n_ctx:,} are more. Take at most {model.context_train:,}.",
                param="n_ctx",
                context_train=model.context_train,
            )


def chunks_of(text: str, builtin: str, n_ctx: int, n_chunks: int, model: Model) -> Tokens:
    """The text of a file ("": the built-in one) as (chunks, n_ctx) tokens; a rest is left out.

    `n_chunks` 0 takes all. As llama.cpp's tools, two chunks at least, and without the last line
    end. Raises BadRequest where the text is too short, too long or no text, ModelError where it
    cannot be read.
    """

    def tokens(source: str) -> Tokens:
        return model.vocab.tokenize(
            source.removesuffix("\n"), add_special=True, parse_special=False
        )

    found = _enough_tokens(text, builtin, n_ctx * n_chunks, tokens)
    if len(found) < 2 * n_ctx:
        raise _too_short(name_of(text), len(found), n_ctx)
    count = len(found) // n_ctx
    count = min(count, n_chunks) if n_chunks > 0 else count
    return found[: count * n_ctx].reshape(count, n_ctx)


def _too_short(name: str, tokens: int, n_ctx: int) -> BadRequest:
    shorter = f", or chunks of {tokens // 2:,} tokens" if tokens >= 2 * LEAST_CONTEXT else ""
    return BadRequest(
        f"{name} has {tokens:,} tokens; {2 * n_ctx:,} are needed for chunks of {n_ctx:,}. Take a "
        f"longer text{shorter}.",
        param="text",
        tokens=tokens,
        needed=2 * n_ctx,
    )


def name_of(text: str) -> str:
    return Path(text).name if text else "The built-in text"


def _enough_tokens(text: str, builtin: str, needed: int, tokens: Callable[[str], Tokens]) -> Tokens:
    """Of a long file only as much as is needed."""
    if needed > 0:
        part = read_text(text, builtin, max_bytes=(needed + _MARGIN_TOKENS) * _BYTES_PER_TOKEN)
        found = tokens(part)
        if len(found) >= needed + _MARGIN_TOKENS:
            return found
    return tokens(read_text(text, builtin))


def read_text(text: str, builtin: str, *, max_bytes: int = 0) -> str:
    """With `max_bytes` perhaps only the begin of it. Raises BadRequest, ModelError."""
    if not text:
        return (resources.files("localllm.jobs") / "texts" / builtin).read_text(encoding="utf-8")
    path = Path(text)
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            if size > MAX_TEXT and not max_bytes:
                raise BadRequest(
                    f"{path.name} has {human_bytes(size)}; at most {human_bytes(MAX_TEXT)} are "
                    "read whole. Name a number of chunks, or take a part of it.",
                    param="text",
                )
            data = file.read(max_bytes or MAX_TEXT)
    except FileNotFoundError:
        raise BadRequest(f"There is no text {path}", param="text", path=str(path)) from None
    except OSError as error:
        raise ModelError(f"Cannot read {path}: {error.strerror or error}", path=str(path)) from None
    return _decoded(data, path, cut=len(data) < size)


def _decoded(data: bytes, path: Path, *, cut: bool) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if cut and error.start > len(data) - 4:  # in the middle of a character
            return data[: error.start].decode()
        raise BadRequest(
            f"{path.name} is not UTF-8 text: byte {error.start:,} fits no character. Save it as "
            "UTF-8.",
            param="text",
            path=str(path),
        ) from None
