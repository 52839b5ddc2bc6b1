"""Desktop entry, file type, AppStream, Debian package: by the rules of each, and by its tools."""

from __future__ import annotations

import configparser
import hashlib
import io
import shutil
import subprocess
import tarfile
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from helpers.build_scripts import PACKAGING, script

deb, layout, metainfo = script("linux/deb"), script("linux/layout"), script("linux/metainfo")
MIME = "application/x-gguf"


def needs(tool: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(tool) is None, reason=f"{tool} is not here")


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    folder = tmp_path / "frozen"
    (folder / "_internal").mkdir(parents=True)
    (folder / "localllm").write_bytes(b"#!/bin/sh\necho started as $0 $@\n")
    (folder / "localllm").chmod(0o755)
    (folder / "_internal" / "data.txt").write_text("data")
    (folder / "_internal" / "link").symlink_to("data.txt")
    return folder


@pytest.fixture
def icons(tmp_path: Path) -> Path:
    folder = tmp_path / "icons"
    folder.mkdir()
    for size in layout.ICON_SIZES:
        (folder / f"{size}.png").write_bytes(b"png %d" % size)
    return folder


def test_the_desktop_entry_starts_the_window_with_a_file() -> None:
    read = configparser.ConfigParser(interpolation=None, strict=True)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(PACKAGING / "linux" / "localllm.desktop", "utf-8")
    entry = read["Desktop Entry"]
    assert read.sections() == ["Desktop Entry"]
    assert {"Type", "Name", "Exec", "Icon"} <= set(entry)
    assert entry["Exec"] == "localllm-app %f"
    assert entry["MimeType"] == f"{MIME};"
    for key in ("Categories", "Keywords", "MimeType"):
        assert entry[key].endswith(";")


@needs("desktop-file-validate")
def test_the_desktop_entry_by_freedesktops_tool() -> None:
    subprocess.run(["desktop-file-validate", PACKAGING / "linux" / "localllm.desktop"], check=True)


def test_a_gguf_file_is_known_by_name_and_by_its_first_bytes() -> None:
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kind = ET.parse(PACKAGING / "linux" / "localllm.xml").getroot().find("m:mime-type", space)
    assert kind is not None
    assert kind.attrib["type"] == MIME
    assert [glob.attrib["pattern"] for glob in kind.findall("m:glob", space)] == ["*.gguf"]
    (match,) = kind.findall("m:magic/m:match", space)
    assert match.attrib == {"type": "string", "value": "GGUF", "offset": "0"}


@needs("update-mime-database")
def test_the_file_type_by_freedesktops_tool(tmp_path: Path) -> None:
    packages = tmp_path / "mime" / "packages"
    packages.mkdir(parents=True)
    shutil.copy(PACKAGING / "linux" / "localllm.xml", packages)
    subprocess.run(["update-mime-database", tmp_path / "mime"], check=True, capture_output=True)
    assert f":{MIME}:*.gguf" in (tmp_path / "mime" / "globs2").read_text()


CHANGELOG = (
    "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-02-03\n- x\n\n## [1.0.0] - 2026-01-02\n"
)


def test_releases_are_those_with_a_date() -> None:
    root = ET.fromstring(metainfo.metainfo(CHANGELOG))
    found = [(r.attrib["version"], r.attrib["date"]) for r in root.iter("release")]
    assert found == [("1.1.0", "2026-02-03"), ("1.0.0", "2026-01-02")]
    assert root.findtext("launchable") == "localllm.desktop"


@needs("appstreamcli")
def test_the_description_by_appstreams_tool(tmp_path: Path) -> None:
    file = tmp_path / f"{metainfo.IDENTIFIER}.metainfo.xml"
    file.write_text(metainfo.metainfo(CHANGELOG), "utf-8")
    command = ["appstreamcli", "validate", "--no-net", file]
    done = subprocess.run(command, capture_output=True, text=True)
    assert not [line for line in done.stdout.splitlines() if line.startswith("E:")], done.stdout


