"""Named settings that a chat can take over."""

from __future__ import annotations

import msgspec

from localllm.chats import rows
from localllm.chats.database import Database, Write
from localllm.chats.reader import ChatReader, missing
from localllm.chats.types import Changed, ChatSettings, Preset
from localllm.errors import BadRequest


class Presets:
    """`store.presets`."""

    def __init__(self, database: Database, reader: ChatReader) -> None:
        self._database = database
        self._reader = reader

    def create(self, name: str, settings: ChatSettings) -> Preset:
        """Raises BadRequest where the name is taken."""
        with self._database.write() as write:
            name = _free(write, name, besides=None)
            preset_id = write.insert(
                "INSERT INTO presets (name, model, system_prompt, sampling, thinking) "
                "VALUES (?, ?, ?, ?, ?)",
                [name, *rows.settings_values(settings)[:-1]],
            )
            write.presets = True
        return self._reader.preset(preset_id)

    def update(self, preset: Preset) -> Changed:
        """Renames it and gives it other settings; chats that took it keep their own copy."""
        with self._database.write() as write:
            name = _free(write, preset.name, besides=preset.id)
            changed = write.execute(
                "UPDATE presets SET name = ?, model = ?, system_prompt = ?, sampling = ?, "
                "thinking = ? WHERE id = ?",
                [name, *rows.settings_values(preset.settings)[:-1], preset.id],
            )
            if not changed.rowcount:
                raise missing("preset", preset.id)
            write.presets = True
        return write.changed

    def delete(self, preset_id: int) -> Changed:
        """Chats that took it keep their settings."""
        with self._database.write() as write:
            write.chats |= set(
                write.column("SELECT id FROM chats WHERE preset_id = ?", [preset_id])
            )
            if not write.execute("DELETE FROM presets WHERE id = ?", [preset_id]).rowcount:
                raise missing("preset", preset_id)
            write.presets = True
        return write.changed

    def apply(self, preset_id: int, chat_id: int) -> Changed:
        """Gives the chat the preset's settings; its model only where the preset names one."""
        taken = self._reader.preset(preset_id).settings
        if not taken.model:
            own = self._reader.chat(chat_id).settings
            taken = msgspec.structs.replace(taken, model=own.model)
        with self._database.write() as write:
            configure(write, chat_id, taken)
        return write.changed


def configure(write: Write, chat_id: int, settings: ChatSettings) -> None:
    changed = write.execute(
        "UPDATE chats SET model = ?, system_prompt = ?, sampling = ?, thinking = ?, "
        "preset_id = ? WHERE id = ?",
        [*rows.settings_values(settings), chat_id],
    )
    if not changed.rowcount:
        raise missing("chat", chat_id)
    write.chats.add(chat_id)


def _free(write: Write, name: str, besides: int | None) -> str:
    name = name.strip()
    if not name:
        raise BadRequest("A preset needs a name.", param="name")
    if write.column("SELECT 1 FROM presets WHERE name = ? AND id IS NOT ?", [name, besides]):
        raise BadRequest(f"There is a preset “{name}” already.", param="name")
    return name
