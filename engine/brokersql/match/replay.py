"""The first record of a state, and the state rebuilt from the records of its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import cast

import pyarrow as pa

from brokersql import __version__
from brokersql.compiler import PairProgram, compile_policy
from brokersql.core.database import Database
from brokersql.core.policy_names import MATCHING_POLICY
from brokersql.core.sql_files import sql_text
from brokersql.cycle import Options
from brokersql.cycle.matching import BlockMatcher
from brokersql.cycle.plan import needed_facts, parameters_in_force
from brokersql.cycle.stages import PairStage
from brokersql.match.audit import JobAudit, job_ids, refuse_other_kinds
from brokersql.match.relations import (
    REFUSED_JOB,
    STATE,
    StateRelations,
)
from brokersql.match.store.layout import Checkpoint
from brokersql.match.store.record import Json, Record, StoredRecord
from brokersql.match.store.view import LedgerView
from brokersql.policy import Parameters, load_policy
from brokersql.snapshot import Snapshot


def init_record(snapshot: Snapshot, options: Options) -> Record:
    """Return the first record of a state: the jobs, groups and rules of a snapshot.

    Raises:
        SnapshotError: the snapshot cannot be used.
        UsageError: an unknown profile or parameter.
    """
    with closing(Database.open(threads=options.n_threads)) as database:
        loaded = snapshot.load_into(database, partial=True)
        parameters, seed = parameters_in_force(database, MATCHING_POLICY, options)
        filled = [name for name, each in loaded.tables.items() if each.n_loaded]
        kept = {name for name in filled if name.startswith("dirac_")} - {"dirac_pilot"}
        names = ("snapshot", "gdp_config", *sorted(kept | {"dirac_job"}))
        tables = {name: database.table(f"from main.{name}") for name in names}
        tables[REFUSED_JOB] = _refused_jobs(database, parameters)
    note: dict[str, Json] = {
        "profile": parameters.profile,
        "settings": dict(options.settings),
        "seed": seed,
        "snapshot_id": loaded.snapshot_id,
    }
    return Record("init", note, tables)


def initially_refused(view: LedgerView) -> pa.Table:
    """Return job_id and reason of the jobs that a state refused when it was made."""
    return next(iter(view.records())).table(REFUSED_JOB)


def _refused_jobs(database: Database, parameters: Parameters) -> pa.Table:
    """Return job_id and reason of the jobs of a loaded snapshot that cannot wait."""
    program = compile_policy(load_policy(MATCHING_POLICY))
    assert isinstance(program, PairProgram)
    stage = PairStage(database, program, parameters)
    stage.create_schema()
    facts = needed_facts(program.facts, ["job_intake"])
    refused = [each for each in program.select if each.name == REFUSED_JOB]
    stage.make((*facts, *refused))
    return database.table(f"from {REFUSED_JOB}")


#: The tables of a checkpoint, besides the jobs given since the last priorities.
KEPT = (
    *("job", "gone", "came_back", "task_queue", "task_queue_priority"),
    *("fitting", "pilot_class", "dirac_pilot"),
)
_CHOICE = "state_choice"
_GIVEN = pa.schema(
    {
        "seq": pa.int64(),
        "job_id": pa.int64(),
        "class_id": pa.int64(),
        "arrival_time": pa.timestamp("us"),
    }
)
_SEQ = pa.schema({"seq": pa.int64()})
_NEVER = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class ReplayedState:
    """A state after its last record; jobs came or came back before request `begun`."""

    relations: StateRelations
    choice: BlockMatcher
    audit: JobAudit
    n_requests: int
    begun: int


def replay_ledger(view: LedgerView, *, whole: bool) -> ReplayedState:
    """Return the state after the last record, from the newest checkpoint or the first.

    Raises:
        StateError: the ledger is damaged.
    """
    first = next(iter(view.records())).record
    steps = _Replay(_empty_relations(first))
    kept = None if whole else view.checkpoint
    if kept is not None and kept.note.get("made_by") != made_by(steps.relations):
        kept = None  # of other rules, which may fit other queues
    if kept is None:
        steps.begin(first)
    else:
        steps.restore(kept, view.checkpoint_tables())
    for stored in view.records(1 if kept is None else kept.seq):
        steps.apply(stored)
    return steps.finish()


def made_by(relations: StateRelations) -> str:
    """Return the version and the rules that a checkpoint holds for."""
    return f"{__version__} {relations.program.content_hash}"


class _Replay:
    """Records applied one after the other; what many need is made once, at the end."""

    def __init__(self, relations: StateRelations) -> None:
        self.relations = relations
        self.audit = JobAudit()
        self.given: list[pa.Table] = []
        self.n_requests = 0
        self.recalculated = self.begun = 1
        self.is_recalculated = self.is_new = False

    def begin(self, first: Record) -> None:
        """Begin with the jobs of the first record."""
        self.audit.keep(self.audit.steps(1, first.tables))
        self.relations.take_in(first.tables["dirac_job"])
        self.is_new = True

    def restore(self, kept: Checkpoint, tables: Mapping[str, pa.Table]) -> None:
        """Begin with what a checkpoint holds."""
        self.relations.restore({name: tables[name] for name in KEPT})
        self.given = [tables["taken"]]
        self.audit = JobAudit(
            job_ids(tables["job"]),
            chain(job_ids(tables["gone"]), job_ids(tables["taken"])),
        )
        self.n_requests = int(str(kept.note["n_requests"]))
        self.recalculated = int(str(kept.note["recalculated"]))
        self.begun = int(str(kept.note.get("begun", self.recalculated)))

    def apply(self, stored: StoredRecord) -> None:
        """Do what a record says.

        Raises:
            StateError: another version of brokersql wrote it.
        """
        refuse_other_kinds(stored)
        tables = stored.record.tables
        self.audit.keep(self.audit.steps(stored.seq, tables))
        if "pilot_class" in tables:
            self.relations.learn(tables["pilot_class"])
            self.is_new = True
        if "match" in tables:
            self.n_requests = int(tables["match"]["seq"][-1].as_py())
            self.given.append(tables["match"])
        if "dirac_job" in tables:
            self._apply_given()
            self.relations.take_in(_unrepeated(tables["dirac_job"]))
            self.is_new = True
        if "requeue" in tables:
            self._apply_given()
            self.relations.come_back(tables["requeue"])
        recalculated = int(str(stored.note["recalculated"]))
        if "match" not in tables:
            self.begun = recalculated
        if recalculated != self.recalculated or "match" not in tables:
            self.recalculated, self.is_recalculated = recalculated, True

    def finish(self) -> ReplayedState:
        """Return the state: priorities as they were calculated last, then what left."""
        relations, given = self.relations, self._given()
        relations.leave(given, self.recalculated)
        if self.is_recalculated or self.is_new:
            relations.prioritise()
        else:
            relations.wait()
        if self.is_new:
            relations.fit_all()
        choice = begin_choice(relations, self.begun, self.recalculated)
        choice.give(given, self.recalculated)
        return ReplayedState(relations, choice, self.audit, self.n_requests, self.begun)

    def _apply_given(self) -> None:
        self.relations.leave(self._given(), _NEVER)
        self.given = []

    def _given(self) -> pa.Table:
        tables = [_GIVEN.empty_table(), *self.given]
        return pa.concat_tables(tables, promote_options="default")


def _unrepeated(jobs: pa.Table) -> pa.Table:
    """Return the last row of each job; older versions took a job twice, or unnamed."""
    numbers = jobs["job_id"].to_pylist()
    places = {job_id: at for at, job_id in enumerate(numbers) if job_id is not None}
    if len(places) == len(numbers):
        return jobs
    return jobs.take(sorted(places.values()))  # pyright: ignore[reportUnknownMemberType]


def begin_choice(
    relations: StateRelations, begun: int, recalculated: int
) -> BlockMatcher:
    """Return the draw of what waits, priorities being as they are.

    Args:
        relations: of a state.
        begun: the request before which jobs came, or came back, last.
        recalculated: the request before which priorities were calculated last.
    """
    policy = relations.program.policy
    schemas = (_CHOICE, STATE, policy, "main")
    priorities = relations.priorities
    limits = relations.limits
    choice = BlockMatcher(relations.database, schemas, priorities, limits)
    if begun < recalculated:
        choice.fill(sql_text("match/state", "filled_before"), (begun,))
    if choice.has_site_limits:
        choice.count(sql_text("match/state", "given_before"))
    choice.recalculated = recalculated
    return choice


def number_requests(
    relations: StateRelations, pilots: pa.Table, first: int
) -> pa.Table:
    """Return requests as rows of `dirac_pilot`, numbered in their order."""
    rows = relations.shaped("dirac_pilot", pilots)
    seqs = [{"seq": seq} for seq in range(first, first + pilots.num_rows)]
    numbers = pa.Table.from_pylist(seqs, schema=_SEQ)
    return rows.set_column(rows.column_names.index("seq"), "seq", numbers["seq"])


def _empty_relations(first: Record) -> StateRelations:
    """Return the relations of a state that has no job yet."""
    settings = cast("dict[str, str]", first.note["settings"])
    profile = cast("str | None", first.note["profile"])
    seed = int(str(first.note["seed"]))
    options = Options(profile=profile, settings=settings, seed=seed)
    database = Database.open()
    own = ("dirac_job", REFUSED_JOB)
    tables = {name: each for name, each in first.tables.items() if name not in own}
    Snapshot.open(tables).load_into(database, partial=True)
    program = compile_policy(load_policy(MATCHING_POLICY))
    assert isinstance(program, PairProgram)
    parameters, _ = parameters_in_force(database, MATCHING_POLICY, options)
    relations = StateRelations(database, program, parameters)
    database.run(sql_text("match", "match_table"))
    return relations
