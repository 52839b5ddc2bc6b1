"""localllm chat: talk with a model, or ask it one thing from a shell."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from localllm import core
from localllm.cli import terminal
from localllm.cli.options import Command, setting_options
from localllm.errors import BadRequest, ModelNotFound
from localllm.settings import Settings

if TYPE_CHECKING:
    from localllm.joining.engines import Engines


@click.command(cls=Command)
@click.argument("words", metavar="[MODEL] [PROMPT]...", nargs=-1)
@click.option("-s", "--system", default="", metavar="TEXT", help="System prompt.")
@click.option("-t", "--temperature", type=float, help="Randomness; 0: always the likeliest.")
@click.option("-n", "--max-tokens", type=click.IntRange(0), metavar="N", help="Longest answer.")
@click.option("--seed", type=int, help="For the same answer again.")
@click.option(
    "--json-schema",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The answer is JSON that fits the schema in this file.",
)
@click.option("--no-think", is_flag=True, help="A model that can think answers at once.")
@click.option("--stats", is_flag=True, help="Speed and token counts after each answer.")
@click.option(
    "--own-engine", is_flag=True, help="Load the model here, also where a localllm runs already."
)
@setting_options("model", "models_dirs", "memory_check", "engine", console_log=False)
def command(settings: Settings, words: tuple[str, ...], **options: Any) -> int:
    """Chat with a model, or ask it one thing.

    \b
      localllm chat                              chat with the default model
      localllm chat qwen3                        ... with a model of that name
      localllm chat ./model.gguf                 ... with a file
      localllm chat "why is the sky blue?"       one answer of the default model
      localllm chat qwen3 "why is the sky blue?"
      cat notes.txt | localllm chat "summarise"  what is piped in follows the prompt
      localllm chat "a poem" > poem.txt          plain text goes to a pipe or file

    MODEL is a name from `localllm list` or the begin of one, a GGUF file, or a folder with one.
    It may be left out: words that name no model are the prompt. With --model all of them are.

    In a chat /help shows what can be typed. Ctrl-C stops an answer and keeps what came.

    Where the app or `localllm serve` is running, its engines answer, and no model is loaded twice;
    without a MODEL it is then the one that is loaded there.
    """
    from localllm import runtime as runtime_room

    sampling = _sampling(options)
    return runtime_room.run(_chat(settings, words, _piped(), sampling, options))


async def _chat(
    settings: Settings,
    words: tuple[str, ...],
    piped: str,
    sampling: core.SamplingParams,
    options: dict[str, Any],
) -> int:
    from localllm.cli.chatting.oneshot import answer_once
    from localllm.cli.chatting.session import Session
    from localllm.joining.engines import Engines

    async with Engines(settings, say=_tell, joining=not options["own_engine"]) as engines:
        model, prompt = await _split(engines, settings, words)
        question = "\n\n".join(part for part in (prompt, piped) if part)
        session = Session(
            model=model,
            system=options["system"],
            sampling=sampling,
            thinking=False if options["no_think"] else None,
        )
        if question:
            return await answer_once(engines, session, question, stats=options["stats"])
        if not terminal.interactive():
            raise click.UsageError("There is nothing to answer: give a prompt, or pipe one in.")
        from localllm.cli.chatting.interactive import Chat

        await Chat(engines, session, stats=options["stats"]).run()
        return 0


def _tell(text: str) -> None:
    """Beside the answer; a script that gathers stderr is told of what goes wrong alone."""
    if terminal.is_terminal(sys.stderr):
        click.echo(click.style(text, dim=terminal.colours(sys.stderr)), err=True)


async def _split(
    engines: Engines, settings: Settings, words: tuple[str, ...]
) -> tuple[str | None, str]:
    """Which model is meant, and the prompt, "" where there is none.

    A first word that nearly names a model, alone and typed at a terminal, is taken for a slip.
    """
    if settings.model and _flag_given():
        return settings.model, " ".join(words)
    if not words:
        return None, ""
    try:
        await engines.resolve(words[0])
    except ModelNotFound as error:
        alone = len(words) == 1 and not any(c.isspace() for c in words[0])
        if alone and (error.detail.get("near") or "path" in error.detail):
            raise
        return None, " ".join(words)
    return words[0], " ".join(words[1:])


def _flag_given() -> bool:
    source = click.get_current_context().get_parameter_source("model")
    return source is click.core.ParameterSource.COMMANDLINE


def _piped() -> str:
    """What is piped in; read before the loop runs, so that Ctrl-C ends the reading."""
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        return ""
    return sys.stdin.read().strip()


def _sampling(options: dict[str, Any]) -> core.SamplingParams:
    given = {
        name: options[name]
        for name in ("temperature", "max_tokens", "seed")
        if options[name] is not None
    }
    return core.SamplingParams(**given, json_schema=_schema(options["json_schema"]))


def _schema(path: Path | None) -> str | None:
    if path is None:
        return None
    text = path.read_text("utf-8")
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BadRequest(f"{path} is no JSON: {error}", param="json_schema") from None
    return text
