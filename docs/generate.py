"""Writes the generated pages of docs/ anew: `make docs`. Tests compare them with the code."""

from __future__ import annotations

from pathlib import Path

from localllm.cli.reference import cli_markdown
from localllm.settings import settings_markdown

DOCS = Path(__file__).parent


def main() -> None:
    (DOCS / "cli.md").write_text(cli_markdown(), encoding="utf-8")
    (DOCS / "settings.md").write_text(settings_markdown(), encoding="utf-8")


if __name__ == "__main__":
    main()
