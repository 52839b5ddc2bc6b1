"""What the choices of a repository take, from the header of one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from localllm.models.header.gguf import read_header
from localllm.models.hub.choice_fit import fits_by, sample
from localllm.models.hub.quants import Choice, HubFile, listing_of
from localllm.models.memory.fit import fit
from localllm.models.memory.formula import FitOptions
from localllm.models.memory.machine import Room

OPTIONS = FitOptions(context=4096)
ROOM = Room(ram=1_000_000_000)


def choice(size: int, *more: HubFile) -> Choice:
    return listing_of([HubFile("m-Q4_1.gguf", size), *more]).choices[0]


@pytest.mark.model
def test_the_one_that_was_read_takes_what_its_header_says(starter_model: Path) -> None:
    headers = [read_header(starter_model)]
    read = choice(starter_model.stat().st_size)
    known = fit(headers, OPTIONS, ROOM)
    found = fits_by(headers, read, OPTIONS, ROOM)(read)
    assert (found.total, found.verdict) == (known.total, known.verdict)


@pytest.mark.model
def test_another_differs_by_its_weights_and_projector_alone(starter_model: Path) -> None:
    headers = [read_header(starter_model)]
    size = starter_model.stat().st_size
    read = choice(size)
    fit_of = fits_by(headers, read, OPTIONS, ROOM)
    weights = fit_of(read).weights
    double = fit_of(choice(2 * size, HubFile("mmproj-F16.gguf", 5_000)))
    assert double.weights == 2 * weights + 5_000
    assert double.total - fit_of(read).total == weights + 5_000
    assert fit_of(choice(20 * size)).verdict == "too big"


def test_the_header_is_read_of_the_fewest_and_smallest_files() -> None:
    files = {
        "m-Q2_K-00001-of-00002.gguf": 1, "m-Q2_K-00002-of-00002.gguf": 1, "m-Q4_0.gguf": 4,
        "m-Q8_0.gguf": 8,
    }  # fmt: skip
    found = listing_of(HubFile(name, size) for name, size in files.items())
    assert sample(found.choices).name == "Q4_0"
