"""Options that every command has, before or after its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Annotated, Protocol, cast

import typer

from brokersql.cli import completion
from brokersql.cli.output import Choices
from brokersql.cli.usual import COLOURS, FORMATS, LOG_FORMATS, Usual


class Option(Protocol):
    """What is used of the parser's options."""

    name: str
    opts: list[str]
    expose_value: bool
    default: object
    show_default: bool | str


class Command(Protocol):
    """What is used of the parser's commands, whichever library they come from."""

    name: str
    params: list[Option]

    def main(self, args: list[str], *, prog_name: str, complete_var: str) -> object:
        """Answer a shell that completes a line."""
        ...

    def make_context(
        self, info_name: str, args: list[str], *, obj: object
    ) -> AbstractContextManager[object]:
        """Read a command line."""
        ...

    def invoke(self, ctx: object) -> object:
        """Do what was read."""
        ...


def _keep(
    context: typer.Context, parameter: typer.CallbackParam, value: object
) -> None:
    """Remember a shared option, given before or after the name of the command."""
    choices = cast(Choices, context.obj)
    match parameter.name, value:
        case "verbose", int():
            choices.verbose += value
        case "quiet", True:
            choices.quiet = True
        case (
            ("colour" | "format" | "columns" | "condition" | "sort" | "log_format"),
            str(),
        ):
            setattr(choices, str(parameter.name), value)
        case "output", Path():
            choices.output = value
        case "limit", int():
            choices.limit = value
        case "progress", bool():
            choices.progress = value
        case _:
            pass


Verbose = Annotated[
    int | None,
    typer.Option(
        *("--verbose", "-v"),
        count=True,
        callback=_keep,
        show_default=False,
        help="Say more; twice for timings; a traceback where something fails.",
    ),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", callback=_keep, help="Say nothing on stderr.")
]
Colour = Annotated[
    str | None,
    typer.Option(
        "--color",
        callback=_keep,
        autocompletion=completion.words(COLOURS),
        help=", ".join(COLOURS) + ".",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        *("--format", "-f"),
        callback=_keep,
        autocompletion=completion.words(FORMATS),
        help=", ".join(FORMATS) + ".",
    ),
]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", callback=_keep, help="Write the result here."),
]
Limit = Annotated[
    int | None, typer.Option("--limit", callback=_keep, help="Rows to show; 0 is all.")
]
Columns = Annotated[
    str | None,
    typer.Option("--columns", callback=_keep, help="Of rows, these only: A,B."),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--where",
        metavar="CONDITION",
        callback=_keep,
        help="Of rows, those where it holds: SQL over their columns.",
    ),
]
Sort = Annotated[
    str | None,
    typer.Option("--sort", callback=_keep, help="Order of rows: A,-B; - is down."),
]
Progress = Annotated[
    bool | None,
    typer.Option(
        "--progress/--no-progress",
        callback=_keep,
        show_default=False,
        help="Tell how far it is; else on a terminal only.",
    ),
]
LogFormat = Annotated[
    str | None,
    typer.Option(
        "--log-format",
        callback=_keep,
        autocompletion=completion.words(LOG_FORMATS),
        help=f"Of what stderr gets: {', '.join(LOG_FORMATS)}.",
    ),
]


_SHAPING = ("limit", "columns", "condition", "sort")
#: Commands that print no rows, and the shared options that say nothing to them.
_USELESS: Mapping[str, Sequence[str]] = {
    "report": _SHAPING,
    "serve": ("format", "output", *_SHAPING),
}


def tree_of(app: typer.Typer, usual: Usual | None = None) -> Command:
    """Return the parser, with the shared options on every command.

    Options that a command has of its own begin with their usual values. Where none has
    one, all command lines of a process share a parser: a short command is less work.
    """
    if usual is None or not usual.options:
        return _plain_tree(app)
    tree = _made_tree(app)
    _set_defaults(tree, usual)
    return tree


def _made_tree(app: typer.Typer) -> Command:
    tree = cast(Command, typer.main.get_command(app))
    shared = [each for each in tree.params if each.name in Choices.__slots__]
    for option in shared:
        option.expose_value = False
    for leaf in leaves(tree):
        useless = _USELESS.get(leaf.name, ())
        leaf.params.extend(each for each in shared if each.name not in useless)
    return tree


_plain_tree = cache(_made_tree)


def leaves(command: Command) -> Iterator[Command]:
    """Yield the commands that do something."""
    inner = cast("dict[str, Command]", getattr(command, "commands", {}))
    for each in inner.values():
        if getattr(each, "commands", None):
            yield from leaves(each)
        else:
            yield each


def _set_defaults(tree: Command, usual: Usual) -> None:
    for leaf in leaves(tree):
        for option in leaf.params:
            name = max(option.opts, key=len).removeprefix("--")
            given = usual.options.get(name)
            if given is not None and option.expose_value and name not in _MERGED:
                option.default = given.value
                option.show_default = f"{given.value}, of {given.origin}"


#: Options whose usual values count only where no run says otherwise.
_MERGED = ("profile", "seed")
