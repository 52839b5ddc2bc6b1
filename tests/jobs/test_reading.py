from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.speaking_llama import speaking_llama

from localllm import errors
from localllm.jobs import reading
from localllm.llama.model import Model

TEXT = "Kraniche ziehen nach Süden; two boats lay at the pier.\n"


@pytest.fixture
def model(tmp_path: Path) -> Iterator[Model]:
    with Model.open(speaking_llama(tmp_path / "tiny.gguf", width=64, ff=64)) as opened:
        yield opened


def file(folder: Path, data: bytes) -> str:
    path = folder / "text.txt"
    path.write_bytes(data)
    return str(path)


def test_the_begin_of_a_long_text_gives_the_same_chunks(tmp_path: Path, model: Model) -> None:
    whole = file(tmp_path, TEXT.encode() * 3000)

    everything = reading.chunks_of(whole, "", 64, 0, model)
    begin = reading.chunks_of(whole, "", 64, 3, model)

    assert begin.shape == (3, 64)
    assert np.array_equal(begin, everything[:3])


def test_more_chunks_than_there_are_is_all(tmp_path: Path, model: Model) -> None:
    text = file(tmp_path, TEXT.encode() * 10)

    everything = reading.chunks_of(text, "", 64, 0, model)
    assert np.array_equal(reading.chunks_of(text, "", 64, 10_000, model), everything)


@pytest.mark.parametrize("cut", [1, 2])
def test_a_prefix_never_ends_inside_a_character(tmp_path: Path, cut: int) -> None:
    text = file(tmp_path, "ab€€€".encode())

    assert reading.read_text(text, "", max_bytes=2 + 3 + cut) == "ab€"


def test_a_text_of_gigabytes_is_not_read_whole(tmp_path: Path, model: Model) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as huge:
        huge.write(TEXT.encode() * 1000)
        huge.truncate(3 << 30)  # a hole, which takes no room

    with pytest.raises(errors.BadRequest, match=r"3\.2 GB; at most 67\.1 MB"):
        reading.chunks_of(str(path), "", 64, 0, model)
    assert reading.chunks_of(str(path), "", 64, 3, model).shape == (3, 64)


@pytest.mark.parametrize("name", [reading.EVALUATION, reading.CALIBRATION])
def test_our_texts_have_chunks_enough(starter_model: Path, name: str) -> None:
    with Model.open(starter_model, weights=False) as model:
        chunks = reading.chunks_of("", name, 512, 0, model)

    assert len(chunks) >= 20


def test_our_texts_share_no_passage() -> None:
    texts = [reading.read_text("", name) for name in (reading.EVALUATION, reading.CALIBRATION)]
    passages = [
        {line.strip() for line in text.splitlines() if len(line.strip()) > 80} for text in texts
    ]

    assert not passages[0] & passages[1]
