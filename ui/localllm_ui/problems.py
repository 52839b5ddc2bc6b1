"""Errors as banners: what, why, and the one button that helps. The only place that maps them."""

from __future__ import annotations

import asyncio
import logging
import platform
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6 import __version__ as qt_version

from localllm import __version__, errors, paths
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.banners import Banner

if TYPE_CHECKING:
    from localllm.supervisor.host import LoadedModel
    from localllm_ui.app import App
    from localllm_ui.services.backend import Backend

log = logging.getLogger(__name__)

_SUFFIXES = {
    "bash": "sh",
    "c++": "cpp",
    "csharp": "cs",
    "javascript": "js",
    "kotlin": "kt",
    "markdown": "md",
    "python": "py",
    "ruby": "rb",
    "rust": "rs",
    "shell": "sh",
    "text": "txt",
    "typescript": "ts",
}


def banner_of(error: Exception, app: App) -> Banner:
    """What to show of any error; one that is nobody's fault but ours is logged too."""
    t = words.translate

    def other_model() -> None:
        app.view.openOverlay("models")

    match error:
        case errors.EngineDied():
            return _banner("engine", t("The engine stopped"), error, t("Load the model again"),
                           lambda: app.models.load(app.current.modelName))  # fmt: skip
        case errors.ModelTooLarge():
            return _banner("memory", t("Not enough memory for this model"), error,
                           t("Choose another model"), other_model)  # fmt: skip
        case errors.DiskFull():
            return _banner("disk", t("The disk is full"), error, t("Show the trash"),
                           lambda: app.view.openOverlay("trash"))  # fmt: skip
        case errors.ModelNotFound() | errors.ModelError():
            return _banner("model", t("The model cannot be used"), error,
                           t("Choose another model"), other_model)  # fmt: skip
        case errors.Busy() if "port" in error.detail:
            return _banner("port", t("The port is taken"), error, t("Change the port"),
                           lambda: app.view.openPage("settings"))  # fmt: skip
        case errors.ContextExceeded():
            return _banner("context", t("The chat does not fit into the context"), error,
                           t("Start a new chat"), app.newChat, look="warning")  # fmt: skip
        case errors.DownloadError():
            return _banner("download", t("The download failed"), error, t("Try again"),
                           app.starter.fetch)  # fmt: skip
        case errors.LocalLLMError():
            return _banner(error.code, t("That did not work"), error, "", None, look="warning")
    log.error("unexpected in the window", exc_info=error)
    return Banner("bug", t("Something went wrong that should not have"), repr(error),
                  t("Copy diagnostics"), app.copyDiagnostics)  # fmt: skip


def _banner(
    name: str,
    what: str,
    error: errors.LocalLLMError,
    action: str,
    do: Callable[[], object] | None,
    look: str = "danger",
) -> Banner:
    return Banner(name, what, error.message, action, do, look)


def fetch_failed(error: Exception, app: App, again: Callable[[], object]) -> Banner:
    """A model of the hub did not come; `again` tries once more."""
    if isinstance(error, errors.DownloadError) and not isinstance(error, errors.DiskFull):
        t = words.translate
        return _banner("fetch", t("The download failed"), error, t("Try again"), again)
    return banner_of(error, app)


def chats_closed(error: Exception, again: Callable[[], None]) -> Banner:
    why = error.message if isinstance(error, errors.LocalLLMError) else str(error)
    what = words.translate("Your chats could not be opened")
    return Banner("chats", what, why, words.translate("Try again"), again)


def engine_restarts(model: LoadedModel) -> Banner:
    what = words.translate("The engine of %1 stopped and is being started again")
    why = words.translate("Answers that were being written are marked; nothing else is lost.")
    return Banner("engine", what.replace("%1", model.name), why, look="warning")


def file_name(language: str) -> str:
    """What code of a language is saved as."""
    return f"code.{_SUFFIXES.get(language, language or 'txt')}"


async def diagnostics(backend: Backend) -> str:
    """What helps to find a fault: versions, machine, models, logs. Never what chats say."""
    import psutil

    models = await backend.models()
    memory = psutil.virtual_memory()
    loaded = [f"  {m.name}: {m.state} {m.error}".rstrip() for m in models.loaded]
    logs = await asyncio.to_thread(_logs)
    return "\n".join(
        [
            f"localllm {__version__}, Qt {qt_version}, Python {platform.python_version()}",
            f"{platform.platform()}, {psutil.cpu_count(False)} cores, "
            f"{memory.available / 1e9:.1f} of {memory.total / 1e9:.1f} GB memory free",
            f"{len(models.installed)} models installed; loaded:",
            *loaded,
            f"data: {paths.data_dir()}",
            *logs,
        ]
    )


def _logs() -> list[str]:
    lines: list[str] = []
    for file in sorted(paths.log_dir().glob("*.log")):
        text = file.read_text("utf-8", errors="replace")
        lines += [f"--- {file.name}", *text.splitlines()[-40:]]
    return lines
