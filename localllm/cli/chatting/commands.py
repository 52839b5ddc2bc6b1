"""The /commands of a chat: a name, what follows it, what it does."""

from __future__ import annotations

import difflib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.table import Table
from rich.text import Text

from localllm import core
from localllm.cli.chatting.session import parameter, settable
from localllm.errors import BadRequest
from localllm.models.units import counted

if TYPE_CHECKING:
    from localllm.cli.chatting.interactive import Chat

Action = Callable[["Chat", str], Awaitable[None]]


@dataclass(frozen=True)
class Command:
    name: str
    argument: str  # what follows, for /help
    help: str
    action: Action


COMMANDS: dict[str, Command] = {}
ALIASES = {"r": "regenerate", "exit": "quit", "q": "quit", "?": "help", "clear": "new"}


def command(name: str, argument: str, help: str) -> Callable[[Action], Action]:
    def register(action: Action) -> Action:
        COMMANDS[name] = Command(name, argument, help, action)
        return action

    return register


async def run(chat: Chat, line: str) -> None:
    """Runs `/name argument`. BadRequest for an unknown name; what the command raises."""
    name, _, argument = line.removeprefix("/").strip().partition(" ")
    found = COMMANDS.get(ALIASES.get(name, name))
    if found is None:
        near = difflib.get_close_matches(name, COMMANDS, n=1)
        meant = f"did you mean /{near[0]}?" if near else "/help lists them"
        raise BadRequest(f"There is no command /{name}: {meant}")
    await found.action(chat, argument.strip())


@command("help", "", "this list")
async def help_(chat: Chat, argument: str) -> None:
    table = Table.grid(padding=(0, 2))
    for each in COMMANDS.values():
        table.add_row(f"/{each.name} {each.argument}".rstrip(), Text(each.help, style="dim"))
    table.add_row("", "")
    table.add_row(
        "Alt+Enter", Text('a new line; so does \\ at the end, or """ around', style="dim")
    )
    table.add_row("Ctrl-C", Text("stops an answer and keeps what came", style="dim"))
    table.add_row("Ctrl-D", Text("ends the chat", style="dim"))
    chat.console.print(table)


@command("new", "", "forget what was said and begin anew")
async def new(chat: Chat, argument: str) -> None:
    chat.session.clear()
    chat.note("A new chat.")


@command("model", "[NAME]", "go on with another model; alone: which one it is")
async def model(chat: Chat, argument: str) -> None:
    if argument:
        await chat.use_model(argument)
    info = await chat.model_info()
    chat.note(
        f"{chat.name} ({info.name}): {info.architecture}, {info.context:,} tokens of context"
        f"{', can think' if info.supports_thinking else ''}"
    )


@command("system", "[TEXT]", "set the system prompt; alone: show it; 'none' takes it away")
async def system(chat: Chat, argument: str) -> None:
    if argument:
        chat.session.system = "" if argument.lower() == "none" else argument
    chat.note(chat.session.system or "No system prompt.")


@command("set", "[NAME VALUE]", "change how it answers (temperature, seed, ...); alone: show")
async def set_(chat: Chat, argument: str) -> None:
    name, _, value = argument.partition(" ")
    name = parameter(name) if name else ""
    if value:
        chat.session.set(name, value.strip())
    elif name:
        raise BadRequest(f"Set {name} to what? As in /set temperature 0.2")
    defaults = core.SamplingParams()
    for field in settable():
        now = getattr(chat.session.sampling, field)
        if name in ("", field):
            mark = "" if now == getattr(defaults, field) else "  (changed)"
            chat.note(f"{field} {'none' if now is None else now}{mark}")


@command("think", "[on|off|auto]", "whether a model that can think does; alone: its last thoughts")
async def think(chat: Chat, argument: str) -> None:
    choices = {"on": True, "off": False, "auto": None}
    if argument:
        if argument not in choices:
            raise BadRequest("Thinking is on, off or auto")
        chat.session.thinking = choices[argument]
        chat.note(f"Thinking: {argument}.")
    else:
        last = chat.session.last
        chat.note(last.reasoning if last and last.reasoning else "No thoughts.")


@command("regenerate", "", "answer the last question again (also /r)")
async def regenerate(chat: Chat, argument: str) -> None:
    await chat.answer(chat.session.take_back())


@command("undo", "", "take back the last question and its answer")
async def undo(chat: Chat, argument: str) -> None:
    question = chat.session.take_back()
    chat.note(f"Taken back: {question[:60]}{'...' if len(question) > 60 else ''}")


@command("save", "FILE", "keep the chat in a file: JSON to /load again, .md to read")
async def save(chat: Chat, argument: str) -> None:
    path = _file(argument)
    chat.session.save(path)
    chat.note(f"{counted(len(chat.session.messages), 'message')} kept in {path}.")


@command("load", "FILE", "go on with a chat that /save kept")
async def load(chat: Chat, argument: str) -> None:
    path = _file(argument)
    chat.session.load(path)
    chat.note(f"{counted(len(chat.session.messages), 'message')} from {path}.")


@command("stats", "", "figures of the last answer")
async def stats(chat: Chat, argument: str) -> None:
    last = chat.session.last
    chat.note(last.figures() if last and last.usage else "No finished answer yet.")
    if last and last.info:
        now = await chat.engines.stats(chat.session.model)
        chat.note(_memory_line(now))


@command("quit", "", "end the chat (also Ctrl-D)")
async def quit_(chat: Chat, argument: str) -> None:
    chat.ended = True


def _memory_line(stats: core.EngineStats) -> str:
    shown = msgspec.structs.asdict(stats)
    return "context {cells_used:,} of {cells_total:,} tokens in use · {threads} threads".format(
        **shown
    )


def _file(argument: str) -> Path:
    if not argument:
        raise BadRequest("Which file? As in /save talk.json")
    return Path(argument).expanduser()
