"""What is wrong with a snapshot: each finding, how rows are counted and named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError
from brokersql.core.sql_files import sql_text

Severity = Literal["error", "warning", "note"]

_ORDER: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}


#: The text of a statement of sql/snapshot/validate, its parts filled in.
statement = partial(sql_text, "snapshot/validate")


def key_text(values: Iterable[str]) -> str:
    """Return the SQL of one text that shows the given key expressions."""
    shown = (f"coalesce(cast({value} as varchar), 'NULL')" for value in values)
    return f"concat_ws(', ', {', '.join(shown)})"


def numbers(
    database: Database, sql: str, parameters: Sequence[object] = ()
) -> list[int]:
    """Return the integers of the first row that a query yields."""
    (row,) = database.rows(sql, parameters)
    return [value if isinstance(value, int) else 0 for value in row]


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that `count` rows (or files, or columns) of a table break.

    An error makes the snapshot unusable; after a warning the run goes on without the
    rows in question; a note says that a value cannot be right.
    """

    severity: Severity
    kind: str
    table: str
    column: str
    count: int
    keys: tuple[str, ...]
    message: str


def shown(text: str, length: int = 60) -> str:
    r"""Return foreign text fit for a message: cut, with its unseen signs spelled out.

    >>> shown("BNL\n")
    'BNL\\n'
    """
    cut = text if len(text) <= length else f"{text[:length]}…"
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode()
        for sign in cut
    )


def counted(text: str, count: int, key: str, value: object = None) -> str:
    """Return `text` with the number of rows that it is about, and an example.

    >>> counted("queue.core_count is NULL", 2, "BNL")
    "queue.core_count is NULL: 2 rows ('BNL')"
    """
    rows = "1 row" if count == 1 else f"{count} rows"
    if value is None or value == key:
        return f"{text}: {rows} ('{shown(key)}')"
    return f"{text}: {rows} ('{shown(str(value))}' in {shown(key)})"


def ordered(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return the violations, errors first, then by table, column and kind."""
    return tuple(
        sorted(
            violations,
            key=lambda one: (
                _ORDER[one.severity],
                one.table,
                one.column,
                one.kind,
                one.message,
            ),
        )
    )


def unusable(where: str, errors: tuple[Violation, ...], check: str) -> SnapshotError:
    """Return the error that stands for all that makes a snapshot unusable.

    `check` is the command or call that lists all violations.
    """
    if len(errors) == 1:
        return SnapshotError(errors[0].message, where=where, hint=_hint(errors[0]))
    return SnapshotError(
        f"{len(errors)} violations make it unusable",
        where=where,
        items=[one.message for one in errors],
        hint=f"all of them with keys: {check}",
    )


def _hint(error: Violation) -> str:
    match error.kind:
        case "unreadable_file":
            return "write the file again, or take it away: an absent table is empty"
        case "missing_column":
            return (
                f"the columns of {error.table} stand in sql/snapshot/{error.table}.sql"
            )
        case "wrong_type":
            return f"the types of {error.table} stand in sql/snapshot/{error.table}.sql"
        case "no_snapshot_row" | "several_snapshot_rows":
            return "the table snapshot holds one row: identifier, time and seed"
        case "no_queue":
            return (
                "a snapshot with queues and no tasks runs and reports 'no work'; "
                "one with tasks and no queues cannot"
            )
        case _:
            return ""
