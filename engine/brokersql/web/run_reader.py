"""A run opened for reading: its result tables, its snapshot, what follows from both."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError
from brokersql.core.sql_files import sql_root, sql_text
from brokersql.results.queries import RESULTS, Row
from brokersql.results.run_record import RECORD, RecordedRun, open_run
from brokersql.scoreboard import (
    STARVED_S,
    make_scoreboard,
    recorded_states,
    stored_states,
)
from brokersql.snapshot import Snapshot

#: Result tables whose columns are named in sql/web, whatever a run has written.
_RESULT_TABLES = (
    *("result", "candidate", "weighed", "exclusion", "verdict", "action"),
    *("match", "task_queue", "refused_job"),
)
#: Relations in the order in which they are made, each a file of sql/web.
_DERIVED = (
    ("report", "ladder"),
    ("explain", "chunk_cores"),
    ("web", "rule"),
    ("web", "partner"),
    ("web", "closing"),
    ("web", "last_round"),
    ("web", "departure"),
    ("web", "nearest"),
    ("web", "failing_set"),
    ("web", "chosen_queue"),
    ("web", "place"),
    ("web", "pair"),
    ("web", "last_fallen"),
    ("web", "decision"),
    ("web", "pilot_pair"),
    ("web", "touched"),
    ("web", "pair_row"),
    ("web", "queue_row"),
    ("web", "weight_row"),
    ("web", "factor"),
    ("web", "rule_row"),
    ("web", "link_row"),
    ("web", "action_row"),
    ("web", "match_row"),
    ("web", "pilot_row"),
    ("web", "task_queue_row"),
    ("web", "subject"),
)


def _no_columns() -> dict[tuple[str, str], frozenset[str]]:
    return {}


@dataclass(frozen=True, slots=True)
class RunReader:
    """A run with all relations of sql/web; `remarks` say what could not be read.

    `board` holds the rows of its scoreboard, `filled` keeps which columns of a relation
    hold anything for a policy.
    """

    run: RecordedRun
    record: dict[str, Any]
    database: Database
    remarks: tuple[str, ...] = ()
    snapshot: Snapshot | None = None
    board: tuple[Row, ...] = ()
    filled: dict[tuple[str, str], frozenset[str]] = field(default_factory=_no_columns)

    @property
    def policies(self) -> list[dict[str, Any]]:
        """Return the record of each policy of the run."""
        return cast("list[dict[str, Any]]", self.record["policies"])

    def policy(self, name: str) -> dict[str, Any]:
        """Return the record of one policy."""
        return next(each for each in self.policies if each["policy"] == name)

    def rows(self, name: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a query of sql/web by column name."""
        return self.database.table(sql_text("web", name), parameters).to_pylist()


def open_reader(folder: str | Path) -> RunReader:
    """Return the run of a folder with everything that its pages read.

    Without its snapshot, or with another one, the pages lack what it says about
    queues, tasks and links.

    Raises:
        SnapshotError: the folder holds no run, or a damaged one.
    """
    run = open_run(folder)
    record = json.loads((Path(folder) / RECORD).read_text(encoding="utf-8"))
    database = Database.open()
    snapshot, remark = _load_snapshot(run, database)
    database.create_schema(RESULTS)
    database.use_schemas((RESULTS, "main"))
    for name in ("absent", "absent_reasons", "keeps"):
        database.run(sql_text("web", name))
    for name in ("reject_mask", "split_rule"):
        database.run(sql_text("lib", name))
    for name in run.tables:
        fallback = f"absent_{name}" if name in _RESULT_TABLES else ""
        database.create_file_view(name, [run.file(name)], fallback)
    for name in _RESULT_TABLES:
        if name not in run.tables:
            database.create_table_as(name, f"from absent_{name}")
    for where, name in _DERIVED:
        database.create_table_as(name, sql_text(where, name))
    states = stored_states(run.folder) or recorded_states(run, database)
    board = tuple(make_scoreboard(states, STARVED_S).rows.to_pylist())
    missing = [name for name in ("exclusion", "verdict") if name not in run.tables]
    remarks = [remark] if remark else []
    if missing and "candidate" in run.tables:
        names = " and ".join(missing)
        remarks.append(f"The run was written without {names}: reasons are missing.")
    return RunReader(run, record, database, tuple(remarks), snapshot, board)


def _load_snapshot(run: RecordedRun, database: Database) -> tuple[Snapshot | None, str]:
    """Load the snapshot of a run; without it, load empty tables and say so."""
    try:
        snapshot = run.snapshot()
        loaded = snapshot.load_into(database)
        if loaded.content_hash == run.content_hash:
            return snapshot, ""
        for name in loaded.tables:
            database.run(f"delete from {name}")
        remark = "The snapshot has changed since the run"
    except SnapshotError as error:
        Snapshot.open({}).load_into(database, partial=True)
        remark = error.message[:1].upper() + error.message[1:]
    return None, f"{remark}: tasks, clouds and links are missing here."


def rule_text(file: str) -> str | None:
    """Return the SQL of a rule, named as `criterion.file` names it: no other file."""
    if not file.endswith(".sql"):
        return None
    path = sql_root().parent / file if file.startswith("sql/") else Path(file)
    shipped = sql_root() / file.removeprefix("sql/")
    chosen = shipped if shipped.is_file() else path
    return chosen.read_text(encoding="utf-8") if chosen.is_file() else None
