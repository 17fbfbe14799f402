"""Pages that are one HTML file: a run with its lists, or the history of a replay.

The lists are coded by column, compressed and bounded; the file loads nothing.
"""

from __future__ import annotations

import gzip
import json
import shlex
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.render.documents import SCHEMA_VERSION, json_value
from brokersql.render.text import printable
from brokersql.results.queries import Row, number
from brokersql.scoreboard import Scoreboard
from brokersql.web.lists import LISTS, WEIGHED_PLACES, ListPage, list_header, list_page
from brokersql.web.overview import identity, overview
from brokersql.web.pages import in_page, page_frame, render, script_json
from brokersql.web.run_reader import RunReader, rule_text

#: Most rows of a list that a page carries; the others stay in the tables of the run.
_PACKED_ROWS: Mapping[str, int] = {
    "tasks": 20_000,
    "pairs": 400_000,
    "links": 20_000,
    "weights": 40_000,
}
_FEW = 10_000
#: What a pair was rejected by.
_REASON = (
    "criterion",
    "label",
    "class",
    "n_failing",
    "only_blocker",
    "only_rule",
    "failing",
)
#: Columns whose values go together, so that one code stands for all of them.
_BUNDLES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "pairs": (
        ("jedi_task_id", "chunk_no", "status"),
        ("unified_name", "cloud"),
        ("outcome", *_REASON),
    ),
}
_DIGITS = 6


def packed_list(reader: RunReader, policy: str, name: str) -> str:
    """Return a list of a policy, packed; where it is too long, its first rows."""
    kind = LISTS[name]
    rows = _packed_rows(reader, policy, name)
    names = [each.name for each in rows.columns]
    where = shlex.quote(str(reader.run.folder))
    document: dict[str, Any] = {
        **list_header(rows.kind, rows.columns),
        "n_all": rows.n_all,
        "n_held": rows.rows.num_rows,
        "more": f"brokersql sql {where} 'from {kind.table}'",
        "parts": list(_column_groups(rows.rows, names, _BUNDLES.get(name, ()))),
    }
    if name == "rules":
        files = rows.rows.column("file").to_pylist() if names else []
        document["texts"] = [rule_text(str(file)) for file in files]
    return packed(document)


def packed(document: object) -> str:
    """Return a value as compressed JSON in letters."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _packed_rows(reader: RunReader, policy: str, name: str) -> ListPage:
    most = _PACKED_ROWS.get(name, _FEW)
    query = {"limit": str(most)}
    if name == "weights":
        query["place"] = f"<={WEIGHED_PLACES}"
    return list_page(reader, policy, name, query)


def _column_groups(
    rows: pa.Table, names: Sequence[str], bundles: Sequence[Sequence[str]]
) -> Iterable[dict[str, Any]]:
    """Yield bundles and single columns: values and codes, or just the values."""
    bundled = [[n for n in bundle if n in names] for bundle in bundles]
    single = [[n] for n in names if not any(n in bundle for bundle in bundled)]
    for group in (*filter(None, bundled), *single):
        columns = [[_short_value(v) for v in rows.column(n).to_pylist()] for n in group]
        codes: dict[tuple[object, ...], int] = {}
        coded = [
            codes.setdefault(row, len(codes)) for row in zip(*columns, strict=True)
        ]
        values = list(codes)
        yield {"columns": group, "values": values, "codes": coded}


def _short_value(value: object) -> object:
    """Return a value as JSON holds it, a number with no more digits than are read."""
    if isinstance(value, float):
        value = float(f"{value:.{_DIGITS}g}")
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[object]", value)))
    return json_value(value)


#: Lists that are too long for a page, whatever the run.
_NOT_HELD = ("exclusion",)
_ENDING = "The file holds everything it shows; opening it asks nobody for anything."


def report_page(reader: RunReader) -> str:
    """Return the page of a run: every policy, with the rows behind its numbers."""
    overviews = [overview(reader, each["policy"]) for each in reader.policies]
    blobs: list[tuple[str, str]] = []
    for each in overviews:
        each["lists"] = [
            one for one in each["lists"] if _is_held_list(each, one["name"])
        ]
        for one in each["lists"]:
            blob = packed_list(reader, each["policy"], one["name"])
            blobs.append((f"{each['policy']}-{one['name']}", blob))
    page = {"mode": "file", **page_data(reader, overviews)}
    return render(
        "page.html",
        in_page,
        identity=identity(reader),
        policies=[each["policy"] for each in overviews],
        overviews=overviews,
        record=reader.record,
        history=None,
        fault=None,
        tabs=["run"],
        has_all=False,
        newer=None,
        command=f"brokersql explain {shlex.quote(str(reader.run.folder))} --task ID",
        page=script_json(page),
        blobs=blobs,
        ending=_ENDING,
        **page_frame(),
    )


def report_document(reader: RunReader) -> dict[str, Any]:
    """Return the numbers of the page, without the rows behind them."""
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "report",
        **identity(reader),
        "policies": [overview(reader, each["policy"]) for each in reader.policies],
    }


def page_data(
    reader: RunReader, overviews: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return what the script of a page needs to know before it asks for rows."""
    return {
        "title": reader.run.snapshot_id,
        "quoted": shlex.quote(str(reader.run.folder)),
        "policies": [
            {
                "policy": each["policy"],
                "noun": each["noun"],
                "lists": [one["name"] for one in each["lists"]],
                "subjects": [
                    row["kind"]
                    for row in reader.rows("subject_kinds", (each["policy"],))
                ],
                "labels": [check["label"] for check in each.get("checks", ())],
            }
            for each in overviews
        ],
    }


