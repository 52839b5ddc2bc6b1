"""llama_model_quantize, with what it says on the way: tensor by tensor, in its own log lines.

One call at a time in a process: the log is the process's. It cannot be stopped from outside, so a
process of its own runs it (jobs/quantize.py), which may be ended at any moment.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from localllm import errors
from localllm.llama import lib
from localllm.llama.ggml_types import NO_TYPE

# enum llama_model_kv_override_type (llama.h)
_INT, _FLOAT, _BOOL, _STR = range(4)
_KEY_BYTES = _TEXT_BYTES = 127  # of llama_model_kv_override, without the NUL

Floats = npt.NDArray[np.float32]
Value = bool | int | float | str


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of llama_model_quantize_params, as Python has them.

    `ftype` is an enum llama_ftype, the types are enum ggml_type (None: as the recipe has it).
    `rules` are (pattern, type), the first that std::regex_search finds in a name counts. `metadata`
    is set in the result, over what the source says. `imatrix` holds for each tensor n_columns x
    n_experts float32. `prune_layers` are left out, the others renumbered. `buffer_bytes` bounds the
    rows of a tensor that are in memory at one time.
    """

    ftype: int
    threads: int = 0
    output_type: int | None = None
    embedding_type: int | None = None
    rules: tuple[tuple[str, int], ...] = ()
    imatrix: Mapping[str, Floats] = {}
    metadata: Mapping[str, Value] = {}
    prune_layers: tuple[int, ...] = ()
    pure: bool = False
    only_copy: bool = False
    quantize_output: bool = True
    keep_split: bool = False
    buffer_bytes: int = 0


class Step(msgspec.Struct, frozen=True):
    """One tensor that was dealt with, number `index` (from 1) of `count`. `shape` is ne[0..3];
    types by ggml's names ("q4_K"). `fell_back`: the type that the shape did not allow, or ""."""

    index: int
    count: int
    name: str
    shape: tuple[int, int, int, int]
    before: str
    after: str
    fell_back: str = ""


OnStep = Callable[[Step], None]


def quantize(source: Path, target: Path, options: Options, on_step: OnStep) -> list[Step]:
    """Writes `target`, which is whole only when this returns. Every tensor, in the file's order.

    `on_step` hears of each one when it begins. Raises ModelError with llama.cpp's own words.
    """
    return _run(source, target, options, on_step, dry_run=False)


def plan(source: Path, options: Options) -> list[Step]:
    """What `quantize` would do, without reading a weight or writing a byte. Raises as it."""
    return _run(source, Path(), options, lambda _: None, dry_run=True)


def _run(
    source: Path, target: Path, options: Options, on_step: OnStep, *, dry_run: bool
) -> list[Step]:
    native = lib.load()
    lines = _Lines(on_step)
    params = _Params(native.llama, options, dry_run)
    with native.log.capture() as captured, native.log.listen(lines.receive):
        status = native.llama.llama_model_quantize(
            str(source).encode(), str(target).encode(), ctypes.byref(params.struct)
        )
    if status:
        raise _explained(source, captured.errors)
    lines.finish()
    return lines.steps


class _Params:
    """The C struct and whatever it points to, which must live as long."""

    def __init__(self, llama: Any, options: Options, dry_run: bool) -> None:
        self._llama = llama
        self._kept: list[Any] = []
        self.struct = params = llama.llama_model_quantize_default_params()
        params.nthread = options.threads
        params.ftype = options.ftype
        params.output_tensor_type = _type_or_none(options.output_type)
        params.token_embedding_type = _type_or_none(options.embedding_type)
        params.allow_requantize = True  # whether it is wise was asked before
        params.quantize_output_tensor = options.quantize_output
        params.only_copy = options.only_copy
        params.pure = options.pure
        params.keep_split = options.keep_split
        params.dry_run = dry_run
        if options.buffer_bytes:
            params.max_buf_size = options.buffer_bytes
        self._point(options)

    def _point(self, options: Options) -> None:
        """Arrays, each with its own end mark (llama-quant.cpp)."""
        params, llama = self.struct, self._llama
        if options.imatrix:
            rows = [self._imatrix(name, data) for name, data in options.imatrix.items()]
            end = llama.llama_model_imatrix_data(None, None, 0)
            params.imatrix = self._array(llama.llama_model_imatrix_data, [*rows, end])
        if options.metadata:
            rows = [_override(llama, key, value) for key, value in options.metadata.items()]
            end = llama.llama_model_kv_override()
            params.kv_overrides = self._array(llama.llama_model_kv_override, [*rows, end])
        if options.rules:
            rows = [llama.llama_model_tensor_override(p.encode(), t) for p, t in options.rules]
            end = llama.llama_model_tensor_override(None, NO_TYPE)
            params.tt_overrides = self._array(llama.llama_model_tensor_override, [*rows, end])
        if options.prune_layers:
            layers = [*sorted(set(options.prune_layers)), -1]
            params.prune_layers = self._array(ctypes.c_int32, layers)

    def _array(self, kind: Any, rows: Sequence[Any]) -> Any:
        array = (kind * len(rows))(*rows)
        self._kept.append((array, rows))
        return ctypes.cast(array, ctypes.POINTER(kind))

    def _imatrix(self, name: str, data: Floats) -> Any:
        flat = np.ascontiguousarray(data, np.float32).reshape(-1)
        self._kept.append(flat)
        pointer = flat.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        return self._llama.llama_model_imatrix_data(name.encode(), pointer, flat.size)


