#!/usr/bin/env python3
"""What a build is told of itself, and may not disagree with.

    stamp.py write --updates ADDRESS   localllm/build.json: where the app asks for newer versions
    stamp.py clear                     removes it again; a checkout has none
    stamp.py version                   prints the version (localllm/__init__.py has it)
    stamp.py tag v1.2.3                exits 1 unless it is this version and CHANGELOG.md has it
    stamp.py notes                     prints what CHANGELOG.md says of this version

The version stands in localllm/__init__.py alone; everything else asks here or there.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "localllm" / "build.json"
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


def version() -> str:
    """Read, not imported: a build machine need not have what the program needs."""
    found = _VERSION.search((ROOT / "localllm" / "__init__.py").read_text("utf-8"))
    if found is None:
        raise SystemExit('localllm/__init__.py has no line __version__ = "..."')
    return found[1]


def four_numbers(text: str) -> tuple[int, int, int, int]:
    """1.2.3rc1 -> (1, 2, 3, 0): what Windows takes as a version."""
    released = re.match(r"\d+(?:\.\d+)*", text)
    if released is None:
        raise SystemExit(f"{text!r} is no version")
    first, second, third = (*map(int, released[0].split(".")), 0, 0, 0)[:3]
    return first, second, third, 0


def write(updates: str) -> None:
    parts = urlsplit(updates)
    if parts.scheme != "https" or not parts.hostname:
        raise SystemExit(f"{updates!r} is no address: https://host/path is meant")
    BUILD.write_text(json.dumps({"update_address": updates}) + "\n", "utf-8")


def tag_faults(tag: str, changelog: str) -> list[str]:
    """Why this tag may not be released, as sentences."""
    ours = version()
    faults = []
    if tag != f"v{ours}":
        faults.append(f"The tag is {tag}, the version {ours}: the tag has to be v{ours}.")
    if not section(changelog, ours):
        faults.append(f"CHANGELOG.md has no section '## {ours}' with words in it.")
    elif re.search(rf"^## {re.escape(ours)}.*not released yet", changelog, re.MULTILINE):
        faults.append(f"CHANGELOG.md says that {ours} is not released yet: give it its date.")
    return faults


def section(changelog: str, name: str) -> str:
    """What stands below `## name` (a date may follow it), "" where that is not there."""
    heading = rf"^## \[?{re.escape(name)}\]?(?: [^\n]*)?\n(.*?)(?=^## |\Z)"
    found = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def _arguments() -> argparse.Namespace:
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("write").add_argument("--updates", required=True, metavar="ADDRESS")
    verbs.add_parser("clear")
    verbs.add_parser("version")
    verbs.add_parser("tag").add_argument("name")
    verbs.add_parser("notes")
    return parser.parse_args()


def main() -> int:
    given = _arguments()
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    match given.verb:
        case "write":
            write(given.updates)
        case "clear":
            BUILD.unlink(missing_ok=True)
        case "version":
            print(version())
        case "notes":
            print(section(changelog, version()))
        case "tag":
            faults = tag_faults(given.name, changelog)
            print("\n".join(faults) or f"{given.name} is this version, and CHANGELOG.md has it.")
            return 1 if faults else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
