"""Why llama.cpp did not load a model or make a context: its log lines, turned into our errors.

llama.cpp returns NULL and says why in its log alone. The patterns below are its own words, of the
pinned version (gguf.cpp, llama-model-loader.cpp, llama-model.cpp, llama-context.cpp,
llama-kv-cache.cpp); what matches none is passed on as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from localllm import errors

_GGUF_MAGIC = b"GGUF"

# What people take for a model: the first bytes, and what they are.
_OTHER_FILES: tuple[tuple[bytes, str], ...] = (
    (b"version https://git-lfs", "a Git LFS pointer; fetch the real file with `git lfs pull`"),
    (b"<!DOCTYPE", "a web page, so a download went to the wrong address"),
    (b"<html", "a web page, so a download went to the wrong address"),
    (b"PK\x03\x04", "a zip archive or a PyTorch checkpoint"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"ggml", "a GGML file of before 2023; it has to be converted again"),
    (b"ggjt", "a GGML file of before 2023; it has to be converted again"),
)

_ARCHITECTURE = re.compile(r"unknown model architecture: '(.*?)'")
_VERSION = re.compile(
    r"this GGUF file is version (\d+)|bad GGUF version: (\d+)|GGUFv(1) is no longer"
)
_TOKENIZER = re.compile(r"(unknown (?:pre-)?tokenizer(?: type)?: '.*?')")
_TENSOR_TYPE = re.compile(r"tensor '(.*?)' has invalid ggml type (\d+)|unknown type (\d+)")
_TRUNCATED = re.compile(
    r"data is not within the file bounds|exceeds remaining file size|failed to read (?:header|magic"
    r"|key-value pairs|tensor info|tensor data)|unexpectedly reached end of file|read error"
)
_NO_MEMORY = re.compile(
    r"(?:unable|failed) to allocate|failed to (?:create|alloc)\w* .*buffer|bad_alloc|out of memory"
    r"|failed to reserve|cudaMalloc failed|ErrorOutOf(?:Device|Host)Memory",
    re.IGNORECASE,
)
# "function_name: " in front of a line, and the loader's second one.
_PREFIX = re.compile(r"^(?:[\w:~<>]+: )+(?:error loading model: )?")


def check_file(path: Path) -> None:
    """Raises ModelNotFound, NotAModel or ModelError for what is not even the start of a GGUF."""
    try:
        with path.open("rb") as file:
            head = file.read(64)
    except FileNotFoundError as error:
        raise errors.ModelNotFound(
            f"There is no model file {path}. Check the path, or see `localllm list`.",
            path=str(path),
        ) from error
    except IsADirectoryError as error:
        raise errors.NotAModel(
            f"{path} is a folder. Name the .gguf file inside it.", path=str(path)
        ) from error
    except OSError as error:
        raise errors.ModelError(
            f"The model file {path} cannot be read: {error.strerror}.", path=str(path)
        ) from error
    if head[:4] != _GGUF_MAGIC:
        raise errors.NotAModel(
            f"{path.name} is not a GGUF model: {_describe(head)}. localllm opens .gguf files.",
            path=str(path),
        )


def _describe(head: bytes) -> str:
    if not head:
        return "it is empty"
    for start, what in _OTHER_FILES:
        if head.startswith(start):
            return f"it is {what}"
    return f"it begins with {head[:4]!r} instead of {_GGUF_MAGIC!r}"


def explain_model(path: Path, lines: Sequence[str]) -> errors.ModelError:
    """The error for a GGUF that llama.cpp refused, with these lines of errors."""
    text = "\n".join(lines)
    detail = {"path": str(path), "native": _reason(lines)}
    if _NO_MEMORY.search(text):
        size = path.stat().st_size
        return errors.ModelTooLarge(
            f"{path.name} ({size / 1e9:.1f} GB) does not fit into memory: {_reason(lines)}. Close "
            "other programs, put fewer layers on the GPU, or take a smaller quantization.",
            **detail,
            file_bytes=size,
        )
    if missing := _unsupported(text):
        return errors.ModelUnsupported(
            f"{path.name} cannot be used: this build of llama.cpp does not know {missing}. A "
            "newer localllm may; else take a conversion of a model that it knows.",
            **detail,
        )
    if _TRUNCATED.search(text):
        return errors.ModelTruncated(
            f"{path.name} ({path.stat().st_size:,} bytes) is shorter than its own header says: the "
            "download or copy did not finish. Fetch it again.",
            **detail,
        )
    return errors.ModelError(
        f"{path.name} cannot be loaded: {_reason(lines) or 'llama.cpp gave no reason'}.", **detail
    )


def explain_context(n_ctx: int, n_seq_max: int, lines: Sequence[str]) -> errors.LocalLLMError:
    """The error for a context that llama.cpp did not make, with these lines of errors."""
    reason = _reason(lines) or "llama.cpp gave no reason"
    if _NO_MEMORY.search("\n".join(lines)):
        return errors.ModelTooLarge(
            f"There is not enough memory for a context of {n_ctx:,} tokens: {reason}. Choose a "
            "smaller context or a smaller KV type (q8_0 takes half of f16), or close programs.",
            context=n_ctx,
            native=reason,
        )
    return errors.EngineError(
        f"llama.cpp cannot run this model with a context of {n_ctx:,} tokens and {n_seq_max} "
        f"sequences: {reason}. Try other settings.",
        context=n_ctx,
        native=reason,
    )


def _unsupported(text: str) -> str:
    if found := _ARCHITECTURE.search(text):
        return f"the model architecture '{found[1]}'"
    if found := _VERSION.search(text):
        return f"version {found[1] or found[2] or found[3]} of the GGUF format"
    if found := _TENSOR_TYPE.search(text):
        return f"the tensor type number {found[2] or found[3]}"
    if found := _TOKENIZER.search(text):
        return f"its tokenizer ({found[1]})"
    return ""


def _reason(lines: Sequence[str]) -> str:
    """The first line: what follows it are its consequences."""
    return _PREFIX.sub("", lines[0]).rstrip(". ") if lines else ""
