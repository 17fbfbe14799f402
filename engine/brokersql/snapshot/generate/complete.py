"""Adds to an imported snapshot what no service publishes: storage, jobs, tasks."""

from __future__ import annotations

from pathlib import Path

from brokersql.database import Database, quote
from brokersql.errors import SnapshotError, UsageError
from brokersql.snapshot.generate.marks import is_generated
from brokersql.snapshot.generate.report import GenerateReport
from brokersql.snapshot.generate.steps import COMPLETE, GROUPS, MACROS
from brokersql.snapshot.importers.report import TableRows
from brokersql.snapshot.importers.tables import held_as, run_steps, write_table
from brokersql.snapshot.load import LoadReport
from brokersql.snapshot.snapshot import Snapshot

_COMPLETED = ("snapshot", "queue", "endpoint")
_FIXED = {"cycle": 0, "first_task": 0, "spread": 6}


def generate_complete(
    folder: Path, tasks: int, seed: int, *, threads: int | None = None
) -> GenerateReport:
    """Return what was added to the snapshot folder of an import.

    Queues get a role, endpoints state and space where they have none; software, job
    statistics, shares, settings, `tasks` tasks with their data are drawn. Everything
    depends on the imported tables, `tasks` and `seed` only. Tables that the generator
    wrote earlier are replaced; tables of other origin stay, with those that belong to
    them.

    Raises:
        UsageError: `tasks` is no positive number.
        SnapshotError: the folder holds no queues, or rows that do not fit.
    """
    if tasks < 1:
        raise UsageError(f"{tasks} tasks", hint="at least one task is needed")
    database = Database.open(threads=threads)
    try:
        loaded = Snapshot.open(folder).load_into(database, partial=True)
        _check(folder, loaded)
        kept, written = _split(folder)
        if not loaded.tables["resource_type"].n_loaded:
            run_steps(database, "import", ("resource_types",))
            written = (*written, "resource_type")
        if is_generated(folder, "queue") or is_generated(folder, "endpoint"):
            run_steps(database, "generate", ("reset",))
        sizes = {"seed": seed, "n_tasks": tasks} | _FIXED
        database.set_variables({name: str(value) for name, value in sizes.items()})
        complete(database)
        run_steps(database, "generate", ("origin",))
        rows = tuple(
            TableRows(name, write_table(database, folder, name, is_generated=True))
            for name in (*_COMPLETED, *written)
        )
    finally:
        database.close()
    notes = tuple(f"table {name} kept, it was not generated" for name in kept)
    return GenerateReport(folder, (folder,), rows, notes)


def complete(database: Database) -> None:
    """Fill all tables that have no public source, in place of what they hold."""
    for group in GROUPS:
        for name in group:
            database.run(f"delete from {quote(name)}")
    run_steps(database, "generate", (*MACROS, *COMPLETE))


def _check(folder: Path, loaded: LoadReport) -> None:
    for name in ("queue", "snapshot"):
        if not loaded.tables[name].n_loaded:
            raise SnapshotError(
                f"has no rows in table {name}",
                where=str(folder),
                hint="first: brokersql snapshot import cric FILE --into DIR",
            )
    for name in _COMPLETED:
        if loaded.tables[name].n_quarantined:
            raise SnapshotError(
                f"table {name} holds {loaded.tables[name].n_quarantined} rows that do "
                "not fit and would be lost",
                where=str(folder),
                hint="see brokersql snapshot validate",
            )


def _split(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the tables that stay as they are, and those to write."""
    kept: list[str] = []
    written: list[str] = []
    for group in GROUPS:
        real = [
            name
            for name in group
            if held_as(folder, name) and not is_generated(folder, name)
        ]
        kept += real
        written += [] if real else group
    return tuple(kept), tuple(written)
