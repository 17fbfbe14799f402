"""What changes over a history from one replay to another, moment by moment.

The decisions of both are compared block by block, so memory is that of one block.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text
from brokersql.diff.compare import find_changed
from brokersql.diff.sides import ComparedSides
from brokersql.render.documents import plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import clock, count, share
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import bar, plural
from brokersql.results.run_record import BLOCK_FILE, BLOCK_PREFIX
from brokersql.snapshot.history import History

#: Most bars of the chart: those of a longer history stand for several moments each.
_BARS = 24
#: The counts, and which of them leave a narrow table first.
_COUNTS = {
    "decisions": 2,
    "changed": 0,
    "newly_assigned": 0,
    "no_longer_assigned": 4,
    "another_queue": 3,
    "other": 1,
}
_Counts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReplayComparison(ComparedSides, Renderable):
    """The comparison of two replays of the same snapshots.

    `moments` has one row per snapshot: snapshot_time, snapshot_id, and numbers of
    decisions: decisions, changed, newly_assigned, no_longer_assigned, another_queue,
    other. The last four add up to `changed`. `parts` has the same numbers added up over
    parts of time, `sums` over all.
    """

    moments: pa.Table
    parts: pa.Table
    sums: _Counts

    def lines(self, look: Display) -> list[str]:
        """Return what is compared, a chart over time, and a line per moment."""
        lines = [*self.head(), self.answer()]
        if not self.sums["changed"]:
            return lines
        return [*lines, "", *self._chart(look), "", *self._table(look)]

    def answer(self) -> str:
        """Return how many decisions changed, in a line."""
        n_changed, n_all = self.sums["changed"], self.sums["decisions"]
        if not n_changed:
            return f"0 of {plural(n_all, 'decision')} changed."
        changed = f"{count(n_changed)} of {plural(n_all, 'decision')} changed"
        return f"{changed} ({share(n_changed, n_all)})"

    @plain("replay.against")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            **self.document_head(),
            "cycles": self.moments.num_rows,
            **{name: self.sums[name] for name in _COUNTS},
            "moments": self.moments.to_pylist(),
        }

    def _chart(self, look: Display) -> list[str]:
        """Return a bar for each part of time: which share of its decisions changed."""
        parts = cast("list[_Counts]", self.parts.to_pylist())
        most = max(it["changed_percent"] or 0 for it in parts)
        n_cycles = max(it["n_cycles"] for it in parts)
        each = "" if n_cycles == 1 else f" (a bar: up to {n_cycles} cycles)"
        columns = (
            TableColumn("from" if each else "cycle"),
            TableColumn(f"share of decisions that changed{each}"),
            ">%",
        )
        rows = [
            [
                clock(it["snapshot_time"]),
                bar((it["changed_percent"] or 0) / most).rstrip("·"),
                share(it["changed"], it["decisions"]).removesuffix(" %"),
            ]
            for it in parts
        ]
        return lay_out(columns, rows, replace(look, limit=0))

    def _table(self, look: Display) -> list[str]:
        """Return a line per moment as far as the limit goes, and one of their sums."""
        moments = cast("list[_Counts]", self.moments.to_pylist())
        shown = moments[: look.limit] if look.limit else moments
        columns = ["cycle"]
        columns += [
            TableColumn(name.replace("_", " "), right=True, drop=drop)
            for name, drop in _COUNTS.items()
        ]
        rows = [[clock(it["snapshot_time"]), *_counted(it)] for it in shown]
        rows.append(["all", *_counted(self.sums)])
        lines = lay_out(columns, rows, replace(look, limit=0))
        if hidden := len(moments) - len(shown):
            more = f"… and {hidden:,} more: --limit 0"
            lines.insert(-1, look.paint("dim", more))
        return lines


def _counted(row: _Counts) -> list[str]:
    return [count(row[name]) for name in _COUNTS]


def compare_replays(
    a: Path, b: Path, times: Mapping[str, datetime]
) -> ReplayComparison:
    """Return what changes from replay `a` to replay `b` of the same snapshots.

    `times` are those of the snapshots, by snapshot_id.

    Raises:
        UsageError: a folder is no replay, or the replays share no policy.
        SnapshotError: a result table is damaged.
    """
    sides = ComparedSides.open(a, b)
    moments = pa.concat_tables(_moments(sides, times))
    with closing(Database.open()) as database:
        database.create_table("moment", moments)
        parts, sums = (
            database.table(sql_text("diff", "moment_part"), (n_parts,))
            for n_parts in (_BARS, 1)
        )
    (whole,) = sums.to_pylist()
    return ReplayComparison(*sides.both, sides.policies, moments, parts, whole)


def replay_times(folder: Path) -> dict[str, datetime]:
    """Return the times of the snapshots of a replay by snapshot_id.

    Raises:
        SnapshotError: the history is not where it was.
    """
    places = {
        str(json.loads(file.read_bytes())["history"])
        for file in folder.glob(f"{BLOCK_PREFIX}*/{BLOCK_FILE}")
    }
    return {
        each.snapshot_id: each.snapshot_time
        for place in sorted(places)
        for each in History.open(place).snapshots
    }


def _moments(sides: ComparedSides, times: Mapping[str, datetime]) -> Iterator[pa.Table]:
    """Yield the rows of the snapshots of each block, in the order of time."""
    for block in sorted(sides.a.folder.glob(f"{BLOCK_PREFIX}*")):
        record = json.loads((block / BLOCK_FILE).read_bytes())
        ids = [str(each) for each in record["snapshots"]]
        taken = pa.Table.from_pylist(
            [{"snapshot_id": each, "snapshot_time": times[each]} for each in ids]
        )
        a, b = (replace(it, folder=it.folder / block.name) for it in sides.both)
        with closing(Database.open()) as database:
            find_changed(database, replace(sides, a=a, b=b))
            database.create_table("snapshot_taken", taken)
            yield database.table(sql_text("diff", "moment"))
