"""The oldest glibc, from what objdump says: of its words, and of a real library."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.build_scripts import PACKAGING, script

elf = script("elf")
SAID = """
libx.so:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libm.so.6
  NEEDED               libc.so.6
  SONAME               libx.so

Version definitions:
1 0x01 0x0865f4e6 GLIBC_2.99

Version References:
  required from libc.so.6:
    0x09691a75 0x00 05 GLIBC_2.2.5
    0x069691b4 0x00 03 GLIBC_2.34
  required from libm.so.6:
    0x06969189 0x00 04 GLIBC_2.9
  required from libstdc++.so.6:
    0x0297f870 0x00 02 GLIBCXX_3.4.30
"""
needs_tools = pytest.mark.skipif(
    sys.platform != "linux" or not (shutil.which("objdump") and shutil.which("cc")),
    reason="binutils and a compiler are asked",
)


def test_versions_are_numbers_and_only_references_count() -> None:
    asked = elf.parse(SAID)
    assert asked.libraries == {"libm.so.6", "libc.so.6"}
    assert asked.glibc == (2, 34)


def test_a_file_that_asks_for_nothing() -> None:
    assert elf.parse("\nnot dynamic\n").glibc == ()


def test_what_only_left_out_files_needed_goes_with_what_only_it_needed() -> None:
    wanted = {
        "app.so": frozenset({"libused.so.1"}),
        "libused.so.1": frozenset({"libc.so.6"}),
        "libalone.so.1": frozenset({"libbelow.so.2", "libused.so.1"}),
        "libbelow.so.2": frozenset({"libdeep.so.3"}),
        "libdeep.so.3": frozenset(),
    }
    names = ["libused.so.1", "libalone.so.1", "libbelow.so.2", "libdeep.so.3"]
    assert elf.unneeded(iter(names), wanted) == {"libalone.so.1", "libbelow.so.2", "libdeep.so.3"}


@needs_tools
def test_a_real_library_is_asked(tmp_path: Path) -> None:
    _compile("int answer(void){return 42;}", tmp_path / "liba.so", "-shared", "-fPIC", "-nostdlib")
    libraries = ["-shared", "-fPIC", "-nostdlib", f"-L{tmp_path}", "-Wl,--no-as-needed", "-la"]
    _compile("int other(void){return 1;}", tmp_path / "libb.so", *libraries)
    assert elf.asked_by(tmp_path / "libb.so") == ({"liba.so"}, ())
    assert [file.name for file in elf.elf_files(tmp_path)] == ["liba.so", "libb.so"]


@needs_tools
def test_one_that_asks_for_a_newer_glibc_than_allowed_is_refused(tmp_path: Path) -> None:
    _compile("#include <stdio.h>\nint say(void){return puts(\"x\");}", tmp_path / "libc_user.so",
             "-shared", "-fPIC")  # fmt: skip
    assert _script(tmp_path, "1.0") == 1
    assert _script(tmp_path, "99.0") == 0


@needs_tools
def test_a_stripped_copy_is_a_library_still(tmp_path: Path) -> None:
    _compile("int answer(void){return 42;}", tmp_path / "liba.so", "-g", "-shared", "-fPIC")
    copy = elf.stripped(tmp_path / "liba.so", tmp_path / "out" / "liba.so")
    assert copy.stat().st_size < (tmp_path / "liba.so").stat().st_size
    assert elf.asked_by(copy) == elf.asked_by(tmp_path / "liba.so")


@needs_tools
def test_what_strip_refuses_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "no.so"
    file.write_bytes(b"no library")
    assert elf.stripped(file, tmp_path / "out" / "no.so") == file


def _compile(source: str, target: Path, *options: str) -> None:
    command = ["cc", "-x", "c", "-", "-o", str(target), *options]
    if "-la" in options:
        command.remove("-la")
        command.append("-la")
    subprocess.run(command, input=source, text=True, check=True)


def _script(folder: Path, at_most: str) -> int:
    command = [sys.executable, str(PACKAGING / "elf.py"), str(folder), "--at-most", at_most]
    return subprocess.run(command, capture_output=True).returncode
