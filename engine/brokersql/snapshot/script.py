"""Statements that make another snapshot of this one: update, insert, delete."""

from __future__ import annotations

from collections.abc import Sequence

from brokersql.database import Database, SqlError
from brokersql.errors import UsageError
from brokersql.snapshot.contract import tables
from brokersql.snapshot.faults import check_rows, violations
from brokersql.snapshot.statements import first_line

_ALLOWED = ("UPDATE", "INSERT", "DELETE")


def apply_scripts(database: Database, scripts: Sequence[str]) -> None:
    """Run scripts on loaded tables, then check that every row still fits.

    Raises:
        UsageError: a script does something else than change rows, a statement fails, or
            a row breaks the contract afterwards.
    """
    for script in scripts:
        _check(database, script)
        try:
            database.run(script)
        except SqlError as error:
            raise UsageError(f"--sql: {first_line(error)}") from error
    if scripts:
        _demand_contract(database)


def _check(database: Database, script: str) -> None:
    try:
        kinds = database.kinds(script)
    except SqlError as error:
        raise UsageError(f"--sql: {first_line(error)}") from error
    others = [each for each in kinds if each not in _ALLOWED]
    if others or not kinds:
        what = f"{others[0].lower()} changes no row" if others else "no statement"
        raise UsageError(
            f"--sql: {what}",
            hint="such as: update queue set status = 'online' where cloud = 'DE'",
        )


def _demand_contract(database: Database) -> None:
    for table in tables().values():
        found = violations(table, check_rows(database, table))
        if found:
            raise UsageError(
                f"--sql leaves rows that the contract refuses: {found[0].message}",
                hint=f"{table.name}, {found[0].count} of its rows",
            )
