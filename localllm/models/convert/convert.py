"""Writes a plan's file: a megabyte at a time, and under its name only when it is whole."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np

from localllm.errors import Busy, DiskFull, ModelError
from localllm.models.convert.naming import with_type
from localllm.models.convert.output import chunks
from localllm.models.convert.plan import Plan, Planned, make_plan
from localllm.models.convert.safetensors import Shards
from localllm.models.disk import check_disk
from localllm.models.temporary import Temporary

Progress = Callable[[int, int, str], None]  # bytes written, bytes in all, the tensor at work


class Conversion(msgspec.Struct, frozen=True):
    """`architecture` is llama.cpp's name; `out_type` what `auto` became."""

    path: Path
    size_bytes: int
    architecture: str
    out_type: str
    n_tensors: int


def convert(
    folder: Path,
    target: Path,
    *,
    out_type: str = "auto",
    name: str = "",
    pre: str | None = None,
    replace: bool = False,
    progress: Progress | None = None,
) -> Conversion:
    """Makes the GGUF file `target` of the safetensors model in `folder`.

    `out_type` is one of rules.OUT_TYPES; `{ftype}` in the target's name becomes it. `name` goes
    before the folder's; `pre` names the pre-tokenizer of a tokenizer that llama.cpp does not know.
    Whatever ends it (an error, an exception out of `progress`, the process's death), the target is
    as it was or whole.
    Errors of the model as `make_plan`; Busy where the target exists and is not to be replaced,
    DiskFull with numbers before anything is written.
    """
    if target == with_type(target, out_type):
        check_target(target, replace=replace)
    plan = make_plan(folder, out_type, name=name, pre=pre)
    target = with_type(target, plan.out_type)
    check_target(target, replace=replace)
    check_disk(target, plan.size_bytes)
    write(plan, target, replace=replace, progress=progress)
    return Conversion(target, plan.size_bytes, plan.architecture, plan.out_type, len(plan.tensors))


def check_target(target: Path, *, replace: bool) -> None:
    """Busy where `target` exists already, ModelError where there can be no file."""
    if target.is_dir() or not target.parent.is_dir():
        raise ModelError(f"{target} is no place for a file; name a file in an existing folder")
    if target.exists() and not replace:
        raise Busy(
            f"{target} exists already and was left as it is; name another file, or replace it with "
            "--force",
            path=str(target),
        )


def write(plan: Plan, target: Path, *, replace: bool, progress: Progress | None = None) -> None:
    """The file of a plan. The checkpoint must still be what it was when the plan was made."""
    with Temporary(target) as temporary, Shards() as shards:
        try:
            with open(temporary.path, "r+b") as out:
                _write_all(plan, shards, out, progress or (lambda *_: None))
        except OSError as error:
            raise _explained(error, target) from error
        temporary.finish(replace=replace)


def _write_all(plan: Plan, shards: Shards, out: BinaryIO, progress: Progress) -> None:
    out.write(plan.header)
    done = len(plan.header)
    for tensor in plan.tensors:
        for piece in _pieces(tensor, shards):
            progress(done, plan.size_bytes, tensor.output.name)
            out.write(piece)
            done += len(piece)
    if done != plan.size_bytes:  # the header would speak of other bytes than there are
        raise AssertionError(f"wrote {done} bytes of {plan.size_bytes}")
    progress(done, plan.size_bytes, "")


def _pieces(tensor: Planned, shards: Shards) -> Iterator[memoryview | bytes]:
    for rows in chunks(tensor.output, tensor.kind, shards):
        yield np.ascontiguousarray(rows).reshape(-1).view(np.uint8).data
    yield bytes(tensor.padding)


def _explained(error: OSError, target: Path) -> Exception:
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", None)):
        return DiskFull(f"The disk became full while {target} was written; nothing was kept")
    return ModelError(f"{target} cannot be written: {error.strerror or error}", path=str(target))
