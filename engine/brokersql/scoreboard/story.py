"""A scoreboard as a reader needs it: all chunks, the course of time, shares, groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from brokersql.report.figures import clock, span
from brokersql.report.html import Told
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION, plain
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable
from brokersql.scoreboard.board import Board
from brokersql.scoreboard.shown import (
    Figure,
    Row,
    counted,
    known,
    measured,
    side_by_side,
    tenths,
)

#: Figures of all chunks.
_FIGURES = (
    Figure("n_chunks", "chunks", counted),
    Figure("assigned_percent", "assigned, %", tenths),
    Figure("n_throttled", "throttled", counted),
    Figure("n_capped", "capped: caps took every queue that was left", counted),
    Figure("n_starved", "starved: no queue for {}", counted),
    Figure("wait_p50_h", "estimated wait of assigned chunks, median, h", measured),
    Figure("wait_p95_h", "estimated wait, 95 %, h", measured),
    Figure("wait_p99_h", "estimated wait, 99 %, h", measured),
    Figure("jain_index", "Jain index over global shares", measured),
)
#: Columns of the course of time, and of shares and groups.
_COURSE = (
    Figure("n_chunks", "chunks", counted),
    Figure("assigned_percent", "assigned %", tenths),
    Figure("n_throttled", "throttled", counted),
    Figure("n_capped", "capped", counted),
    Figure("n_starved", "starved", counted),
    Figure("wait_p50_h", "wait h", measured),
    Figure("wait_p95_h", "95 % h", measured),
    Figure("jain_index", "Jain", measured),
)
_SHARE = (
    Figure("target_percent", "target %", tenths),
    Figure("used_percent", "used %", tenths),
    Figure("used_ratio", "used/target", measured),
    Figure("n_chunks", "chunks", counted),
    Figure("assigned_percent", "assigned %", tenths),
    Figure("n_capped", "capped", counted),
    Figure("n_starved", "starved", counted),
    Figure("wait_p50_h", "wait h", measured),
)
_GROUP = (
    Figure("target_percent", "target %", tenths),
    Figure("used_percent", "matched %", tenths),
    Figure("used_ratio", "matched/target", measured),
    Figure("n_matched", "matched", counted),
    Figure("n_waiting", "still waiting", counted),
)


#: What a single cycle cannot tell.
_ONE_CYCLE = (
    "One cycle: the course of time needs two, and so does a starved chunk whose task "
    "records no failure."
)
#: Why a chunk is listed.
_WHY = (("is_capped", "capped"), ("is_starved", "starved"))


@dataclass(frozen=True, slots=True)
class BoardStory(Told):
    """A scoreboard, told; `place` is what it was made of."""

    place: str
    board: Board

    def lines(self, look: Look) -> list[str]:
        """Return head, figures, the course of time, shares and groups."""
        rows = cast("list[Row]", self.board.mean.to_pylist())
        whole, shares, groups = (
            [row for row in rows if row["scope"] == scope]
            for scope in ("all", "share", "group")
        )
        lines = [self._head()]
        if whole:
            lines += ["", *self._figures(whole, look)]
        if self.board.n_cycles > 1:
            lines += ["", *self._course(look)]
        elif any(row["n_chunks"] for row in whole):
            lines += ["", _ONE_CYCLE]
        if shares:
            lines += ["", *_listed(_name("share"), shares, _SHARE, look)]
        if self.board.stuck.num_rows:
            lines += ["", *self._stuck(look)]
        if groups:
            lines += ["", *_listed(_name("group"), groups, _GROUP, look)]
        return lines

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON, cycle by cycle and on average."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "scoreboard",
            "place": self.place,
            "cycles": self.board.n_cycles,
            "starved_s": self.board.starved_s,
            "mean": self.board.mean.to_pylist(),
            "stuck": self.board.stuck.to_pylist(),
            "rows": self.board.told.to_pylist(),
        }

    def _head(self) -> str:
        times = cast("list[datetime]", self.board.told["snapshot_time"].to_pylist())
        place, n_cycles = printable(self.place), self.board.n_cycles
        if not times:
            return f"{place} · nothing to tell: no chunk, no global share, no match"
        if n_cycles == 1:
            return f"{place} · {clock(times[0])}"
        span_told = f"{clock(min(times))} – {clock(max(times))}"
        return f"{place} · {plural(n_cycles, 'cycle')}, {span_told} · means over cycles"

    def _figures(self, rows: Sequence[Row], look: Look) -> list[str]:
        figures = [
            replace(each, words=each.words.format(span(self.board.starved_s)))
            for each in _FIGURES
        ]
        return side_by_side("scoreboard", figures, rows, look)

    def _stuck(self, look: Look) -> list[str]:
        """Return the chunks that are capped or starved at the end."""
        columns = [
            *(Column("capped or starved now"), Column("policy", drop=2)),
            *(Column("share", cut="middle", drop=1), Column("status"), Column("why")),
            Column("waits for", right=True),
        ]
        rows = cast("list[Row]", self.board.stuck.to_pylist())
        told = [
            [
                f"{row['jedi_task_id']}"
                + (f"/{row['chunk_no']}" * bool(row["chunk_no"])),
                *(str(row["policy"]), str(row["gshare"] or "–"), str(row["status"])),
                ", ".join(word for name, word in _WHY if row[name]),
                span(float(str(row["waits_s"]))),
            ]
            for row in rows
        ]
        return lay_out(columns, told, look)

    def _course(self, look: Look) -> list[str]:
        """Return one line per cycle and policy."""
        rows = cast("list[Row]", self.board.told.to_pylist())
        cycles = [
            {**row, "name": clock(cast(datetime, row["snapshot_time"]))}
            for row in rows
            if row["scope"] == "all"
        ]
        return _listed(Column("cycle"), cycles, _COURSE, look)


def _name(head: str) -> Column:
    """Return the column of names."""
    return Column(head, cut="middle")


def _listed(
    head: Column,
    rows: Sequence[Row],
    figures: Sequence[Figure],
    look: Look,
) -> list[str]:
    """Return one line per row and policy, without columns of nothing."""
    kept = known(figures, rows)
    headers = [head, Column("policy", drop=1)]
    headers += [Column(each.words, right=True) for each in kept]
    told = [
        [
            str(row["name"]),
            str(row["policy"]),
            *(each.of(row) for each in kept),
        ]
        for row in rows
    ]
    return lay_out(headers, told, look)
