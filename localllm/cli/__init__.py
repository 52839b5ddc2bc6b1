"""The command line. One file a verb; none of them is imported before it is called.

`main` is the edge where errors become words and exit codes:

    0    done
    1    a LocalLLMError: one red line on stderr, with what to do
    2    called wrongly
    70   a bug: the traceback goes to the log (to the terminal with --debug)
    130  Ctrl-C
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Sequence

import click

from localllm import __version__
from localllm.errors import LocalLLMError

# Verb -> what it does, for `localllm --help`, which imports none of them.
VERBS = {
    "chat": "Chat with a model, or ask it one thing.",
    "serve": "Answer programs and editors over a local port.",
    "list": "List the models on this computer.",
    "show": "Say what a model is, and whether it fits here.",
    "check": "Check that a model's files are whole and unchanged.",
    "search": "Find models on the hub.",
    "pull": "Fetch a model.",
    "convert": "Make a GGUF file of a model as the hub has it.",
    "quantize": "Make a model smaller.",
    "eval": "Measure how well a model predicts, and what a quantization cost.",
    "compare": "Set two forms of one model side by side.",
    "imatrix": "Make an importance matrix, for better small quantizations.",
    "cache": "Show or clear what is kept of prompts read before.",
    "rm": "Delete a model, after asking.",
    "token": "The hub's token for gated and private models.",
    "doctor": "Say what this computer has, what is wrong, and how to mend it.",
    "bench": "Measure how fast a model is on this computer.",
    "update": "Ask whether a newer version is there; fetches nothing.",
}
ALIASES = {"info": "show"}  # what other programs call it
HIDDEN_VERBS = ("engine", "job", "probe")  # how this program starts its own child processes


class LazyGroup(click.Group):
    """Imports `localllm.cli.<verb>` when it is called; its `command` is the verb."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*VERBS]  # `list` is a verb here: importing it hides the builtin

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in VERBS and cmd_name not in HIDDEN_VERBS:
            return None
        command: click.Command = importlib.import_module(f"localllm.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = difflib.get_close_matches(args[0], VERBS, n=1, cutoff=0.5)
        if self.get_command(ctx, args[0]) is None and near and not args[0].startswith("-"):
            ctx.fail(f"There is no command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*VERBS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`localllm COMMAND --help` explains each. `localllm chat` is a good begin.",
)
@click.version_option(__version__, "-V", "--version", message="localllm %(version)s")
def cli() -> None:
    """Chat with language models that run on this computer, and serve them to other programs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code. Raises nothing but SystemExit from a signal."""
    try:
        result = cli.main(
            args=None if argv is None else [*argv], prog_name="localllm", standalone_mode=False
        )
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)  # after the ^C or the unanswered question
        return 130
    except BrokenPipeError:
        return _reader_gone()
    except LocalLLMError as error:
        from localllm.cli import failure

        return failure.report(error)
    except Exception as error:
        from localllm.cli import failure

        return failure.report_bug(error)


def _reader_gone() -> int:
    """As `localllm list | head -1`: nobody to tell, and nothing must fail when stdout closes."""
    import os
    import sys

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
