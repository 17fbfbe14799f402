"""Changes of a loaded snapshot: single values, and update, insert, delete scripts.

A single value is written ``table:key.column=value``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from brokersql.core.allowed_sql import Forbidden, forbidden, statements_of
from brokersql.core.database import Database, SqlError, first_line, quote
from brokersql.core.errors import UsageError, suggest
from brokersql.core.sql_files import result_sql
from brokersql.snapshot.contract import Table, tables
from brokersql.snapshot.quarantine import check_rows, violations
from brokersql.snapshot.violations import Violation, numbers, shown, statement

_FORM = "queue:BNL.max_rss=64000, the key's parts with commas between"
_NULL = "NULL"
#: A column of text with more values than this is no list of choices.
_FEW_WORDS = 12
_WHOLE = re.compile(r"[+-]?\d+")
_WHOLE_TYPES = ("BIGINT", "INTEGER")


@dataclass(frozen=True, slots=True)
class Change:
    """One column of one row and its other value, as text; None is NULL."""

    table: str
    key: tuple[str, ...]
    column: str
    value: str | None

    def __str__(self) -> str:
        value = _NULL if self.value is None else self.value
        return f"{self.table}:{','.join(self.key)}.{self.column}={value}"


def parse_change(text: str) -> Change:
    """Return the change that a text says.

    >>> parse_change("network_metric:A,B,closeness.value=3").key
    ('A', 'B', 'closeness')
    >>> str(parse_change("queue:UK.LT2.max_rss=NULL"))
    'queue:UK.LT2.max_rss=NULL'
    >>> parse_change("queue:A,B.max_rss=3").key
    ('A,B',)

    Raises:
        UsageError: it has another form, or names no table or column of the contract.
    """
    name, colon, rest = text.partition(":")
    if not colon:
        raise UsageError(f"--update {shown(text)} is no change", hint=_FORM)
    table = tables().get(name.strip())
    if table is None:
        hint = suggest(name, tables()) or f"as in {_FORM}"
        raise UsageError(f"--update: no table {shown(name)}", hint=hint)
    named = list(re.finditer(r"\.(\w+)=", rest))
    found = next((each for each in named if each[1] in table.column_types), None)
    if found is None:
        return _refuse_column(table, text, [each[1] for each in named])
    value, column = rest[found.end() :], found[1]
    if column in table.key:
        message = f"--update: {table.name}.{column} is the key of its row"
        raise UsageError(message, hint="name another column of the row")
    _check_value(table, column, value)
    # a comma that stands after all others may be one of the last part
    parts = rest[: found.start()].split(",", max(len(table.key) - 1, 0))
    key = tuple(part.strip() for part in parts)
    return Change(table.name, key, column, None if value == _NULL else value)


def _refuse_column(table: Table, text: str, named: Sequence[str]) -> Change:
    if not named:
        raise UsageError(f"--update {shown(text)} names no column", hint=_FORM)
    hint = suggest(named[-1], table.column_types, f"{table.name}.")
    hint = hint or f"brokersql sql … 'describe {table.name}' lists them"
    raise UsageError(f"--update: no column {table.name}.{named[-1]}", hint=hint)


def _check_value(table: Table, column: str, value: str) -> None:
    kind = table.column_types[column]
    is_whole = kind not in _WHOLE_TYPES or _WHOLE.fullmatch(value.strip())
    if value != _NULL and not is_whole:
        raise UsageError(
            f"--update: {shown(value)} is no {kind}",
            hint=f"{table.name}.{column} takes a whole number, or NULL",
        )


def apply_changes(database: Database, changes: Sequence[Change]) -> None:
    """Change values of loaded tables.

    Raises:
        UsageError: there is no such row, or a value is not of its column's type or
            outside of the range that the contract allows.
    """
    for change in changes:
        _apply(database, change, tables()[change.table])


def read_value(database: Database, change: Change) -> object:
    """Return the present value of what a change would set; None without such a row."""
    row = _row_of(tables()[change.table], change)
    parts = {"table": quote(change.table), "column": quote(change.column)}
    found = database.rows(statement("read_value", row=row, **parts), change.key)
    return found[0][0] if found else None


def common_values(
    database: Database, table: str, column: str, tasks: Sequence[int] = ()
) -> tuple[str, ...]:
    """Return the values of a column that is one of a few words, most frequent first.

    Where `tasks` are asked about, other tasks that wait for a nucleus do not count, as
    a cycle of these tasks has none.
    """
    parts = {"table": quote(table), "column": quote(column)}
    name, values = "common_values", ()
    if table == "task" and tasks:
        name, values = "common_task_values", (list(tasks),)
    rows = database.rows(statement(name, **parts), values)
    found = [str(row[0]) for row in rows]
    return tuple(found) if len(found) <= _FEW_WORDS else ()


def _apply(database: Database, change: Change, table: Table) -> None:
    row = _row_of(table, change)
    parts = {"table": quote(table.name), "row": row}
    filled = statement("change_value", column=quote(change.column), **parts)
    try:
        (n_rows,) = numbers(database, filled, (change.value, *change.key))
    except SqlError as error:
        if numbers(database, statement("count_rows", **parts), change.key) == [0]:
            raise _no_row(database, change, table) from None
        kind = table.column_types[change.column]
        raise UsageError(
            f"--update: {shown(str(change.value))} is no {kind}",
            hint=f"{table.name}.{change.column} is a {kind}",
        ) from error
    if not n_rows:
        raise _no_row(database, change, table)
    if conditions := _closed_ranges(table, change.column):
        counts = ", ".join(f"count(*) filter (not ({each}))" for each in conditions)
        filled = statement("count_beyond", counts=counts, **parts)
        n_beyond = numbers(database, filled, change.key)
        for condition, n_rows in zip(conditions, n_beyond, strict=True):
            if n_rows:
                message = f"--update: {change} is beyond its range"
                raise UsageError(message, hint=condition)


def apply_variants(database: Database, changes: Sequence[Change]) -> set[int]:
    """Let a table hold its rows once for each change of it; `cycle_no` is its place.

    It stands in the first schema in use, where it hides the table. Return the places of
    the changes that are beyond a range that the contract allows.

    Raises:
        SqlError: a value is not of its column's type.
    """
    table = tables()[changes[0].table]
    name = quote(table.name)
    database.run(result_sql("variant_rows", table=name, n_variants=len(changes)))
    beyond: set[int] = set()
    places: dict[Change, dict[int, str | None]] = {}
    for number, change in enumerate(changes):
        places.setdefault(replace(change, value=None), {})[number] = change.value
    for change, values in places.items():
        column, key = change.column, change.key
        row = _row_of(table, change)
        parts = {"table": name, "row": row, "column": quote(column)}
        text = result_sql("change_variants", **parts)
        database.run(text, (list(values), list(values.values()), *key))
        for condition in _closed_ranges(table, column):
            parts = {"table": name, "row": row, "condition": condition}
            found = database.rows(result_sql("variants_beyond", **parts), key)
            beyond |= {int(str(number)) for (number,) in found}
    return beyond


def _closed_ranges(table: Table, column: str) -> list[str]:
    """Return the conditions about a column that every row has to fulfil."""
    closed = [each.text for each in table.ranges if not each.is_open]
    return [text for text in closed if re.search(rf"\b{column}\b", text)]


def _row_of(table: Table, change: Change) -> str:
    """Return the condition that holds for the row of a change, `?` for its key.

    A table of one row takes an empty key; what names no row by a key takes none.
    """
    if not table.key:
        raise UsageError(
            f"--update: the rows of {table.name} have no key",
            hint="its values cannot be changed one by one",
        )
    if len(change.key) != len(table.key):
        hint = f"the key of {table.name} is {', '.join(table.key)}"
        raise UsageError(f"--update: {change} names no row", hint=hint)
    return " and ".join(f"cast({quote(name)} as varchar) = ?" for name in table.key)


def _no_row(database: Database, change: Change, table: Table) -> UsageError:
    keys = ", ', ', ".join(quote(name) for name in table.key)
    found = database.rows(statement("list_keys", table=quote(table.name), keys=keys))
    hint = suggest(", ".join(change.key), [str(row[0]) for row in found])
    message = f"--update: {table.name} has no row {shown(', '.join(change.key))}"
    return UsageError(message, hint=hint or f"it has {len(found)} rows")


_ALLOWED = ("UPDATE", "INSERT", "DELETE")
_SUCH_AS = "such as: update queue set status = 'online' where cloud = 'DE'"


def apply_scripts(database: Database, scripts: Sequence[str]) -> None:
    """Run scripts on loaded tables.

    Raises:
        UsageError: a script does something else than change rows, or a statement fails.
    """
    for script in scripts:
        run_script(database, script)


def split_statements(script: str) -> list[str]:
    """Return the statements of a script, each as a text.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        return [each.query for each in statements_of(script)]
    except SqlError as error:
        raise UsageError(f"--sql: {first_line(error)}") from error


