"""What a person sees when something goes wrong."""

from __future__ import annotations

import traceback

import click

from localllm import errors, paths
from localllm.cli import terminal

EXIT_ERROR = 1
EXIT_BUG = 70  # EX_SOFTWARE

_HINTS: dict[type[errors.LocalLLMError], str] = {
    errors.ModelNotFound: "`localllm list` shows the models on this computer.",
    errors.NativeMismatch: "`localllm doctor` says more.",
    errors.EngineError: "`localllm doctor` says what may be wrong; its log tells more.",
    errors.ModelTooLarge: "A smaller --context or another --kv-type takes less memory.",
    errors.ContextExceeded: "--context sets a larger one.",
}
# The message already says what to do.
_MORE_THAN_WORDS = ("localllm list", "localllm pull", "Name the folder")


def report(error: errors.LocalLLMError) -> int:
    """The error on stderr, with a hint where its words have none; the exit code."""
    click.echo(terminal.red(f"Error: {error.message}"), err=True)
    hint = hint_for(error)
    if hint:
        click.echo(hint, err=True)
    if terminal.debugging():
        traceback.print_exception(error)
    return EXIT_ERROR


def hint_for(error: errors.LocalLLMError) -> str:
    if any(words in error.message for words in _MORE_THAN_WORDS):
        return ""
    return next((_HINTS[kind] for kind in type(error).__mro__ if kind in _HINTS), "")


def report_bug(error: Exception) -> int:
    """Says that it is our fault; the traceback goes to a file, when debugging to stderr too."""
    if terminal.debugging():
        traceback.print_exception(error)
    file = paths.log_dir() / "localllm.log"
    with file.open("a", encoding="utf-8") as out:
        traceback.print_exception(error, file=out)
    click.echo(
        terminal.red(f"This is a bug in localllm: {type(error).__name__}: {error}")
        + f"\nThe details are in {file}.",
        err=True,
    )
    return EXIT_BUG
