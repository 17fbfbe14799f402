"""What a shell offers where an option wants a name: tasks, queues, rules, policies.

The names are those of the snapshot or run that the command line names already, else of
the demo. Whatever goes wrong, nothing is offered and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

import typer

from brokersql.errors import BrokersqlError

if TYPE_CHECKING:
    from brokersql.cli.source import Source

#: What parameters of commands call the snapshot or run.
_PLACES = ("where", "snapshot")


def tasks(context: typer.Context, incomplete: str) -> list[str]:
    """Return the ids of the tasks, those first that wait, where that is known."""
    return _column(context, incomplete, "result", "task", "jedi_task_id")


def queues(context: typer.Context, incomplete: str) -> list[str]:
    """Return the names of the queues."""
    return _column(context, incomplete, "", "queue", "queue_name")


def criteria(incomplete: str) -> list[str]:
    """Return the rules by their files: a shell takes `-lowmemory` for an option."""
    from brokersql.policy import load_policy, shipped_policies

    rules = [rule for name in shipped_policies() for rule in load_policy(name).rules]
    return _matching((rule.stem for rule in rules), incomplete)


def policies(incomplete: str) -> list[str]:
    """Return the names of the policies that ship."""
    from brokersql.policy import shipped_policies

    return _matching(shipped_policies(), incomplete)


def rules(incomplete: str) -> list[str]:
    """Return the policies, and with POLICY/ the rules of one."""
    from brokersql.policy import load_policy

    owner, slash, _ = incomplete.partition("/")
    if not slash:
        return policies(incomplete)
    with suppress(BrokersqlError):
        found = [f"{owner}/{rule.stem}" for rule in load_policy(owner).rules]
        return _matching(found, incomplete)
    return []


def _column(
    context: typer.Context, incomplete: str, result: str, table: str, column: str
) -> list[str]:
    """Return the values of a column: of a result of a run, else of the snapshot."""
    from brokersql.cli.source import open_source

    with suppress(BrokersqlError, OSError):
        source = open_source(_place(context))
        return _matching(_values(source, result, table, column), incomplete)
    return []


def _place(context: typer.Context) -> str | None:
    """Return the first argument, read or, where the line is unfinished, left over."""
    given = [context.params.get(name) for name in _PLACES]
    left = [word for word in context.args if not word.startswith("-")]
    return next((str(place) for place in (*given, *left) if place), None)


def _values(source: Source, result: str, table: str, column: str) -> list[str]:
    from brokersql.database import Database

    if source.run is not None and result in source.run.tables:
        found = source.run.table(result)
    else:
        database = Database.open()
        source.snapshot().load_into(database, partial=True)
        found = database.table(f"from {table}")
    values = cast("list[object]", found.column(column).to_pylist())
    return [str(value) for value in values]


def _matching(names: Iterable[str], start: str) -> list[str]:
    """Return the different names that begin so, in order.

    >>> _matching(["b", "ab", "ab", "aa"], "a")
    ['aa', 'ab']
    """
    return sorted({name for name in names if name.startswith(start)})
