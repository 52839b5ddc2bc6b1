"""Models on this computer: chosen, deleted, brought in, quantized, measured; in the window."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.speaking_llama import speaking_llama
from helpers.window import Window
from localllm_ui.services.suggesting import all_suggestions, fit_of, suggested
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from localllm import paths
from localllm.jobs import tasks, wire
from localllm.models.header.gguf import read_header
from localllm.models.memory.machine import Room
from localllm.settings import load_settings
from localllm.supervisor.job_process import JobProcess


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return speaking_llama(folder / "small-f16.gguf", width=256, ff=256, layers=1)


@pytest.fixture
def mine(window: Window, small: Path) -> Path:
    """A model in our own folder; the window shows the page with it."""
    path = paths.models_dir() / small.name
    shutil.copy(small, path)
    window.click("nav-models")
    window.wait(lambda: "small-f16" in names(window), "for the list to notice the file")
    return path


def names(window: Window) -> list[str]:
    return [row["name"] for row in window.app.models.rows]


def choose(window: Window, name: str, what: str) -> None:
    window.click(f"more-{name}")
    window.click(what)


def jobs(window: Window) -> list[dict[str, object]]:
    return list(window.app.library.jobs.rows)


def test_the_list_follows_the_folder(window: Window, mine: Path) -> None:
    mine.unlink()
    window.wait(lambda: "small-f16" not in names(window), "for the list to notice")


def test_a_row_says_what_a_model_is_and_takes(window: Window, mine: Path) -> None:
    window.wait(lambda: all(row["fit"] for row in window.app.models.rows if row["file"]))
    (row,) = [row for row in window.app.models.rows if row["name"] == "small-f16"]
    assert row["fit"] == "fits"
    assert "of" in row["fitWords"]
    assert "F16" in row["details"]


def test_what_a_loaded_model_takes_is_shown_live(window: Window) -> None:
    window.click("nav-models")
    (row,) = [row for row in window.app.models.rows if row["name"] == "fake"]
    window.wait(lambda: "of memory" in window.app.models.rows[0]["numbers"])
    assert row["isDefault"]


def test_another_default_is_kept(window: Window, mine: Path) -> None:
    choose(window, "small-f16", "Make it the default")
    window.wait(
        lambda: [row["name"] for row in window.app.models.rows if row["isDefault"]] == ["small-f16"]
    )
    assert load_settings().model == "small-f16"


def test_a_model_is_deleted_after_what_it_frees_was_shown(window: Window, mine: Path) -> None:
    size = mine.stat().st_size
    choose(window, "small-f16", "Delete…")
    window.item("Delete this model?")
    assert window.app.library.deletion.files == [str(mine)]
    from localllm_ui.viewmodels import words

    assert words.size(size) in window.app.library.deletion.frees
    window.click("confirmDelete")
    window.wait(lambda: not mine.exists() and "small-f16" not in names(window))


def test_a_model_is_kept_with_escape(window: Window, mine: Path) -> None:
    choose(window, "small-f16", "Delete…")
    window.item("Delete this model?")
    window.key(Qt.Key.Key_Escape)
    window.wait(lambda: window.find("Delete this model?") is None)
    assert mine.exists()


def test_what_belongs_to_a_package_cannot_be_deleted(window: Window) -> None:
    window.click("nav-models")
    window.wait(lambda: len(names(window)) > 1)
    (name,) = [name for name in names(window) if name != "fake"]
    choose(window, name, "Delete…")
    window.item("This cannot be deleted here")
    assert window.find("confirmDelete") is None


@pytest.mark.parametrize("copy", [False, True], ids=["where it lies", "as a copy"])
def test_a_file_is_brought_in(window: Window, tmp_path: Path, small: Path, copy: bool) -> None:
    elsewhere = tmp_path / "elsewhere" / "other.gguf"
    elsewhere.parent.mkdir()
    shutil.copy(small, elsewhere)
    window.click("nav-models")
    window.app.library.importer.begin(QUrl.fromLocalFile(str(elsewhere)).toString())
    window.item("other.gguf")
    if copy:
        window.click("copyFile")
    window.click("acceptImport")
    window.wait(lambda: "other" in names(window))
    ours = paths.models_dir() / "other.gguf"
    assert ours.samefile(elsewhere) is not copy
    assert ours.read_bytes() == elsewhere.read_bytes()


def test_a_file_that_is_no_model_is_refused_with_words(window: Window, tmp_path: Path) -> None:
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(b"GGUF")
    window.click("nav-models")
    window.app.library.importer.begin(str(bad))
    window.item("bad.gguf")
    assert window.app.library.importer.problem
    assert window.find("acceptImport") is None


def test_a_model_is_quantized_by_a_real_job(window: Window, mine: Path) -> None:
    choose(window, "small-f16", "Quantize…")
    window.click("type-Q8_0")
    window.wait(lambda: "≈" not in window.app.library.quantize.types[0]["size"], "for the size")
    said = window.app.library.quantize._exact["Q8_0"]
    window.click("measureLoss")  # off
    window.click("startQuantize")
    window.wait(lambda: [job["state"] for job in jobs(window)] == ["done"], "for the job")
    made = paths.models_dir() / "small-q8_0.gguf"
    assert made.stat().st_size == said
    types = {t.type_name for t in read_header(made).tensors if len(t.shape) > 1}
    assert types == {"Q8_0"}
    assert window.app.library.section == "work"
    window.wait(lambda: "small-q8_0" in names(window))


def test_a_type_that_needs_calibration_switches_it_on(window: Window, mine: Path) -> None:
    choose(window, "small-f16", "Quantize…")
    window.item("quantizeTypes").forceActiveFocus()
    for _ in range(6):
        window.key(Qt.Key.Key_Down)
    assert window.app.library.quantize.type == "IQ3_XXS"
    assert window.app.library.quantize.calibrate
    assert not window.item("calibrate").isEnabled()


FIGURE = tasks.Figure(12.5, 0.1)


class FakeProcess:
    """A job's process that tells of its progress and ends when it is told to."""

    def __init__(self, progressed: Callable[[wire.Progress], None]) -> None:
        import asyncio

        self.ended: asyncio.Future[tasks.Result] = asyncio.get_running_loop().create_future()
        progressed(wire.Progress("evaluating", 1, 4))

    async def kill(self) -> None:
        pass


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[FakeProcess]:
    made: list[FakeProcess] = []

    async def start(
        launch: object, title: str, start: object, progressed: Callable[[wire.Progress], None]
    ) -> FakeProcess:
        made.append(FakeProcess(progressed))
        return made[-1]

    monkeypatch.setattr(JobProcess, "start", start)
    return made


