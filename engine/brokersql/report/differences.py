"""How two snapshots differ, for a reader: tables first, then single values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pyarrow as pa

from brokersql.report.figures import clock, count
from brokersql.report.listing import listing
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION, plain
from brokersql.report.table import Column, lay_out
from brokersql.report.words import printable
from brokersql.snapshot.compare import Compared
from brokersql.snapshot.load import LoadReport

_TABLES = (
    *(Column("table"), Column("rows A", right=True), Column("rows B", right=True)),
    *(Column("added", right=True), Column("removed", right=True)),
    *(Column("rows changed", right=True), Column("in", cut="end")),
)
_VALUES = (
    *(Column("table"), Column("key", cut="middle"), Column("column")),
    *(Column("before", cut="end"), Column("after", cut="end")),
)


@dataclass(frozen=True, slots=True)
class ShownDifferences:
    """Differences of two snapshots as text, rows and an object."""

    found: Compared

    def rows(self) -> pa.Table:
        """Return one row per added or removed row and per changed value."""
        names = ("table", "key", "change", "column", "before", "after")
        columns: dict[str, type] = dict.fromkeys(names, str)
        rows = [
            (it.table, it.key, it.change, it.column, it.before, it.after)
            for it in self.found.differences
        ]
        return listing(columns, rows)

    def lines(self, look: Look) -> list[str]:
        """Return both snapshots, a row per table that differs, and the values."""
        heads = [_head("A", self.found.a), _head("B", self.found.b)]
        if not self.found.differences:
            return [*heads, "", "No differences."]
        tables = lay_out(_TABLES, self._tables(), Look(look.colour, look.width))
        changed = [it for it in self.found.differences if it.change == "changed"]
        values = [
            [it.table, it.key, it.column or "", _text(it.before), _text(it.after)]
            for it in changed
        ]
        shown = ["", *lay_out(_VALUES, values, look)] if values else []
        return [*heads, "", *tables, *shown]

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "snapshot.diff",
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
