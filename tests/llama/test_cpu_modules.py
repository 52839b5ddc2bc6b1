"""Which CPU module is taken: the best that runs here, or the one that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from localllm import errors
from localllm.llama import cpu_modules, instructions, modules
from localllm.llama.cpu_modules import choose, rate
from localllm.llama.modules import Module, ModuleError

FOLDER = Path("/opt/native")
# What ggml's own function answers on a processor with AVX2 and without AVX-512.
SCORES = {"x64": 1, "sse42": 5, "sandybridge": 21, "haswell": 64, "skylakex": 0, "zen4": 0}
SETS = ("sse4_2", "avx", "avx2")


@pytest.fixture(autouse=True)
def scores(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    answers = dict(SCORES)
    monkeypatch.setattr(modules, "score", lambda module: answers[module.cpu])
    return answers


def found(*others: str) -> list[Module]:
    return [Module(name, FOLDER / name) for name in (*(f"cpu-{name}" for name in SCORES), *others)]


@pytest.mark.parametrize(
    ("wanted", "taken"),
    [
        ("auto", "haswell"),
        ("baseline", "x64"),
        ("avx", "sandybridge"),
        ("avx2", "haswell"),
        ("sse42", "sse42"),
    ],
)
def test_a_word_or_a_name_chooses(wanted: str, taken: str) -> None:
    assert choose(rate(found("vulkan"), SETS), wanted, FOLDER).name == taken


def test_the_best_of_a_family_is_taken(scores: dict[str, int]) -> None:
    scores |= {"skylakex": 200, "zen4": 2000}
    assert choose(rate(found(), (*SETS, "avx512f")), "avx512", FOLDER).name == "zen4"


@pytest.mark.parametrize("wanted", ["avx512", "zen4"])
def test_one_that_would_crash_is_refused_with_those_that_run(wanted: str) -> None:
    with pytest.raises(errors.EngineError, match="cannot run the CPU module") as raised:
        choose(rate(found(), SETS), wanted, FOLDER)

    assert "haswell, sandybridge, sse42, x64" in raised.value.message
    assert "lacks instructions" in raised.value.message


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(errors.EngineError, match=r"no CPU module 'avx9' in /opt/native") as raised:
        choose(rate(found(), SETS), "avx9", FOLDER)

    for name in (*SCORES, "baseline", "avx512", "--cpu-module"):
        assert name in raised.value.message


def test_registers_that_the_system_does_not_save_are_not_used() -> None:
    rated = rate(found(), ("sse4_2", "avx"))  # CPUID names AVX2, Linux does not
    assert choose(rated, "auto", FOLDER).name == "sandybridge"
    (haswell,) = [module for module in rated if module.name == "haswell"]
    assert haswell.why == "the operating system does not support avx2"


def test_where_the_system_says_nothing_the_score_alone_counts() -> None:
    assert choose(rate(found(), ()), "auto", FOLDER).name == "haswell"


def test_a_broken_module_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def score(module: Module) -> int:
        if module.cpu == "haswell":
            raise ModuleError("file too short")
        return SCORES[module.cpu]

    monkeypatch.setattr(modules, "score", score)
    assert choose(rate(found(), SETS), "auto", FOLDER).name == "sandybridge"
    with pytest.raises(errors.EngineError, match="file too short"):
        choose(rate(found(), SETS), "haswell", FOLDER)


def test_a_folder_without_any_is_half_a_build() -> None:
    with pytest.raises(errors.EngineError, match=r"No CPU module of /opt/native .*there is none"):
        choose(rate([Module("vulkan", FOLDER)], SETS), "auto", FOLDER)


def test_instruction_sets_are_read_from_what_linux_lists() -> None:
    names = ["fpu", "avx2", "sse4_2", "avx512_vnni", "fma", "sme"]
    assert instructions.known(names) == ["sse4_2", "fma", "avx2", "avx512_vnni", "sme"]


def test_every_family_has_a_module() -> None:
    assert set(cpu_modules._FAMILIES.values()) <= set(cpu_modules._WIDEST.values())
