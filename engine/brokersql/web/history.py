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
from brokersql.render.csv_text import csv_lines
from brokersql.render.documents import SCHEMA_VERSION
from brokersql.render.formats import table_rows, write_binary
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
    REPRESENTATION_TYPES,
    Response,
    error_response,
    json_response,
    not_found,
    status_of,
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
    """How chunks, pilots and shares fare over the cycles of a folder."""

    folder: Path
    board: Scoreboard
    causes: WaitCauses

    def document(self) -> dict[str, Any]:
        """Return means over parts of a history, policy by policy.

        Raises:
            UsageError: no chunk and no pilot was decided about.
        """
        found = self._means()
        rows = found["rows"].to_pylist()
        if not rows:
            raise UsageError(
                f"{printable(str(self.folder))} has no chunks and no pilots: nothing "
                "to draw",
                hint="brokersql diff, or sql, reads what it has",
            )
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "report.history",
            "place": str(self.folder),
            "n_cycles": self.board.n_cycles,
            "starved_s": self.board.starved_s,
            "policies": [
                {
                    "policy": name,
                    "n_cycles": sum(it["n_cycles"] for it in own),
                    "has_reasons": self.causes.has_reasons,
                    "rows": own,
                    **{
                        key: [
                            it for it in found[key].to_pylist() if it["policy"] == name
                        ]
                        for key in ("shares", "causes")
                    },
                }
                for name, group in groupby(rows, lambda it: it["policy"])
                for own in ([*group],)
            ],
        }

    def _means(self) -> dict[str, pa.Table]:
        with closing(Database.open()) as database:
            database.set_variables({"most_parts": str(_MOST_PARTS)})
            database.create_table("board", self.board.rows)
            database.create_table("cause", self.causes.rows)
            database.create_table_as("history_part", sql_text("web", "history_part"))
            return {
                key: database.table(sql_text("web", name))
                for key, name in _QUERIES.items()
            }

    def head(self) -> list[str]:
        """Return nothing: a course is of one replay."""
        return []

    @property
    def command(self) -> list[str]:
        """Return the words that print the same in a terminal."""
        return ["scoreboard", str(self.folder)]

    @property
    def n_cycles(self) -> int:
        """Return the number of cycles."""
        return self.board.n_cycles

    @property
    def table(self) -> pa.Table:
        """Return the figures of every cycle."""
        return self.board.rows

    def sections(self) -> list[dict[str, Any]]:
        """Return the charts of each policy."""
        document = self.document()
        starved = span(document["starved_s"])
        return [
            _section(
                course["policy"] or "shares",
                course["n_cycles"],
                [row["snapshot_time"] for row in course["rows"]],
                standing(course),
                questions(course, starved),
            )
            for course in document["policies"]
        ]


@dataclass(frozen=True, slots=True)
class Contrast:
    """What changes between the two sides of `replay --against`."""

    folder: Path
    found: ReplayComparison

    def document(self) -> dict[str, Any]:
        """Return what is compared, and the counts of each moment."""
        return self.found.document()

    @property
    def command(self) -> list[str]:
        """Return the words that print more in a terminal."""
        return ["diff", *(str(self.folder / side) for side in _SIDES)]

    @property
    def n_cycles(self) -> int:
        """Return the number of cycles."""
        return self.found.moments.num_rows

    @property
    def table(self) -> pa.Table:
        """Return the counts of every cycle."""
        return self.found.moments

    def head(self) -> list[str]:
        """Return what is compared."""
        return self.found.head()

    def sections(self) -> list[dict[str, Any]]:
        """Return the one chart."""
        parts = self.found.parts.to_pylist()
        times = [row["snapshot_time"] for row in parts]
        name = " and ".join(sorted({*self.found.policies.values()}))
        asked, answer = [changes_question(parts)], self.found.answer()
        return [_section(name, self.n_cycles, times, answer, asked)]


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


def open_course(place: Path, progress: Progress) -> Course | Contrast:
    """Return the cycles of a folder, or what changes between two of `--against`.

    Raises:
        UsageError: the folder holds several replays of one policy.
        SnapshotError: a snapshot is gone, or a file is damaged.
    """
    sides = [place / name for name in _SIDES]
    if all(map(is_decided, sides)):
        times = replay_times(sides[0])
        return Contrast(place, compare_replays(sides[0], sides[1], times))
    board = make_scoreboard(open_states(place, None, progress), STARVED_S)
    return Course(place, board, wait_causes(place))


def history_page(course: Course | Contrast) -> str:
    """Return the page as a file: charts over time, each with its figures.

    Raises:
        UsageError: no chunk and no pilot was decided about.
    """
    ending = "The file holds everything it shows; opening it asks nobody."
    return _page(in_page, {"mode": "file"}, course, ending)


def _page(
    link: Link,
    data: Mapping[str, object],
    course: Course | Contrast,
    ending: str,
    files: Sequence[str] = (),
) -> str:
    sections, name = course.sections(), course.folder.resolve().name
    return render_page(
        link,
        {**data, "title": name, "policies": []},
        identity={"snapshot_id": name, "snapshot_time": sections[0]["first"]},
        command=shlex.join(["brokersql", *course.command]),
        history={
            **{"sections": sections, "n_cycles": course.n_cycles},
            **{"head": course.head(), "files": files},
        },
        ending=ending,
    )


class CourseSite:
    """The pages of many cycles on a server; `key` stands in every link."""

    def __init__(self, course: Course | Contrast, key: str) -> None:
        self.key = key
        self.folder = str(course.folder)
        self._course = course
        self._document = course.document()
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
        table = self._course.table
        name, dot, suffix = path.strip("/").partition(".")
        if name in ("", "index") and not dot:
            return Response(200, REPRESENTATION_TYPES[""], self._page.encode())
        if (name, suffix) == ("index", "json"):
            return json_response(200, self._document)
        if (name, suffix) == ("cycles", "csv"):
            lines = csv_lines(table.column_names, table_rows(table))
            text = "".join(f"{line}\n" for line in lines)
            return Response(200, REPRESENTATION_TYPES[".csv"], text.encode())
        if (name, suffix) == ("cycles", "parquet"):
            body = write_binary(table, "parquet")
            return Response(200, REPRESENTATION_TYPES[".parquet"], body)
        raise not_found("page", path.strip("/"), ["index.json", *_FILES])

    def refused(
        self, path: str, query: Mapping[str, str], error: BrokersqlError
    ) -> Response:
        """Return an error as an object."""
        return error_response(status_of(error), error)
