"""What the native build can compute on, and what `doctor` is told."""

from __future__ import annotations

import msgspec
import psutil

from localllm.llama import devices
from localllm.llama.probe import probe


def test_there_is_a_cpu_with_the_memory_of_this_computer() -> None:
    (cpu,) = [device for device in devices.devices() if device.kind == "cpu"]

    assert cpu.name == "CPU"
    assert abs(cpu.memory_total - psutil.virtual_memory().total) < 0.05 * cpu.memory_total


def test_features_are_those_that_are_on() -> None:
    line = devices.system_info()
    for feature in devices.cpu_features():
        assert f"{feature} = " in line
        assert f"{feature} = 0" not in line


def test_the_probe_is_json_and_names_folder_build_and_devices() -> None:
    found = msgspec.json.decode(msgspec.json.encode(probe()))

    assert found["folder"]
    assert found["build"]["llama_version"]
    assert found["devices"][-1]["kind"] == "cpu"
    assert found["system_info"].startswith("CPU")
