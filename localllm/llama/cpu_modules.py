"""Which of a build's CPU modules this processor runs, and which of them is taken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from localllm import errors
from localllm.llama import modules
from localllm.llama.instructions import instruction_sets
from localllm.llama.modules import Module, ModuleError

AUTO, BASELINE = "auto", "baseline"

# The widest vectors of ggml's modules for x86 (ggml/src/CMakeLists.txt), as /proc/cpuinfo has it.
_WIDEST = {
    "sandybridge": "avx", "ivybridge": "avx", "piledriver": "avx",
    "haswell": "avx2", "alderlake": "avx2",
    "skylakex": "avx512f", "cannonlake": "avx512f", "cascadelake": "avx512f",
    "icelake": "avx512f", "cooperlake": "avx512f", "zen4": "avx512f", "sapphirerapids": "avx512f",
}  # fmt: skip
_FAMILIES = {"avx": "avx", "avx2": "avx2", "avx512": "avx512f"}


class CpuModule(msgspec.Struct, frozen=True):
    """`score` is ggml's, 0 where it cannot run here, with `why` not."""

    name: str
    score: int
    why: str = ""

    @property
    def widest(self) -> str:
        return _WIDEST.get(self.name, "")


def rate(found: Sequence[Module], sets: Collection[str] | None = None) -> list[CpuModule]:
    """Every CPU module among `found`, the best for this processor first.

    `sets` are the instruction sets that can be used, where they are not to be asked for.
    """
    usable = instruction_sets() if sets is None else sets
    rated = [_rated(module, usable) for module in found if module.cpu]
    return sorted(rated, key=lambda module: -module.score)


def _rated(module: Module, usable: Collection[str]) -> CpuModule:
    try:
        score = modules.score(module)
    except ModuleError as error:
        return CpuModule(module.cpu, 0, str(error))
    if not score:
        return CpuModule(module.cpu, 0, "the processor lacks instructions that it uses")
    widest = _WIDEST.get(module.cpu)
    if usable and widest and widest not in usable:
        return CpuModule(module.cpu, 0, f"the operating system does not support {widest}")
    return CpuModule(module.cpu, score)


def choose(rated: Sequence[CpuModule], wanted: str, folder: Path) -> CpuModule:
    """The module to load: `wanted` is auto, baseline, avx, avx2, avx512 or a module's name.

    Raises EngineError where there is none such, or none that this processor runs.
    """
    runnable = [module for module in rated if module.score]
    if not runnable:
        raise _none(rated, folder)
    if wanted == AUTO:
        return runnable[0]
    if wanted == BASELINE:
        return runnable[-1]
    if wanted in _FAMILIES:
        meant = [module for module in rated if module.widest == _FAMILIES[wanted]]
    else:
        meant = [module for module in rated if module.name == wanted]
    if not meant:
        raise _unknown(wanted, rated, folder)
    if not meant[0].score:
        raise _unusable(wanted, meant, runnable)
    return meant[0]


def _none(rated: Sequence[CpuModule], folder: Path) -> errors.EngineError:
    said = "; ".join(f"{module.name}: {module.why}" for module in rated) or "there is none"
    return errors.EngineError(
        f"No CPU module of {folder} can be used ({said}). Install localllm again, or build native/ "
        "for this processor.",
        folder=str(folder),
    )


def _unknown(wanted: str, rated: Sequence[CpuModule], folder: Path) -> errors.EngineError:
    names = ", ".join(module.name for module in rated)
    words = ", ".join((AUTO, BASELINE, *_FAMILIES))
    return errors.EngineError(
        f"There is no CPU module {wanted!r} in {folder}. There are {names}; or say one of {words} "
        "(--cpu-module).",
        folder=str(folder),
        wanted=wanted,
    )


def _unusable(
    wanted: str, meant: Sequence[CpuModule], runnable: Sequence[CpuModule]
) -> errors.EngineError:
    names = [module.name for module in runnable]
    return errors.EngineError(
        f"This computer cannot run the CPU module {wanted!r}: {meant[0].why}. It can run "
        f"{', '.join(names)}. Take one of these, or auto (--cpu-module).",
        wanted=wanted,
        runnable=names,
    )
