"""Checksums, the bill of materials, and what wheels are made of."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from helpers.build_scripts import PACKAGING, ROOT, script

from localllm import __version__

checksums, sbom, wheels = script("checksums"), script("sbom"), script("wheels")


def check(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, PACKAGING / "checksums.py", folder, *more]
    return subprocess.run(command, capture_output=True, text=True)


def test_checksums_are_those_that_sha256sum_takes(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"")
    (tmp_path / "a ß.deb").write_bytes(b"abc")
    assert check(tmp_path).returncode == 0
    # FIPS 180-4's own example, and the digest of nothing.
    assert (tmp_path / "SHA256SUMS").read_text("utf-8") == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a ß.deb\n"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b.zip\n"
    )
    assert check(tmp_path, "--check").returncode == 0
    if tool := shutil.which("sha256sum"):
        subprocess.run([tool, "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)


def test_a_file_that_changed_came_or_went_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    check(tmp_path)
    (tmp_path / "a").write_bytes(b"abd")
    assert check(tmp_path, "--check").returncode == 1
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").write_bytes(b"")
    said = check(tmp_path, "--check")
    assert (said.returncode, said.stdout) == (1, "not as listed: b\n")


def test_nothing_to_release_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="nothing to release"):
        checksums.sums(tmp_path)


def test_the_bill_of_materials_has_all_that_runs_and_what_no_index_knows() -> None:
    bom = sbom.completed(sbom.exported())
    components = {each["name"]: each for each in bom["components"]}
    assert bom["specVersion"] == "1.5"
    assert bom["metadata"]["component"]["name"] == "localllm"
    assert bom["metadata"]["component"]["version"] == __version__
    missing = set(script("licences").runtime_packages()) - components.keys()
    assert missing == set()
    assert not {"pytest", "ruff"} & components.keys()
    pin = tomllib.loads((ROOT / "native" / "pin.toml").read_text("utf-8"))
    assert components["llama.cpp"]["hashes"][0]["content"] == pin["sha256"]
    assert components["starlette"]["licenses"] == [{"expression": "BSD-3-Clause"}]
    assert components["diskcache"]["licenses"] == [{"license": {"name": "Apache 2.0"}}]


def test_who_needs_whom_names_components_that_are_there() -> None:
    bom = sbom.completed(sbom.exported())
    refs = {each["bom-ref"] for each in bom["components"]} | {
        bom["metadata"]["component"]["bom-ref"]
    }
    assert len(refs) == len(bom["components"]) + 1
    needs = {entry["ref"]: set(entry.get("dependsOn", [])) for entry in bom["dependencies"]}
    assert needs.keys() <= refs
    assert set().union(*needs.values()) <= refs
    (native,) = (each for each in bom["components"] if each["name"] == "localllm-native")
    assert "llama.cpp" in needs[native["bom-ref"]]


def test_wheels_go_with_the_versions_of_the_lock() -> None:
    lines = wheels._constraints().splitlines()
    names = {line.partition("==")[0] for line in lines}
    assert names >= set(script("licences").runtime_packages())
    assert not {"localllm", "localllm-native", "pytest"} & names
    assert all("://" not in line for line in lines)
    assert f"llama-cpp-python=={wheels._pinned_bindings()}" in lines


def test_what_is_released_of_a_build_is_complete_or_nothing(tmp_path: Path) -> None:
    released = script("released")
    dist, folder = tmp_path / "dist", tmp_path / "release"
    (dist / "localllm" / "_internal").mkdir(parents=True)
    (dist / "localllm" / "localllm").touch(mode=0o755)
    one_file = dist / f"localllm-{__version__}-linux-x64"
    one_file.write_bytes(b"1")
    with pytest.raises(SystemExit, match=r"0 files .*\.deb"):
        released.gather("linux-x64", dist, folder)
    (dist / "localllm_x_amd64.deb").touch()
    released.gather("linux-x64", dist, folder)
    assert {file.name for file in folder.iterdir()} == {
        one_file.name,
        "localllm_x_amd64.deb",
        f"{one_file.name}.tar.gz",
    }
    shutil.unpack_archive(folder / f"{one_file.name}.tar.gz", tmp_path / "out", filter="data")
    assert (tmp_path / "out" / "localllm" / "localllm").stat().st_mode & 0o111