def run_script(database: Database, script: str) -> None:
    """Run one script on tables.

    Raises:
        UsageError: it does something else than change rows, or a statement fails.
    """
    for each in forbidden_in(script):
        raise UsageError(f"--sql: {each.message}", hint=each.hint)
    try:
        database.run(script)
    except SqlError as error:
        raise UsageError(f"--sql: {first_line(error)}") from error


def forbidden_in(script: str) -> list[Forbidden]:
    """Return what forbids to run a script: more than changes of rows, or no change."""
    try:
        statements = statements_of(script)
    except SqlError as error:
        return [Forbidden(0, 1, first_line(error), "")]
    found: list[Forbidden] = []
    start = 0
    for each in statements:
        start = max(script.find(each.query, start), start)
        kind = each.type.name
        if kind in _ALLOWED:
            text = each.query.rstrip().rstrip(";")
            faults = forbidden(text, is_change=True)
            found += (replace(it, offset=it.offset + start) for it in faults)
        else:
            message = f"{kind.lower()} changes no row"
            found.append(Forbidden(start, 1, message, _SUCH_AS))
        start += len(each.query)
    return found if statements else [Forbidden(0, 1, "no statement", _SUCH_AS)]


def demand_contract(
    database: Database, names: Iterable[str], option: str
) -> list[Violation]:
    """Check tables that an option changed; return which unusual values they hold.

    Raises:
        UsageError: a row breaks the contract.
    """
    unusual: list[Violation] = []
    for table in (tables()[name] for name in names):
        faults = check_rows(database, table)
        refused = violations(table, [each for each in faults if not each.is_kept])
        if refused:
            raise UsageError(
                f"{option} leaves rows that the contract refuses: {refused[0].message}",
                hint=f"{table.name}, {refused[0].count} of its rows",
            )
        unusual += violations(table, faults)
    return unusual
