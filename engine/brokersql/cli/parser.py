"""The tree of commands: shared options on every command, configured defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

import typer
from typer.core import TyperGroup

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


@dataclass(frozen=True, slots=True)
class CommandPlace:
    """Where a command or a group is, and how the help of all commands puts it.

    A command is a function of its name in a module of this package, a group is `app`
    there, with an example of its own.
    """

    module: str
    title: str
    example: str = ""


class CommandGroup(TyperGroup):
    """The group of all commands, of which the help imports none."""

    places: Mapping[str, CommandPlace]

    def list_commands(self, ctx: object) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(self.places)

    def format_commands(self, ctx: object, formatter: Any) -> None:
        """Write the commands with their titles."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, it.title) for name, it in self.places.items()])


class _Commands(Mapping[str, Command]):
    """Commands by name, each imported and made when it is asked for."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Command]) -> None:
        self._names, self._make = tuple(names), cache(make)

    def __getitem__(self, name: str) -> Command:
        if name not in self._names:
            raise KeyError(name)
        return self._make(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def command_tree(
    app: typer.Typer, places: Mapping[str, CommandPlace], config: Config
) -> Command:
    """Return the parser, with the shared options on every command.

    Own options of a command default to their configured values.
    """
    tree = typer.main.get_command(app)
    assert isinstance(tree, CommandGroup)
    params = cast("list[Option]", tree.params)
    shared = [each for each in params if each.name in Choices.__slots__]
    for option in shared:
        option.expose_value = False

    def make(name: str) -> Command:
        command = _command(name, places[name])
        for leaf in leaf_commands(command):
            useless = _USELESS.get(leaf.name, ())
            leaf.params.extend(each for each in shared if each.name not in useless)
            _set_defaults(leaf, config)
        return command

    tree.places = places
    tree.commands = cast("Any", _Commands(places, make))
    return cast(Command, tree)


def _command(name: str, place: CommandPlace) -> Command:
    """Return the parser of one command, or of a group, without shared options."""
    module = import_module(f"brokersql.cli.{place.module}")
    if not place.example:
        made = typer.main.get_group(module.app)
        made.name = name
        return cast(Command, made)
    alone = typer.Typer(
        rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False
    )
    alone.command(name, epilog=f"Example: {place.example}")(getattr(module, name))
    return cast(Command, typer.main.get_command(alone))


def leaf_commands(command: Command) -> Iterator[Command]:
    """Yield a command, or all within a group."""
    inner = cast("dict[str, Command]", getattr(command, "commands", {}))
    if not inner:
        yield command
    for each in inner.values():
        yield from leaf_commands(each)


def _set_defaults(leaf: Command, config: Config) -> None:
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
