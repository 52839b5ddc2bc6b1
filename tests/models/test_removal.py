"""What is deleted with a model, and what that frees."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from helpers.gguf_bytes import gguf, part

from localllm import paths
from localllm.models import starter
from localllm.models.fetch.fetching import FetchedFile, Manifest
from localllm.models.removal import removal_of
from localllm.models.store import Store

SIZE = len(gguf())
CLIP = gguf({"general.architecture": "clip", "general.type": "mmproj"})


@pytest.fixture(autouse=True)
def no_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "in_package", lambda: None)


def put(path: Path, data: bytes | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gguf() if data is None else data)
    return path


def fetched(folder: Path, *files: Path) -> Path:
    """The manifest of a download of these files."""
    entries = tuple(FetchedFile(file.relative_to(folder).as_posix(), 1, "0" * 64) for file in files)
    path = folder / ".model.fetched.json"
    path.write_bytes(msgspec.json.encode(Manifest("a model", entries)))
    return path


def names(store: Store, model: str) -> set[str]:
    return {Path(file.path).name for file in store.would_free(model).files}


def test_nothing_is_deleted_by_asking() -> None:
    path = put(paths.models_dir() / "m.gguf")
    removal = Store().would_free("m")
    assert removal.frees == SIZE
    assert removal.words == "1 file, 1.4 kB"
    assert path.exists()


def test_all_parts_count() -> None:
    for number in range(3):
        put(paths.models_dir() / f"big-{number + 1:05}-of-00003.gguf", part(number, 3))
    removal = Store().would_free("big")
    assert len(removal.files) == 3
    assert removal.frees == Store().remove("big") == sum(len(part(n, 3)) for n in range(3))


def test_the_projector_and_the_manifest_of_a_download_go_with_it() -> None:
    folder = paths.models_dir() / "owner" / "name"
    model, clip = put(folder / "m-Q4_0.gguf"), put(folder / "mmproj-F16.gguf", CLIP)
    fetched(folder, model, clip)
    assert names(Store(), "m-q4_0") == {"m-Q4_0.gguf", "mmproj-F16.gguf", ".model.fetched.json"}
    Store().remove("m-q4_0")
    assert not (paths.models_dir() / "owner").exists()


def test_a_projector_that_another_model_uses_stays() -> None:
    folder = paths.models_dir() / "owner" / "name"
    model, clip = put(folder / "m-Q4_0.gguf"), put(folder / "mmproj-F16.gguf", CLIP)
    put(folder / "m-Q8_0.gguf")
    fetched(folder, model, clip)
    assert names(Store(), "m-q4_0") == {"m-Q4_0.gguf", ".model.fetched.json"}


def test_a_manifest_beside_the_models_of_all_goes_too() -> None:
    model = put(paths.models_dir() / "m.gguf")
    fetched(paths.models_dir(), model)
    assert names(Store(), "m") == {"m.gguf", ".model.fetched.json"}


def test_files_of_the_persons_own_folders_go_alone(tmp_path: Path) -> None:
    model, clip = put(tmp_path / "m-Q4_0.gguf"), put(tmp_path / "mmproj-m.gguf", CLIP)
    assert names(Store([tmp_path]), "m-q4_0") == {"m-Q4_0.gguf"}
    Store([tmp_path]).remove("m-q4_0", force=True)
    assert clip.exists()
    assert not model.exists()


def test_a_file_with_another_name_frees_nothing() -> None:
    path = put(paths.models_dir() / "m.gguf")
    os.link(path, path.with_suffix(".backup"))
    removal = Store().would_free("m")
    assert removal.frees == 0
    assert removal.words == "1 file, 0 bytes (1.4 kB stay under another name)"
    assert Store().remove("m") == 0


class TestHuggingFaceCache:
    @pytest.fixture
    def cache(self, tmp_path: Path) -> Path:
        return tmp_path / "models--owner--name"

    def link(self, cache: Path, commit: str, name: str = "m.gguf", blob: str = "b1") -> Path:
        target = cache / "blobs" / blob
        if not target.exists():
            put(target)
        link = cache / "snapshots" / commit / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(os.path.relpath(target, link.parent))
        return link

    def test_the_blob_goes_with_its_only_link(self, cache: Path) -> None:
        link = self.link(cache, "c1")
        removal = removal_of([link])
        assert [Path(f.path).name for f in removal.files] == ["m.gguf", "b1"]
        assert removal.frees == SIZE

    def test_a_blob_of_another_snapshot_stays(self, cache: Path) -> None:
        link = self.link(cache, "c1")
        self.link(cache, "c2")
        assert [Path(f.path).name for f in removal_of([link]).files] == ["m.gguf"]
        assert removal_of([link]).frees == 0

    def test_another_file_of_the_cache_is_no_reason_to_stay(self, cache: Path) -> None:
        link = self.link(cache, "c1")
        self.link(cache, "c1", "other.gguf", "b2")
        assert removal_of([link]).frees == SIZE

    def test_the_store_removes_both(self, cache: Path) -> None:
        self.link(cache, "c1")
        assert Store([cache.parent]).remove("m", force=True) == SIZE
        assert not any((cache / "blobs").iterdir())

    def test_what_a_link_elsewhere_leads_to_is_not_touched(self, tmp_path: Path) -> None:
        target = put(tmp_path / "blobs" / "m.gguf")
        link = tmp_path / "links" / "m.gguf"
        link.parent.mkdir()
        link.symlink_to(target)
        assert [f.path for f in removal_of([link]).files] == [str(link)]


def test_the_reports_on_a_model_go_with_it() -> None:
    put(paths.models_dir() / "m.gguf")
    for name in ("m.report.html", "m.report.md", "other.report.html"):
        put(paths.models_dir() / name, b"a page")
    assert names(Store(), "m") == {"m.gguf", "m.report.html", "m.report.md"}
