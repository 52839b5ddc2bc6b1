"""What is fetched where nobody says which quantization."""

from __future__ import annotations

import pytest

from localllm.models.hub.picking import SMALL_BYTES, in_memory, pick
from localllm.models.hub.quants import Choice, HubFile, listing_of

GB = 1_000_000_000
# Sizes of Llama 3.1 8B by the bits that llama.cpp's tools/quantize/README.md gives.
BITS = {
    "BF16": 16.0, "Q8_0": 8.5, "Q6_K": 6.56, "Q5_K_M": 5.7, "Q4_K_M": 4.89, "Q4_K_S": 4.67,
    "IQ4_XS": 4.46, "Q3_K_M": 4.0, "Q2_K": 3.16, "IQ2_M": 2.93, "IQ1_S": 2.0,
}  # fmt: skip


def choices(billions: float, *quants: str) -> tuple[Choice, ...]:
    return listing_of(
        HubFile(f"m-{quant}.gguf", round(billions * GB * BITS[quant] / 8))
        for quant in quants or BITS
    ).choices


@pytest.mark.parametrize(
    ("free_gb", "wanted"), [(32, "Q4_K_M"), (6, "Q4_K_M"), (5.8, "Q4_K_S"), (5, "Q3_K_M")]
)
def test_the_usual_one_or_the_best_that_fits(free_gb: float, wanted: str) -> None:
    found = pick(choices(8), in_memory(round(free_gb * GB)))
    assert (found.choice.name, found.fits) == (wanted, True)


def test_where_nothing_fits_the_smallest_is_taken_and_said_so() -> None:
    found = pick(choices(70), in_memory(8 * GB))
    assert (found.choice.name, found.fits) == ("IQ1_S", False)


def test_a_small_model_is_taken_nearly_whole() -> None:
    assert pick(choices(0.5)).choice.name == "Q8_0"
    assert pick(choices(8.1 * SMALL_BYTES / GB)).choice.name == "Q4_K_M"


@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        (("BF16", "Q8_0"), "Q8_0"),
        (("BF16", "IQ1_S"), "IQ1_S"),
        (("BF16",), "BF16"),
        (("Q6_K", "Q5_K_M"), "Q5_K_M"),
    ],
)
def test_without_the_usual_one_the_next_is_taken(there: tuple[str, ...], wanted: str) -> None:
    assert pick(choices(8, *there)).choice.name == wanted


def test_the_plain_one_goes_before_a_makers_own() -> None:
    found = listing_of(HubFile(f"m-{name}.gguf", 9 * GB) for name in ("UD-Q4_K_M", "Q4_K_M"))
    assert pick(found.choices).choice.name == "Q4_K_M"


def test_a_model_made_in_mxfp4_is_taken_so() -> None:
    found = listing_of(HubFile(f"m-{name}.gguf", 9 * GB) for name in ("Q4_K_M", "MXFP4"))
    assert pick(found.choices).choice.name == "MXFP4"


def test_a_file_of_no_known_type_is_taken_where_it_is_alone() -> None:
    (only,) = listing_of([HubFile("model.gguf", 9 * GB)]).choices
    assert pick([only]).choice.name == "model"


def test_the_projector_needs_memory_too() -> None:
    (choice,) = listing_of(
        [HubFile("m-Q4_0.gguf", 4 * GB), HubFile("mmproj-F16.gguf", 2 * GB)]
    ).choices
    assert in_memory(8 * GB)(choice)
    assert not in_memory(6 * GB)(choice)
