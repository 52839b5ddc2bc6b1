"""The lock in git names no host, and what `restore` writes is what uv wrote."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]

AS_UV_WRITES_IT = """\
[[package]]
name = "msgspec"
version = "0.21.0"
source = { registry = "https://mirror.example/simple" }
wheels = [
    { url = "https://files.example/packages/aa/bb/msgspec-0.21.0.whl", hash = "sha256:00" },
]

[[package]]
name = "localllm-native"
source = { directory = "native" }
"""


@pytest.fixture
def lock_hosts() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lock_hosts", ROOT / ".ci" / "lock_hosts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_neutral_lock_names_no_host(lock_hosts: ModuleType) -> None:
    assert lock_hosts.named_hosts(AS_UV_WRITES_IT) == {"mirror.example", "files.example"}
    assert lock_hosts.named_hosts(lock_hosts.neutral(AS_UV_WRITES_IT)) == set()


def test_neutral_lock_keeps_versions_and_hashes(lock_hosts: ModuleType) -> None:
    neutral = lock_hosts.neutral(AS_UV_WRITES_IT)
    assert 'version = "0.21.0"' in neutral
    assert 'hash = "sha256:00"' in neutral
    assert 'source = { directory = "native" }' in neutral


def test_restore_gives_back_what_uv_wrote(lock_hosts: ModuleType) -> None:
    neutral = lock_hosts.neutral(AS_UV_WRITES_IT)
    restored = lock_hosts.restored(
        neutral, "https://mirror.example/simple", "https://files.example"
    )
    assert restored == AS_UV_WRITES_IT


def test_neutral_is_idempotent(lock_hosts: ModuleType) -> None:
    once = lock_hosts.neutral(AS_UV_WRITES_IT)
    assert lock_hosts.neutral(once) == once
