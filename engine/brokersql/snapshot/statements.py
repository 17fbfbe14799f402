"""The SQL files of sql/validate, with identifiers filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import Template

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text


def statement(name: str, **parts: str) -> str:
    """Return the SQL of ``sql/validate/<name>.sql`` with its ``$parts`` filled in."""
    text = sql_text("validate", name)
    return Template(text).substitute(parts) if parts else text


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
