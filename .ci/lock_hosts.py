#!/usr/bin/env python3
"""Keeps uv.lock free of host names, so that one lock serves every mirror of the package index.

    lock_hosts.py neutral   git's clean filter: stdin -> stdout, hosts replaced by placeholders
    lock_hosts.py restore   placeholders in ./uv.lock replaced by this machine's index
    lock_hosts.py check     exits 1 if the committed uv.lock names a host

The lock in git pins names, versions and hashes; where the files lie is the machine's own
configuration, which `restore` asks uv for by locking one package in an empty project. The hashes
stay, so a mirror can't slip in other files. See docs/adr/0001-set-up.md.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

INDEX = "https://index.invalid/simple"
FILES = "https://files.invalid"
LOCK = Path("uv.lock")
PROBE = "msgspec"

_REGISTRY = re.compile(r'registry = "(https?://[^"]+)"')
_FILE = re.compile(r'url = "(https?://[^"]+?)(/packages/[^"]+)"')


def neutral(text: str) -> str:
    text = _REGISTRY.sub(f'registry = "{INDEX}"', text)
    return _FILE.sub(rf'url = "{FILES}\2"', text)


def named_hosts(text: str) -> set[str]:
    hosts = re.findall(r'"https?://([^/"]+)', text)
    return {host for host in hosts if not host.endswith(".invalid")}


def restored(text: str, registry: str, files: str) -> str:
    return text.replace(f'"{INDEX}"', f'"{registry}"').replace(f'"{FILES}/', f'"{files}/')


def machine_hosts(lock: str) -> tuple[str, str]:
    """(index URL, what stands before /packages/ in its files' URLs), as uv itself resolves them."""
    version = re.search(rf'name = "{PROBE}"\nversion = "([^"]+)"', lock)
    if version is None:
        raise SystemExit(f"uv.lock does not hold {PROBE}, which finds the index: run `uv lock`")
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder, "pyproject.toml")
        project.write_text(
            '[project]\nname = "probe"\nversion = "0"\nrequires-python = ">=3.11"\n'
            f'dependencies = ["{PROBE}=={version[1]}"]\n'
        )
        uv = os.environ.get("UV", "uv")
        subprocess.run([uv, "lock", "--quiet", "--project", folder], check=True)
        probe = Path(folder, "uv.lock").read_text()
    registry, file = _REGISTRY.search(probe), _FILE.search(probe)
    if registry is None or file is None or f"{FILES}{file[2]}" not in lock:
        raise SystemExit(
            "This machine's package index lays out its files differently from the lock.\n"
            "Run `uv lock` to pin the same versions from it (this changes uv.lock)."
        )
    return registry[1], file[1]


def _tell_git() -> None:
    """The same content to git, through the filter, in a file of another size: without a look at
    it `git status` would call it modified."""
    has_filter = ["git", "config", "--get", "filter.lock-hosts.clean"]
    if subprocess.run(has_filter, capture_output=True).returncode == 0:
        subprocess.run(["git", "add", str(LOCK)], check=True)


def main() -> int:
    match sys.argv[1:]:
        case ["neutral"]:
            sys.stdout.buffer.write(neutral(sys.stdin.buffer.read().decode()).encode())
        case ["restore"]:
            text = LOCK.read_text()
            if INDEX in text:
                LOCK.write_text(restored(text, *machine_hosts(text)))
                _tell_git()
        case ["check"]:
            shown = subprocess.run(["git", "show", "HEAD:uv.lock"], capture_output=True, check=True)
            if hosts := named_hosts(shown.stdout.decode()):
                print(f"uv.lock names {', '.join(sorted(hosts))}: commit it after `make setup`")
                return 1
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
