"""A snapshot as text, rows and JSON: contents, state, differences and violations."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

import pyarrow as pa

from brokersql.render.documents import plain
from brokersql.render.formats import listing
from brokersql.render.numbers import clock, count, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.snapshot import Snapshot, ValidationReport
from brokersql.snapshot.compare import Compared
from brokersql.snapshot.doctor import Diagnosis
from brokersql.snapshot.load import LoadReport

_SHOWN_HASH = 12


def content_rows(snapshot: Snapshot) -> pa.Table:
    """Return one row per table of the contract."""
    rows = [
        (name, load.n_loaded, load.n_quarantined)
        for name, load in snapshot.report.tables.items()
    ]
    return listing("table n_rows:int n_quarantined:int", rows)


def content_lines(snapshot: Snapshot, look: Display) -> list[str]:
    """Return head line and table; tables without rows only when verbose."""
    report = snapshot.report
    time = clock(report.snapshot_time) if report.snapshot_time else "no time"
    name = printable(report.snapshot_id) or "without a snapshot row"
    head = f"snapshot {name} · {time} · content {report.content_hash[:_SHOWN_HASH]}"
    columns = ["table", ">rows", ">left out"]
    rows = [
        [table, count(load.n_loaded), count(load.n_quarantined)]
        for table, load in report.tables.items()
        if load.n_read or look.verbose
    ]
    if not rows:
        return [head, "All tables are empty."]
    empty = len(report.tables) - len(rows)
    shown = lay_out(columns, rows, Display(look.colour, look.width))
    return [head, "", *shown, *([f"{empty} tables are empty"] if empty else [])]


@plain("snapshot.describe")
def content_document(snapshot: Snapshot) -> dict[str, object]:
    """Return the same as an object for JSON."""
    report = snapshot.report
    return {
        "source": snapshot.where,
        "snapshot_id": report.snapshot_id or None,
        "snapshot_time": report.snapshot_time,
        "content_hash": report.content_hash,
        "tables": [
            {
                "table": name,
                "n_rows": load.n_loaded,
                "n_quarantined": load.n_quarantined,
            }
            for name, load in report.tables.items()
        ],
    }


_TABLES = (
    "table",
    ">rows A",
    ">rows B",
    ">added",
    ">removed",
    ">rows changed",
    TableColumn("in", cut="end"),
)
_VALUES = (
    "table",
    TableColumn("key", cut="middle"),
    "column",
    *(TableColumn("before", cut="end"), TableColumn("after", cut="end")),
)


@dataclass(frozen=True, slots=True)
class ShownDifferences:
    """Differences of two snapshots as text, rows and an object."""

    found: Compared

    def rows(self) -> pa.Table:
        """Return one row per added or removed row and per changed value."""
        rows = [
            (it.table, it.key, it.change, it.column, it.before, it.after)
            for it in self.found.differences
        ]
        return listing("table key change column before after", rows)

    def lines(self, look: Display) -> list[str]:
        """Return both snapshots, a row per table that differs, and the values."""
        heads = [_head("A", self.found.a), _head("B", self.found.b)]
        if not self.found.differences:
            return [*heads, "", "No differences."]
        tables = lay_out(_TABLES, self._tables(), Display(look.colour, look.width))
        changed = [it for it in self.found.differences if it.change == "changed"]
        values = [
            [it.table, it.key, it.column or "", _text(it.before), _text(it.after)]
            for it in changed
        ]
        shown = ["", *lay_out(_VALUES, values, look)] if values else []
        return [*heads, "", *tables, *shown]

    @plain("snapshot.diff")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "a": _identity(self.found.a),
            "b": _identity(self.found.b),
            "differences": self.rows().to_pylist(),
        }

    def _tables(self) -> list[list[str]]:
        """Return rows, changes and changed columns of each table that differs."""
        tables = list(dict.fromkeys(it.table for it in self.found.differences))
        rows: list[list[str]] = []
        for name in tables:
            own = [it for it in self.found.differences if it.table == name]
            kinds = Counter(it.change for it in own)
            keys = {it.key for it in own if it.change == "changed"}
            columns = Counter(it.column for it in own if it.column)
            named = ", ".join(f"{each} {n:,}" for each, n in columns.most_common())
            before, after = self.found.a.tables[name], self.found.b.tables[name]
            rows.append(
                [
                    *(name, count(before.n_loaded), count(after.n_loaded)),
                    *(count(kinds["added"]), count(kinds["removed"])),
                    *(count(len(keys)), named),
                ]
            )
        return rows


def _head(side: str, report: LoadReport) -> str:
    time = clock(report.snapshot_time) if report.snapshot_time else "no time"
    return f"{side} {printable(report.snapshot_id) or 'without a name'} · {time}"


def _identity(report: LoadReport) -> dict[str, object]:
    return {
        "snapshot_id": report.snapshot_id or None,
        "snapshot_time": report.snapshot_time,
        "content_hash": report.content_hash,
    }


def _text(value: str | None) -> str:
    return "NULL" if value is None else value


_MEANINGS = {"error": "bad", "warning": "wait", "note": "dim"}


def violation_rows(report: ValidationReport) -> pa.Table:
    """Return one row per violation; keys are those of the first rows in question."""
    rows = [
        (
            *(each.severity, each.kind, each.table, each.column, each.count),
            *(", ".join(each.keys), each.message),
        )
        for each in report.violations
    ]
    return listing("severity kind table column count:int keys message", rows)


def violation_lines(report: ValidationReport, look: Display) -> list[str]:
    """Return the violations for a reader, or a sentence that there are none."""
    if not report.violations:
        rows = sum(load.n_loaded for load in report.load.tables.values())
        return [f"No violations in {plural(rows, 'row')}."]
    columns = [
        "severity",
        ">rows",
        TableColumn("message", cut="end"),
        TableColumn("keys", cut="end", drop=1),
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


def validation_sentence(report: ValidationReport) -> str:
    """Return one sentence about a check: how many of each, rows left out."""
    counts = {name: len(report.of(name)) for name in ("error", "warning", "note")}
    counted = ", ".join(plural(n, name) for name, n in counts.items())
    n_read = sum(load.n_read for load in report.load.tables.values())
    left = report.load.n_quarantined
    rows = f"{plural(n_read, 'row')} read, {plural(left, 'row')} left out"
    verdict = "usable" if report.is_usable else "unusable"
    return f"{printable(report.where)}: {verdict}; {counted}; {rows}"


_STATES = {
    **{"missing": "dim", "empty": "dim", "stale": "wait", "estimated": "wait"},
    **{
        "invented": "wait",
        "there": "good",
        "yes": "good",
        "partly": "wait",
        "no": "bad",
    },
}


@dataclass(frozen=True, slots=True)
class ShownDiagnosis:
    """A diagnosis for a reader and for programs."""

    found: Diagnosis

    def rows(self) -> pa.Table:
        """Return one row per table."""
        columns = "table n_rows:int state source age_s:int estimated_columns findings"
        rows = [
            (
                *(it.table, it.n_rows, it.state, it.source, it.age_s),
                *(", ".join(it.estimated_columns), "; ".join(it.findings)),
            )
            for it in self.found.tables
        ]
        return listing(columns, rows)

    def lines(self, look: Display) -> list[str]:
        """Return tables and questions; missing tables in one line unless verbose."""
        shown = [
            it for it in self.found.tables if it.state != "missing" or look.verbose
        ]
        columns = [
            "table",
            ">rows",
            "state",
            ">age",
            "source",
            TableColumn("remarks", cut="end"),
        ]
        whole = Display(look.colour, look.width)
        rows = [
            [
                *(it.table, count(it.n_rows), Cell(it.state, _STATES[it.state])),
                "" if it.age_s is None else span(it.age_s),
                printable(it.source or ""),
                _remarks(it.estimated_columns, it.findings),
            ]
            for it in shown
        ]
        out = lay_out(columns, rows, whole) if rows else []
        missing = [it.table for it in self.found.tables if it.state == "missing"]
        if missing and not look.verbose:
            out.append(f"missing: {', '.join(missing)}")
        return [*out, "", *self._questions(whole)]

    def _questions(self, look: Display) -> list[str]:
        columns = ["can be asked", "question", TableColumn("because", cut="end")]
        rows = [
            [
                Cell(it.verdict, _STATES[it.verdict]),
                it.question.text,
                f"needs {', '.join(it.lacking)}"
                if it.lacking
                else ", ".join(it.doubtful),
            ]
            for it in self.found.answers
        ]
        return lay_out(columns, rows, look)

    @plain("snapshot.doctor")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "source": self.found.where,
            "tables": [asdict(it) for it in self.found.tables],
            "questions": [
                {
                    "question": it.question.text,
                    "command": it.question.command,
                    "answer": it.verdict,
                    "lacking": list(it.lacking),
                    "doubtful": list(it.doubtful),
                }
                for it in self.found.answers
            ],
        }


def _remarks(estimated: tuple[str, ...], findings: tuple[str, ...]) -> str:
    parts = [f"estimated: {', '.join(estimated)}"] if estimated else []
    if findings:
        more = f", and {plural(len(findings) - 1, 'more remark')}"
        parts.append(printable(findings[0]) + (more if len(findings) > 1 else ""))
    return "; ".join(parts)
