"""What a snapshot holds, how old and how true it is, what it can answer and lacks."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_root, sql_text
from brokersql.snapshot.load import Snapshot
from brokersql.snapshot.write import is_generated

#: States of a table that leave a question without an answer.
_ABSENT = ("missing", "empty")


@dataclass(frozen=True, slots=True)
class TableState:
    """One table: `state` is there, stale, estimated, invented, empty or missing.

    `age_s` is the age at the time of the snapshot, in s; None where it is not known.
    """

    table: str
    n_rows: int
    state: str
    source: str | None
    read_time: datetime | None
    age_s: int | None
    estimated_columns: tuple[str, ...]
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What one may ask of a snapshot, the command, and the tables that it rests on."""

    text: str
    command: str
    needs: tuple[str, ...]
    better: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a question has an answer: tables it lacks, and what makes it doubtful."""

    question: Question
    lacking: tuple[str, ...]
    doubtful: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """Return yes, partly or no."""
        return "no" if self.lacking else "partly" if self.doubtful else "yes"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All tables of a snapshot, and all questions."""

    where: str
    tables: tuple[TableState, ...]
    answers: tuple[Answer, ...]


@cache
def questions() -> tuple[Question, ...]:
    """Return what a snapshot may be asked, as sql/snapshot/questions.toml says."""
    text = (sql_root() / "snapshot" / "questions.toml").read_text(encoding="utf-8")
    return tuple(
        Question(it["text"], it["command"], tuple(it["needs"]), tuple(it["better"]))
        for it in tomllib.loads(text)["question"]
    )


def diagnose(snapshot: Snapshot) -> Diagnosis:
    """Return the state of each table of a snapshot, and what it can answer.

    Raises:
        SnapshotError: it cannot be loaded.
    """
    with closing(Database.open()) as database:
        report = snapshot.load_into(database, partial=True)
        folder = Path(snapshot.where)
        held = snapshot.source.held
        rows = [
            {
                "snapshot_table": name,
                "n_rows": load.n_loaded,
                "is_there": name in held,
                "is_generated": folder.is_dir() and is_generated(folder, name),
            }
            for name, load in report.tables.items()
        ]
        database.create_table("loaded_table", pa.Table.from_pylist(rows))
        found = cast(
            "list[dict[str, Any]]", database.records(sql_text("doctor", "tables"))
        )
    states = [
        TableState(
            row["snapshot_table"],
            row["n_rows"],
            row["state"],
            row["source"],
            row["read_time"],
            row["age_s"],
            tuple(row["estimated_columns"]),
            tuple(row["findings"]),
        )
        for row in found
    ]
    return Diagnosis(snapshot.where, tuple(states), tuple(_answers(states)))


def _answers(states: Sequence[TableState]) -> list[Answer]:
    by_name = {each.table: each.state for each in states}
    return [
        Answer(
            each,
            tuple(name for name in each.needs if by_name[name] in _ABSENT),
            tuple(
                f"{name} is {by_name[name]}"
                for name in (*each.needs, *each.better)
                if by_name[name] != "there"
                and not (name in each.needs and by_name[name] in _ABSENT)
            ),
        )
        for each in questions()
    ]


def wanted_names(snapshot: Snapshot) -> pa.Table:
    """Return kind (dataset, files, account, endpoint), name and tasks to ask for.

    Raises:
        SnapshotError: the snapshot cannot be loaded.
    """
    with closing(Database.open()) as database:
        snapshot.load_into(database, partial=True)
        return database.table(sql_text("snapshot/import", "wanted"))
