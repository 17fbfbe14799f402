"""Rows that break a rule: they move to the table quarantine and are counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from brokersql.database import Database, quote
from brokersql.snapshot.contract import Table
from brokersql.snapshot.convert import Conversion
from brokersql.snapshot.source import Part
from brokersql.snapshot.statements import key_text, listed, numbers, statement
from brokersql.snapshot.violation import Severity, Violation, counted


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition that no row may meet; `value` is the SQL of what to show."""

    kind: str
    column: str
    text: str
    condition: str
    value: str = "null"


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that rows of one part break; `value` stands under the first key."""

    severity: Severity
    kind: str
    column: str
    rule: str
    count: int
    keys: tuple[str, ...]
    value: object


@dataclass(frozen=True, slots=True)
class _Relation:
    """Rows that may be faulty: their number, their key as text and all of them."""

    name: str
    row_id: str
    row_key: str
    row: str


def key_columns(table: Table) -> tuple[str, ...]:
    """Return the columns that name a row: the key, else the first three."""
    return table.key or tuple(column.name for column in table.columns[:3])


def reject_rows(
    database: Database, table: Table, part: Part, conversions: Sequence[Conversion]
) -> list[Fault]:
    """Quarantine the rows of a part that cannot be converted."""
    checked = [one for one in conversions if one.is_checked]
    bad = [one.is_bad for one in checked]
    accepted = " and ".join([part.guard or "true", *(f"not {one}" for one in bad)])
    database.run(statement("reject", accepted=accepted, row=part.row))
    rules = [
        Rule(
            "bad_value",
            one.column.name,
            f"is not {one.column.type}",
            f"{one.is_bad} and {part.guard or 'true'}",
            one.raw,
        )
        for one in checked
    ]
    if part.guard:
        is_no_row = f"not {part.guard}"
        rules.append(
            Rule(
                "bad_value", "", "line is not a JSON object", is_no_row, "snapshot_line"
            )
        )
    by_name = {one.column.name: one for one in conversions}
    shown = [
        f"coalesce(cast({by_name[name].value} as varchar), "
        f"cast({by_name[name].raw} as varchar))"
        for name in key_columns(table)
    ]
    rejected = _Relation(
        "snapshot_rejected", "snapshot_row_id", key_text(shown), "snapshot_row"
    )
    _add(database, rejected, rules)
    faults = _settle(database, table, rejected)
    database.run("truncate snapshot_fault")
    return _judge(database, faults, by_name)


def _judge(
    database: Database, faults: list[Fault], by_name: dict[str, Conversion]
) -> list[Fault]:
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


def _is_wrong_type(one: Fault, n_values: int, column: Conversion | None) -> bool:
    """Return whether no value fits: one alone may be a slip, but not of its type."""
    if column is None or one.count < n_values:
        return False
    return n_values > 1 or not column.is_possible


def check_rows(database: Database, table: Table) -> list[Fault]:
    """Quarantine rows without key, out of range or with a repeated key."""
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
    found: list[Fault] = []
    if failing:
        _add(database, _loaded(table), failing)
        found += _settle_loaded(database, table)
    # a row that is out already may have been the only other one of a key
    if n_repeated:
        key = ", ".join(table.key)
        database.run(statement("add_duplicates", **parts), [key])
        found += _settle_loaded(database, table)
    return found


def _row_rules(table: Table) -> list[Rule]:
    rules = [
        Rule("bad_value", name, "is NULL in a key", f"{quote(name)} is null")
        for name in table.key
        if name not in table.nullable_key
    ]
    for column in table.columns:
        if column.type in ("DOUBLE", "TIMESTAMP"):
            name = quote(column.name)
            condition = f"not isfinite({name})"
            rules.append(
                Rule("out_of_range", column.name, "is not finite", condition, name)
            )
    for text in table.ranges:
        words = re.findall(r"\w+", text)
        column = next(word for word in words if word in table.column_types)
        condition = f"not ({text})"
        if table.column_types[column] == "DOUBLE":
            condition = f"isfinite({quote(column)}) and {condition}"
        rule = f"breaks its range {text}"
        rules.append(Rule("out_of_range", column, rule, condition, quote(column)))
    return rules


def _loaded(table: Table) -> _Relation:
    """Return the loaded table as a relation whose rows may be faulty."""
    row_key = key_text([quote(name) for name in key_columns(table)])
    return _Relation(f"main.{quote(table.name)}", "rowid", row_key, "to_json(faulty)")


def _add(database: Database, relation: _Relation, rules: Sequence[Rule]) -> None:
    for rule in rules:
        filled = statement(
            "add_fault",
            relation=relation.name,
            row_id=relation.row_id,
            value=rule.value,
            condition=rule.condition,
        )
        database.run(filled, [rule.kind, rule.column, rule.text])


def _settle_loaded(database: Database, table: Table) -> list[Fault]:
    """Quarantine the faulty rows of a loaded table and take them out of it."""
    found = _settle(database, table, _loaded(table))
    database.run(statement("remove", table=quote(table.name)))
    database.run("truncate snapshot_fault")
    return found


def _settle(database: Database, table: Table, relation: _Relation) -> list[Fault]:
    """Quarantine the rows in snapshot_fault and return one fault per rule."""
    shared = {
        "relation": relation.name,
        "row_id": relation.row_id,
        "row_key": relation.row_key,
    }
    lines = database.rows(statement("summary", **shared))
    filled = statement("quarantine", **shared, row=relation.row)
    database.run(filled, [table.name])
    return [_fault(line) for line in lines]


def _fault(line: tuple[object, ...]) -> Fault:
    kind, column, rule, value = (line[place] for place in (0, 1, 2, 5))
    count, keys = cast("tuple[int, list[str]]", line[3:5])
    return Fault(
        "warning", str(kind), str(column), str(rule), count, tuple(keys), value
    )


def violations(table: Table, faults: Iterable[Fault]) -> list[Violation]:
    """Return one violation per rule; the faults of several parts are added up."""
    by_rule: dict[tuple[Severity, str, str, str], list[Fault]] = {}
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
        found.append(
            Violation(severity, kind, table.name, column, count, keys, message)
        )
    return found
