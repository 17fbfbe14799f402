"""The tree of commands: shared options on every command, configured defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Protocol, cast

import typer

from brokersql.cli.config import Config
from brokersql.cli.output import Choices


class Option(Protocol):
    """The used part of the parser's options."""

    name: str
    opts: list[str]
    expose_value: bool
    default: object
    show_default: bool | str


class Command(Protocol):
    """The used part of the parser's commands: click's, or typer's own copy."""

    name: str
    params: list[Option]

    def main(self, args: list[str], *, prog_name: str, complete_var: str) -> object:
        """Complete a line for a shell."""
        ...

    def make_context(
        self, info_name: str, args: list[str], *, obj: object
    ) -> AbstractContextManager[object]:
        """Read a command line."""
        ...

    def invoke(self, ctx: object) -> object:
        """Run the command."""
        ...


_SHAPING = ("limit", "columns", "condition", "sort", "raw_csv")
#: Commands that print no rows, and the shared options they do not have.
_USELESS: Mapping[str, Sequence[str]] = {
    "report": _SHAPING,
    "serve": ("format", "output", *_SHAPING),
}


def command_tree(app: typer.Typer, config: Config | None = None) -> Command:
    """Return the parser, with the shared options on every command.

    Own options of a command default to their configured values. Without any, all
    command lines of a process share one parser.
    """
    if config is None or not config.options:
        return _shared_tree(app)
    tree = _build_tree(app)
    _set_defaults(tree, config)
    return tree


def _build_tree(app: typer.Typer) -> Command:
    tree = cast(Command, typer.main.get_command(app))
    shared = [each for each in tree.params if each.name in Choices.__slots__]
    for option in shared:
        option.expose_value = False
    for leaf in leaf_commands(tree):
        useless = _USELESS.get(leaf.name, ())
        leaf.params.extend(each for each in shared if each.name not in useless)
    return tree


_shared_tree = cache(_build_tree)


def leaf_commands(command: Command) -> Iterator[Command]:
    """Yield all commands that are no groups."""
    inner = cast("dict[str, Command]", getattr(command, "commands", {}))
    for each in inner.values():
        if getattr(each, "commands", None):
            yield from leaf_commands(each)
        else:
            yield each


def _set_defaults(tree: Command, config: Config) -> None:
    for leaf in leaf_commands(tree):
        for option in leaf.params:
            name = max(option.opts, key=len).removeprefix("--")
            given = config.options.get(name)
            if given is not None and option.expose_value and name not in _NOT_DEFAULTS:
                option.default = given.value
                option.show_default = f"{given.value}, of {given.origin}"


#: Options whose configured values do not count where a run is repeated.
_NOT_DEFAULTS = ("profile", "seed")


def group(help_text: str, example: str) -> typer.Typer:
    """Return a group of commands; without a command it prints its help."""
    epilog = f"Example: {example}"
    app = typer.Typer(help=help_text, epilog=epilog, rich_markup_mode=None)

    @app.callback(invoke_without_command=True)
    def show_help(context: typer.Context) -> None:  # pyright: ignore[reportUnusedFunction]
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    show_help.__doc__ = help_text
    return app