def test_an_app_dir_runs_from_anywhere(frozen: Path, icons: Path, tmp_path: Path) -> None:
    folder = tmp_path / "an App ü.AppDir"
    layout.app_dir(frozen, folder, icons)
    command = [folder / "AppRun", "chat", "two words"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.endswith("/usr/bin/localllm chat two words\n")
    assert (folder / "localllm.desktop").read_text("utf-8").startswith("[Desktop Entry]")
    assert (folder / ".DirIcon").read_bytes() == b"png 256"


@pytest.fixture
def package(frozen: Path, icons: Path, tmp_path: Path) -> Path:
    layout.tree(frozen, tmp_path / "root", icons)
    target = tmp_path / deb.file_name("1.2.0rc1")
    deb.write(tmp_path / "root", target, "1.2.0rc1", "2.36")
    return target


def test_a_package_holds_the_folder_and_two_programs(package: Path, tmp_path: Path) -> None:
    members = _members(package)
    assert list(members) == ["debian-binary", "control.tar.xz", "data.tar.xz"]
    assert members["debian-binary"] == b"2.0\n"
    with tarfile.open(fileobj=io.BytesIO(members["data.tar.xz"])) as tar:
        files = {info.name: info for info in tar.getmembers()}
    assert {info.uname for info in files.values()} == {"root"}
    program = files["./usr/lib/localllm/localllm"]
    assert program.mode == 0o755
    assert files["./usr/lib/localllm/_internal/data.txt"].mode == 0o644
    for name in ("localllm", "localllm-app"):
        assert files[f"./usr/bin/{name}"].linkname == "../lib/localllm/localllm"


def test_a_packages_sums_are_those_of_its_files(package: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(_members(package)["control.tar.xz"])) as tar:
        sums = tar.extractfile("./md5sums")
        assert sums is not None
        lines = sums.read().decode().splitlines()
    assert f"{hashlib.md5(b'data').hexdigest()}  usr/lib/localllm/_internal/data.txt" in lines
    assert not [line for line in lines if "usr/bin" in line]  # links have none


def test_the_same_folder_gives_the_same_package(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    deb.write(tmp_path / "root", tmp_path / "again.deb", "1.2.0rc1", "2.36")
    assert (tmp_path / "again.deb").read_bytes() == package.read_bytes()


def test_a_trial_version_comes_before_its_release() -> None:
    assert deb.debian_version("1.2.0rc1") == "1.2.0~rc1"
    assert deb.debian_version("1.2.0.dev3") == "1.2.0~dev3"
    assert deb.debian_version("1.2.0") == "1.2.0"


def test_the_glibc_that_was_found_is_asked_for() -> None:
    fields = dict(
        line.split(": ", 1) for line in deb.control("1.0", "2.36", 2049).splitlines()
        if not line.startswith(" ")
    )  # fmt: skip
    assert fields["Depends"].split(", ")[0] == "libc6 (>= 2.36)"
    assert fields["Installed-Size"] == "3"  # kibibytes, rounded up


@needs("dpkg-deb")
def test_a_package_by_debians_tool(package: Path, tmp_path: Path) -> None:
    said = subprocess.run(
        ["dpkg-deb", "--field", package, "Package", "Version"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert said == "Package: localllm\nVersion: 1.2.0~rc1\n"
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path / "out"], check=True)
    started = subprocess.run([tmp_path / "out/usr/bin/localllm"], capture_output=True, check=True)
    assert b"started" in started.stdout


def _members(package: Path) -> dict[str, bytes]:
    data = package.read_bytes()
    assert data.startswith(b"!<arch>\n")
    found, at = {}, 8
    while at < len(data):
        header = data[at : at + 60]
        assert header[58:] == b"`\n"
        size = int(header[48:58])
        found[header[:16].decode().strip()] = data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
    return found