def _type_or_none(type_id: int | None) -> int:
    return NO_TYPE if type_id is None else type_id


def _override(llama: Any, key: str, value: Value) -> Any:
    """One llama_model_kv_override. Texts are cut at 127 bytes, as llama-quantize does."""
    row = llama.llama_model_kv_override()
    row.key = key.encode()[:_KEY_BYTES]
    if isinstance(value, bool):
        row.tag, row.value.val_bool = _BOOL, value
    elif isinstance(value, int):
        row.tag, row.value.val_i64 = _INT, value
    elif isinstance(value, float):
        row.tag, row.value.val_f64 = _FLOAT, value
    else:
        row.tag, row.value.val_str = _STR, value.encode()[:_TEXT_BYTES]
    return row


# "[   3/ 272] blk.0.attn_k.weight   - [  576,   192,     1,     1], type =   q4_1, "
_BEGIN = re.compile(r"\[ *(\d+)/ *(\d+)\] (.*?) +- \[([-\d, ]+)\], type = +(\S+), ")
_CONVERTING = re.compile(r"converting to (\S+) \.\.")
_PLANNED = re.compile(r"size = .* MiB -> .* MiB \((\S+)\)")
# "warning: blk.0.attn_k.weight  - ncols    576 not divisible by 256 (required for type    q4_K) "
_FALLBACK = re.compile(r"warning: (.*?) +- ncols .* \(required for type +(\S+)\)")


class _Lines:
    """Makes steps of the pieces of log lines. A step is told when it begins to be computed, and is
    complete with the next one's begin."""

    def __init__(self, on_step: OnStep) -> None:
        self.steps: list[Step] = []
        self._on_step = on_step
        self._open: Step | None = None
        self._wanted: dict[str, str] = {}

    def receive(self, text: str) -> None:
        if found := _BEGIN.search(text):
            self.finish()
            self._open = self._begun(found)
            self._on_step(self._open)
        elif self._open is None:
            if found := _FALLBACK.search(text):
                self._wanted[found[1]] = found[2]
        elif found := _CONVERTING.search(text) or _PLANNED.search(text):
            self._open = msgspec.structs.replace(self._open, after=found[1])

    def finish(self) -> None:
        if self._open is not None:
            self.steps.append(self._open)
            self._open = None

    def _begun(self, found: re.Match[str]) -> Step:
        index, count, name, shape, before = found.groups()
        a, b, c, d = (int(n) for n in shape.split(","))
        wanted = self._wanted.get(name, "")
        return Step(int(index), int(count), name, (a, b, c, d), before, before, wanted)


_FAILED = re.compile(r"failed to quantize: (.*)")
_REGEX = re.compile(r"regex|regular expression|[Tt]he expression contained")
_INVALID_DATA = re.compile(r"tensor '(.*)' has invalid data|validation failed")


def _explained(source: Path, lines: Sequence[str]) -> errors.LocalLLMError:
    """The error for these lines of errors."""
    said = next((found[1] for line in lines if (found := _FAILED.search(line))), "")
    detail = {"path": str(source), "native": said}
    if _INVALID_DATA.search(said):
        return errors.ModelError(
            f"{source.name} holds numbers that are none (NaN or infinite) or damaged blocks: "
            f"{said}. Fetch or convert it again",
            **detail,
        )
    if _REGEX.search(said):
        return errors.BadRequest(
            f"A pattern for tensors' names is no regular expression: {said}",
            param="tensor",
            **detail,
        )
    words = said or (lines[-1] if lines else "llama.cpp gave no reason")
    return errors.ModelError(f"{source.name} cannot be quantized: {words.rstrip('. ')}", **detail)
