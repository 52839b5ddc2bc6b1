from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

from localllm import paths
from localllm.core import EngineOptions
from localllm.errors import BadRequest
from localllm.settings import (
    SETTINGS,
    Settings,
    engine_options,
    load_settings,
    settings_markdown,
)

BY_NAME = {setting.name: setting for setting in SETTINGS}


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch) -> None:
    """Whoever runs the tests may have settings of their own."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting.env, raising=False)


def write(text: str) -> Path:
    file = paths.config_dir() / "config.toml"
    file.write_text(text)
    return file


def test_without_anything_they_are_the_defaults() -> None:
    assert load_settings() == Settings()


def test_file_environment_and_flags_win_in_this_order(monkeypatch) -> None:
    write("port = 1\nparallel = 1\nubatch = 64")
    monkeypatch.setenv("LOCALLLM_PORT", "2")
    monkeypatch.setenv("LOCALLLM_PARALLEL", "2")
    settings = load_settings({"port": 3})
    assert (settings.port, settings.parallel, settings.ubatch) == (3, 2, 64)


def test_another_file_can_be_named(tmp_path: Path) -> None:
    write("port = 1")
    other = tmp_path / "other.toml"
    other.write_text("port = 2")
    assert load_settings(file=other).port == 2


def test_what_is_not_given_does_not_count(monkeypatch) -> None:
    monkeypatch.setenv("LOCALLLM_PORT", "")
    assert load_settings({"port": None}).port == 8642


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("port", "0", 0),
        ("context", "auto", 0),
        ("gpu_layers", "all", -1),
        ("gpu_layers", "-1", -1),
        ("ram_cache", "auto", -1),
        ("ram_cache", "2GB", 2_000_000_000),
        ("ram_cache", "1.5 gib", 1_610_612_736),
        ("ram_cache", "500k", 500_000),
        ("ram_cache", "4096", 4096),
        ("idle_unload", "10m", 600),
        ("idle_unload", "never", 0),
        ("memory_check", "off", False),
        ("offline", "TRUE", True),
        ("flash_attention", "On", "on"),
        ("debug", "kv, http", ("kv", "http")),
        ("models_dirs", f"/a{os.pathsep}/b c", ("/a", "/b c")),
        ("cors_origins", "https://a.b,app://x", ("https://a.b", "app://x")),
        ("model", " qwen ", "qwen"),
    ],
)
def test_text_is_read(name: str, text: str, value: object) -> None:
    assert getattr(load_settings({name: text}), name) == value


def test_the_file_has_types_of_its_own() -> None:
    write('port = 9000\noffline = true\nflash_attention = false\nmodels_dirs = ["/a", "/b"]')
    settings = load_settings()
    assert settings.port == 9000
    assert settings.offline is True
    assert settings.flash_attention == "off"
    assert settings.models_dirs == ("/a", "/b")


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("port", "abc", "a whole number from 0 to 65535"),
        ("port", "70000", "a whole number from 0 to 65535"),
        ("port", True, "a whole number"),
        ("port", 8.5, "a whole number"),
        ("ubatch", 8, "a whole number of tokens from 16 to 8192"),
        ("context", "-5", "a whole number of tokens of at least 0, or auto"),
        ("ram_cache", "2XB", "a size in bytes or with a unit"),
        ("idle_unload", "1 fortnight", "a time in seconds or with a unit"),
        ("memory_check", "maybe", "on or off"),
        ("memory_check", 1, "on or off"),
        ("kv_type", "q3", "one of f16, bf16"),
        ("debug", "kv,all,nothing", "a list of scheduler, kv"),
        ("models_dirs", [1], "a list of texts"),
        ("model", 5, "text"),
    ],
)
def test_a_bad_value_is_refused_with_what_is_allowed(
    name: str, value: object, allowed: str
) -> None:
    with pytest.raises(BadRequest) as caught:
        load_settings({name: value})
    assert f"must be {allowed}" in caught.value.message
    assert caught.value.detail["param"] == name


def test_a_bad_value_says_where_it_came_from(monkeypatch) -> None:
    with pytest.raises(BadRequest, match="from --max-models"):
        load_settings({"max_models": 0})
    monkeypatch.setenv("LOCALLLM_MAX_MODELS", "x")
    with pytest.raises(BadRequest, match="from the variable LOCALLLM_MAX_MODELS"):
        load_settings()
    monkeypatch.delenv("LOCALLLM_MAX_MODELS")
    file = write("max_models = 0")
    with pytest.raises(BadRequest, match=f"from {file}"):
        load_settings()


def test_a_secret_is_not_repeated() -> None:
    with pytest.raises(BadRequest) as caught:
        load_settings({"api_key": 123456})
    assert "123456" not in caught.value.message


def test_a_file_that_is_no_toml_is_refused_with_its_line() -> None:
    file = write("port = 1\nubatch = x\n")
    with pytest.raises(BadRequest, match=f"(?s){file}.*line 2"):
        load_settings()


def test_an_unknown_key_is_a_warning_that_guesses_what_was_meant(caplog) -> None:
    write("kv-types = 'f16'\nport = 5")
    with caplog.at_level(logging.WARNING):
        assert load_settings().port == 5
    assert "'kv-types' is no setting (is kv_type meant?)" in caplog.text


def test_an_override_that_is_no_setting_is_a_bug() -> None:
    with pytest.raises(TypeError, match="colour"):
        load_settings({"colour": "red"})


def test_every_field_has_its_row_with_its_own_default() -> None:
    defaults = Settings()
    assert [setting.name for setting in SETTINGS] == list(get_type_hints(Settings))
    for setting in SETTINGS:
        assert setting.help
        assert setting.default == getattr(defaults, setting.name)
        assert setting.parse(setting.default) == setting.default


def test_names_in_other_places_follow_from_the_name() -> None:
    setting = BY_NAME["idle_unload"]
    assert (setting.env, setting.flag) == ("LOCALLLM_IDLE_UNLOAD", "--idle-unload")


def test_engine_options_take_every_setting_that_reloads() -> None:
    settings = Settings(
        context=1, threads=2, gpu_layers=3, parallel=4, ubatch=64, flash_attention="on",
        kv_type="q8_0", max_queue=5, ram_cache=6, stream_slowdown=4, queue_timeout=7,
        engine_priority="low", disk_cache=8, disk_cache_dir="/kv",
    )  # fmt: skip
    options = engine_options(settings, "/models/tiny.gguf")
    assert options == EngineOptions(
        model_path="/models/tiny.gguf", context=1, threads=2, gpu_layers=3, max_sequences=4,
        ubatch=64, flash_attention="on", kv_type="q8_0", max_queue=5, ram_cache_bytes=6,
        stream_slowdown=4, queue_timeout=7, gentle=True, disk_cache_bytes=8, disk_cache_dir="/kv",
        log_path=str(paths.log_dir() / "engine-tiny.log"),
    )  # fmt: skip


def test_kv_types_are_those_of_the_engine() -> None:
    hints = get_type_hints(EngineOptions)
    assert BY_NAME["kv_type"].choices == hints["kv_type"].__args__


def test_a_model_is_reloaded_exactly_by_what_reaches_its_engine() -> None:
    base = engine_options(Settings(), "m.gguf")
    # These start another program, or the same with other modules.
    process_only = {"engine", "native_dir", "native_extra", "cpu_module", "gpu"}
    for setting in SETTINGS:
        other = next(value for value in _others(setting.name) if value != setting.default)
        changed = msgspec.structs.replace(Settings(), **{setting.name: other})
        differs = engine_options(changed, "m.gguf") != base
        assert setting.reload == (differs or setting.name in process_only), setting.name


def _others(name: str) -> tuple[object, ...]:
    setting = BY_NAME[name]
    if setting.kind == "choice":
        return setting.choices
    by_kind = {"text": "x", "switch": not setting.default, "number": 32, "list": ("x",)}
    return (by_kind[setting.kind],)


def test_the_page_of_settings_is_up_to_date() -> None:
    page = Path(__file__).parents[1] / "docs" / "settings.md"
    assert page.read_text("utf-8") == settings_markdown(), "run `make docs`"
