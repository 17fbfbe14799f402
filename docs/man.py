"""The man page, made from the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from brokersql import __version__
from brokersql.cli.app import command_tree
from brokersql.cli.config import FILE_VARIABLE, PARAMETERS, SETTING_TYPES, variable
from brokersql.cli.output import Choices

_ABOUT = """\
decides where work goes on a worldwide grid, with every rule written as a SQL file. It
runs the brokerage of PanDA and the matching of DIRAC over an immutable snapshot of
queues, jobs and network, and keeps all reasons of every pair of task and queue, not
only the first."""
_EXIT = (
    ("0", "done, also when tasks stay pending and pilots get nothing"),
    ("1", "unexpected: a fault of the program itself"),
    ("2", "usage; also an unknown task, queue or table, with suggestions"),
    ("3", "snapshot: a table is missing, damaged or not of the contract"),
    ("4", "policy: a rule file breaks a rule, or a test of a policy fails"),
    ("5", "cycle: a program failed on data"),
    ("6", "state of the matcher: locked or damaged"),
    ("7", "the engine failed internally, also when tried again with safer settings"),
    ("8", "out of memory"),
    ("10", "differences or remarks: with --exit-code, by shadow, replay --against"),
    ("130", "interrupted"),
)
_FILES = (
    ("brokersql.toml", "settings, in the folder where the command is called"),
    ("pyproject.toml", "likewise, its table [tool.brokersql]"),
)


def man_page() -> str:
    """Return the page in the man macros of roff."""
    return "\n".join(_lines()) + "\n"


def commands(group: Any, *above: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the words that call each command, and the command."""
    for name, inner in group.commands.items():
        words = (*above, name, "STATE") if name == "match" else (*above, name)
        if getattr(inner, "commands", None):
            yield from commands(inner, *words)
        else:
            yield words, inner


def _lines() -> Iterator[str]:
    tree: Any = command_tree()
    yield f'.TH BROKERSQL 1 "" "brokersql {__version__}" "User Commands"'
    yield from (".SH NAME", "brokersql \\- decides where work goes on a grid, in SQL")
    yield from (".SH SYNOPSIS", ".B brokersql", "[OPTIONS] COMMAND [ARGUMENTS]")
    yield from (".SH DESCRIPTION", ".B brokersql", _plain(_ABOUT))
    yield from (".SH OPTIONS", "They stand before or after the name of a command.")
    for record in _options(tree):
        yield from _item(*record)
    yield ".SH COMMANDS"
    shown = {name for name, _ in _options(tree)}
    for words, command in commands(tree):
        yield from _command(words, command, shown)
    yield from (".SH ENVIRONMENT", "An option wins over its variable, this over")
    yield "the configuration file, this over the default."
    for name in SETTING_TYPES:
        yield from _item(variable(name), f"--{name}")
    yield from _item(
        variable(PARAMETERS), "parameters of policies, KEY=VALUE with blanks"
    )
    yield from _item(FILE_VARIABLE, "another file of settings; empty for none")
    yield from _item(
        "NO_COLOR, FORCE_COLOR", "without or with colour, as --color never"
    )
    yield ".SH FILES"
    for record in _FILES:
        yield from _item(*record)
    yield ".SH EXIT STATUS"
    for record in _EXIT:
        yield from _item(*record)


def _command(words: tuple[str, ...], command: Any, shown: set[str]) -> Iterator[str]:
    """Yield the section of a command: what it does, its own options, an example."""
    arguments = [
        each.metavar or each.name.upper()
        for each in command.params
        if each.param_type_name == "argument"
    ]
    yield f".SS {_plain(' '.join((*words, *arguments)))}"
    for paragraph in (command.help or "").split("\n\n"):
        yield from (".P", _plain(" ".join(paragraph.split())))
    for name, meaning in _options(command):
        if name not in shown:
            yield from _item(name, meaning)
    if command.epilog:
        yield from (".P", _plain(" ".join(command.epilog.split())))


def _options(command: Any) -> list[tuple[str, str]]:
    """Return the options of a command, each with its words of help."""
    context = _context(command)
    records = [
        each.get_help_record(context)
        for each in command.params
        if each.param_type_name == "option"
    ]
    return [record for record in records if record is not None]


def _context(command: Any) -> Any:
    return command.make_context(command.name, [], resilient_parsing=True, obj=Choices())


def _item(name: str, meaning: str) -> Iterator[str]:
    yield from (".TP", f".B {_plain(name)}", _plain(meaning))


def _plain(text: str) -> str:
    r"""Return text as roff takes it for itself.

    >>> _plain(".x --set 'a\\b'")
    "\\&.x \\-\\-set 'a\\eb'"
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    marked = re.sub(r"[^\x00-\x7f]", lambda it: f"\\[u{ord(it[0]):04X}]", escaped)
    return re.sub(r"^([.'])", r"\\&\1", marked, flags=re.MULTILINE)
