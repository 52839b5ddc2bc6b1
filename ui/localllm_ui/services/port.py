"""The HTTP port beside the window: on and off, on the loop's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from localllm.errors import Busy, LocalLLMError
from localllm_ui.services.told import PortChanged, Told

if TYPE_CHECKING:
    from localllm.runtime import Runtime
    from localllm.settings import Settings


class Port:
    def __init__(self, runtime: Runtime, tell: Callable[[Told], None]) -> None:
        self._runtime = runtime
        self._tell = tell
        self._task: asyncio.Task[None] | None = None

    async def open(self, settings: Settings) -> None:
        """Listens until `close`; PortChanged tells the address, or why there is none."""
        await self.close()
        self._task = asyncio.create_task(self._serve(settings))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def _serve(self, settings: Settings) -> None:
        from localllm.server.serve import serve  # only who wants the port pays for it

        error: LocalLLMError | None = None
        try:
            await serve(self._runtime, settings, on_ready=lambda url: self._tell(PortChanged(url)))
        except LocalLLMError as failure:
            error = failure
        except OSError as failure:
            error = Busy(str(failure))
        finally:
            self._tell(PortChanged("", error))
