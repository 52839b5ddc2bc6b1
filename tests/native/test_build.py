"""How the native package is built: the pin, the source, the digest of its inputs, the cache."""

from __future__ import annotations

import io
import json
import os
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest
from native.conftest import ROOT
from nativebuild import build, inputs, source

NATIVE = ROOT / "native"
PIN = source.Pin("llama-cpp-python", "9.9", "")
TREE = source.Source(Path("/nowhere"), "identity")


def toml(path: Path) -> dict[str, object]:
    with open(path, "rb") as file:
        return tomllib.load(file)


def sdist(folder: Path, *names: str) -> Path:
    """An archive of empty files below a release's folder."""
    path = folder / "llama_cpp_python-9.9.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        for name in names:
            member = tarfile.TarInfo(f"llama_cpp_python-9.9/{name}")
            tar.addfile(member, io.BytesIO(b""))
    return path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOCALLLM_BUILD_CACHE", str(tmp_path / "cache"))
    return build.cache_dir()


# --- the pin --------------------------------------------------------------------------------------


def test_the_bindings_and_the_native_build_are_of_one_release() -> None:
    project = toml(ROOT / "pyproject.toml")["project"]
    assert isinstance(project, dict)

    assert f"llama-cpp-python=={source.read_pin().version}" in project["dependencies"]


def test_the_packages_version_begins_with_the_pinned_one() -> None:
    project = toml(NATIVE / "pyproject.toml")["project"]
    assert isinstance(project, dict)

    assert project["version"].startswith(f"{source.read_pin().version}.post")


def test_there_is_a_preset_for_every_kind_of_build() -> None:
    presets = json.loads((NATIVE / "CMakePresets.json").read_text())["configurePresets"]

    visible = {preset["name"] for preset in presets if not preset.get("hidden")}
    assert visible == {"cpu-native", "cpu-all", "metal", "cuda", "vulkan"}


# --- the source -----------------------------------------------------------------------------------


def test_a_folder_of_the_users_own_is_taken(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tmp_path / "vendor" / "llama.cpp"
    (tree / "common").mkdir(parents=True)
    (tree / "common" / "chat.h").touch()
    for given in (tree, tmp_path):  # llama.cpp's tree, and that of the bindings around it
        monkeypatch.setenv("LOCALLLM_LLAMA_SOURCE", str(given))
        assert source.find(cache).tree == tree


def test_a_change_in_the_users_folder_is_a_change_of_the_source(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = tmp_path / "common" / "chat.h"
    header.parent.mkdir()
    header.touch()
    monkeypatch.setenv("LOCALLLM_LLAMA_SOURCE", str(tmp_path))
    before = source.find(cache).identity
    header.write_text("// changed")

    assert source.find(cache).identity != before


def test_a_folder_without_llama_cpp_is_refused_in_words(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCALLLM_LLAMA_SOURCE", str(tmp_path))

    with pytest.raises(SystemExit, match="holds no"):
        source.find(cache)


def test_an_archive_with_another_hash_is_refused(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = sdist(tmp_path, "vendor/llama.cpp/LICENSE")
    monkeypatch.delenv("LOCALLLM_LLAMA_SOURCE", raising=False)
    monkeypatch.setattr(source, "_download", lambda pin, folder: archive)

    with pytest.raises(SystemExit, match="sha256"):
        source.find(cache)
    assert not list(cache.glob("source-*/"))


def test_only_what_is_built_and_tested_is_unpacked(tmp_path: Path) -> None:
    archive = sdist(
        tmp_path,
        "LICENSE.md",
        "vendor/llama.cpp/LICENSE",
        "vendor/llama.cpp/common/chat.h",
        "vendor/llama.cpp/common/../../../escaped",
        "vendor/llama.cpp/docs/long.md",
        "vendor/llama.cpp/models/large.gguf",
        "vendor/llama.cpp/models/templates/one.jinja",
    )
    source.unpack(archive, tmp_path / "tree", source._wanted)

    found = {path.relative_to(tmp_path / "tree").as_posix() for path in tmp_path.rglob("tree/**/*")}
    assert {"LICENSE", "common/chat.h", "models/templates/one.jinja"} <= found
    assert not any("docs" in name or "gguf" in name or "escaped" in name for name in found)


def test_the_download_is_bound_to_the_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append((command, Path(command[-1]).read_text()))
        sdist(tmp_path)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("nativebuild.source.subprocess.run", run)
    source._download(source.read_pin(), tmp_path)

    ((command, requirements),) = commands
    assert "--require-hashes" in command
    assert f"--hash=sha256:{source.read_pin().sha256}" in requirements


# --- the digest -----------------------------------------------------------------------------------


def test_the_same_inputs_have_the_same_digest() -> None:
    assert inputs.digest(TREE, "cpu-all") == inputs.digest(TREE, "cpu-all")


def test_source_preset_and_flags_are_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {
        inputs.digest(TREE, "cpu-all"),
        inputs.digest(TREE, "cpu-native"),
        inputs.digest(source.Source(TREE.tree, "another"), "cpu-all"),
    }
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_BLAS=ON")

    assert len(digests | {inputs.digest(TREE, "cpu-all")}) == 4


def test_the_preset_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALLLM_NATIVE_PRESET", "vulkan")

    assert inputs.default_preset() == "vulkan"


# --- the cache ------------------------------------------------------------------------------------


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Builds end at once; the list names each one that was really made."""
    made: list[str] = []

    def compile_(tree: source.Source, preset: str, entry: Path, product: str, to: Path) -> None:
        made.append(f"{preset} {product}")
        to.mkdir()

    monkeypatch.setattr(build, "find", lambda cache: TREE)
    monkeypatch.setattr(build, "_compile", compile_)
    return made


def test_a_finished_build_is_taken_as_it_stands(cache: Path, compiled: list[str]) -> None:
    first, second = build.libraries("cpu-all"), build.libraries("cpu-all")

    assert first == second
    assert compiled == ["cpu-all lib"]


def test_the_peer_is_added_to_the_build_of_its_libraries(cache: Path, compiled: list[str]) -> None:
    assert build.peer("cpu-all").parent == build.libraries("cpu-all").parent
    assert compiled == ["cpu-all peer", "cpu-all lib"]


def test_another_shim_is_added_to_the_same_build(
    cache: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build.libraries("cpu-all")
    monkeypatch.setattr(inputs, "shim_digest", lambda: "00000000")
    second = build.libraries("cpu-all")

    assert first != second
    assert first.parent == second.parent


def test_what_has_not_changed_keeps_its_time(tmp_path: Path) -> None:
    build._copy_recipe(tmp_path)
    kept, changed = tmp_path / "CMakeLists.txt", tmp_path / "shim" / "info.cpp"
    changed.write_text("")
    os.utime(kept, (1, 1))
    build._copy_recipe(tmp_path)

    assert kept.stat().st_mtime == 1
    assert changed.read_bytes() == (NATIVE / "shim" / "info.cpp").read_bytes()


def test_a_build_that_failed_is_tried_again(
    cache: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise SystemExit("no compiler")

    with monkeypatch.context() as broken:
        broken.setattr(build, "_compile", fail)
        with pytest.raises(SystemExit):
            build.libraries("cpu-all")

    assert build.libraries("cpu-all").is_dir()


def test_the_builds_that_were_not_used_for_longest_go(
    cache: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []
    for age in range(9):
        monkeypatch.setenv("CMAKE_ARGS", f"-DX={age}")
        built.append(build.libraries("cpu-all"))
        os.utime(built[-1].parent, (1000 + age, 1000 + age))

    assert [path.is_dir() for path in built] == [False] * 3 + [True] * 6
