"""Single settings are changed in config.toml, and nothing else of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from localllm import paths, settings_file
from localllm.settings import load_settings


def test_what_is_saved_is_what_is_loaded() -> None:
    settings_file.save({"port": 9000, "offline": True, "models_dirs": ("/a b", 'c"d')})
    settings = load_settings()
    assert (settings.port, settings.offline) == (9000, True)
    assert settings.models_dirs == ("/a b", 'c"d')


def test_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# mine\nport = 1  # old\ncontext = 5\n")
    settings_file.save({"port": 9000}, file)
    assert file.read_text().startswith("# mine\n")
    assert tomllib.loads(file.read_text()) == {"port": 9000, "context": 5}


def test_a_default_takes_the_line_out(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('models_dirs = [\n  "/a",\n]\nport = 1\n')
    settings_file.save({"models_dirs": ()}, file)
    assert tomllib.loads(file.read_text()) == {"port": 1}


def test_what_is_no_setting_is_a_bug() -> None:
    with pytest.raises(TypeError, match="colour"):
        settings_file.save({"colour": "red"})


def test_a_file_that_cannot_be_written_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file.save({"port": 9000})
    file = paths.config_dir() / "config.toml"
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        settings_file.save({"port": 1234})
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]
