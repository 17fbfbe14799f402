"""Pages about many cycles: the course of a replay, and what changes between two.

A page is a file, or served with its figures as JSON, CSV and Parquet.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import BrokersqlError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.diff import ReplayComparison, compare_replays, replay_times
from brokersql.render.documents import SCHEMA_VERSION
from brokersql.render.numbers import span
from brokersql.render.text import Progress, printable
from brokersql.scoreboard import (
    STARVED_S,
    Scoreboard,
    WaitCauses,
    is_decided,
    make_scoreboard,
    open_states,
    wait_causes,
)
from brokersql.snapshot.manifest import time_text
from brokersql.web.pages import Link, in_page, on_server, render_page
from brokersql.web.responses import (
    Response,
    error_response,
    html_response,
    json_response,
    not_found,
    status_of,
    table_response,
)
from brokersql.web.time_charts import (
    Asked,
    changes_question,
    questions,
    standing,
    time_chart,
)

#: Most points of a line: a longer history is drawn as means.
_MOST_PARTS = 240
#: Sides of `replay --against`, each in a folder of its name.
_SIDES = ("configured", "changed")
#: Files with the figures of every cycle, on a server.
_FILES = ("cycles.csv", "cycles.parquet")
_QUERIES = {"rows": "history", "shares": "history_share", "causes": "history_cause"}


@dataclass(frozen=True, slots=True)
class Course:
    """What is decided in many cycles, or what changes between two replays of them.

    `table` has the figures of every cycle, `sections` the charts, those of a policy
    together. `command` are the words that print the same in a terminal, `head` says
    what is compared.
    """

    folder: Path
    document: dict[str, Any]
    sections: list[dict[str, Any]]
    table: pa.Table
    n_cycles: int
    command: list[str]
    head: list[str]


def course_of(folder: Path, board: Scoreboard, causes: WaitCauses) -> Course:
    """Return how chunks, pilots and shares fare: means over parts of the cycles.

    Raises:
        UsageError: no chunk and no pilot was decided about.
    """
    found = _means(board, causes)
    rows = found["rows"].to_pylist()
    if not rows:
        raise UsageError(
            f"{printable(str(folder))} has no chunks and no pilots: nothing to draw",
            hint="brokersql diff, or sql, reads what it has",
        )
    policies: list[dict[str, Any]] = [
        {
            "policy": name,
            "n_cycles": sum(it["n_cycles"] for it in own),
            "has_reasons": causes.has_reasons,
            "rows": own,
            **{
                key: [it for it in found[key].to_pylist() if it["policy"] == name]
                for key in ("shares", "causes")
            },
        }
        for name, group in groupby(rows, lambda it: it["policy"])
        for own in ([*group],)
    ]
    document = {
        "schema_version": SCHEMA_VERSION,
        "kind": "report.history",
        "place": str(folder),
        "n_cycles": board.n_cycles,
        "starved_s": board.starved_s,
        "policies": policies,
    }
    sections = [
        _section(
            each["policy"] or "shares",
            each["n_cycles"],
            [row["snapshot_time"] for row in each["rows"]],
            standing(each),
            questions(each, span(board.starved_s)),
        )
        for each in policies
    ]
    command = ["scoreboard", str(folder)]
    return Course(folder, document, sections, board.rows, board.n_cycles, command, [])


def _means(board: Scoreboard, causes: WaitCauses) -> dict[str, pa.Table]:
    with closing(Database.open()) as database:
        database.set_variables({"most_parts": str(_MOST_PARTS)})
        database.create_table("board", board.rows)
        database.create_table("cause", causes.rows)
        database.create_table_as("history_part", sql_text("web", "history_part"))
        return {
            key: database.table(sql_text("web", name)) for key, name in _QUERIES.items()
        }


def _contrast(folder: Path, found: ReplayComparison) -> Course:
    """Return what changes between the two sides of `replay --against`."""
    parts, n_cycles = found.parts.to_pylist(), found.moments.num_rows
    times = [row["snapshot_time"] for row in parts]
    name = " and ".join(sorted({*found.policies.values()}))
    charts = [changes_question(parts)]
    sections = [_section(name, n_cycles, times, found.answer(), charts)]
    command = ["diff", *(str(folder / side) for side in _SIDES)]
    document = found.document()
    return Course(
        folder, document, sections, found.moments, n_cycles, command, found.head()
    )


def _section(
    name: str,
    n_cycles: int,
    times: Sequence[datetime],
    answer: str,
    asked: Sequence[Asked],
) -> dict[str, Any]:
    return {
        "name": name,
        "answer": answer,
        "n_cycles": n_cycles,
        "n_parts": len(times),
        "first": time_text(times[0]),
        "last": time_text(times[-1]),
        "charts": [time_chart(each, times) for each in asked],
    }


def is_course(place: Path) -> bool:
    """Return whether a folder holds cycles: decided ones, or a history of snapshots."""
    return is_decided(place) or any(place.glob("snapshot_time=*/"))


def open_course(place: Path, progress: Progress) -> Course:
    """Return the cycles of a folder, or what changes between two of `--against`.

    Raises:
        UsageError: the folder holds several replays of one policy, or no chunk and no
            pilot was decided about.
        SnapshotError: a snapshot is gone, or a file is damaged.
    """
    sides = [place / name for name in _SIDES]
    if all(map(is_decided, sides)):
        times = replay_times(sides[0])
        return _contrast(place, compare_replays(sides[0], sides[1], times))
    board = make_scoreboard(open_states(place, None, progress), STARVED_S)
    return course_of(place, board, wait_causes(place))


def history_page(course: Course) -> str:
    """Return the page as a file: charts over time, each with its figures."""
    ending = "The file holds everything it shows; opening it asks nobody."
    return _page(in_page, {"mode": "file"}, course, ending)


def _page(
    link: Link,
    data: Mapping[str, object],
    course: Course,
    ending: str,
    files: Sequence[str] = (),
) -> str:
    sections, name = course.sections, course.folder.resolve().name
    return render_page(
        link,
        {**data, "title": name, "policies": []},
        identity={"snapshot_id": name, "snapshot_time": sections[0]["first"]},
        command=shlex.join(["brokersql", *course.command]),
        history={
            **{"sections": sections, "n_cycles": course.n_cycles},
            **{"head": course.head, "files": files},
        },
        ending=ending,
    )


class CourseSite:
    """The pages of many cycles on a server; `key` stands in every link."""

    def __init__(self, course: Course, key: str) -> None:
        self.key = key
        self.folder = str(course.folder)
        self._course = course
        data = {"mode": "server", "key": key}
        ending = "The server changes nothing; Ctrl-C in its terminal stops it."
        self._page = _page(on_server(key), data, course, ending, _FILES)

    def answer(self, path: str, query: Mapping[str, str]) -> Response:
        """Return the page, or the file, that a path asks for."""
        try:
            return self._found(path)
        except BrokersqlError as error:
            return self.refused(path, query, error)

    def _found(self, path: str) -> Response:
        name = path.strip("/")
        if name in ("", "index"):
            return html_response(200, self._page)
        if name == "index.json":
            return json_response(200, self._course.document)
        if name in _FILES:
            return table_response(self._course.table, name.removeprefix("cycles"))
        raise not_found("page", name, ["index.json", *_FILES])

    def refused(
        self, path: str, query: Mapping[str, str], error: BrokersqlError
    ) -> Response:
        """Return an error as an object."""
        return error_response(status_of(error), error)
