"""Owns what the loop owns: runtime, chat store, answers, port, and the door through which
`localllm chat` joins. Every method on the loop's thread.

Reads that may take long (search, a page of ten thousand chats) go to one reader thread with its own
connection, so that no stream waits for them. Runtime and store are imported by `open`, when the
window is there already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

import msgspec

from localllm.errors import LocalLLMError
from localllm_ui.services.told import FilesChanged, ModelChanged, StoreChanged, Told

if TYPE_CHECKING:
    from localllm.chats.reader import ChatReader
    from localllm.chats.store import ChatStore
    from localllm.joining.door import Door
    from localllm.models.store import InstalledModel
    from localllm.runtime import Runtime
    from localllm.settings import Settings
    from localllm.supervisor.host import LoadedModel
    from localllm_ui.services.answering import Answering
    from localllm_ui.services.port import Port
    from localllm_ui.services.working import Working

T = TypeVar("T")


class ModelsNow(msgspec.Struct, frozen=True):
    """`default` is the name of the model that is meant where none is named, "" for none."""

    installed: list[InstalledModel]
    loaded: list[LoadedModel]
    default: str = ""


class Backend:
    """`open` before anything else; `close` saves and ends all."""

    runtime: Runtime
    store: ChatStore
    answering: Answering
    port: Port
    door: Door
    working: Working

    def __init__(self, settings: Settings, tell: Callable[[Told], None]) -> None:
        self.settings = settings
        self.tell = tell
        self._reader: ChatReader | None = None
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="localllm-chats")
        self._opened = asyncio.Event()

    async def open(self) -> None:
        """Raises what the store raises: Busy, ChatsDamaged, Forbidden, DiskFull."""
        from localllm.chats.store import ChatStore
        from localllm.joining.door import Door

        loop = asyncio.get_running_loop()
        self.store = ChatStore.open(call_later=loop.call_later)
        self.store.subscribe(lambda changed: self.tell(StoreChanged(changed)))
        self._build()
        self.door = Door(lambda: self.runtime, "app")
        await self.door.open()
        self._opened.set()

    def _build(self) -> None:
        from localllm.models.hub import proxies
        from localllm.runtime import Runtime
        from localllm_ui.services.answering import Answering
        from localllm_ui.services.port import Port
        from localllm_ui.services.working import Working

        proxies.use(self.settings.proxy)
        self.runtime = Runtime(self.settings)
        self.runtime.on_load_progress(lambda model: self.tell(ModelChanged(model)))
        self.answering = Answering(self.runtime, self.store, self.tell)
        self.port = Port(self.runtime, self.tell)
        self.working = Working(self.runtime, self.tell)
        self.runtime.on_models_change(lambda: self.tell(FilesChanged()))

    async def opened(self) -> None:
        """Waits until `open` is through; for whoever was asked before it."""
        await self._opened.wait()

    async def close(self) -> None:
        if not self._opened.is_set():
            return
        await self.door.close()
        await self.port.close()
        await self.answering.close()
        await self.runtime.aclose()
        self._reading.submit(self._close_reader).result()
        self._reading.shutdown()
        self.store.close()

    async def read(self, work: Callable[[ChatReader], T]) -> T:
        """Runs `work` on the reader thread. It sees what is committed: no running answer's text."""
        await self._opened.wait()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, lambda: work(self._open_reader()))

    async def use(self, work: Callable[[ChatStore], T]) -> T:
        """Runs `work` on the store itself, here: for changes, and reads of one chat."""
        await self._opened.wait()
        return work(self.store)

    async def models(self) -> ModelsNow:
        await self._opened.wait()
        installed = await asyncio.to_thread(self.runtime.models)
        default = await self._default()
        return ModelsNow(installed, self.runtime.loaded(), default)

    async def _default(self) -> str:
        try:
            return (await self.runtime.resolve()).name
        except LocalLLMError:
            return ""

    async def look_in(self, settings: Settings) -> None:
        """Takes other model folders or another default, without touching what is loaded."""
        await self._opened.wait()
        self.settings = settings
        await self.runtime.look_in(settings)

    async def apply(self, settings: Settings) -> None:
        """Takes other settings: running answers are stopped, models are loaded anew when asked."""
        await self._opened.wait()
        await self.answering.close()
        await self.port.close()
        await self.runtime.aclose()
        self.settings = settings
        self._build()

    async def warm_up(self) -> None:
        """Loads the model that a new chat would use, so that the first answer comes at once."""
        await self._opened.wait()
        try:
            await self.runtime.load()
        except LocalLLMError:
            return  # said when somebody asks for an answer

    def _open_reader(self) -> ChatReader:
        from localllm.chats.reader import ChatReader

        if self._reader is None:
            self._reader = ChatReader.open(self.store.path)
        return self._reader

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
