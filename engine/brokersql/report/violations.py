"""What is wrong with a snapshot, as a table and in one sentence."""

from __future__ import annotations

import pyarrow as pa

from brokersql.report.figures import count
from brokersql.report.listing import listing
from brokersql.report.look import Look
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import plural, printable
from brokersql.snapshot import ValidationReport

_MEANINGS = {"error": "bad", "warning": "wait", "note": "dim"}


def violation_rows(report: ValidationReport) -> pa.Table:
    """Return one row per violation; keys are those of the first rows in question."""
    columns = {
        "severity": str,
        "kind": str,
        "table": str,
        "column": str,
        "count": int,
        "keys": str,
        "message": str,
    }
    rows = [
        (
            *(each.severity, each.kind, each.table, each.column, each.count),
            *(", ".join(each.keys), each.message),
        )
        for each in report.violations
    ]
    return listing(columns, rows)


def violation_lines(report: ValidationReport, look: Look) -> list[str]:
    """Return the violations for a reader, or a sentence that there are none."""
    if not report.violations:
        rows = sum(load.n_loaded for load in report.load.tables.values())
        return [f"No violations in {plural(rows, 'row')}."]
    columns = [
        Column("severity"),
        Column("rows", right=True),
        Column("message", cut="end"),
        Column("keys", cut="end", drop=1),
    ]
    rows = [
        [
            Cell(each.severity, _MEANINGS[each.severity]),
            count(each.count),
            each.message,
            ", ".join(each.keys),
        ]
        for each in report.violations
    ]
    return lay_out(columns, rows, look)


def described(report: ValidationReport) -> str:
    """Return one sentence about a check: how many of each, rows left out."""
    counts = {name: len(report.of(name)) for name in ("error", "warning", "note")}
    said = ", ".join(plural(n, name) for name, n in counts.items())
    n_read = sum(load.n_read for load in report.load.tables.values())
    left = report.load.n_quarantined
    rows = f"{plural(n_read, 'row')} read, {plural(left, 'row')} left out"
    verdict = "usable" if report.is_usable else "unusable"
    return f"{printable(report.where)}: {verdict}; {said}; {rows}"
