"""Converts rows to the contract and quarantines those that do not fit.

Types that always fit are cast at once; for the others a macro of
sql/snapshot/validate/convert* gives NULL where a value does not fit. Rows with such a
value, without a key, with a repeated key or out of range move to the table quarantine
and are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from brokersql.core.database import Database, listed, quote
from brokersql.core.errors import suggest
from brokersql.snapshot.contract import Column, Table
from brokersql.snapshot.read import OpenedPiece
from brokersql.snapshot.violations import (
    Severity,
    Violation,
    counted,
    key_text,
    numbers,
    statement,
)

_FAMILIES = {
    "integer": "TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER",
    "number": "UBIGINT HUGEINT UHUGEINT FLOAT DOUBLE DECIMAL",
    "text": "VARCHAR ENUM",
    "json": "JSON",
    "object": "JSON TEXT",  # values of JSON objects, extracted as text
    "boolean": "BOOLEAN",
    "timestamp": "TIMESTAMP",
    "time": "TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS DATE",
    "zoned": "TIMESTAMP WITH TIME ZONE",
    "blob": "BLOB",
    "uuid": "UUID",
    "nested": "STRUCT MAP",
    "null": '"NULL"',
}
_FAMILY = {
    name: family
    for family, names in _FAMILIES.items()
    for name in ([names] if family in ("zoned", "object") else names.split())
}
_SCALAR = {"integer", "number", "text", "boolean", "uuid"}

# family of the source → types of the contract into which every value fits
_EXACT = {
    "integer": {"BIGINT", "DOUBLE", "VARCHAR"},
    "number": {"DOUBLE", "VARCHAR"},
    "text": {"VARCHAR"},
    "boolean": {"BOOLEAN", "VARCHAR"},
    "timestamp": {"TIMESTAMP"},
    "uuid": {"VARCHAR"},
    "list": {"VARCHAR[]"},
}
# family of the source → types into which some values fit, each by a macro
_CHECKED = {
    "number": {"BIGINT", "BOOLEAN"},
    "text": {"BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "VARCHAR[]", "JSON"},
    "json": {
        "BIGINT",
        "DOUBLE",
        "BOOLEAN",
        "TIMESTAMP",
        "VARCHAR",
        "VARCHAR[]",
        "JSON",
    },
    "time": {"TIMESTAMP"},
    "blob": {"VARCHAR"},
}
_MACRO_TARGET = {"VARCHAR[]": "list"}


@dataclass(frozen=True, slots=True)
class Conversion:
    """The SQL of one column: `value` converted, `raw` as it came."""

    column: Column
    raw: str
    value: str
    is_checked: bool
    is_possible: bool = True

    @property
    def named(self) -> str:
        """Return the converted value under the name of its column."""
        return f"{self.value} as {quote(self.column.name)}"

    @property
    def given(self) -> str:
        """Return the value as it came, under a name that no column has."""
        return f"{self.raw} as {quote(f'given {self.column.name}')}"

    @property
    def is_lost(self) -> str:
        """Return the condition of a value that did not fit, where both have names."""
        name = self.column.name
        return f"({quote(f'given {name}')} is not null and {quote(name)} is null)"

    @property
    def is_bad(self) -> str:
        """Return the SQL condition of a value that does not fit."""
        return f"({self.raw} is not null and {self.value} is null)"


@dataclass(frozen=True, slots=True)
class ColumnMatch:
    """Which source columns feed a table; `renamed` differ from it only in case."""

    conversions: tuple[Conversion, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]


def family(source_type: str) -> str:
    """Return the family of a DuckDB type, "other" where none can be read.

    >>> [family(name) for name in ("UINTEGER", "DECIMAL(8,2)", "VARCHAR[]")]
    ['integer', 'number', 'list']
    """
    if source_type.endswith("]"):
        inner = source_type[: source_type.rindex("[")]
        return "list" if family(inner) in _SCALAR else "nested"
    return _FAMILY.get(source_type, _FAMILY.get(source_type.split("(")[0], "other"))


def conversion_of(column: Column, name: str, source_type: str) -> Conversion:
    """Return how the source column `name` of type `source_type` becomes `column`."""
    raw, kind = quote(name), family(source_type)
    if kind == "null":
        return missing_column(column)
    if kind == "object" and column.type == "VARCHAR":
        value = f"snapshot_object_to_varchar({raw}, snapshot_line, '$.{raw}')"
        return Conversion(column, raw, value, True)
    if kind == "json" and column.type != "VARCHAR":
        raw, kind = f"({raw} ->> '$')", "text"
    if kind == "text" and source_type.startswith("ENUM"):
        raw = f"cast({raw} as varchar)"
    if column.type in _EXACT.get(kind, ()):
        return Conversion(column, raw, f"cast({raw} as {column.type})", False)
    if kind == "zoned" and column.type == "TIMESTAMP":
        return Conversion(column, raw, f"({raw} at time zone 'UTC')", False)
    if kind in ("nested", "list") and column.type == "JSON":
        return Conversion(column, raw, f"to_json({raw})", False)
    kind = {"integer": "number", "object": "text"}.get(kind, kind)
    if column.type in _CHECKED.get(kind, ()):
        target = _MACRO_TARGET.get(column.type, column.type.lower())
        return Conversion(column, raw, f"snapshot_{kind}_to_{target}({raw})", True)
    return Conversion(column, raw, f"cast(null as {column.type})", True, False)


def missing_column(column: Column) -> Conversion:
    """Return the conversion of a column that the source lacks: NULL."""
    return Conversion(column, "null", f"cast(null as {column.type})", False)


def match_columns(table: Table, source: Mapping[str, str]) -> ColumnMatch:
    """Return which source columns (name → type) feed which columns of a table."""
    by_lower = {name.lower(): name for name in sorted(source, reverse=True)}
    used: set[str] = set()
    conversions: list[Conversion] = []
    missing: list[str] = []
    renamed: list[tuple[str, str]] = []
    for column in table.columns:
        name = column.name if column.name in source else by_lower.get(column.name)
        if name is None:
            conversions.append(missing_column(column))
            if not column.is_optional:
                missing.append(column.name)
            continue
        if name != column.name:
            renamed.append((name, column.name))
        used.add(name)
        conversions.append(conversion_of(column, name, source[name]))
    unknown = tuple(name for name in source if name not in used)
    return ColumnMatch(tuple(conversions), tuple(missing), unknown, tuple(renamed))


#: The kind of a value that is not usual; its row stays.
UNKNOWN_VALUE = "unknown_value"
#: Words of a vocabulary that a message lists.
_SHOWN_WORDS = 6


@dataclass(frozen=True, slots=True)
class RowRule:
    """A condition that no row may meet; `value` is the SQL of what to show."""

    kind: str
    column: str
    text: str
    condition: str
    value: str = "null"

    @property
    def is_kept(self) -> bool:
        """Return whether a row that meets it stays."""
        return self.kind == UNKNOWN_VALUE


@dataclass(frozen=True, slots=True)
class RowFault:
    """A rule that rows of one part break; `value` stands under the first key."""

    severity: Severity
    kind: str
    column: str
    rule: str
    count: int
    keys: tuple[str, ...]
    value: object

    @property
    def is_kept(self) -> bool:
        """Return whether its rows stay in their table."""
        return self.kind == UNKNOWN_VALUE


@dataclass(frozen=True, slots=True)
class _CheckedRows:
    """Rows that may be faulty: their number, their key as text and all of them."""

    name: str
    row_id: str
    row_key: str
    row: str

    @property
    def parts(self) -> dict[str, str]:
        """Return what statements about its faults name."""
        return {
            "relation": self.name,
            "row_id": self.row_id,
            "row_key": self.row_key,
        }


def key_columns(table: Table) -> tuple[str, ...]:
    """Return the columns that name a row: the key, else the first three."""
    return table.key or tuple(column.name for column in table.columns[:3])


def reject_rows(
    database: Database,
    table: Table,
    part: OpenedPiece,
    conversions: Sequence[Conversion],
) -> list[RowFault]:
    """Quarantine the rows of a part that cannot be converted."""
    checked = [one for one in conversions if one.is_checked]
    bad = [one.is_bad for one in checked]
    is_row = part.guard or "true"
    accepted = " and ".join([is_row, *(f"not {one}" for one in bad)])
    database.run(statement("reject", accepted=accepted, row=part.row))
    rules = [
        RowRule(
            "bad_value",
            one.column.name,
            f"is not {one.column.type}",
            f"{one.is_bad} and {is_row}",
            one.raw,
        )
        for one in checked
    ]
    rules += [
        RowRule("bad_value", "", text, f"not {condition}", "snapshot_line")
        for condition, text in part.guards
    ]
    by_name = {one.column.name: one for one in conversions}
    shown = [
        f"coalesce(cast({by_name[name].value} as varchar), "
        f"cast({by_name[name].raw} as varchar))"
        for name in key_columns(table)
    ]
    rejected = _CheckedRows(
        "snapshot_rejected", "snapshot_row_id", key_text(shown), "snapshot_row"
    )
    _add(database, rejected, rules)
    faults = _quarantine(database, table, rejected)
    database.run("truncate snapshot_fault")
    return _judge(database, faults, by_name)


def _judge(
    database: Database, faults: list[RowFault], by_name: dict[str, Conversion]
) -> list[RowFault]:
    """Turn bad values into a wrong type where no value of the column fits."""
    if not faults:
        return []
    raws = [by_name[one.column].raw if one.column else "1" for one in faults]
    counts = ", ".join(f"count({raw})" for raw in raws)
    n_values = numbers(database, statement("count_values", counts=counts))
    return [
        replace(one, severity="error", kind="wrong_type")
        if _is_wrong_type(one, n, by_name.get(one.column))
        else one
        for one, n in zip(faults, n_values, strict=True)
    ]


def _is_wrong_type(one: RowFault, n_values: int, column: Conversion | None) -> bool:
    """Return whether no value fits: one alone may be a slip, but not of its type."""
    if column is None or one.count < n_values:
        return False
    return n_values > 1 or not column.is_possible


def check_rows(database: Database, table: Table) -> list[RowFault]:
    """Quarantine rows without key, out of range or with a repeated key.

    Rows with a value that an open range does not know are named and stay.
    """
    rules = _row_rules(table)
    if not rules and not table.key:
        return []
    parts = {"table": quote(table.name), "key": listed(table.key)}
    repeated = f"({statement('count_duplicates', **parts)})" if table.key else "0"
    counts = [f"count(*) filter (where {rule.condition})" for rule in rules]
    asked = ", ".join((*counts, f"max({repeated})"))
    filled = statement("count_faults", table=parts["table"], counts=asked)
    *n_broken, n_repeated = numbers(database, filled)
    failing = [rule for rule, n in zip(rules, n_broken, strict=True) if n]
    refused = [rule for rule in failing if not rule.is_kept]
    found: list[RowFault] = []
    if refused:
        _add(database, _loaded(table), refused)
        found += _quarantine_loaded(database, table)
    # a row that is out already may have been the only other one of a key
    if n_repeated:
        key = ", ".join(table.key)
        database.run(statement("add_duplicates", **parts), [key])
        found += _quarantine_loaded(database, table)
    if len(refused) < len(failing):
        _add(database, _loaded(table), [rule for rule in failing if rule.is_kept])
        found += _summary(database, _loaded(table))
        database.run("truncate snapshot_fault")
    return found


def _row_rules(table: Table) -> list[RowRule]:
    rules = [
        RowRule("bad_value", name, "is NULL in a key", f"{quote(name)} is null")
        for name in table.key
        if name not in table.nullable_key
    ]
    for column in table.columns:
        if column.type in ("DOUBLE", "TIMESTAMP"):
            name = quote(column.name)
            condition = f"not isfinite({name})"
            rules.append(
                RowRule("out_of_range", column.name, "is not finite", condition, name)
            )
    for each in table.ranges:
        names = re.findall(r"\w+", each.text)
        column = next(name for name in names if name in table.column_types)
        condition = f"not ({each})"
        if table.column_types[column] == "DOUBLE":
            condition = f"isfinite({quote(column)}) and {condition}"
        rule = f"breaks its range {each}"
        if words := each.words:
            more = " …" if len(words) > _SHOWN_WORDS else ""
            rule = f"is none of {', '.join(words[:_SHOWN_WORDS])}{more}"
        kind = UNKNOWN_VALUE if each.is_open else "out_of_range"
        rules.append(RowRule(kind, column, rule, condition, quote(column)))
    return rules


def _loaded(table: Table) -> _CheckedRows:
    """Return the loaded table as a relation whose rows may be faulty."""
    row_key = key_text([quote(name) for name in key_columns(table)])
    return _CheckedRows(
        f"main.{quote(table.name)}", "rowid", row_key, "to_json(faulty)"
    )


def _add(database: Database, relation: _CheckedRows, rules: Sequence[RowRule]) -> None:
    for rule in rules:
        filled = statement(
            "add_fault",
            relation=relation.name,
            row_id=relation.row_id,
            value=rule.value,
            condition=rule.condition,
        )
        database.run(filled, [rule.kind, rule.column, rule.text])


def _quarantine_loaded(database: Database, table: Table) -> list[RowFault]:
    """Quarantine the faulty rows of a loaded table and take them out of it."""
    found = _quarantine(database, table, _loaded(table))
    database.run(statement("remove", table=quote(table.name)))
    database.run("truncate snapshot_fault")
    return found


def _quarantine(
    database: Database, table: Table, relation: _CheckedRows
) -> list[RowFault]:
    """Quarantine the rows in snapshot_fault and return one fault per rule."""
    found = _summary(database, relation)
    filled = statement("quarantine", **relation.parts, row=relation.row)
    database.run(filled, [table.name])
    return found


def _summary(database: Database, relation: _CheckedRows) -> list[RowFault]:
    """Return one fault for each rule of the rows in snapshot_fault."""
    return [
        _fault(line) for line in database.rows(statement("summary", **relation.parts))
    ]


def _fault(line: tuple[object, ...]) -> RowFault:
    kind, column, rule, value = (line[place] for place in (0, 1, 2, 5))
    count, keys = cast("tuple[int, list[str]]", line[3:5])
    return RowFault(
        "warning", str(kind), str(column), str(rule), count, tuple(keys), value
    )


def violations(table: Table, faults: Iterable[RowFault]) -> list[Violation]:
    """Return one violation per rule; the faults of several parts are added up."""
    by_rule: dict[tuple[Severity, str, str, str], list[RowFault]] = {}
    for one in faults:
        rule = (one.severity, one.kind, one.column, one.rule)
        by_rule.setdefault(rule, []).append(one)
    found: list[Violation] = []
    for (severity, kind, column, text), several in by_rule.items():
        count = sum(one.count for one in several)
        keys = tuple(sorted({key for one in several for key in one.keys})[:5])
        value = min(several, key=lambda one: one.keys).value
        name = f"{table.name}.{column}" if column else f"{table.name}:"
        message = counted(f"{name} {text}", count, keys[0], value)
        if kind == UNKNOWN_VALUE and (meant := _meant(table, column, str(value))):
            message += f"; {meant}"
        found.append(
            Violation(severity, kind, table.name, column, count, keys, message)
        )
    return found


def _meant(table: Table, column: str, value: str) -> str:
    """Return a question with the words of a vocabulary that look like a value."""
    own = (each for each in table.ranges if each.text.startswith(f"{column} in "))
    return suggest(value, (word for each in own for word in each.words))
