"""The queries of sql/report and sql/explain, run on a finished cycle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from brokersql.cycle import Cycle
from brokersql.resources import sql_root

Row = dict[str, object]


@cache
def query(folder: str, name: str) -> str:
    """Return the text of a query that ships with the package."""
    return (sql_root() / folder / f"{name}.sql").read_text(encoding="utf-8")


def rows(
    cycle: Cycle, folder: str, name: str, parameters: Sequence[object] = ()
) -> list[Row]:
    """Return the rows of a query by column name; for small results only."""
    return cycle.database.records(query(folder, name), parameters)


def number(value: object) -> int:
    """Return a count that a query gave, 0 for NULL.

    >>> number(None), number(3)
    (0, 3)
    """
    return 0 if value is None else int(str(value))
