"""The folders of other programs that are offered to a person."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.ollama_folder import blob, manifest

from localllm.models import peers


@pytest.fixture(autouse=True)
def plain_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what the machine of the test has set up or installed."""
    for name in ("OLLAMA_MODELS", "HF_HUB_CACHE", "HF_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(peers, "_OLLAMA_SERVICE", tmp_path / "service")


def put(folder: Path, name: str = "some.gguf") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(b"x" * 10)
    return path


def programs(home: Path) -> list[str]:
    return [peer.program for peer in peers.find_peers(home)]


def test_folders_are_found_where_they_hold_models(tmp_path: Path) -> None:
    put(tmp_path / ".lmstudio" / "models" / "maker")
    (tmp_path / ".cache" / "llama.cpp").mkdir(parents=True)
    (found,) = peers.find_peers(tmp_path)
    assert (found.program, found.files, found.size_bytes) == ("LM Studio", 1, 10)


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        (".cache/huggingface/hub/models--a--b/snapshots/1", "Hugging Face"),
        (".cache/llama.cpp", "llama.cpp"),
        (".local/share/nomic.ai/GPT4All", "GPT4All"),
        (".config/Jan/data/llamacpp/models/a", "Jan"),
    ],
)
def test_every_programs_folder_is_known(tmp_path: Path, folder: str, program: str) -> None:
    put(tmp_path / folder)
    assert programs(tmp_path) == [program]


def test_the_hubs_folder_may_lie_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "elsewhere" / "hub")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "elsewhere"))
    assert [peer.folder for peer in peers.find_peers(tmp_path)] == [
        str(tmp_path / "elsewhere" / "hub")
    ]


def test_models_of_ollama_are_counted_by_its_manifests(tmp_path: Path) -> None:
    folder = tmp_path / ".ollama" / "models"
    blob(folder, data=b"x" * 30)
    manifest(folder, "library/a/1b")
    manifest(folder, "library/a/latest")
    manifest(folder, "library/gone/1b", "sha256:" + "0" * 64)
    (found,) = peers.find_peers(tmp_path)
    assert (found.program, found.folder) == ("Ollama", str(folder))
    assert (found.files, found.size_bytes) == (1, 30)


def test_ollamas_own_setting_says_where_its_models_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path / "big-disk", tmp_path / ".ollama" / "models"):
        blob(folder)
        manifest(folder)
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "big-disk"))
    assert [peer.folder for peer in peers.find_peers(tmp_path)] == [str(tmp_path / "big-disk")]


def test_the_service_of_ollama_has_a_folder_of_its_own(tmp_path: Path) -> None:
    blob(tmp_path / "service")
    manifest(tmp_path / "service")
    assert programs(tmp_path) == ["Ollama"]