def test_a_measurement_tells_how_far_it_is_and_what_came_out(
    window: Window, mine: Path, processes: list[FakeProcess]
) -> None:
    choose(window, "small-f16", "Evaluate…")
    window.click("startEvaluate")
    window.wait(lambda: jobs(window) and "25%" in str(jobs(window)[0]["words"]))
    window.item("activity")
    done = tasks.Evaluated(str(mine), "", 512, 4, 1024, FIGURE, ())
    window.app.bridge.on_loop(lambda: processes[0].ended.set_result(done))
    window.wait(lambda: "perplexity 12.50" in str(jobs(window)[0]["words"]))
    window.wait(lambda: window.find("activity") is None)
    window.click("Off the list")
    window.item("Nothing is on its way")


def test_a_job_is_cancelled(window: Window, mine: Path, processes: list[FakeProcess]) -> None:
    choose(window, "small-f16", "Evaluate…")
    window.click("startEvaluate")
    window.wait(lambda: processes and window.find("startEvaluate") is None)
    window.click("Cancel")
    window.wait(lambda: jobs(window)[0]["state"] == "cancelled")


def test_another_form_of_the_same_model_is_the_base(window: Window, mine: Path) -> None:
    shutil.copy(mine, mine.with_name("small-q8_0.gguf"))
    window.wait(lambda: "small-q8_0" in names(window))
    choose(window, "small-q8_0", "Evaluate…")
    assert [base["value"] for base in window.app.library.evaluate.bases] == ["small-f16", ""]
    assert window.app.library.evaluate.base == "small-f16"


class Opened(QObject):
    """Takes the addresses of files that the desktop would open."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[QUrl] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.urls.append(url)


def test_a_comparison_ends_in_a_report(window: Window, mine: Path) -> None:
    """All real: both models are read, and the page is written."""
    shutil.copy(mine, mine.with_name("small-q8_0.gguf"))
    window.wait(lambda: "small-q8_0" in names(window))
    opened = Opened()
    QDesktopServices.setUrlHandler("file", opened, "take")
    try:
        choose(window, "small-q8_0", "Evaluate…")
        window.click("startEvaluate")
        window.wait(lambda: jobs(window) and jobs(window)[0]["ended"], "for the comparison")
        assert jobs(window)[0]["state"] == "done", jobs(window)[0]["problem"]
        assert "KL divergence 0.0000" in str(jobs(window)[0]["words"])  # the same file twice
        window.click("Report")
        window.wait(lambda: opened.urls)
    finally:
        QDesktopServices.unsetUrlHandler("file")
    text = Path(opened.urls[0].toLocalFile()).read_text("utf-8")
    assert "small-q8_0" in text


# --- what is suggested ---


@pytest.mark.parametrize("gigabytes", [2, 4, 8, 16, 32])
def test_what_is_suggested_fits_and_differs(gigabytes: float) -> None:
    room = Room(ram=round(gigabytes * 1e9))
    found = suggested(room)
    assert 1 <= len(found) <= 3
    assert all(fit_of(one, room).verdict == "fits" for one in found)
    assert len({one.repo for one in found}) == len(found)
    larger = [one for one in all_suggestions() if one.bytes > found[0].bytes]
    assert not any(fit_of(one, room).verdict == "fits" for one in larger)


def test_nothing_is_suggested_where_nothing_fits() -> None:
    assert suggested(Room(ram=300_000_000)) == ()
