"""A scoreboard: figures of all cycles, as tables, text and JSON; causes of waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql.core.database import Database, SqlError
from brokersql.core.errors import SnapshotError
from brokersql.core.parquet_checksum import refuse_damaged
from brokersql.core.sql_files import sql_text
from brokersql.render.documents import plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import clock, figure, span
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.scoreboard.states import States

#: Default time without a queue after which a chunk is starved, s.
STARVED_S = 86_400
_VIEWS = ("standing", "figures", "policy_share", "jain", "decided_cycle", "board")


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A scoreboard.

    `rows` has a row per cycle, policy, scope ('all', 'share', 'group') and name:
    snapshot_id, snapshot_time, policy, scope, name, target_percent, used_percent,
    used_ratio, jain_index, n_shares, n_chunks, assigned_percent, n_throttled, n_capped,
    n_starved, wait_p50_h, wait_p95_h, wait_p99_h, n_waiting, n_matched. `mean` holds
    the means over the cycles, `stuck` the chunks that are capped or starved in the last
    cycle of each policy: policy, jedi_task_id, chunk_no, gshare, status, is_capped,
    is_starved, waits_s. `starved_s` is after how long a chunk counts as starved, s.
    """

    rows: pa.Table
    mean: pa.Table
    stuck: pa.Table
    starved_s: int

    @property
    def n_cycles(self) -> int:
        """Return the number of cycles."""
        return len(self.rows["snapshot_id"].unique())


def make_scoreboard(states: States, starved_s: int) -> Scoreboard:
    """Return the scoreboard of cycles."""
    with closing(Database.open()) as database:
        for name, table in states.items():
            database.create_table(name, table)
        database.set_variables({"starved_s": str(starved_s)})
        database.run(sql_text("lib", "steady"))
        for name in _VIEWS:
            database.create_view(name, sql_text("scoreboard", name))
        rows, mean, stuck = (
            database.table(sql_text("scoreboard", name))
            for name in ("ordered_board", "mean", "stuck")
        )
        return Scoreboard(rows, mean, stuck, starved_s)


_NONE = "–"
ScoreRow = Mapping[str, object]


#: Columns that are shown, each with its title.
Figures = Mapping[str, str]


def tenths(value: object) -> str:
    """Return a percentage, rounded half up.

    >>> tenths(12.25), tenths(None)
    ('12.3', '–')
    """
    if value is None:
        return _NONE
    exact = Decimal(str(value))
    return f"{exact.quantize(Decimal('0.1'), ROUND_HALF_UP):,}"


def _shown(column: str, value: object) -> str:
    """Return a count, of which a mean may have a decimal, a percentage or a measure.

    >>> _shown("n_jobs", 1200), _shown("n_jobs", 7.0), _shown("n_jobs", 6.75)
    ('1,200', '7', '6.8')
    """
    if column.endswith("_percent"):
        return tenths(value)
    if value is None or not column.startswith("n_"):
        return figure(cast("float | None", value))
    number = float(str(value))
    return f"{int(number):,}" if number == int(number) else tenths(number)


def _known(figures: Figures, rows: Sequence[ScoreRow]) -> Figures:
    """Return the figures that some row has."""
    return {
        column: title
        for column, title in figures.items()
        if any(row[column] is not None for row in rows)
    }


def side_by_side(
    head: str, figures: Figures, rows: Sequence[ScoreRow], look: Display
) -> list[str]:
    """Return one line per figure that is known, and one column per policy."""
    columns = [TableColumn(head)]
    columns += [TableColumn(str(row["policy"] or "grid"), right=True) for row in rows]
    lines = [
        [title, *(_shown(column, row[column]) for row in rows)]
        for column, title in _known(figures, rows).items()
    ]
    return lay_out(columns, lines, look)


#: Figures of all chunks.
_FIGURES = {
    "n_chunks": "chunks",
    "assigned_percent": "assigned, %",
    "n_throttled": "throttled",
    "n_capped": "capped: caps took every queue that was left",
    "n_starved": "starved: no queue for {}",
    "wait_p50_h": "estimated wait of assigned chunks, median, h",
    "wait_p95_h": "estimated wait, 95 %, h",
    "wait_p99_h": "estimated wait, 99 %, h",
    "jain_index": "Jain index over global shares",
}
#: Columns of the course of time, and of shares and groups.
_COURSE = {
    "n_chunks": "chunks",
    "assigned_percent": "assigned %",
    "n_throttled": "throttled",
    "n_capped": "capped",
    "n_starved": "starved",
    "wait_p50_h": "wait h",
    "wait_p95_h": "95 % h",
    "jain_index": "Jain",
}
_SHARE = {
    "target_percent": "target %",
    "used_percent": "used %",
    "used_ratio": "used/target",
    "n_chunks": "chunks",
    "assigned_percent": "assigned %",
    "n_capped": "capped",
    "n_starved": "starved",
    "wait_p50_h": "wait h",
}
_GROUP = {
    "target_percent": "target %",
    "used_percent": "matched %",
    "used_ratio": "matched/target",
    "n_matched": "matched",
    "n_waiting": "still waiting",
}


#: The remark about a single cycle.
_ONE_CYCLE = (
    "One cycle: the course of time needs two, and so does a starved chunk whose task "
    "records no failure."
)
#: Why a chunk is listed.
_WHY = (("is_capped", "capped"), ("is_starved", "starved"))


