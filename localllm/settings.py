"""Every setting, declared once.

`Settings` is that declaration: each field's type, default and `Setting` (help, limits, words) give
the key in config.toml, the environment variable LOCALLLM_<NAME>, the command-line flag, the page
of docs and the preferences window. `SETTINGS` is the same as a table to walk over.

    defaults < config.toml < environment < overrides (flags)

A value that cannot be used raises BadRequest that names the setting, where it came from and what
is allowed. An unknown key of the file is a warning in the log: a newer file works with an older
program.
"""

from __future__ import annotations

import difflib
import logging
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from localllm import core, debug, paths
from localllm.errors import BadRequest

log = logging.getLogger(__name__)

Area = Literal["window", "general", "server", "models", "engine"]


Kind = Literal["text", "number", "switch", "choice", "list"]


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One row of SETTINGS. The last four are read off the field that it describes.

    `low` and `high` bound a number. `words` may stand for a number ("auto"). `separator` parts a
    list that is given as text. `unit` "bytes" takes sizes such as 2GB, "seconds" takes 90, 10m or
    2h. `reload`: a change reloads the model. `secret`: its value is never shown. `choices` are
    all there are, of a choice or for the items of a list.
    """

    help: str
    area: Area
    low: int = 0
    high: int | None = None
    words: dict[str, int] = {}
    separator: str = ","
    unit: str = ""
    reload: bool = False
    secret: bool = False
    choices: tuple[str, ...] = ()
    name: str = ""
    kind: Kind = "text"
    default: Any = None

    @property
    def env(self) -> str:
        return f"LOCALLLM_{self.name.upper()}"

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def allowed(self) -> str:
        """What a value may be, in words: the end of 'it must be ...'."""
        return _allowed(self)

    def parse(self, value: object) -> Any:
        """The value of a flag, a variable (both text) or the file (TOML's types), checked.

        Raises ValueError, without words; `allowed` has them.
        """
        return _PARSERS[self.kind](self, value)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings, ready for use. Made by `load_settings`; `Settings()` has the defaults."""

    theme: Annotated[
        Literal["system", "light", "dark"], Setting(area="window", help="How the window looks.")
    ] = "system"
    font_size: Annotated[
        int, Setting(area="window", low=12, high=24, help="Height of the window's text, in pixels.")
    ] = 15
    language: Annotated[
        Literal["system", "en", "zh_CN", "zh_TW", "de", "ja"],
        Setting(area="window", help="Language of the window."),
    ] = "system"
    port_on_start: Annotated[
        bool, Setting(area="window", help="Open the port when the app starts.")
    ] = False
    stay_in_tray: Annotated[
        bool, Setting(area="window", help="Keep running in the tray when the window is closed.")
    ] = False
    start_at_login: Annotated[
        bool, Setting(area="window", help="Start the app, in the tray, when you log in.")
    ] = False
    update_check: Annotated[
        bool,
        Setting(
            area="window",
            help="Ask once a day whether a newer version is there, and say so; never fetch it.",
        ),
    ] = False
    update_address: Annotated[
        str,
        Setting(
            area="window",
            help="Address that tells of the newest version. Empty: the one of this build.",
        ),
    ] = ""

    model: Annotated[
        str,
        Setting(
            area="general",
            help="Model where none is named: name, GGUF file or folder. Empty: the starter.",
        ),
    ] = ""
    offline: Annotated[
        bool, Setting(area="general", help="Never use the network, not even when asked to pull.")
    ] = False
    debug: Annotated[
        tuple[str, ...],
        Setting(area="general", choices=tuple(debug.AREAS), help="Areas that log in detail."),
    ] = ()

    host: Annotated[
        str,
        Setting(area="server", help="Address to listen on; wider than this computer needs a key."),
    ] = "127.0.0.1"
    port: Annotated[
        int, Setting(area="server", high=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8642
    ollama_port: Annotated[
        bool,
        Setting(
            area="server",
            help="Listen on Ollama's port 11434 as well, where it is free: for programs that look "
            "for Ollama there.",
        ),
    ] = False
    api_key: Annotated[
        str,
        Setting(area="server", secret=True, help="Key that every client must send. Empty: none."),
    ] = ""
    cors_origins: Annotated[
        tuple[str, ...],
        Setting(area="server", help="Web origins that browsers may call from; * allows all."),
    ] = ()

    models_dirs: Annotated[
        tuple[str, ...],
        Setting(
            area="models",
            separator=os.pathsep,
            help="More folders in which to look for GGUF files; parted as PATH is.",
        ),
    ] = ()
    aliases: Annotated[
        tuple[str, ...],
        Setting(area="models", help="Further names of models: fast=qwen3-0.6b,big=llama-3.3-70b."),
    ] = ()
    max_models: Annotated[
        int,
        Setting(
            area="models",
            low=1,
            high=64,
            help="Models kept loaded; one more unloads the longest unused that is idle.",
        ),
    ] = 1
    idle_unload: Annotated[
        int,
        Setting(
            area="models",
            unit="seconds",
            words={"never": 0},
            help="Unload a model that nobody used for this long; 0: never.",
        ),
    ] = 0
    hub_endpoint: Annotated[
        str,
        Setting(
            area="models",
            help="Address of the model hub or a mirror. Empty: HF_ENDPOINT, else the public one.",
        ),
    ] = ""
    proxy: Annotated[
        str,
        Setting(
            area="models",
            secret=True,  # its address may carry a password
            help="Proxy to reach the hub through. Empty: as HTTPS_PROXY and NO_PROXY say.",
        ),
    ] = ""
    download_connections: Annotated[
        int,
        Setting(area="models", low=1, high=16, help="Connections at once for one file fetched."),
    ] = 4
    download_rate: Annotated[
        int,
        Setting(
            area="models",
            unit="bytes",
            words={"unlimited": 0},
            help="Bytes a second that all downloads together may take; 0: as many as come.",
        ),
    ] = 0
    downloads_at_once: Annotated[
        int, Setting(area="models", low=1, high=8, help="Downloads that run; others wait in turn.")
    ] = 1
    memory_check: Annotated[
        bool, Setting(area="models", help="Refuse to load a model larger than the free memory.")
    ] = True

    job_priority: Annotated[
        Literal["low", "normal"],
        Setting(
            area="models",
            help="Of converting, quantizing and measuring; low leaves the processor to chats.",
        ),
    ] = "low"

    engine: Annotated[
        Literal["llama", "fake"],
        Setting(area="engine", reload=True, help="llama runs models; fake only plays at it."),
    ] = "llama"
    native_dir: Annotated[
        str,
        Setting(area="engine", reload=True, help="Folder of another native build. Empty: our own."),
    ] = ""
    native_extra: Annotated[
        str,
        Setting(area="engine", reload=True, help="Folder with more modules for GPUs. Empty: none."),
    ] = ""
    cpu_module: Annotated[
        str,
        Setting(
            area="engine",
            reload=True,
            help="auto, baseline, avx, avx2, avx512 or a module's name; doctor lists them.",
        ),
    ] = "auto"
    gpu: Annotated[
        str,
        Setting(
            area="engine",
            reload=True,
            help="GPUs by name, comma-separated; auto: all; off: none. doctor lists them.",
        ),
    ] = "auto"
    context: Annotated[
        int,
        Setting(
            area="engine",
            unit="tokens",
            words={"auto": 0},
            reload=True,
            help="Tokens one chat may use and all running share; 0: as model and memory allow.",
        ),
    ] = 0
    parallel: Annotated[
        int,
        Setting(area="engine", low=1, high=64, reload=True, help="Answers that run at once."),
    ] = 8
    max_queue: Annotated[
        int,
        Setting(area="engine", reload=True, help="Requests that may wait; one more is refused."),
    ] = 256
    queue_timeout: Annotated[
        int,
        Setting(
            area="engine",
            unit="seconds",
            words={"never": 0},
            reload=True,
            help="A request that could not start for this long is refused; 0: never.",
        ),
    ] = 600
    stream_slowdown: Annotated[
        int,
        Setting(
            area="engine",
            low=2,
            high=100,
            words={"auto": 0},
            reload=True,
            help="How many times slower than alone answers may come while a prompt is read; "
            "auto: 3 times, or 50 ms a token.",
        ),
    ] = 0
    threads: Annotated[
        int,
        Setting(
            area="engine",
            high=512,
            words={"auto": 0},
            reload=True,
            help="Threads to compute with; auto: as many as are fastest at each moment.",
        ),
    ] = 0
    engine_priority: Annotated[
        Literal["low", "normal"],
        Setting(
            area="engine",
            reload=True,
            help="Of computing answers; low takes half of the free cores and lets others go first.",
        ),
    ] = "normal"
    gpu_layers: Annotated[
        int,
        Setting(
            area="engine",
            words={"all": -1},
            reload=True,
            help="Layers to put on a GPU where there is one; -1: every layer.",
        ),
    ] = -1
    ubatch: Annotated[
        int,
        Setting(
            area="engine",
            low=16,
            high=8192,
            unit="tokens",
            reload=True,
            help="Tokens computed in one step at most.",
        ),
    ] = 512
    flash_attention: Annotated[
        Literal["auto", "on", "off"],
        Setting(area="engine", reload=True, help="Flash attention; auto: where it is faster."),
    ] = "auto"
    speculation: Annotated[
        Literal["auto", "off"],
        Setting(
            area="engine",
            reload=True,
            help="Guess what comes next from the text so far; auto: where that is faster.",
        ),
    ] = "auto"
    draft_tokens: Annotated[
        int,
        Setting(
            area="engine",
            low=1,
            high=64,
            unit="tokens",
            reload=True,
            help="Tokens guessed ahead at most, by speculation.",
        ),
    ] = 15
    kv_type: Annotated[
        Literal["f16", "bf16", "f32", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0"],
        Setting(
            area="engine",
            reload=True,
            help="Format of keys and values: fewer bits take less memory and are less exact.",
        ),
    ] = "f16"
    ram_cache: Annotated[
        int,
        Setting(
            area="engine",
            unit="bytes",
            words={"auto": -1},
            reload=True,
            help="Memory for prompts read before; auto: a quarter of what is free.",
        ),
    ] = -1
    disk_cache: Annotated[
        int,
        Setting(
            area="engine",
            unit="bytes",
            words={"auto": -1, "off": 0},
            reload=True,
            help="Disk for prompts read before; auto: an eighth of what is free, 8 GiB at most.",
        ),
    ] = -1
    disk_cache_dir: Annotated[
        str,
        Setting(
            area="engine",
            reload=True,
            help="Folder for prompts read before. Empty: in the cache folder of localllm.",
        ),
    ] = ""


def _text(setting: Setting, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value.strip()


def _switch(setting: Setting, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _SWITCH_WORDS:
        return _SWITCH_WORDS[value.strip().lower()]
    raise ValueError


def _choice(setting: Setting, value: object) -> str:
    # TOML and people write a bare on/off as a boolean.
    word = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
    by_word = {choice.lower(): choice for choice in setting.choices}
    if isinstance(word, str) and word.strip().lower() in by_word:
        return by_word[word.strip().lower()]
    raise ValueError


def _list(setting: Setting, value: object) -> tuple[str, ...]:
    parts = value.split(setting.separator) if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ValueError
    items = tuple(stripped for part in parts if (stripped := part.strip()))
    if setting.choices and not set(items) <= set(setting.choices):
        raise ValueError
    return items


def _number(setting: Setting, value: object) -> int:
    number = _number_of_text(value, setting) if isinstance(value, str) else value
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError
    if number in setting.words.values():
        return number
    if number < setting.low or (setting.high is not None and number > setting.high):
        raise ValueError
    return number


def _number_of_text(text: str, setting: Setting) -> int:
    word = text.strip().lower()
    if word in setting.words:
        return setting.words[word]
    units = _UNITS.get(setting.unit)
    found = _WITH_UNIT.fullmatch(word) if units else None
    if units is None or found is None:
        return int(word)
    if found["unit"] not in units:
        raise ValueError
    return round(float(found["number"]) * units[found["unit"]])


_SWITCH_WORDS = {"on": True, "true": True, "yes": True, "1": True} | {
    "off": False, "false": False, "no": False, "0": False,
}  # fmt: skip
_WITH_UNIT = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>[a-z]*)")
_UNITS: dict[str, dict[str, int]] = {
    "seconds": {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400},
    "bytes": {"": 1, "b": 1}
    | {short + tail: 1000**power for power, short in enumerate("kmgt", 1) for tail in ("", "b")}
    | {f"{short}ib": 1024**power for power, short in enumerate("kmgt", 1)},
}
_PARSERS = {"text": _text, "switch": _switch, "choice": _choice, "list": _list, "number": _number}


def _table() -> tuple[Setting, ...]:
    hints = get_type_hints(Settings, include_extras=True)
    defaults = Settings()
    rows = []
    for name in Settings.__struct_fields__:
        declared, setting = get_args(hints[name])
        rows.append(_row(name, declared, setting, getattr(defaults, name)))
    return tuple(rows)


def _row(name: str, declared: type, setting: Setting, default: object) -> Setting:
    choices = get_args(declared) if get_origin(declared) is Literal else setting.choices
    return msgspec.structs.replace(
        setting, name=name, kind=_kind(declared), default=default, choices=choices
    )


def _kind(declared: type) -> Kind:
    origin = get_origin(declared)
    if origin is not None:
        return "choice" if origin is Literal else "list"
    return "switch" if declared is bool else "number" if declared is int else "text"


SETTINGS: tuple[Setting, ...] = _table()
DEFAULTS: dict[str, Any] = {setting.name: setting.default for setting in SETTINGS}
_BY_NAME = {setting.name: setting for setting in SETTINGS}


def load_settings(overrides: Mapping[str, object] = {}, file: Path | None = None) -> Settings:
    """Settings from defaults, `file` (config.toml of the config folder), environment, overrides.

    An override of None, and an empty variable, count as not given. Raises BadRequest; TypeError
    for an override that is no setting.
    """
    if unknown := overrides.keys() - _BY_NAME.keys():
        raise TypeError(f"no such settings: {sorted(unknown)}")
    values: dict[str, Any] = _from_file(file or paths.config_dir() / "config.toml")
    for setting in SETTINGS:
        if text := os.environ.get(setting.env):
            values[setting.name] = _checked(setting, text, f"the variable {setting.env}")
        if (given := overrides.get(setting.name)) is not None:
            values[setting.name] = _checked(setting, given, setting.flag)
    return Settings(**values)


def _from_file(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BadRequest(f"The settings in {file} cannot be read: {error}") from error
    values = {}
    for name, value in found.items():
        if name in _BY_NAME:
            values[name] = _checked(_BY_NAME[name], value, str(file))
        else:
            log.warning("%s: %r is no setting%s; ignored", file, name, _meant(name))
    return values


def _meant(name: str) -> str:
    near = difflib.get_close_matches(name.lower().replace("-", "_"), _BY_NAME, n=1)
    return f" (is {near[0]} meant?)" if near else ""


def _checked(setting: Setting, value: object, source: str) -> Any:
    try:
        return setting.parse(value)
    except ValueError:
        shown = "its value" if setting.secret else repr(value)
        raise BadRequest(
            f"Setting {setting.name}: {shown} from {source} cannot be used; it must be "
            f"{setting.allowed}.",
            param=setting.name,
            source=source,
        ) from None


def _allowed(setting: Setting) -> str:
    if setting.kind == "choice":
        return f"one of {', '.join(setting.choices)}"
    if setting.kind == "list":
        return f"a list of {', '.join(setting.choices)}" if setting.choices else "a list of texts"
    if setting.kind != "number":
        return {"switch": "on or off", "text": "text"}[setting.kind]
    words = "".join(f", or {word}" for word in setting.words)
    return f"a {_measure(setting.unit)}{_limits(setting)}{words}"


def _measure(unit: str) -> str:
    return {
        "bytes": "size in bytes or with a unit (500MB, 2GB, 1.5GiB)",
        "seconds": "time in seconds or with a unit (90, 10m, 2h)",
        "": "whole number",
    }.get(unit, f"whole number of {unit}")


def _limits(setting: Setting) -> str:
    if setting.high is not None:
        return f" from {setting.low} to {setting.high}"
    return f" of at least {setting.low}"


def engine_options(settings: Settings, model_path: str | Path) -> core.EngineOptions:
    """What an engine is told to load `model_path` with. Its log lies in paths.log_dir()."""
    path = Path(model_path)
    return core.EngineOptions(
        model_path=str(path),
        context=settings.context,
        threads=settings.threads,
        gpu_layers=settings.gpu_layers,
        max_sequences=settings.parallel,
        ubatch=settings.ubatch,
        flash_attention=settings.flash_attention,
        speculation=settings.speculation,
        draft_tokens=settings.draft_tokens,
        kv_type=settings.kv_type,
        max_queue=settings.max_queue,
        ram_cache_bytes=settings.ram_cache,
        disk_cache_bytes=settings.disk_cache,
        disk_cache_dir=str(kv_folder(settings)),
        stream_slowdown=settings.stream_slowdown,
        queue_timeout=settings.queue_timeout,
        gentle=settings.engine_priority == "low",
        log_path=str(paths.log_dir() / f"engine-{path.stem}.log"),
    )


def kv_folder(settings: Settings) -> Path:
    """Where KV is kept on disk."""
    folder = settings.disk_cache_dir
    return Path(folder).expanduser() if folder else paths.cache_dir() / "kv"


def settings_markdown() -> str:
    """docs/settings.md, whole."""
    lines = [_MARKDOWN_HEAD]
    for area in get_args(Area):
        lines += [f"\n## {area.capitalize()}\n", "| setting | default | reloads | meaning |"]
        lines += ["|---|---|---|---|"]
        lines += [_markdown_row(row) for row in SETTINGS if row.area == area]
    return "\n".join(lines) + "\n"


def _markdown_row(setting: Setting) -> str:
    meaning = setting.help + ("" if setting.kind == "text" else f" *({setting.allowed})*")
    return (
        f"| `{setting.name}` | {_shown(setting)} | {'yes' if setting.reload else ''} | {meaning} |"
    )


def _shown(setting: Setting) -> str:
    if setting.kind == "switch":
        return "on" if setting.default else "off"
    names = {number: word for word, number in setting.words.items()}
    value = names.get(setting.default, setting.default) if setting.words else setting.default
    return "" if value in ("", ()) else f"`{value}`"


_MARKDOWN_HEAD = """# Settings

Each can be given in three ways; the later wins:

1. in `config.toml` of the config folder (`localllm doctor` shows where): `port = 9000`
2. in the environment: `LOCALLLM_PORT=9000`
3. as a flag: `--port 9000`

A dash takes the underscore's place in flags (`--idle-unload`). Lists are TOML arrays in the file
and comma-separated elsewhere. *Reloads* says whether a change loads the model again."""
