from __future__ import annotations

import sys

from localllm.settings import Settings
from localllm.supervisor.launch import engine_launch


def test_the_engine_is_this_program_with_a_verb() -> None:
    command = engine_launch(Settings()).command
    assert command[0] == sys.executable
    assert command[-3:] == ("-m", "localllm", "engine")


def test_a_frozen_program_starts_itself(monkeypatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert engine_launch(Settings(engine="fake")).command == (sys.executable, "engine", "--fake")


def test_a_frozen_program_without_streams_starts_the_one_beside_it(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "localllm-app.exe"))
    assert engine_launch(Settings()).command == (str(tmp_path / "localllm-app.exe"), "engine")
    (tmp_path / "localllm.exe").touch()
    assert engine_launch(Settings()).command == (str(tmp_path / "localllm.exe"), "engine")


def test_settings_of_the_process_travel_in_its_environment() -> None:
    launch = engine_launch(Settings(native_dir="/lib/x", debug=("kv", "timings")))
    assert launch.environment["LOCALLLM_NATIVE_DIR"] == "/lib/x"
    assert launch.environment["LOCALLLM_DEBUG"] == "kv,timings"


def test_what_is_chosen_of_the_native_build_travels_there_too() -> None:
    settings = Settings(cpu_module="haswell", gpu="Vulkan0,CUDA1", native_extra="/lib/more")
    environment = engine_launch(settings).environment
    assert environment["LOCALLLM_CPU_MODULE"] == "haswell"
    assert environment["LOCALLLM_GPU"] == "Vulkan0,CUDA1"
    assert environment["LOCALLLM_NATIVE_EXTRA"] == "/lib/more"
