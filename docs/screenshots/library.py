"""Takes the pictures of finding, fetching and making models: as take.py, beside it.

    python docs/screenshots/library.py              (on the display there is; Xvfb will do)

The hub is the one of the tests, on this computer, as slow as a bad line where a download is shown.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import take

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the hub of the tests

MODEL = "smollm2-135m-instruct-q4_1"
MADE = "smollm2-135m-instruct-q3_k_m"
REPO, GATED = "Qwen/Qwen3-0.6B-GGUF", "someone/Gated-GGUF"
SLOW = 20_000  # bytes a second


def stock(hub: Any) -> None:
    from helpers.gguf_bytes import gguf

    sizes = {"Q3_K_M": 3, "Q4_K_M": 4, "Q5_K_M": 5, "Q8_0": 8, "BF16": 16}
    read = {"total": 596_000_000, "architecture": "qwen3", "context_length": 40960}
    for at, name in enumerate((REPO, "someone/Qwen3-0.6B-Instruct-GGUF", "another/Qwen3-GGUF")):
        repo = hub.repo(name, downloads=1_230_000 // 9**at, likes=900 // 4**at, gguf=read)
        for quant, size in sizes.items():
            repo.put(f"Qwen3-0.6B-{quant}.gguf", gguf() + bytes(size * 400_000))
    hub.repo(GATED, gated="manual", licence="own").put("Gated-Q4_K_M.gguf", gguf())


def work(app: Any, camera: take.Camera, hub: Any) -> None:
    """Two downloads that have begun, and wait; two jobs that are done."""
    library = app.library
    library.quantize.begin(MODEL)
    library.quantize.choose("Q3_K_M")
    library.quantize.measure = False
    library.quantize.start()
    camera.until(lambda: any(row["state"] == "done" for row in library.jobs.rows))
    camera.until(lambda: app.models.find(MADE))
    library.evaluate.begin(MADE)
    library.evaluate.start()
    camera.until(lambda: len(library.jobs.rows) == 2)
    camera.until(lambda: all(row["ended"] for row in library.jobs.rows))
    library.repo.open(REPO)
    camera.until(lambda: library.repo.state == "open")
    hub.rate = SLOW
    for row in list(library.repo.rows)[1:3]:
        library.repo.download(row["key"])
    camera.until(lambda: len(library.downloads.rows) == 2)
    pause(app, camera, hub)


def pause(app: Any, camera: take.Camera, hub: Any) -> None:
    rows = app.library.downloads.rows
    for row in list(rows):
        app.library.downloads.pause(row["id"])
    camera.until(lambda: {row["state"] for row in rows} == {"paused"})
    hub.rate = None


def tour(app: Any, camera: take.Camera, hub: Any) -> None:
    library = app.library
    library.section = "find"
    library.repo.close()
    library.search.query = ""
    camera.pause(0.8)
    camera.shoot("models-find")
    library.search.query = "qwen3"
    camera.until(lambda: library.search.state == "found")
    camera.shoot("models-found")
    for repo, name in ((REPO, "repo"), (GATED, "gated")):
        library.repo.open(repo)
        camera.until(lambda: library.repo.state == "open")
        camera.shoot(f"models-{name}")
    on_its_way(app, camera, hub)
    sheets(app, camera)


def on_its_way(app: Any, camera: take.Camera, hub: Any) -> None:
    downloads = app.library.downloads
    app.library.section = "work"
    hub.rate = SLOW
    for row in list(downloads.rows):
        downloads.resume(row["id"])
    camera.until(lambda: "left" in downloads.rows[0]["words"])
    camera.shoot("models-work")
    pause(app, camera, hub)


def sheets(app: Any, camera: take.Camera) -> None:
    app.library.section = "here"
    for sheet, begin, name in (
        ("quantize", app.library.openQuantize, MODEL),
        ("evaluate", app.library.openEvaluate, MADE),
        ("delete", app.library.deletion.begin, MADE),
    ):
        begin(name)
        camera.pause(1.8)
        camera.shoot(f"{sheet}-sheet")
        app.view.closeOverlay()
        camera.pause(0.3)


def main() -> None:
    from helpers.hub import Hub

    with tempfile.TemporaryDirectory() as home, Hub() as hub:
        stock(hub)
        with take.window(home, hub_endpoint=hub.endpoint) as (app, camera):
            app.offers.dismiss()
            camera.until(lambda: (model := app.models.loaded("")) and model.state == "ready")
            app.view.openPage("models")
            work(app, camera, hub)
            take.in_every_look(app, camera, lambda: tour(app, camera, hub))


if __name__ == "__main__":
    main()
