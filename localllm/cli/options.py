"""Settings as command-line options: from the one table, with its words and its checks."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from localllm import debug, paths
from localllm.settings import SETTINGS, Setting, load_settings

F = TypeVar("F", bound=Callable[..., Any])

_SECTIONS = {
    "window": "General",
    "general": "General",
    "server": "Server",
    "models": "Models",
    "engine": "Engine",
}


class SettingType(click.ParamType):  # type: ignore[type-arg]
    """A value as the setting itself reads it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.name = setting.kind

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        setting = self.setting
        if setting.choices:
            return "|".join(setting.choices) if len(setting.choices) < 4 else "NAME"
        by_unit = {"bytes": "SIZE", "seconds": "TIME", "tokens": "TOKENS"}
        by_kind = {"number": "N", "list": "LIST", "text": "TEXT"}
        return by_unit.get(setting.unit) or by_kind[setting.kind]

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        try:
            return self.setting.parse(value)
        except ValueError:
            self.fail(f"{value!r} cannot be used; it must be {self.setting.allowed}.", param, ctx)


class SettingOption(click.Option):
    """An option made of a setting; help lists it under its area."""

    def __init__(self, setting: Setting) -> None:
        self.section = _SECTIONS[setting.area]
        flag = setting.flag
        switch = setting.kind == "switch"
        super().__init__(
            [f"{flag}/--no-{flag.removeprefix('--')}" if switch else flag, setting.name],
            type=None if switch else SettingType(setting),
            default=None,
            help=f"{setting.help}{_choices(setting)}{_default(setting)}",
        )


def _choices(setting: Setting) -> str:
    return f" One of {', '.join(setting.choices)}." if len(setting.choices) > 3 else ""


def _default(setting: Setting) -> str:
    names = {number: word for word, number in setting.words.items()}
    value = names.get(setting.default, setting.default) if setting.words else setting.default
    if setting.kind == "switch":
        return f" [default: {'on' if value else 'off'}]"
    return "" if value in ("", ()) else f" [default: {value}]"


class Command(click.Command):
    """Help with the verb's own options first, then the settings by area."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                sections.setdefault(getattr(param, "section", "Options"), []).append(record)
        for title, rows in sections.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def setting_options(*wanted: str, console_log: bool = True) -> Callable[[F], F]:
    """Gives a verb the settings of these areas (or single ones by name) as options.

    The verb is called with `settings`, made of all layers; logging is set up before. What is not
    among the options still comes from file and environment. `--debug` is always there.
    """
    names = (*wanted, "debug")
    chosen = [s for s in SETTINGS if s.area in names or s.name in names]

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def verb(**kwargs: Any) -> Any:
            overrides = {s.name: kwargs.pop(s.name) for s in chosen}
            settings = load_settings(overrides)
            debug.setup(
                settings.debug, log_file=paths.log_dir() / "localllm.log", console=console_log
            )
            return function(settings=settings, **kwargs)

        params = list(getattr(verb, "__click_params__", []))
        # click keeps them in reverse order of the decorators.
        verb.__click_params__ = [SettingOption(s) for s in reversed(chosen)] + params  # type: ignore[attr-defined]
        return verb  # type: ignore[return-value]

    return decorate
