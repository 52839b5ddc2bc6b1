"""Models of Ollama: found by its manifests, listed and loaded in place, never touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.gguf_bytes import gguf
from helpers.ollama_folder import DIGEST, MODEL_LAYER, blob, manifest

from localllm.errors import Forbidden, ModelNotFound
from localllm.models import ollama, starter
from localllm.models.header.check import check_loadable
from localllm.models.store import Store


@pytest.fixture(autouse=True)
def no_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "in_package", lambda: None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".ollama" / "models"


def names(folder: Path) -> list[str]:
    return [model.name for model in Store([folder]).list()]


def test_a_model_is_named_for_its_name_and_tag_and_lies_in_its_blob(folder: Path) -> None:
    path = blob(folder)
    manifest(folder)
    (model,) = Store([folder]).list()
    assert (model.name, model.path, model.source) == ("llama3.2-1b", str(path), "folder")
    assert (model.size_bytes, model.architecture) == (path.stat().st_size, "llama")
    assert model.problem is None


def test_it_is_resolved_by_name_and_by_the_path_of_its_blob(folder: Path) -> None:
    path = blob(folder)
    manifest(folder)
    store = Store([folder])
    assert store.resolve("llama3.2").path == str(path)
    assert store.resolve(str(path)).name == "llama3.2-1b"


def test_a_blob_may_be_loaded_though_it_has_no_suffix(folder: Path) -> None:
    assert check_loadable(blob(folder)).architecture == "llama"


def test_models_of_other_authors_and_registries_are_found(folder: Path) -> None:
    for number, (registry, tag) in enumerate(
        [("registry.ollama.ai", "someone/tiny/latest"), ("hf.co", "maker/Big-GGUF/Q4_K_M")]
    ):
        digest = f"sha256:{number:064}"
        blob(folder, digest)
        manifest(folder, tag, digest, registry=registry)
    assert names(folder) == ["big-gguf-q4_k_m", "tiny-latest"]


def test_two_of_one_name_are_told_apart_by_their_author(folder: Path) -> None:
    for number, author in enumerate(("library", "someone")):
        digest = f"sha256:{number:064}"
        blob(folder, digest)
        manifest(folder, f"{author}/tiny/1b", digest)
    assert names(folder) == ["someone/tiny-1b", "tiny-1b"]


def test_tags_of_one_file_are_one_model_with_the_name_that_says_most(folder: Path) -> None:
    blob(folder)
    manifest(folder, "library/a/latest")
    manifest(folder, "library/a/zeta")
    assert names(folder) == ["a-zeta"]


def test_other_files_in_the_folder_are_found_beside_them(folder: Path) -> None:
    blob(folder)
    manifest(folder)
    (folder / "mine.gguf").write_bytes(gguf())
    assert names(folder) == ["llama3.2-1b", "mine"]


def test_projectors_are_left_out(folder: Path) -> None:
    blob(folder, data=gguf({"general.architecture": "clip", "general.type": "mmproj"}))
    manifest(folder)
    assert names(folder) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"layers": null}',
        '{"layers": [{"digest": 7}]}',
        '{"layers": []}',
        json.dumps({"layers": [{"mediaType": MODEL_LAYER, "digest": "sha256:../../etc/passwd"}]}),
        json.dumps({"layers": [{"mediaType": MODEL_LAYER, "digest": "sha256:" + "A" * 64}]}),
        json.dumps({"layers": [{"mediaType": "application/x", "digest": DIGEST}]}),
    ],
)
def test_a_broken_manifest_is_passed_over_and_the_others_are_listed(
    folder: Path, text: str
) -> None:
    blob(folder)
    manifest(folder)
    manifest(folder, "library/broken/1b", text=text)
    assert names(folder) == ["llama3.2-1b"]


def test_a_manifest_that_is_no_text_is_passed_over(folder: Path) -> None:
    blob(folder)
    manifest(folder)
    manifest(folder, "library/broken/1b").write_bytes(b"\xff\xfe\x00")
    assert names(folder) == ["llama3.2-1b"]


def test_a_folder_where_a_tag_should_be_is_passed_over(folder: Path) -> None:
    blob(folder)
    manifest(folder)
    (folder / "manifests" / "registry.ollama.ai" / "library" / "odd" / "1b").mkdir(parents=True)
    assert names(folder) == ["llama3.2-1b"]


def test_a_blob_that_is_gone_is_said_so(folder: Path) -> None:
    manifest(folder)
    (model,) = Store([folder]).list()
    assert model.name == "llama3.2-1b"
    assert "no file" in (model.problem or "")


def test_a_blob_that_is_cut_off_is_said_so(folder: Path) -> None:
    blob(folder, data=gguf()[:-10])
    manifest(folder)
    (model,) = Store([folder]).list()
    assert "cut off" in (model.problem or "")


def test_a_folder_of_something_else_holds_none(tmp_path: Path) -> None:
    assert ollama.models_in(tmp_path) == []
    assert ollama.models_in(tmp_path / "gone") == []


@pytest.mark.parametrize("force", [False, True])
def test_it_is_never_removed_and_the_way_to_do_so_is_told(folder: Path, force: bool) -> None:
    path = blob(folder)
    manifest(folder)
    with pytest.raises(Forbidden, match="ollama rm"):
        Store([folder]).remove("llama3.2-1b", force=force)
    assert path.exists()


def test_a_blob_named_by_its_path_alone_is_not_removed_either(folder: Path) -> None:
    path = blob(folder)
    manifest(folder)
    with pytest.raises(Forbidden, match="ollama rm"):
        Store().remove(str(path), force=True)
    assert path.exists()


def test_listing_writes_nothing_into_the_folder(folder: Path) -> None:
    blob(folder)
    manifest(folder)
    before = {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}
    Store([folder]).list()
    assert {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))} == before


@pytest.mark.parametrize(
    "name",
    [
        "llama3.2:1b",
        "LLAMA3.2:1B",
        "library/llama3.2:1b",
        "registry.ollama.ai/library/llama3.2:1b",
    ],
)
def test_it_is_resolved_by_the_name_that_ollama_gives_it(folder: Path, name: str) -> None:
    path = blob(folder)
    manifest(folder)
    store = Store([folder])
    assert store.resolve(name).path == str(path)
    assert store.find(name).name == "llama3.2-1b"


@pytest.mark.parametrize(
    ("tag", "registry", "name"),
    [
        ("someone/tiny/latest", "registry.ollama.ai", "someone/tiny"),
        ("someone/tiny/1b", "registry.ollama.ai", "Someone/tiny:1b"),
        ("maker/Big-GGUF/Q4_K_M", "hf.co", "hf.co/maker/Big-GGUF:Q4_K_M"),
        ("maker/Big-GGUF/latest", "hf.co", "hf.co/maker/big-gguf"),
    ],
)
def test_names_with_an_author_or_a_registry_are_understood(
    folder: Path, tag: str, registry: str, name: str
) -> None:
    path = blob(folder)
    manifest(folder, tag, registry=registry)
    assert Store([folder]).resolve(name).path == str(path)


def test_a_name_without_a_tag_is_the_latest_though_others_begin_so(folder: Path) -> None:
    for number, tag in enumerate(("1b", "3b", "latest")):
        blob(folder, f"sha256:{number:064}")
        manifest(folder, f"library/llama3.2/{tag}", f"sha256:{number:064}")
    assert Store([folder]).resolve("llama3.2").name == "llama3.2-latest"


def test_a_tag_that_is_another_name_of_the_same_file_is_understood(folder: Path) -> None:
    path = blob(folder)
    manifest(folder, "library/llama3.1/8b")
    manifest(folder, "library/llama3.1/latest")
    store = Store([folder])
    assert [model.name for model in store.list()] == ["llama3.1-8b"]
    assert store.resolve("llama3.1:latest").path == str(path)


@pytest.mark.parametrize("name", ["llama3.2:3b", "other:1b", "x/y/z/w:1b", ":1b", "/llama3.2:1b"])
def test_a_name_that_ollama_does_not_know_is_not_found(folder: Path, name: str) -> None:
    blob(folder)
    manifest(folder)
    with pytest.raises(ModelNotFound):
        Store([folder]).find(name)