def _is_held_list(overview: dict[str, Any], name: str) -> bool:
    if name == "links":
        return bool(overview.get("network"))
    return name not in _NOT_HELD


#: Most points of a line: a longer history is drawn as means.
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
class SmallChart:
    """One small drawing: a line from 0 up to `most`, with its `last` value."""

    name: str
    status: str
    most: float
    last: float
    line: str


def history_document(folder: Path, board: Scoreboard) -> dict[str, Any]:
    """Return means over parts of a history, policy by policy.

    Raises:
        UsageError: no chunk and no pilot was decided about.
    """
    database = Database.open()
    try:
        database.create_table("board", board.rows)
        found = database.table(sql_text("web", "history"), (_PARTS,)).to_pylist()
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


def history_page(folder: Path, board: Scoreboard) -> str:
    """Return the page of a history: small drawings over time, each with its numbers.

    Raises:
        UsageError: no chunk and no pilot was decided about.
    """
    document = history_document(folder, board)
    first = _iso_time(min(_times(document)))
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
        each["multiples"] = small_charts(each["rows"])
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
        **page_frame(),
    )


def small_charts(rows: Sequence[Row]) -> list[SmallChart]:
    """Return the drawings of a policy: of what it has values of, all over one time.

    >>> rows = [{"snapshot_time": datetime(2025, 1, 1, h), "assigned": 2.0 * h}
    ...         for h in (0, 6, 12)]
    >>> [drawn] = small_charts(rows)
    >>> drawn.most, drawn.last, drawn.line
    (24.0, 24.0, '0.0,80.0 150.0,43.0 300.0,6.0')
    """
    times = [_row_time(row) for row in rows]
    length = (times[-1] - times[0]).total_seconds() or 1.0
    drawn: list[SmallChart] = []
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
            drawn.append(SmallChart(name, status, most, points[-1][1], line))
    return drawn


def _by_policy(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    grouped = groupby(rows, key=lambda row: str(row["policy"]))
    return [(name, list(own)) for name, own in grouped]


def _times(document: Mapping[str, Any]) -> list[datetime]:
    return [_row_time(row) for each in document["policies"] for row in each["rows"]]


def _row_time(row: Row) -> datetime:
    return cast(datetime, row["snapshot_time"])


def _iso_time(time: datetime) -> str:
    return f"{time.isoformat()}Z"
