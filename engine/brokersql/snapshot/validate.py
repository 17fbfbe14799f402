"""All that is wrong with a snapshot, at once.

Loading finds what does not fit the contract; the queries in
sql/snapshot/validate/findings and the references of the contract find what fits, but
cannot be meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from brokersql.core.database import Database, quote
from brokersql.core.sql_files import sql_root
from brokersql.snapshot.contract import Reference, Table, tables
from brokersql.snapshot.load import LoadReport, Snapshot, load
from brokersql.snapshot.read import SnapshotSource, open_source
from brokersql.snapshot.violations import (
    Severity,
    Violation,
    counted,
    key_text,
    ordered,
    shown,
    statement,
)

#: Number of rows, their first keys, and the value that they share, if one is named.
_Counts = tuple[int, tuple[str, ...], object]
_HEADER = re.compile(r"^-- ([a-z]+): (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ValidationReport:
    """All violations of a snapshot, errors first, and what loading it gave."""

    where: str
    load: LoadReport
    violations: tuple[Violation, ...]

    @property
    def is_usable(self) -> bool:
        """Return whether a run can go on, without the rows in quarantine."""
        return not self.of("error")

    def of(self, severity: Severity) -> tuple[Violation, ...]:
        """Return the violations of one severity."""
        return tuple(one for one in self.violations if one.severity == severity)


def validate(
    source: SnapshotSource | Snapshot,
    check: Callable[[Database], Iterable[Violation]] = lambda database: (),
) -> ValidationReport:
    """Return all violations of a snapshot, and what `check` says of it when loaded.

    Raises:
        SnapshotError: nothing is there, or nothing that can be a snapshot.
    """
    opened = source.source if isinstance(source, Snapshot) else open_source(source)
    with closing(Database.open()) as scratch:
        report = load(opened, scratch)
        broken = frozenset(one.table for one in report.errors)
        found = [*report.violations, *findings(scratch, broken)]
        found += dangling(scratch, broken)
        found += _repeated_names(scratch, broken)
        found += check(scratch)
        found += [_lacking(name) for name in report.lacking if name not in broken]
        found += _unread(opened.stray)
    return ValidationReport(opened.where, report, ordered(found))


def findings(
    database: Database, broken: frozenset[str] = frozenset()
) -> list[Violation]:
    """Return what a loaded snapshot holds that cannot be meant so.

    Nothing is said about the tables that are `broken`, since they are not loaded.
    """
    found: list[Violation] = []
    for name, query in _findings().items():
        if broken.intersection(re.findall(r"\w+", query)):
            continue
        header = dict(_HEADER.findall(query))
        severity = cast("Severity", header["severity"])
        kind = header.get("kind", name)
        where = (header["table"], header["column"])
        found += [
            _violation(severity, kind, where, header["message"], counts)
            for counts in _counts(database, query)
        ]
    for table, reference in _references():
        if table.name == reference.table and table.name not in broken:
            query = _circle_query(table, reference)
            where = (table.name, ", ".join(reference.columns))
            found += [
                _violation("warning", "circle", where, "leads in a circle", counts)
                for counts in _counts(database, query)
            ]
    return found


def dangling(
    database: Database, broken: frozenset[str] = frozenset()
) -> list[Violation]:
    """Return the references of a loaded snapshot that lead nowhere.

    References to a table that is `broken`, and so not loaded, are left out.
    """
    found: list[Violation] = []
    for table, reference in _references():
        if reference.table not in broken:
            where = (table.name, ", ".join(reference.columns))
            text = f"has no row in {reference.table}"
            found += [
                _violation("note", "dangling_reference", where, text, counts)
                for counts in _counts(database, _dangling_query(table, reference))
            ]
    return found


def _repeated_names(database: Database, broken: frozenset[str]) -> Iterator[Violation]:
    """Yield JSON columns in which an object has two values under one name."""
    for table in tables().values():
        names = [it.name for it in table.columns if it.type == "JSON"]
        for name in names if table.name not in broken else ():
            key = key_text([f"checked.{quote(each)}" for each in table.key])
            parts = {"table": quote(table.name), "column": quote(name), "key": key}
            text = "has two values under one name"
            for counts in _counts(database, statement("repeated_json_names", **parts)):
                where = (table.name, name)
                yield _violation("warning", "repeated_name", where, text, counts)


def _references() -> Iterator[tuple[Table, Reference]]:
    """Yield the references of the contract, each with the table that refers."""
    for table in tables().values():
        for reference in table.references:
            yield table, reference


def _lacking(name: str) -> Violation:
    """Return the violation that a table has no row, though others have."""
    others = " and ".join(tables()[name].expected_with)
    message = f"{name} is missing or empty, though there are rows in {others}"
    return Violation("warning", "missing_table", name, "", 0, (), message)


def _unread(stray: tuple[str, ...]) -> Iterator[Violation]:
    """Yield a note on the files of a snapshot that are not read."""
    if stray:
        more = f" and {len(stray) - 3} more" if len(stray) > 3 else ""
        names = f"{', '.join(map(shown, stray[:3]))}{more}"
        text = f"{names}: not read, a table is <table>.parquet, .jsonl or .json"
        yield Violation("note", "stray_file", "", "", len(stray), stray[:5], text)


def _violation(
    severity: Severity,
    kind: str,
    where: tuple[str, str],
    text: str,
    counts: _Counts,
) -> Violation:
    table, column = where
    count, keys, value = counts
    message = counted(f"{table}.{column} {text}", count, keys[0], value)
    return Violation(severity, kind, table, column, count, keys, message)


@cache
def _findings() -> Mapping[str, str]:
    """Return the queries by name: their kind, unless the header names another."""
    folder: Path = sql_root() / "snapshot" / "validate" / "findings"
    files = sorted(folder.glob("*"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def _counts(database: Database, query: str) -> Iterator[_Counts]:
    """Yield how many rows a query finds, by value where it names values."""
    for row in database.rows(statement("count_findings", query=query)):
        count, keys, value = cast("tuple[int, list[str], object]", row)
        yield count, tuple(keys), value


def _circle_query(table: Table, reference: Reference) -> str:
    (parent,), (key,) = reference.columns, reference.target
    parts = {"key": quote(key), "parent": quote(parent), "table": quote(table.name)}
    return statement("circle", **parts)


def _dangling_query(table: Table, reference: Reference) -> str:
    columns = [f"referring.{quote(name)}" for name in reference.columns]
    targets = [f"referred.{quote(name)}" for name in reference.target]
    pairs = zip(columns, targets, strict=True)
    relation = f"main.{quote(table.name)}"
    if table.column_types[reference.columns[0]].endswith("[]"):
        name = quote(reference.columns[0])
        relation = f"(select unnest({name}) as {name} from {relation})"
    return statement(
        "dangling",
        value=key_text(columns),
        relation=relation,
        is_set=" and ".join(f"{column} is not null" for column in columns),
        target=quote(reference.table),
        is_equal=" and ".join(f"{left} = {right}" for left, right in pairs),
    )
