"""Opening a model, what it says of itself, and files that are none."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest
from helpers.gguf_bytes import gguf

from localllm import errors
from localllm.llama.model import Model

pytestmark = pytest.mark.model

# SmolLM2-135M: 30 layers of 3,540,096 weights, a norm of 576 and a tied embedding of 49152 x 576.
PARAMETERS = 30 * 3_540_096 + 576 + 49_152 * 576


def test_the_file_speaks_for_itself(model: Model) -> None:
    assert model.architecture == "llama"
    assert model.n_params == PARAMETERS
    assert model.context_train == 8192
    assert model.vocab.n_tokens == 49152
    assert model.description.endswith("Q4_1")


def test_its_tensors_are_nearly_all_of_the_file(model: Model) -> None:
    assert 0.95 < model.size_bytes / model.path.stat().st_size < 1


def test_it_is_a_plain_decoder(model: Model) -> None:
    flags = (model.is_recurrent, model.is_hybrid, model.has_decoder, model.swa_window)

    assert flags == (False, False, True, 0)


def test_its_template_is_the_one_in_the_header(model: Model) -> None:
    assert model.chat_template == model.metadata("tokenizer.chat_template")
    assert "<|im_start|>" in (model.chat_template or "")


def test_metadata_that_is_not_there_is_none(model: Model) -> None:
    assert model.metadata("general.nothing") is None


def test_without_a_gpu_it_runs_on_the_cpu(starter_model: Path) -> None:
    with Model.open(starter_model, gpu_layers=0) as model:
        assert model.devices == ("CPU",)


def test_progress_rises_to_one(starter_model: Path) -> None:
    seen: list[float] = []

    def report(fraction: float) -> bool:
        seen.append(fraction)
        return True

    Model.open(starter_model, progress=report).close()

    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_progress_may_stop_the_load(starter_model: Path) -> None:
    with pytest.raises(errors.ModelError, match="was stopped"):
        Model.open(starter_model, progress=lambda _: False)


def test_what_progress_raises_comes_out_of_open(starter_model: Path) -> None:
    def report(_: float) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Model.open(starter_model, progress=report)


def test_closing_twice_is_fine(starter_model: Path) -> None:
    model = Model.open(starter_model)
    model.close()
    model.close()


def test_garbage_is_not_a_model(tmp_path: Path) -> None:
    path = tmp_path / "noise.gguf"
    path.write_bytes(b"\x7fELF" + os.urandom(4096))

    with pytest.raises(errors.NotAModel, match="not a GGUF model"):
        Model.open(path)


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(errors.ModelNotFound):
        Model.open(tmp_path / "absent.gguf")


@pytest.mark.parametrize("kept", [0.9, 0.5, 0.02, 0.001])
def test_a_truncated_file_says_so_wherever_it_ends(
    starter_model: Path, tmp_path: Path, kept: float
) -> None:
    path = tmp_path / "cut.gguf"
    size = int(starter_model.stat().st_size * kept)
    with starter_model.open("rb") as whole:
        path.write_bytes(whole.read(size))

    with pytest.raises(errors.ModelTruncated, match="Fetch it again"):
        Model.open(path)


def test_a_header_alone_is_truncated(tmp_path: Path) -> None:
    path = tmp_path / "head.gguf"
    path.write_bytes(struct.pack("<4sIQQ", b"GGUF", 3, 2, 5))

    with pytest.raises(errors.ModelTruncated):
        Model.open(path)


def test_an_unknown_architecture_is_named(tmp_path: Path) -> None:
    path = tmp_path / "new.gguf"
    path.write_bytes(gguf({"general.architecture": "frobnicator"}))

    with pytest.raises(errors.ModelUnsupported, match="model architecture 'frobnicator'"):
        Model.open(path)


def test_a_later_version_of_the_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "later.gguf"
    path.write_bytes(gguf(version=9))

    with pytest.raises(errors.ModelUnsupported, match="version 9"):
        Model.open(path)


def test_a_model_without_its_tensors_says_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "bare.gguf"
    path.write_bytes(gguf())

    with pytest.raises(errors.ModelError) as raised:
        Model.open(path)
    assert "key not found in model: llama." in raised.value.message
