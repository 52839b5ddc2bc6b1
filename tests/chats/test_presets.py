"""Named settings."""

from __future__ import annotations

import msgspec
import pytest

from localllm.chats.store import ChatStore
from localllm.chats.types import Changed, ChatSettings
from localllm.core import SamplingParams
from localllm.errors import BadRequest

TERSE = ChatSettings(system_prompt="Be terse.", sampling=SamplingParams(temperature=0.2))


def test_a_preset_comes_back_as_it_was_given(store: ChatStore) -> None:
    preset = store.presets.create("Terse", TERSE)
    assert store.list_presets() == [preset]
    assert preset.settings == msgspec.structs.replace(TERSE, preset_id=preset.id)


def test_a_chat_takes_over_the_settings_and_remembers_the_preset(store: ChatStore) -> None:
    preset = store.presets.create("Terse", TERSE)
    chat = store.chats.create(settings=ChatSettings(model="own"))
    assert store.presets.apply(preset.id, chat.id) == Changed(chats=frozenset([chat.id]))
    assert store.chat(chat.id).settings == msgspec.structs.replace(
        TERSE, model="own", preset_id=preset.id
    )


def test_a_preset_that_names_a_model_brings_it(store: ChatStore) -> None:
    preset = store.presets.create("Big", ChatSettings(model="big"))
    chat = store.chats.create(settings=ChatSettings(model="own"))
    store.presets.apply(preset.id, chat.id)
    assert store.chat(chat.id).settings.model == "big"


def test_changing_a_preset_leaves_the_chats_that_took_it(store: ChatStore) -> None:
    preset = store.presets.create("Terse", TERSE)
    chat = store.chats.create()
    store.presets.apply(preset.id, chat.id)
    loud = msgspec.structs.replace(TERSE, system_prompt="Shout.")
    store.presets.update(msgspec.structs.replace(preset, name="Loud", settings=loud))
    assert store.preset(preset.id).name == "Loud"
    assert store.preset(preset.id).settings.system_prompt == "Shout."
    assert store.chat(chat.id).settings.system_prompt == "Be terse."


def test_deleting_a_preset_leaves_the_settings(store: ChatStore) -> None:
    preset = store.presets.create("Terse", TERSE)
    chat = store.chats.create()
    store.presets.apply(preset.id, chat.id)
    changed = store.presets.delete(preset.id)
    assert changed == Changed(chats=frozenset([chat.id]), presets=True)
    assert store.chat(chat.id).settings == TERSE


def test_two_presets_cannot_have_one_name(store: ChatStore) -> None:
    store.presets.create("Terse", TERSE)
    other = store.presets.create("Other", TERSE)
    for clash in (
        lambda: store.presets.create(" Terse ", TERSE),
        lambda: store.presets.update(msgspec.structs.replace(other, name="Terse")),
    ):
        with pytest.raises(BadRequest, match="already"):
            clash()


def test_an_unknown_preset_is_an_error_that_names_it(store: ChatStore) -> None:
    chat = store.chats.create()
    for change in (
        lambda: store.presets.delete(5),
        lambda: store.presets.apply(5, chat.id),
    ):
        with pytest.raises(BadRequest, match="no preset 5"):
            change()
