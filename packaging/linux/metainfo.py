"""AppStream's description of the app, for software centres."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import stamp

IDENTIFIER = "org.localllm.app"
_TEXT = """<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{identifier}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>Apache-2.0</project_license>
  <name>localllm</name>
  <summary>Chat with language models that run on this computer</summary>
  <developer id="{identifier}"><name>The localllm maintainers</name></developer>
  <description>
    <p>A window for chats, a local port that editors and programs speak to, and a command line
    that fetches, quantizes and measures models. The models run on this computer; nothing that is
    typed leaves it.</p>
  </description>
  <launchable type="desktop-id">localllm.desktop</launchable>
  <provides>
    <binary>localllm</binary>
    <binary>localllm-app</binary>
    <mediatype>application/x-gguf</mediatype>
  </provides>
  <content_rating type="oars-1.1"/>
  <releases>
{releases}
  </releases>
</component>
"""
_HEADING = re.compile(r"^## \[?(\d[^\s\]]*)\]?.*?(\d{4}-\d{2}-\d{2})", re.MULTILINE)


def metainfo(changelog: str) -> str:
    """With the releases that CHANGELOG.md has dates of; before the first one, this version."""
    found = _HEADING.findall(changelog)
    lines = [f'    <release version="{escape(v)}" date="{d}"/>' for v, d in found]
    lines = lines or [f'    <release version="{escape(stamp.version())}" type="development"/>']
    return _TEXT.format(identifier=IDENTIFIER, releases="\n".join(lines))
