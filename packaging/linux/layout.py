"""Where the frozen folder and what a desktop reads of it lie, in a package and in an AppDir.

usr/lib/localllm/                        the folder that PyInstaller made
usr/bin/localllm, localllm-app           links to its executable
usr/share/applications/localllm.desktop
usr/share/icons/hicolor/*/apps/localllm.png
usr/share/mime/packages/localllm.xml     *.gguf
usr/share/metainfo/org.localllm.app.metainfo.xml
usr/share/doc/localllm/copyright
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import metainfo

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def tree(frozen: Path, root: Path, icons: Path) -> None:
    """Everything above under `root`; `icons` has a file PIXELS.png for each size."""
    shutil.copytree(frozen, root / "usr/lib/localllm", symlinks=True)
    programs = root / "usr/bin"
    programs.mkdir(parents=True)
    for name in ("localllm", "localllm-app"):
        (programs / name).symlink_to("../lib/localllm/localllm")
    share = root / "usr/share"
    _copy(HERE / "localllm.desktop", share / "applications/localllm.desktop")
    _copy(HERE / "localllm.xml", share / "mime/packages/localllm.xml")
    for size in ICON_SIZES:
        target = share / f"icons/hicolor/{size}x{size}/apps/localllm.png"
        _copy(icons / f"{size}.png", target)
    described = share / f"metainfo/{metainfo.IDENTIFIER}.metainfo.xml"
    described.parent.mkdir(parents=True)
    described.write_text(metainfo.metainfo((ROOT / "CHANGELOG.md").read_text("utf-8")), "utf-8")
    copyright = share / "doc/localllm/copyright"
    copyright.parent.mkdir(parents=True)
    copyright.write_text(_COPYRIGHT, "utf-8")


def app_dir(frozen: Path, root: Path, icons: Path) -> None:
    """An AppDir: what appimagetool makes an AppImage of, and runs as it is by its AppRun."""
    tree(frozen, root, icons)
    shutil.copy(HERE / "AppRun", root / "AppRun")
    (root / "localllm.desktop").symlink_to("usr/share/applications/localllm.desktop")
    (root / "localllm.png").symlink_to("usr/share/icons/hicolor/256x256/apps/localllm.png")
    (root / ".DirIcon").symlink_to("localllm.png")


_COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: The localllm maintainers
License: Apache-2.0
 The text, and the licences of all that is inside, lie in /usr/lib/localllm/_internal/licences.
"""


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
