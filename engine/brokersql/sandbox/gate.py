"""Which texts may reach the database: exactly one query, of harmless functions."""

from __future__ import annotations

import re

from brokersql.compiler.named import Named
from brokersql.compiler.opinion import OpinionError, read_query
from brokersql.database import Database

#: A longer text is no query by hand.
MAX_TEXT = 200_000
_ALLOWED = ("SELECT", "EXPLAIN")
#: What DuckDB takes for several statements: it looks for the values first.
_PIVOT = "MULTI"
#: Statements that DuckDB takes for another kind.
_OWN_WORDS = (
    *("abort", "begin", "commit", "import", "install", "reset", "rollback", "use"),
)
#: Functions, and views of the same name, that read files, settings or secrets, that
#: run text as a statement, or that leave a trace.
_SWITCHED_OFF = re.compile(
    r"read_\w+|parquet_\w+|glob|sniff_csv|json_execute_serialized_sql|query(_table)?"
    r"|getvariable|getenv|current_setting|write_log|pragma_\w+|pg_settings|which_secret"
    r"|(force_)?checkpoint|arrow_scan\w*|pandas_scan|python_map_function|seq_scan|nextval|currval"
    r"|duckdb_(?!(columns|constraints|functions|indexes|keywords|schemas|tables|types"
    r"|views)$)\w+"
)


class GateError(Exception):
    """A text is not let through; `hint` says what to do, in words."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def let_through(database: Database, text: str) -> Named:
    """Return what a text names that is one harmless query.

    Raises:
        GateError: it is not.
        SqlError: DuckDB cannot parse it.
    """
    if len(text) > MAX_TEXT:
        raise GateError(f"a query of {len(text)} characters", f"at most {MAX_TEXT}")
    kinds = database.kinds(text)
    if not kinds:
        raise GateError("there is no query", "brokersql sql SNAPSHOT 'from queue'")
    if len(kinds) > 1:
        raise GateError(f"{len(kinds)} statements in one call", "one query per call")
    if kinds[0] == _PIVOT:
        hint = "pivot … on column in ('a', 'b') is one query"
        raise GateError("a pivot has to name its values here", hint)
    if kinds[0] not in _ALLOWED:
        hint = "snapshots and runs are read only: select …"
        raise GateError(f"{_word(text, kinds[0])} is switched off", hint)
    try:
        named = read_query(text)
    except OpinionError as error:
        hint = error.hint or "snapshots and runs are read only"
        raise GateError(str(error), hint) from error
    tables = [name for _, name in named.tables]
    for name in (*named.functions, *tables):
        if _SWITCHED_OFF.fullmatch(name):
            hint = "no files, settings or statements from here"
            raise GateError(f"{name} is switched off", hint)
    return named


def _word(text: str, kind: str) -> str:
    """Return what a statement is called: by its own word where DuckDB has another.

    >>> _word("install httpfs", "LOAD"), _word("with a as (from b) delete", "DELETE")
    ('install', 'delete')
    """
    first = text.split(maxsplit=1)[0].lower()
    return first if first in _OWN_WORDS else kind.lower()
