"""What a shell offers where an option wants a name: tasks, queues, rules, policies.

The names are those of the snapshot, run, history or state that the command line names
already, else of the demo. Whatever goes wrong, nothing is offered and nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

from brokersql.errors import BrokersqlError

if TYPE_CHECKING:
    from brokersql.cli.source import Source

#: What parameters of commands call the snapshot, run or history.
_PLACES = ("where", "snapshot", "history")
#: Nobody reads more names than these; what is typed of one makes them fewer.
MOST = 1000


def names(
    table: str, column: str, result: str = ""
) -> Callable[[typer.Context, str], list[str]]:
    """Return what offers the values of a column: of a result of a run, or a table."""

    def offer(context: typer.Context, incomplete: str) -> list[str]:
        from brokersql.cli.source import open_source

        with suppress(BrokersqlError, OSError):
            source = open_source(_place(context))
            return _matching(_values(source, result, table, column), incomplete)
        return []

    return offer


#: Those first that wait, where that is known.
tasks = names("task", "jedi_task_id", "result")
queues = names("queue", "queue_name")
#: Sites, of which some are nuclei.
nuclei = names("queue", "site_name")
users = names("task", "user_name")
pilots = names("dirac_pilot", "pilot_id")
jobs = names("dirac_job", "job_id")


def waiting_jobs(context: typer.Context, incomplete: str) -> list[str]:
    """Return the numbers of the jobs that wait in a state."""
    from brokersql.database import Database
    from brokersql.match.waiting import waiting

    parent = context.parent
    with suppress(BrokersqlError, OSError):
        state = None if parent is None else parent.params.get("state")
        database = Database.open()
        found = waiting(Path(str(state))).snapshot
        found.load_into(database, partial=True)
        names = database.table("from dirac_job").column("job_id").to_pylist()
        return _matching((str(name) for name in names), incomplete)
    return []


def times(context: typer.Context, incomplete: str) -> list[str]:
    """Return the times of the snapshots of a history."""
    from brokersql.snapshot.history import History
    from brokersql.snapshot.manifest import time_text

    with suppress(BrokersqlError, OSError):
        found = History.open(_place(context) or "").snapshots
        return _matching((time_text(each.snapshot_time) for each in found), incomplete)
    return []


def places(incomplete: str) -> list[str]:
    """Return the folders, and the DuckDB files, that a path may go on with."""
    folder, name = Path(incomplete).parent, Path(incomplete).name
    if incomplete.endswith("/"):
        folder, name = Path(incomplete), ""
    with suppress(OSError):
        found = [each for each in folder.iterdir() if each.name.startswith(name)]
        plain = [each for each in found if name or not each.name.startswith(".")]
        folders = [f"{each}/" for each in plain if each.is_dir()]
        return sorted([*folders, *(str(it) for it in plain if it.suffix == ".duckdb")])
    return []


def words(known: Iterable[str]) -> Callable[[str], list[str]]:
    """Return what offers some words.

    >>> words(["full", "none"])("f")
    ['full']
    """
    listed = tuple(known)

    def offer(incomplete: str) -> list[str]:
        return _matching(listed, incomplete)

    return offer


def profiles(incomplete: str) -> list[str]:
    """Return the profiles of the policies that ship."""
    from brokersql.policy import load_policy, shipped_policies

    loaded = (load_policy(name) for name in shipped_policies())
    return _matching((name for each in loaded for name in each.profiles), incomplete)


def parameters(incomplete: str) -> list[str]:
    """Return the parameters of the policies that ship, each with its `=`."""
    return [f"{name}=" for name in parameter_names(incomplete)]


def parameter_names(incomplete: str) -> list[str]:
    """Return the parameters of the policies that ship."""
    from brokersql.policy import load_policy, shipped_policies

    loaded = (load_policy(name) for name in shipped_policies())
    names = (it.name for each in loaded for it in each.parameters)
    return _matching(names, incomplete)


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
    return sorted({name for name in names if name.startswith(start)})[:MOST]
