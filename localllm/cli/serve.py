"""localllm serve: the port that editors and programs speak to."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import click

from localllm.cli import terminal
from localllm.cli.options import Command, setting_options
from localllm.errors import ModelNotFound
from localllm.models.units import counted
from localllm.settings import Settings

if TYPE_CHECKING:
    from localllm.core import ModelInfo
    from localllm.runtime import InstalledModel, Runtime

_SNIPPET = """\
For a shell:
  export OPENAI_BASE_URL={url}/v1 OPENAI_API_KEY={key}
For an editor, as in Continue's config.yaml:
  models:
    - name: {model}
      provider: openai
      model: {model}
      apiBase: {url}/v1
      apiKey: {key}
"""


@click.command(cls=Command)
@click.option("--no-load", is_flag=True, help="Load the model at the first request, not now.")
@setting_options("general", "server", "models", "engine")
def command(settings: Settings, no_load: bool) -> None:
    """Answer programs and editors over a local port.

    \b
      localllm serve                      the default model on 127.0.0.1:8642
      localllm serve --model qwen3        another one
      localllm serve --port 1234          where a program expects it

    Speaks OpenAI's protocol: give a program the printed address as its base URL, and any text as
    its API key unless --api-key sets one. Other models are loaded when a request names them.
    Ctrl-C ends it.
    """
    from localllm import runtime

    runtime.run(_serve(settings, load=not no_load))


async def _serve(settings: Settings, *, load: bool) -> None:
    """Listens at once, so that clients find the port while the model loads. A model that cannot
    be loaded ends it: better here, with words, than at every request."""
    from localllm.joining.door import Door
    from localllm.runtime import Runtime
    from localllm.server.serve import serve

    async with Runtime(settings) as runtime, Door(lambda: runtime, "server"):
        url: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        loading = asyncio.create_task(_introduce(runtime, settings, url, load=load))
        serving = asyncio.create_task(
            serve(runtime, settings, on_ready=url.set_result, warming=loading)
        )
        loading.add_done_callback(lambda task: _failed(task) and serving.cancel())
        try:
            await serving
        except asyncio.CancelledError:
            if not _failed(loading):
                raise
            await loading
        finally:
            loading.cancel()
            with contextlib.suppress(BaseException):
                await loading


def _failed(task: asyncio.Task[None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is not None


async def _introduce(
    runtime: Runtime, settings: Settings, url: asyncio.Future[str], *, load: bool
) -> None:
    """Says where it listens, loads the model, and says how to use both."""
    click.echo(f"localllm listens on {await url} (Ctrl-C ends it)")
    if settings.api_key:
        click.echo("Clients must send the API key that was set.")
    if not load:
        return
    try:
        model = await runtime.resolve(None)
        info = await _load(runtime, model)
    except ModelNotFound as error:
        if settings.model:
            raise
        click.echo(terminal.red(f"No model is loaded: {error.message}"), err=True)
        return
    threads = counted(info.threads, "thread")
    click.echo(f"{model.name} is loaded: {info.context:,} tokens of context, {threads}")
    key = "YOUR_KEY" if settings.api_key else "none"
    click.echo("\n" + _SNIPPET.format(url=url.result(), model=model.name, key=key))


async def _load(runtime: Runtime, model: InstalledModel) -> ModelInfo:
    from localllm.cli.waiting import Waiting

    with Waiting() as waiting:
        stop_watching = runtime.on_load_progress(waiting.loading)
        try:
            return await runtime.load(model)
        finally:
            stop_watching()
