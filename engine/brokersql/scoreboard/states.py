"""How chunks, shares and groups stand in each cycle, from snapshots and decisions.

The queries of sql/scoreboard are about one snapshot; lifted, they answer for many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import Template

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.compiler.lift import CYCLE
from brokersql.database import Database, SqlError
from brokersql.errors import SnapshotError
from brokersql.policy import load_policy
from brokersql.replay.load import load_many
from brokersql.replay.many import ManySnapshots
from brokersql.report.queries import query
from brokersql.report.recorded import RecordedRun
from brokersql.snapshot.history import Manifest
from brokersql.snapshot.statements import listed, literal

#: The tables of a snapshot that are read.
_READ = (
    *("snapshot", "job_stats", "queue", "global_share", "queue_start_rate", "task"),
    "dirac_group",
)
#: The result tables that are read.
_TOLD = ("result", "candidate", "match", "task_queue")
_MACROS = ("job_state", "steady")
_MADE = (
    *(("facts", name) for name in ("share_node", "share_usage")),
    *(("scoreboard", name) for name in ("recorded_start", "queue_wait", "chunk_wait")),
)
#: How things stand in a cycle; each is a file of sql/scoreboard.
STATES = ("chunk_state", "share_state", "group_state")

#: The parameter of DIRAC that a group without a share goes by.
_USUAL = "default_job_share"

#: The tables of `STATES` by name.
States = Mapping[str, pa.Table]


def run_states(run: RecordedRun) -> States:
    """Return how things stood when a run was made.

    Raises:
        SnapshotError: its snapshot is gone, or a result table is damaged.
    """
    database = Database.open()
    try:
        run.snapshot().load_into(database)
        return told_states(run, database)
    finally:
        database.close()


def told_states(run: RecordedRun, database: Database) -> States:
    """Return the same in a database that holds the snapshot of the run already.

    Raises:
        SnapshotError: a result table is damaged.
    """
    begin(database)
    for name in _TOLD:
        _tell(database, name, run.file(name), "tell")
    return found_states(database)


def history_states(
    root: Path, snapshots: Sequence[Manifest], results: Path | None, scratch: Path
) -> States:
    """Return how things stood in snapshots of a history, decided ones or not.

    `results` is the folder of the result tables of these snapshots, `scratch` takes
    what does not fit into memory.

    Raises:
        SnapshotError: a file is gone or damaged.
    """
    database = ManySnapshots.of(len(snapshots), scratch, 2, None)
    try:
        load_many(database, root, snapshots, _READ, copied=("snapshot",))
        begin(database)
        if results is not None:
            for name in _TOLD:
                _tell(database, name, results / f"{name}.parquet", "tell_many")
        return found_states(database)
    finally:
        database.close()


def begin(database: Database) -> None:
    """Make room for decisions in a database that holds the snapshot, and views of both.

    Afterwards it has the views share_node, share_usage, recorded_start, queue_wait and
    chunk_wait.
    """
    for name in _MACROS:
        database.run(query("lib", name))
    database.run(query("scoreboard", "shape"))
    usual = next(
        each for each in load_policy("dirac").parameters if each.name == _USUAL
    )
    database.set_variables({"usual_job_share": str(usual.default)})
    for folder, name in _MADE:
        database.create_view(name, query(folder, name))


def found_states(database: Database) -> States:
    """Return how things stand, when snapshot and decisions are there."""
    tables = {name: database.table(query("scoreboard", name)) for name in STATES}
    return {name: _without_cycle(table) for name, table in tables.items()}


def joined(states: Iterable[States]) -> States:
    """Return the states of several sets of cycles as one."""
    every = list(states)
    return {name: pa.concat_tables([each[name] for each in every]) for name in STATES}


def _tell(database: Database, name: str, file: Path, statement: str) -> None:
    """Read a result table, where there is one."""
    if not file.is_file():
        return
    table, text = f"told_{name}", Template(query("scoreboard", statement))
    known = _without_cycle(database.table(f"from {table}")).column_names
    run = database.run_plain if isinstance(database, ManySnapshots) else database.run
    database.set_variables({"told_files": literal(str(file))})
    try:
        there = pq.ParquetFile(file).schema_arrow.names
        columns = listed(each for each in known if each in there)
        run(text.substitute(table=table, columns=columns))
    except (SqlError, OSError, pa.ArrowException) as error:
        raise SnapshotError(
            f"{name} cannot be read: {str(error).splitlines()[0]}",
            where=str(file),
            hint="write it again: brokersql run, or replay, with --out",
        ) from error


def _without_cycle(table: pa.Table) -> pa.Table:
    has = CYCLE in table.column_names
    return table.drop_columns([CYCLE]) if has else table
