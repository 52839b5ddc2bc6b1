"""The engines of a face that may join: those of a running localllm, else our own.

Models are looked for here first, with this process's settings and current folder, so that a path
means what it means to the person who typed it. The running program is then told the file. When
that program ends, the next question is answered by a runtime of our own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from localllm import core
from localllm.errors import ModelNotFound
from localllm.joining.guest import Guest, GuestStream, HostGone, OtherSettings, join
from localllm.runtime import InstalledModel, LoadedModel, ModelSpec, Runtime, Stream
from localllm.settings import Settings

Watcher = Callable[[LoadedModel], None]


class Engines:
    """`say` gets a line for people when it joins, when it cannot, and when it is alone again.

    An async context; it joins on entering, unless `joining` is off. The methods are those of
    Runtime, and live on the loop that it was made on.
    """

    def __init__(
        self, settings: Settings, *, say: Callable[[str], None], joining: bool = True
    ) -> None:
        self._settings = settings
        self._say = say
        self._joining = joining
        self._own = Runtime(settings)  # no engine yet, and none while there is a host
        self._guest: Guest | None = None
        self._default: InstalledModel | None = None
        self._watchers: list[Watcher] = []

    async def __aenter__(self) -> Self:
        if self._joining:
            await self._join()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._own.aclose()

    @property
    def joined(self) -> bool:
        return self._guest is not None

    async def _join(self) -> None:
        try:
            self._guest = await join(self._settings)
        except OtherSettings as other:
            names = ", ".join(other.names)
            self._say(
                f"A localllm {other.what} is running, but with another {names}: the model is "
                "loaded here as well."
            )
        if self._guest is not None:
            self._say(
                f"Joined the localllm {self._guest.what} that is running (process "
                f"{self._guest.pid}): no model is loaded twice."
            )

    # --- as Runtime

    def models(self) -> list[InstalledModel]:
        return self._own.models()

    async def resolve(self, model: ModelSpec = None) -> InstalledModel:
        """Without a name and a setting, what is loaded where we joined."""
        if isinstance(model, InstalledModel):
            return model
        if not model and not self._settings.model and (default := await self._joined_default()):
            return default
        try:
            return await self._own.resolve(model)
        except ModelNotFound:
            if model and self._guest is not None and (found := await self._there(model)):
                return found
            raise

    async def load(self, model: ModelSpec = None) -> core.ModelInfo:
        installed = await self.resolve(model)
        if self._guest is not None:
            try:
                return await self._guest.load(installed, self._progress)
            except HostGone:
                self._alone()
        return await self._own.load(installed)

    async def stats(self, model: ModelSpec = None) -> core.EngineStats:
        installed = await self.resolve(model)
        if self._guest is not None:
            return await self._guest.stats(installed)
        return await self._own.stats(installed)

    async def submit(self, request: core.Request, model: ModelSpec = None) -> Stream | GuestStream:
        """A host that is gone costs nothing here: no word of an answer has come yet."""
        installed = await self.resolve(model)
        if self._guest is not None:
            try:
                return await self._guest.submit(request, installed, self._progress)
            except HostGone:
                self._alone()
        return await self._own.submit(request, installed)

    def on_load_progress(self, callback: Watcher) -> Callable[[], None]:
        self._watchers.append(callback)
        stop_own = self._own.on_load_progress(callback)

        def stop() -> None:
            self._watchers.remove(callback)
            stop_own()

        return stop

    # --- inside

    async def _joined_default(self) -> InstalledModel | None:
        """Asked once: a chat goes on with the model it began with."""
        if self._guest is not None and self._default is None:
            self._default = await self._there("")
        return self._default

    async def _there(self, name: str) -> InstalledModel | None:
        assert self._guest is not None
        try:
            return await self._guest.resolve(name)
        except ModelNotFound:
            return None
        except HostGone:
            self._alone()
            return None

    def _progress(self, model: LoadedModel) -> None:
        for watcher in list(self._watchers):
            watcher(model)

    def _alone(self) -> None:
        guest, self._guest = self._guest, None
        assert guest is not None
        self._say(f"The localllm {guest.what} has ended: the model is loaded here.")
