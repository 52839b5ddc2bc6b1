"""What `doctor` finds out: facts about this computer, and what in them is wrong.

Nothing here loads llama.cpp: the native build is asked in a child process, whose death is a
finding too.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
import psutil

from localllm import __version__, paths
from localllm.errors import LocalLLMError
from localllm.models.store import InstalledModel, Store
from localllm.models.units import human_bytes
from localllm.settings import Settings
from localllm.supervisor.launch import engine_launch

_PROBE_S = 60
_LOW_DISK = 2_000_000_000


class Finding(msgspec.Struct, frozen=True):
    """`problem`: something does not work until it is mended; `note`: good to know."""

    level: Literal["problem", "note"]
    text: str
    mend: str = ""


class Computer(msgspec.Struct, frozen=True):
    """Sizes in bytes. `cores` are physical ones, `threads` what the system counts."""

    system: str
    python: str
    version: str
    cpu: str
    cores: int
    threads: int
    memory_total: int
    memory_free: int
    disk_free: int


class Diagnosis(msgspec.Struct, frozen=True):
    """`native` is what llama.probe says, {} where it failed (a finding then says why)."""

    computer: Computer
    native: dict[str, Any]
    models: tuple[InstalledModel, ...]
    folders: dict[str, str]
    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        return not any(finding.level == "problem" for finding in self.findings)


def diagnose(settings: Settings) -> Diagnosis:
    """Looks at everything; takes about a second."""
    computer = _computer()
    store = Store.of(settings)
    models = store.list()
    native, findings = _native(settings)
    findings += _about_models(store, models, computer)
    findings += _about_disk(computer)
    findings += _about_port(settings)
    folders = {
        "settings": str(paths.config_dir() / "config.toml"),
        "models": str(paths.models_dir()),
        "data": str(paths.data_dir()),
        "log": str(paths.log_dir()),
    }
    return Diagnosis(computer, native, models, folders, tuple(findings))


def _computer() -> Computer:
    memory = psutil.virtual_memory()
    return Computer(
        system=platform.platform(terse=True),
        python=platform.python_version(),
        version=__version__,
        cpu=_cpu_name(),
        cores=psutil.cpu_count(logical=False) or 0,
        threads=psutil.cpu_count() or 0,
        memory_total=memory.total,
        memory_free=memory.available,
        disk_free=shutil.disk_usage(paths.models_dir()).free,
    )


def _cpu_name() -> str:
    """As its maker calls it; what Python knows where the system does not say."""
    asked = {
        "Linux": ["grep", "-m1", "model name", "/proc/cpuinfo"],
        "Darwin": ["sysctl", "-n", "machdep.cpu.brand_string"],
    }.get(platform.system())
    name = ""
    if asked:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            name = subprocess.check_output(asked, text=True, timeout=5).rpartition(":")[2].strip()
    return name or platform.processor() or platform.machine()


def _native(settings: Settings) -> tuple[dict[str, Any], list[Finding]]:
    launch = engine_launch(msgspec.structs.replace(settings, engine="llama"))
    command = [*launch.command[:-1], "probe"]  # the same program, asked another thing
    try:
        run = subprocess.run(
            command, env=os.environ | launch.environment, capture_output=True, timeout=_PROBE_S
        )
        said = msgspec.json.decode(run.stdout.strip().rpartition(b"\n")[2], type=dict[str, Any])
    except subprocess.TimeoutExpired:
        return {}, [_broken_build(f"it did not answer within {_PROBE_S} s")]
    except msgspec.MsgspecError:
        words = run.stderr.decode(errors="replace").strip().splitlines()
        how = f"the process that loaded it ended with {run.returncode}"
        return {}, [_broken_build(f"{how}: {words[-1]}" if words else how)]
    if "ok" not in said:
        return {}, [Finding("problem", said["error"]["message"])]
    warnings = said["ok"].pop("warnings", [])
    findings = [Finding("note", f"The native build warns: {text}") for text in warnings]
    return said["ok"], findings + _about_gpu(said["ok"])


def _about_gpu(native: dict[str, Any]) -> list[Finding]:
    """A card that lies idle because the build cannot use any."""
    could = native["supports_gpu_offload"] or native["gpu_modules"]
    if could or not shutil.which("nvidia-smi"):
        return []
    return [
        Finding(
            "note",
            "There is an NVIDIA GPU, but this build of llama.cpp computes on the CPU alone.",
            "A module for it uses it (--native-extra), or a build with one (--native-dir)",
        )
    ]


def _broken_build(why: str) -> Finding:
    mend = "Install localllm again, or point --native-dir at another build."
    return Finding("problem", f"The native build of llama.cpp cannot be used: {why}.", mend)


def _about_models(
    store: Store, models: Iterable[InstalledModel], computer: Computer
) -> list[Finding]:
    findings = [
        Finding("problem", model.problem, f"localllm rm {model.name}, and fetch it again")
        for model in models
        if model.problem
    ]
    try:
        default = store.resolve(None)
    except LocalLLMError as error:
        return [*findings, Finding("problem", error.message)]
    if default.size_bytes > computer.memory_free:
        findings.append(
            Finding(
                "note",
                f"The default model {default.name} has {human_bytes(default.size_bytes)}, more "
                f"than the free memory ({human_bytes(computer.memory_free)}).",
                "End other programs, or choose a smaller one (--model, or model in the settings)",
            )
        )
    return findings


def _about_disk(computer: Computer) -> list[Finding]:
    if computer.disk_free >= _LOW_DISK:
        return []
    free = human_bytes(computer.disk_free)
    return [Finding("note", f"Only {free} are free where models are kept.")]


def _about_port(settings: Settings) -> list[Finding]:
    where = f"{settings.host}:{settings.port}"
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.settimeout(1)
        try:
            if probe.connect_ex((settings.host, settings.port)):
                return []  # nobody listens
        except OSError as error:
            return [Finding("problem", f"{settings.host} is no address of this computer: {error}.")]
    if _is_ours(f"http://{where}"):
        return [Finding("note", f"A localllm serves at {where}.")]
    text = f"Port {settings.port} is taken by another program."
    return [Finding("note", text, "localllm serve --port takes another one")]


def _is_ours(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/v1/models", timeout=1) as answer:
            return b'"localllm"' in answer.read()
    except (OSError, ValueError):
        return False
