"""The state of chunks, shares and groups in each cycle of a run, replay or history.

The queries of sql/views/scoreboard are about one snapshot; rewritten, they answer for
many.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from string import Template
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.compiler.batch_rewrite import CYCLE_NO
from brokersql.core.database import Database, SqlError, listed, literal
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.parquet_checksum import refuse_damaged
from brokersql.core.policy_names import MATCHING_POLICY
from brokersql.core.record_version import refuse_other_version
from brokersql.core.sql_files import sql_text
from brokersql.policy import load_policy
from brokersql.render.text import Progress
from brokersql.replay.many_snapshots import ManySnapshots, load_many, with_value
from brokersql.replay.overlay import Overlay, overlaid
from brokersql.replay.run import blocks, inputs_digest
from brokersql.results.run_record import (
    BLOCK_FILE,
    REPLAY_FILE,
    RecordedRun,
    is_run,
    open_run,
    refuse_missing,
)
from brokersql.snapshot import parse_change
from brokersql.snapshot.history import History
from brokersql.snapshot.manifest import SnapshotManifest

#: The tables of a snapshot that are read.
_READ = (
    *("snapshot", "job_stats", "queue", "global_share", "queue_start_rate", "task"),
    "dirac_group",
)
#: The result tables that are read.
_RESULTS = ("result", "candidate", "match", "task_queue")
_MACROS = ("job_state", "steady")
_MADE = (
    *(("facts", name) for name in ("share_node", "share_usage")),
    *(("scoreboard", name) for name in ("recorded_start", "queue_wait", "chunk_wait")),
)
#: How things stand in a cycle; each is a file of sql/views/scoreboard.
STATES = ("chunk_state", "share_state", "group_state")

_AGAIN = "write it again: brokersql run, or replay, with --out"
#: The parameter of DIRAC that a group without a share goes by.
_DEFAULT_SHARE = "default_job_share"

#: The tables of `STATES` by name.
States = Mapping[str, pa.Table]


def run_states(run: RecordedRun) -> States:
    """Return how things stood when a run was made.

    Raises:
        SnapshotError: its snapshot is gone, or a result table is damaged.
    """
    with closing(Database.open()) as database:
        run.snapshot().load_into(database, files=run.files)
        return recorded_states(run, database)


def recorded_states(run: RecordedRun, database: Database) -> States:
    """Return the states in a database that holds the snapshot of the run already.

    Raises:
        SnapshotError: a result table is damaged.
    """
    prepare_views(database)
    for name in _RESULTS:
        _load_result(database, name, run.file(name), "read_run")
    return current_states(database)


def history_states(
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    results: Path | None,
    scratch: Path,
) -> States:
    """Return how things stood in snapshots of a history, decided ones or not.

    `results` is the folder of the result tables of these snapshots, `scratch` takes
    what does not fit into memory.

    Raises:
        SnapshotError: a file is gone or damaged.
    """
    with closing(ManySnapshots.of(len(snapshots), scratch, 2, None)) as database:
        load_many(database, root, snapshots, _READ, copied=("snapshot",))
        prepare_views(database)
        if results is not None:
            for name in _RESULTS:
                _load_result(database, name, results / f"{name}.parquet", "read_replay")
        return current_states(database)


def prepare_views(database: Database) -> None:
    """Create tables for decisions in a database with the snapshot, and views of both.

    Afterwards it has the views share_node, share_usage, recorded_start, queue_wait and
    chunk_wait.
    """
    for name in _MACROS:
        database.run(sql_text("lib", name))
    database.run(sql_text("result", "absent"))
    database.run(sql_text("scoreboard", "shape"))
    default = next(
        each
        for each in load_policy(MATCHING_POLICY).parameters
        if each.name == _DEFAULT_SHARE
    )
    database.set_variables({"usual_job_share": str(default.default)})
    for folder, name in _MADE:
        database.create_view(name, sql_text(folder, name))


def current_states(database: Database) -> States:
    """Return the states, once snapshot and decisions are loaded."""
    tables = {name: database.table(sql_text("scoreboard", name)) for name in STATES}
    return {name: _without_cycle(table) for name, table in tables.items()}


def join_states(states: Iterable[States]) -> States:
    """Return the states of several sets of cycles as one."""
    every = list(states)
    return {name: pa.concat_tables([each[name] for each in every]) for name in STATES}


def states_of(policy: str, states: States) -> States:
    """Return states that only a policy found, as in a simulation, under its name.

    Others read what the snapshot holds, which all policies find alike.
    """
    shares = states["share_state"]
    return {**states, "share_state": with_value(shares, 2, "policy", policy)}


def _load_result(database: Database, name: str, file: Path, statement: str) -> None:
    """Load a result table, if there is one."""
    if not file.is_file():
        return
    table, text = f"run_{name}", Template(sql_text("scoreboard", statement))
    known = _without_cycle(database.table(f"from {table}")).column_names
    refuse_damaged([file], _AGAIN)
    run = database.run_plain if isinstance(database, ManySnapshots) else database.run
    database.set_variables({"run_files": literal(str(file))})
    try:
        there = pq.ParquetFile(file).schema_arrow.names
        columns = listed(each for each in known if each in there)
        run(text.substitute(table=table, columns=columns))
    except (SqlError, OSError, pa.ArrowException) as error:
        raise SnapshotError(
            f"{name} cannot be read: {str(error).splitlines()[0]}",
            where=str(file),
            hint=_AGAIN,
        ) from error


def _without_cycle(table: pa.Table) -> pa.Table:
    has = CYCLE_NO in table.column_names
    return table.drop_columns([CYCLE_NO]) if has else table


_Part = Callable[[], States]


def open_states(
    place: Path,
    history: Path | None = None,
    progress: Progress = lambda _done, _all: None,
) -> States:
    """Return how things stood in every cycle of what a folder holds.

    `history` is where the snapshots of a replay are, should they have moved.

    Raises:
        UsageError: the folder holds no cycle.
        SnapshotError: a snapshot is gone, or a file is damaged.
    """
    if is_run(place):
        return stored_states(place) or run_states(open_run(place))
    with tempfile.TemporaryDirectory(prefix="brokersql-") as scratch:
        decided = _decided_once(place)
        parts = (
            [part for one in decided for part in _decided(one, history, Path(scratch))]
            if decided
            else _undecided(place, Path(scratch))
        )
        if not parts:
            raise UsageError(f"{place} holds no cycle")
        read: list[States] = []
        for part in parts:
            progress(len(read), len(parts))
            read.append(part())
        progress(len(read), len(parts))
    return join_states(read)


def is_decided(place: Path) -> bool:
    """Return whether a folder holds a replay or a simulation."""
    return bool(_records(place))


def _records(place: Path) -> list[Path]:
    """Return the record of a replay, or those of the policies of a simulation."""
    own = place / REPLAY_FILE
    return [own] if own.is_file() else sorted(place.glob(f"*/{REPLAY_FILE}"))


def _decided_once(place: Path) -> list[Path]:
    """Return the folders of a replay or of the policies of a simulation.

    Raises:
        UsageError: several are of one policy, as those of `replay --against`.
    """
    records = _records(place)
    folders = [path.parent for path in records]
    policies = {_record(path).get("policy", path) for path in records}
    if len(policies) < len(folders):
        raise UsageError(
            f"{place} holds several replays of one policy",
            hint=f"name one: {', '.join(map(str, folders))}",
        )
    return folders


def _undecided(place: Path, scratch: Path) -> list[_Part]:
    """Return the snapshots of a history in parts of bounded size."""
    found = History.open(place)
    return [
        partial(history_states, found.folder, block.snapshots, None, scratch)
        for block in blocks(found)
    ]


def _decided(place: Path, history: Path | None, scratch: Path) -> list[_Part]:
    """Return the blocks of a replay; those of a simulation say how things stood."""
    return [
        partial(_block, path, history, scratch)
        for path in sorted(place.glob(f"*/{BLOCK_FILE}"))
    ]


def _block(path: Path, history: Path | None, scratch: Path) -> States:
    refuse_missing(path.parent, _record(path))
    simulated = stored_states(path.parent)
    if simulated is None:
        return _replayed(path, history, scratch)
    policy = _record(path.parent.parent / REPLAY_FILE)["policy"]
    return states_of(str(policy), simulated)


def stored_states(folder: Path) -> States | None:
    """Return what a simulated cycle says of how things stood; None of other folders.

    Raises:
        SnapshotError: a table is gone or damaged.
    """
    if not (folder / f"{STATES[0]}.parquet").is_file():
        return None
    return {name: _read(folder / f"{name}.parquet") for name in STATES}


def _read(file: Path) -> pa.Table:
    refuse_damaged([file], _AGAIN)
    try:
        return pq.ParquetFile(file).read()  # pyright: ignore[reportUnknownMemberType]
    except (OSError, pa.ArrowException) as error:
        raise SnapshotError(f"cannot be read: {error}", where=str(file)) from error


def _replayed(path: Path, history: Path | None, scratch: Path) -> States:
    """Return the states of a block of a replay, whose snapshots are in its history."""
    record = _record(path)
    wanted = cast(Sequence[str], record.get("snapshots", ()))
    recorded = str(record.get("history") or "")
    place = history or Path(recorded)
    if not recorded and history is None:
        raise UsageError(
            f"{path.parent} does not say where its history is", hint="--history FOLDER"
        )
    there = {each.snapshot_id: each for each in History.open(place).snapshots}
    gone = [each for each in wanted if each not in there]
    if gone:
        raise SnapshotError(
            f"{gone[0]} of the replay is not in its history any more",
            where=str(place),
            hint="--history FOLDER says where it is now",
        )
    snapshots = [there[each] for each in wanted]
    overlay = _overlay(_record(path.parent.parent / REPLAY_FILE))
    if inputs_digest(overlay, snapshots) != record.get("inputs"):
        raise SnapshotError(
            "the history has other rows than the replay decided about",
            where=str(place),
            hint="replay it again",
        )
    changed = overlaid(place, snapshots, overlay, scratch / path.parent.name)
    return history_states(place, changed, path.parent, scratch)


def _record(path: Path) -> Mapping[str, object]:
    try:
        found = cast(Mapping[str, object], json.loads(path.read_bytes()))
        refuse_other_version(found, path)
        return found
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SnapshotError(
            f"is no such record ({error})", where=str(path), hint="replay it again"
        ) from error


def _overlay(replay: Mapping[str, object]) -> Overlay:
    """Return what a replay changed in every snapshot."""
    updates = cast(Sequence[str], replay.get("updates", ()))
    scripts = cast(Sequence[str], replay.get("scripts", ()))
    return Overlay(tuple(map(parse_change, updates)), tuple(scripts))