@dataclass(frozen=True, slots=True)
class ScoreboardStory(Renderable):
    """The story of a scoreboard; `place` is what it was made from."""

    place: str
    board: Scoreboard

    def lines(self, look: Display) -> list[str]:
        """Return head, figures, the course of time, shares and groups."""
        rows = cast("list[ScoreRow]", self.board.mean.to_pylist())
        whole, shares, groups = (
            [row for row in rows if row["scope"] == scope]
            for scope in ("all", "share", "group")
        )
        lines = [self._head()]
        if whole:
            lines += ["", *self._figures(whole, look)]
        if whole and self.board.n_cycles > 1:
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

    @plain("scoreboard")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON, cycle by cycle and on average."""
        return {
            "place": self.place,
            "cycles": self.board.n_cycles,
            "starved_s": self.board.starved_s,
            "mean": self.board.mean.to_pylist(),
            "stuck": self.board.stuck.to_pylist(),
            "rows": self.board.rows.to_pylist(),
        }

    def _head(self) -> str:
        times = cast("list[datetime]", self.board.rows["snapshot_time"].to_pylist())
        place, n_cycles = printable(self.place), self.board.n_cycles
        if not times:
            return f"{place} · nothing to show: no chunk, no global share, no match"
        if n_cycles == 1:
            return f"{place} · {clock(times[0])}"
        period = f"{clock(min(times))} – {clock(max(times))}"
        return f"{place} · {plural(n_cycles, 'cycle')}, {period} · means over cycles"

    def _figures(self, rows: Sequence[ScoreRow], look: Display) -> list[str]:
        starved = span(self.board.starved_s)
        figures = {name: title.format(starved) for name, title in _FIGURES.items()}
        return side_by_side("scoreboard", figures, rows, look)

    def _stuck(self, look: Display) -> list[str]:
        """Return the chunks that are capped or starved at the end."""
        columns = [
            "capped or starved now",
            TableColumn("policy", drop=2),
            TableColumn("share", cut="middle", drop=1),
            "status",
            "why",
            ">waits for",
        ]
        rows = cast("list[ScoreRow]", self.board.stuck.to_pylist())
        lines = [
            [
                f"{row['jedi_task_id']}"
                + (f"/{row['chunk_no']}" * bool(row["chunk_no"])),
                *(str(row["policy"]), str(row["gshare"] or "–"), str(row["status"])),
                ", ".join(word for name, word in _WHY if row[name]),
                span(float(str(row["waits_s"]))),
            ]
            for row in rows
        ]
        return lay_out(columns, lines, look)

    def _course(self, look: Display) -> list[str]:
        """Return one line per cycle and policy."""
        rows = cast("list[ScoreRow]", self.board.rows.to_pylist())
        cycles = [
            {**row, "name": clock(cast(datetime, row["snapshot_time"]))}
            for row in rows
            if row["scope"] == "all"
        ]
        return _listed("cycle", cycles, _COURSE, look)


def _name(head: str) -> TableColumn:
    """Return the column of names."""
    return TableColumn(head, cut="middle")


def _listed(
    head: TableColumn | str,
    rows: Sequence[ScoreRow],
    figures: Figures,
    look: Display,
) -> list[str]:
    """Return one line per row and policy, without columns of nothing."""
    kept = _known(figures, rows)
    headers = [head, TableColumn("policy", drop=1)]
    headers += [TableColumn(title, right=True) for title in kept.values()]
    lines = [
        [*map(str, (row["name"], row["policy"])), *(_shown(it, row[it]) for it in kept)]
        for row in rows
    ]
    return lay_out(headers, lines, look)


_AGAIN = "write it again: brokersql replay, or simulate, with --out"
#: The result tables that are read, in a folder of all cycles or of a block of them.
_TABLES = ("result", "exclusion", "criterion")


@dataclass(frozen=True, slots=True)
class WaitCauses:
    """What stopped chunks: `rows` has snapshot_id, policy, criterion, n_chunks.

    `has_reasons` is whether rejected pairs were written: without them a criterion is
    what the chunk itself says, such as -no_candidates.
    """

    rows: pa.Table
    has_reasons: bool


def wait_causes(place: Path) -> WaitCauses:
    """Return what stopped the chunks of a replay, or of the policies of a simulation.

    Raises:
        SnapshotError: a result table is damaged.
    """
    files = {name: sorted(place.rglob(f"{name}.parquet")) for name in _TABLES}
    with closing(Database.open()) as database:
        database.run(sql_text("result", "absent"))
        database.run(sql_text("scoreboard", "waits_shape"))
        try:
            for name, found in files.items():
                if found:
                    refuse_damaged(found, _AGAIN)
                    database.create_file_view(name, found, f"shape_{name}")
                else:
                    database.create_view(name, f"from shape_{name}")
            database.create_table_as("ladder", sql_text("report", "ladder"))
            rows = database.table(sql_text("scoreboard", "waits_by"))
        except SqlError as error:
            raise SnapshotError(
                f"why chunks wait cannot be read: {error.message}",
                where=str(place),
                hint=_AGAIN,
            ) from error
    return WaitCauses(rows, bool(files["exclusion"]))
