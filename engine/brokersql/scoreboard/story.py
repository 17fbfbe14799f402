"""A scoreboard as a reader needs it: all chunks, the course of time, shares, groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import cast

from brokersql.report.figures import clock, figure, span
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable
from brokersql.scoreboard.board import Board

_NONE = "–"
Row = Mapping[str, object]
Shown = Callable[[object], str]


def _tenths(value: object) -> str:
    """Return a percentage, or a mean of counts, rounded half up."""
    if value is None:
        return _NONE
    exact = Decimal(str(value))
    return f"{exact.quantize(Decimal('0.1'), ROUND_HALF_UP):,}"


def _counted(value: object) -> str:
    """Return a count; a mean of counts has a decimal where it is not whole."""
    if value is None:
        return _NONE
    number = float(str(value))
    return f"{int(number):,}" if number == int(number) else _tenths(number)


def _measured(value: object) -> str:
    return figure(cast("float | None", value))


#: Figures of all chunks: column, words, how a value is shown.
_FIGURES: Sequence[tuple[str, str, Shown]] = (
    ("n_chunks", "chunks", _counted),
    ("assigned_percent", "assigned, %", _tenths),
    ("n_throttled", "throttled", _counted),
    ("n_capped", "capped: caps took every queue that was left", _counted),
    ("n_starved", "starved: no queue for {}", _counted),
    ("wait_p50_h", "estimated wait of assigned chunks, median, h", _measured),
    ("wait_p95_h", "estimated wait, 95 %, h", _measured),
    ("wait_p99_h", "estimated wait, 99 %, h", _measured),
    ("jain_index", "Jain index over global shares", _measured),
)
#: Columns of the course of time, and of shares and groups.
_COURSE: Sequence[tuple[str, str, Shown]] = (
    ("n_chunks", "chunks", _counted),
    ("assigned_percent", "assigned %", _tenths),
    ("n_throttled", "throttled", _counted),
    ("n_capped", "capped", _counted),
    ("n_starved", "starved", _counted),
    ("wait_p50_h", "wait h", _measured),
    ("wait_p95_h", "95 % h", _measured),
    ("jain_index", "Jain", _measured),
)
_SHARE: Sequence[tuple[str, str, Shown]] = (
    ("target_percent", "target %", _tenths),
    ("used_percent", "used %", _tenths),
    ("used_ratio", "used/target", _measured),
    ("n_chunks", "chunks", _counted),
    ("assigned_percent", "assigned %", _tenths),
    ("n_capped", "capped", _counted),
    ("n_starved", "starved", _counted),
    ("wait_p50_h", "wait h", _measured),
)
_GROUP: Sequence[tuple[str, str, Shown]] = (
    ("target_percent", "target %", _tenths),
    ("used_percent", "matched %", _tenths),
    ("used_ratio", "matched/target", _measured),
    ("n_matched", "matched", _counted),
    ("n_waiting", "still waiting", _counted),
)


@dataclass(frozen=True, slots=True)
class BoardStory:
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
        if shares:
            lines += ["", *_listed("share", shares, _SHARE, look)]
        if groups:
            lines += ["", *_listed("group", groups, _GROUP, look)]
        return lines

    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON, cycle by cycle and on average."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "scoreboard",
            "place": self.place,
            "cycles": self.board.n_cycles,
            "starved_s": self.board.starved_s,
            "mean": self.board.mean.to_pylist(),
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
        """Return one line per figure that is known, one column per policy."""
        columns = [Column("scoreboard")]
        columns += [Column(str(row["policy"] or "grid"), right=True) for row in rows]
        told = [
            [
                words.format(span(self.board.starved_s)),
                *(shown(row[name]) for row in rows),
            ]
            for name, words, shown in _FIGURES
            if any(row[name] is not None for row in rows)
        ]
        return lay_out(columns, told, look)

    def _course(self, look: Look) -> list[str]:
        """Return one line per cycle and policy."""
        rows = cast("list[Row]", self.board.told.to_pylist())
        whole = [row for row in rows if row["scope"] == "all"]
        kept = _known(_COURSE, whole)
        columns = [Column("cycle"), Column("policy", drop=1)]
        columns += [Column(words, right=True) for _, words, _ in kept]
        told = [
            [
                clock(cast(datetime, row["snapshot_time"])),
                str(row["policy"]),
                *(shown(row[name]) for name, _, shown in kept),
            ]
            for row in whole
        ]
        return lay_out(columns, told, look)


def _listed(
    head: str,
    rows: Sequence[Row],
    columns: Sequence[tuple[str, str, Shown]],
    look: Look,
) -> list[str]:
    """Return one line per share or group and policy, without columns of nothing."""
    kept = _known(columns, rows)
    headers = [Column(head, cut="middle"), Column("policy", drop=1)]
    headers += [Column(words, right=True) for _, words, _ in kept]
    told = [
        [
            str(row["name"]),
            str(row["policy"]),
            *(shown(row[name]) for name, _, shown in kept),
        ]
        for row in rows
    ]
    return lay_out(headers, told, look)


def _known(
    columns: Sequence[tuple[str, str, Shown]], rows: Sequence[Row]
) -> list[tuple[str, str, Shown]]:
    return [each for each in columns if any(row[each[0]] is not None for row in rows)]
