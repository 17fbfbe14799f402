"""The page of a replay or a simulation: how chunks and pilots fared over time."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from brokersql.database import Database
from brokersql.errors import UsageError
from brokersql.report.machine import SCHEMA_VERSION
from brokersql.report.queries import Row, number, query
from brokersql.report.words import printable
from brokersql.scoreboard import Board
from brokersql.web.links import in_page
from brokersql.web.pages import dress, render, script_json

#: Most points of a line: a longer history is told as means.
_PARTS = 240
#: What is drawn: the column, what it is, and the status whose colour it has.
_SERIES = (
    ("assigned", "chunks with a queue", "assigned"),
    ("pending", "chunks without one", "pending"),
    ("throttled", "chunks that are throttled", "throttled"),
    ("matched", "jobs that pilots got", "assigned"),
    ("waiting", "jobs that wait", "pending"),
    ("wait_p50_h", "median wait at the queue, h", "rejected"),
    ("jain_index", "Jain's index of shares", "rejected"),
)
_WIDTH, _HEIGHT, _TOP = 300.0, 80.0, 6.0


@dataclass(frozen=True, slots=True)
class Multiple:
    """One small drawing: a line from 0 up to `most`, with its `last` value."""

    name: str
    status: str
    most: float
    last: float
    line: str


def history_document(folder: Path, board: Board) -> dict[str, Any]:
    """Return means over parts of a history, policy by policy.

    Raises:
        UsageError: no chunk and no pilot was decided about.
    """
    database = Database.open()
    try:
        database.create_table("told", board.told)
        found = database.table(query("web", "history"), (_PARTS,)).to_pylist()
    finally:
        database.close()
    if not found:
        raise UsageError(
            f"{printable(str(folder))} has no chunks and no pilots: nothing to draw",
            hint="brokersql diff, or sql, reads what it has",
        )
    policies = [
        {"policy": name, "n_cycles": sum(number(it["n_cycles"]) for it in rows)}
        | {"rows": rows}
        for name, rows in _by_policy(found)
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "report.history",
        "place": str(folder),
        "n_cycles": board.n_cycles,
        "policies": policies,
    }


def history_page(folder: Path, board: Board) -> str:
    """Return the page of a history: small drawings over time, each with its numbers.

    Raises:
        UsageError: no chunk and no pilot was decided about.
    """
    document = history_document(folder, board)
    first = _moment(min(_times(document)))
    identity: dict[str, Any] = {
        "run": str(folder),
        "snapshot_id": folder.resolve().name,
        "snapshot_time": first,
        "remarks": [],
    }
    page: dict[str, Any] = {
        "mode": "file",
        "title": identity["snapshot_id"],
        "policies": [],
    }
    for each in document["policies"]:
        each["multiples"] = multiples(each["rows"])
    return render(
        "page.html",
        in_page,
        identity=identity,
        policies=[],
        tabs=[],
        has_all=False,
        newer=None,
        command=f"brokersql scoreboard {shlex.quote(str(folder))}",
        overviews=[],
        record=None,
        history=document,
        fault=None,
        page=script_json(page),
        blobs=[],
        ending="The file holds everything it shows; opening it asks nobody.",
        **dress(),
    )


def multiples(rows: Sequence[Row]) -> list[Multiple]:
    """Return the drawings of a policy: of what it has values of, all over one time.

    >>> rows = [{"snapshot_time": datetime(2025, 1, 1, h), "assigned": 2.0 * h}
    ...         for h in (0, 6, 12)]
    >>> [drawn] = multiples(rows)
    >>> drawn.most, drawn.last, drawn.line
    (24.0, 24.0, '0.0,80.0 150.0,43.0 300.0,6.0')
    """
    times = [_time(row) for row in rows]
    length = (times[-1] - times[0]).total_seconds() or 1.0
    drawn: list[Multiple] = []
    for column, name, status in _SERIES:
        points = [
            ((time - times[0]).total_seconds() / length, float(str(row[column])))
            for time, row in zip(times, rows, strict=True)
            if row.get(column) is not None
        ]
        most = max((value for _, value in points), default=0.0)
        if most > 0:
            line = " ".join(
                f"{_WIDTH * x:.1f},{_HEIGHT - (_HEIGHT - _TOP) * y / most:.1f}"
                for x, y in points
            )
            drawn.append(Multiple(name, status, most, points[-1][1], line))
    return drawn


def _by_policy(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    grouped = groupby(rows, key=lambda row: str(row["policy"]))
    return [(name, list(own)) for name, own in grouped]


def _times(document: Mapping[str, Any]) -> list[datetime]:
    return [_time(row) for each in document["policies"] for row in each["rows"]]


def _time(row: Row) -> datetime:
    return cast(datetime, row["snapshot_time"])


def _moment(time: datetime) -> str:
    return f"{time.isoformat()}Z"
