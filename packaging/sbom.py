#!/usr/bin/env python3
"""What is inside, as CycloneDX 1.5 (JSON): the packages of uv.lock, and what no index knows.

    sbom.py FILE

uv writes the packages with versions, hashes and who needs whom. Added here: our own version,
llama.cpp with the source it is compiled from, Python, and the licences as the installed packages
state them.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import stamp
import wheels

ROOT = Path(__file__).resolve().parents[1]
Component = dict[str, Any]


def exported() -> dict[str, Any]:
    """As uv says it, of all that a user of the app gets."""
    said = subprocess.run(
        [
            *(wheels.uv(), "export", "--quiet", "--frozen", "--format", "cyclonedx1.5"),
            *("--all-extras", "--no-default-groups"),
        ],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def completed(bom: dict[str, Any]) -> dict[str, Any]:
    """With our version, the licences, and llama.cpp and Python beside the packages."""
    ours = bom["metadata"]["component"]
    ours |= {"type": "application", "version": stamp.version(), "licenses": _licence("Apache-2.0")}
    native = next(each for each in bom["components"] if each["name"] == "localllm-native")
    added = [_llama_cpp(), _python()]
    components = [*map(_with_licence, bom["components"]), *added]
    needs = {each["ref"]: each for each in bom["dependencies"]}
    for ref, more in ((native["bom-ref"], added[0]), (ours["bom-ref"], added[1])):
        entry = needs.setdefault(ref, {"ref": ref})
        entry["dependsOn"] = [*entry.get("dependsOn", []), more["bom-ref"]]
    return bom | {"components": components, "dependencies": [*needs.values()]}


def _llama_cpp() -> Component:
    """The source carries no number of its own releases: the sdist's version stands for it."""
    pin = tomllib.loads((ROOT / "native" / "pin.toml").read_text("utf-8"))
    return {
        "type": "library",
        "bom-ref": "llama.cpp",
        "name": "llama.cpp",
        "version": f"{pin['package']}-{pin['version']}",
        "description": f"Compiled from the copy inside the source of {pin['package']}.",
        "hashes": [{"alg": "SHA-256", "content": pin["sha256"]}],
        "licenses": _licence("MIT"),
    }


def _python() -> Component:
    return {
        "type": "platform",
        "bom-ref": "python",
        "name": "python",
        "version": platform.python_version(),
        "licenses": _licence("PSF-2.0"),
    }


def _with_licence(component: Component) -> Component:
    """What is not installed here, as what other systems need, stays without."""
    try:
        metadata = importlib.metadata.metadata(component["name"])
    except importlib.metadata.PackageNotFoundError:
        return component
    if expression := metadata.get("License-Expression"):
        return component | {"licenses": _licence(expression)}
    # What older packages say in words of their own; some put the whole text there.
    words = (metadata.get("License") or "").strip()
    named = words and "\n" not in words and len(words) < 60
    return component | {"licenses": [{"license": {"name": words}}]} if named else component


def _licence(expression: str) -> list[dict[str, str]]:
    return [{"expression": expression}]


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    bom = completed(exported())
    Path(sys.argv[1]).write_text(json.dumps(bom, indent=1) + "\n", "utf-8")
    print(f"{sys.argv[1]}: {len(bom['components'])} components")
    return 0


if __name__ == "__main__":
    sys.exit(main())
