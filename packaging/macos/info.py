#!/usr/bin/env python3
"""Info.plist of localllm.app: for the spec's BUNDLE, or printed.

info.py            the plist, as XML
"""

from __future__ import annotations

import plistlib
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import stamp

IDENTIFIER = "org.localllm.app"
GGUF = "org.ggml.gguf"
# numpy's wheels for newer systems call Accelerate as macOS 14 has it; PySide6 asks for 13.
LOWEST_MACOS = "14.0"


def info_plist() -> dict[str, Any]:
    """Everything but what PyInstaller sets from the executable itself."""
    # Apple takes up to three numbers: of a trial version, those that it leads to.
    numbers = ".".join(map(str, stamp.four_numbers(stamp.version())[:3]))
    return {
        "CFBundleName": "localllm",
        "CFBundleDisplayName": "localllm",
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": numbers,
        "CFBundleVersion": numbers,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "de", "ja", "zh-Hans", "zh-Hant"],
        "LSMinimumSystemVersion": LOWEST_MACOS,
        "LSApplicationCategoryType": "public.app-category.productivity",
        "NSHighResolutionCapable": True,
        "NSSupportsAutomaticGraphicsSwitching": True,
        "NSHumanReadableCopyright": "Apache-2.0; third parties in the folder licences",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "GGUF model",
                "CFBundleTypeRole": "Viewer",
                "CFBundleTypeExtensions": ["gguf"],
                "LSItemContentTypes": [GGUF],
                "LSHandlerRank": "Alternate",  # other programs open these files too
            }
        ],
        "UTImportedTypeDeclarations": [
            {
                "UTTypeIdentifier": GGUF,
                "UTTypeDescription": "GGUF model",
                "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": ["gguf"]},
            }
        ],
    }


if __name__ == "__main__":
    sys.stdout.buffer.write(plistlib.dumps(info_plist()))
