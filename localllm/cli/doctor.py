"""localllm doctor: what this computer has, what is wrong, and how to mend it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
import msgspec

from localllm.cli import terminal
from localllm.cli.diagnosis import Diagnosis, Finding, diagnose
from localllm.cli.options import Command, setting_options
from localllm.models.units import counted, human_bytes
from localllm.settings import Settings

_LABEL = 12


@click.command(cls=Command)
@click.option("--json", "as_json", is_flag=True, help="For programs: one object.")
@setting_options("model", "models_dirs", "native_dir", "native_extra", "cpu_module", "gpu", "host",
                 "port", console_log=False)  # fmt: skip
def command(settings: Settings, as_json: bool) -> int:
    """Say what this computer has, what is wrong, and how to mend it.

    The exit code is 1 where something does not work. Takes a second or two: the native build is
    loaded, in a process of its own.
    """
    found = diagnose(settings)
    if as_json:
        said = {"healthy": found.healthy, **msgspec.to_builtins(found)}
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(said), indent=2) + b"\n")
    else:
        for label, text in _lines(found):
            click.echo(f"{label:<{_LABEL}} {text}")
        for finding in found.findings:
            click.echo("\n" + _finding(finding))
        if found.healthy:
            click.echo("\nAll that is needed works.")
    return 0 if found.healthy else 1


def _lines(found: Diagnosis) -> Iterator[tuple[str, str]]:
    computer = found.computer
    yield "localllm", f"{computer.version} on Python {computer.python}, {computer.system}"
    cores, threads = counted(computer.cores, "core"), counted(computer.threads, "thread")
    yield "processor", f"{computer.cpu}, {cores}, {threads}"
    yield (
        "memory",
        f"{human_bytes(computer.memory_free)} free of {human_bytes(computer.memory_total)}",
    )
    yield "disk", f"{human_bytes(computer.disk_free)} free for models"
    if found.native:
        yield from _native_lines(found)
    names = [model.name for model in found.models if not model.problem]
    yield "models", ", ".join(names) or "none"
    for label, path in found.folders.items():
        yield label if label != "models" else "model files", path


def _native_lines(found: Diagnosis) -> Iterator[tuple[str, str]]:
    native, build = found.native, found.native["build"]
    kind = f", preset {build['preset']}" if build.get("preset") else ""
    yield "llama.cpp", f"{build['llama_version']}{kind}, in {native['folder']}"
    if native["cpu_module"]:
        runs = [module["name"] for module in native["cpu_modules"] if module["score"]]
        others = ", ".join(name for name in runs if name != native["cpu_module"])
        yield "CPU module", native["cpu_module"] + (f" (it also runs {others})" if others else "")
    yield "CPU has", " ".join(native["instruction_sets"]) or "unknown"
    yield "uses", " ".join(native["cpu_features"]) or "no special instructions"
    for module in native["gpu_modules"]:
        yield "GPU module", f"{module['name']}: {module['why'] or ', '.join(module['devices'])}"
    for device in native["devices"]:
        if device["kind"] == "cpu":  # the processor, which was told
            continue
        total, free = device["memory_total"], device["memory_free"]
        memory = f", {human_bytes(free)} free of {human_bytes(total)}" if total else ""
        called = f"{device['name']}: {device['description']}".removesuffix(": ")
        yield device["kind"], called + memory
    if not any(device["kind"] in ("gpu", "igpu") for device in native["devices"]):
        build_can = native["supports_gpu_offload"] or native["gpu_modules"]
        yield "gpu", "none found" if build_can else "none (this build computes on the CPU)"


def _finding(finding: Finding) -> str:
    text = finding.text + (f"\n  {finding.mend}" if finding.mend else "")
    if finding.level == "note":
        return f"Note: {text}"
    text = f"Problem: {text}"
    return click.style(text, fg="red") if terminal.colours(sys.stdout) else text
