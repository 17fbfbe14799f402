"""A run opened for reading: its result tables, its snapshot, what follows from both."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError
from brokersql.core.result_tables import RESULTS
from brokersql.core.sql_files import sql_root, sql_text
from brokersql.results.queries import Row
from brokersql.results.run_record import RECORD, RecordedRun, open_run
from brokersql.scoreboard import (
    STARVED_S,
    make_scoreboard,
    recorded_states,
    stored_states,
)
from brokersql.snapshot import Snapshot

#: Result tables whose columns sql/views/result/absent.sql names, whatever a run wrote.
_RESULT_TABLES = (
    *("result", "candidate", "weighed", "exclusion", "verdict", "action"),
    *("match", "task_queue", "waiting_job", "refused_job"),
)
#: Macros, and the tables that a run may lack.
_DECLARED = (
    ("result", "absent"),
    ("web", "keeps"),
    *(("lib", name) for name in ("reject_mask", "split_rule")),
)
#: Relations in the order in which they are made, each a file of sql/views/web.
_DERIVED = (
    ("report", "ladder"),
    ("explain", "chunk_cores"),
    *(("web", name) for name in ("rule", "partner", "closing", "last_round")),
    *(("web", name) for name in ("departure", "nearest", "failing_set")),
    *(("web", name) for name in ("chosen_queue", "place", "pair", "last_fallen")),
    *(("web", name) for name in ("decision", "pilot_pair", "touched", "pair_row")),
    *(("web", name) for name in ("queue_row", "weight_row", "factor", "rule_row")),
    *(("web", name) for name in ("link_row", "action_row", "match_row")),
    *(("web", name) for name in ("pilot_row", "task_queue_row", "job_row")),
    *(("web", name) for name in ("user_row", "subject")),
)


@dataclass(frozen=True, slots=True)
class RunReader:
    """A run with all relations of sql/views/web; `remarks` say what could not be read.

    `board` holds the rows of its scoreboard, `columns` keeps those of a relation that
    hold anything for a policy.
    """

    run: RecordedRun
    record: dict[str, Any]
    database: Database
    remarks: tuple[str, ...] = ()
    board: tuple[Row, ...] = ()
    columns: dict[tuple[str, str], list[Row]] = field(
        default_factory=dict[tuple[str, str], list[Row]]
    )

    @property
    def policies(self) -> list[dict[str, Any]]:
        """Return the record of each policy of the run."""
        return self.record["policies"]

    def policy(self, name: str) -> dict[str, Any]:
        """Return the record of one policy."""
        return next(each for each in self.policies if each["policy"] == name)

    def rows(self, name: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows of a query of sql/views/web by column name."""
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
    remarks = _load_snapshot(run, database)
    database.create_schema(RESULTS)
    database.use_schemas((RESULTS, "main"))
    for where, name in _DECLARED:
        database.run(sql_text(where, name))
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
    if missing and "candidate" in run.tables:
        names = " and ".join(missing)
        remarks.append(f"The run was written without {names}: reasons are missing.")
    return RunReader(run, record, database, tuple(remarks), board)


def _load_snapshot(run: RecordedRun, database: Database) -> list[str]:
    """Load the snapshot of a run; without it, load empty tables and say so."""
    try:
        loaded = run.snapshot().load_into(database, files=run.files)
        if loaded.content_hash == run.content_hash:
            return []
        for name in loaded.tables:
            database.run(f"delete from {name}")
        remark = "The snapshot has changed since the run"
    except SnapshotError as error:
        Snapshot.open({}).load_into(database, partial=True, files=run.files)
        remark = error.message[:1].upper() + error.message[1:]
    return [f"{remark}: tasks, clouds and links are missing here."]


def rule_text(file: str) -> str | None:
    """Return the SQL of a rule, named as `criterion.file` names it: no other file."""
    if not file.endswith(".sql"):
        return None
    path = sql_root().parent / file if file.startswith("sql/") else Path(file)
    shipped = sql_root() / file.removeprefix("sql/")
    chosen = shipped if shipped.is_file() else path
    return chosen.read_text(encoding="utf-8") if chosen.is_file() else None
