"""Shell completion of names: tasks, queues, rules, policies, folders.

They come from the snapshot, run, history or state on the command line, else from the
demo. After an error, whatever it is, nothing is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

if TYPE_CHECKING:
    from brokersql.cli.inputs import OpenedInput
    from brokersql.policy import Parameter

#: Parameters that name the snapshot, run or history.
_PLACES = ("where", "snapshot", "history")
#: Most names that are offered at once.
MAX_NAMES = 1000


def values_of(
    table: str, column: str, result: str = ""
) -> Callable[[typer.Context, str], list[str]]:
    """Return a completer of the values of a column: of a result table, or an input."""

    def offer(context: typer.Context, incomplete: str) -> list[str]:
        from brokersql.cli.inputs import open_input

        with suppress(Exception):
            source = open_input(_place(context))
            return _matching(_values(source, result, table, column), incomplete)
        return []

    return offer


tasks = values_of("task", "jedi_task_id", "result")
queues = values_of("queue", "queue_name")
#: Sites, of which some are nuclei.
nuclei = values_of("queue", "site_name")
users = values_of("task", "user_name")
pilots = values_of("dirac_pilot", "pilot_id")
jobs = values_of("dirac_job", "job_id")


def waiting_jobs(context: typer.Context, incomplete: str) -> list[str]:
    """Return the numbers of the jobs that wait in a state."""
    from brokersql.core.database import Database
    from brokersql.match.status import waiting_jobs

    parent = context.parent
    with suppress(Exception):
        state = None if parent is None else parent.params.get("state")
        database = Database.open()
        found = waiting_jobs(Path(str(state))).snapshot
        found.load_into(database, partial=True)
        names = database.table("from dirac_job").column("job_id").to_pylist()
        return _matching((str(name) for name in names), incomplete)
    return []


def times(context: typer.Context, incomplete: str) -> list[str]:
    """Return the times of the snapshots of a history."""
    from brokersql.snapshot.history import History
    from brokersql.snapshot.manifest import time_text

    with suppress(Exception):
        found = History.open(_place(context) or "").snapshots
        return _matching((time_text(each.snapshot_time) for each in found), incomplete)
    return []


def places(incomplete: str) -> list[str]:
    """Return the folders and DuckDB files that begin with a path."""
    folder, name = Path(incomplete).parent, Path(incomplete).name
    if incomplete.endswith("/"):
        folder, name = Path(incomplete), ""
    with suppress(Exception):
        found = [each for each in folder.iterdir() if each.name.startswith(name)]
        plain = [each for each in found if name or not each.name.startswith(".")]
        folders = [f"{each}/" for each in plain if each.is_dir()]
        return sorted([*folders, *(str(it) for it in plain if it.suffix == ".duckdb")])
    return []


def one_of(known: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a completer of fixed values.

    >>> one_of(["full", "none"])("f")
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
    """Return the parameters of the policies that ship, each with its `=`.

    After that the choices of the parameter, where it has some.
    """
    name, separator, _ = incomplete.partition("=")
    if not separator:
        return [f"{each}=" for each in parameter_names(incomplete)]
    column = name.casefold()
    named = [each for each in _parameters() if each.column == column]
    choices = dict.fromkeys(text for each in named for text in each.choices)
    return _matching((f"{name}={text}" for text in choices), incomplete)


def parameter_names(incomplete: str) -> list[str]:
    """Return the parameters of the policies that ship."""
    return _matching((each.name for each in _parameters()), incomplete)


def _parameters() -> Iterator[Parameter]:
    """Yield the parameters of the policies that ship; of several policies each."""
    from brokersql.policy import load_policy, shipped_policies

    for name in shipped_policies():
        yield from load_policy(name).parameters


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
    with suppress(Exception):
        found = [f"{owner}/{rule.stem}" for rule in load_policy(owner).rules]
        return _matching(found, incomplete)
    return []


def _place(context: typer.Context) -> str | None:
    """Return the first argument, parsed or left over from an unfinished line."""
    given = [context.params.get(name) for name in _PLACES]
    left = [word for word in context.args if not word.startswith("-")]
    return next((str(place) for place in (*given, *left) if place), None)


def _values(source: OpenedInput, result: str, table: str, column: str) -> list[str]:
    from brokersql.core.database import Database

    if source.run is not None and result in source.run.tables:
        found = source.run.table(result)
    else:
        database = Database.open()
        source.snapshot().load_into(database, partial=True)
        found = database.table(f"from {table}")
    values = cast("list[object]", found.column(column).to_pylist())
    return [str(value) for value in values if value is not None]


def _matching(names: Iterable[str], start: str) -> list[str]:
    """Return the different names that begin so, in order.

    >>> _matching(["b", "ab", "ab", "aa"], "a")
    ['aa', 'ab']
    """
    return sorted({name for name in names if name.startswith(start)})[:MAX_NAMES]
