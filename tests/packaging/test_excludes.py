"""What is left out of the frozen app has a reason, and nothing that the app imports is left out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from helpers.build_scripts import ROOT, script

excludes = script("excludes")
SOURCES = [*(ROOT / "localllm").rglob("*.py"), *(ROOT / "ui" / "localllm_ui").rglob("*.py")]
QML = [*(ROOT / "ui" / "localllm_ui" / "qml").rglob("*.qml")]


@pytest.mark.parametrize("table", [excludes.MODULES, excludes.FILES, excludes.KEPT])
def test_each_has_a_reason(table: dict[str, str]) -> None:
    assert table
    for name, why in table.items():
        assert name.strip() == name
        assert why.endswith("."), name


def test_nothing_that_we_import_is_left_out() -> None:
    imported = {name for source in SOURCES for name in _imports(source)}
    assert "PySide6.QtSvg" in imported
    for name in imported:
        parts = name.split(".")
        parents = {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
        assert not parents & set(excludes.MODULES), name


def _imports(source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_no_qml_module_that_ours_imports_is_left_out() -> None:
    text = "\n".join(file.read_text("utf-8") for file in QML)
    imported = set(re.findall(r"^import (Qt[\w.]*)", text, re.MULTILINE))
    assert {"QtQuick", "QtQuick.Controls.Basic"} <= imported
    for module in imported:
        folder = f"PySide6/Qt/qml/{module.replace('.', '/')}"
        assert excludes.reason(f"{folder}/qmldir") is None, module


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqwayland.so", True),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", False),
        ("PySide6/Qt/lib/libQt6QuickControls2Basic.so.6", True),
        ("PySide6/Qt/lib/libQt6QuickControls2Material.so.6", False),
        ("libQt6QuickControls2Material.so.6", False),
        ("PySide6/Qt/qml/QtQuick/Controls/Basic/qmldir", True),
        ("PySide6/Qt/lib/libQt6WaylandClient.so.6", True),
        ("libstdc++.so.6", False),
        ("libxcb-cursor.so.0", True),
        ("libxcb.so.1", False),
        ("localllm_native/lib/libggml-cpu-haswell.so", True),
        ("keyring-25.7.0.dist-info/entry_points.txt", True),
        ("keyring-25.7.0.dist-info/RECORD", False),
        ("localllm_ui/qml/Main.qml", True),
        ("licences/LICENSE", True),
    ],
)
def test_files(name: str, stays: bool) -> None:
    assert (excludes.reason(name) is None) is stays


def test_windows_paths_are_the_same_files() -> None:
    entry = (r"PySide6\plugins\sqldrivers\qsqlite.dll", "source", "BINARY")
    assert excludes.kept([entry]) == []
