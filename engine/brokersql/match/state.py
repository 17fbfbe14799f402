"""A state: jobs that wait and requests that get them, kept by the ledger.

The database in memory is a copy of what the ledger says; whatever is answered was
appended before. Requests are numbered from 1 without gaps. What a request gets follows
from its number, the seed and the records before it, so a batch gets exactly what its
requests would get one by one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pyarrow as pa

from brokersql.core.database import SqlError
from brokersql.core.engine_faults import retried
from brokersql.core.errors import (
    BrokersqlError,
    CycleError,
    EngineError,
    LostStateError,
    OutOfMemoryError,
    UsageError,
)
from brokersql.core.policy_names import MATCHING_POLICY
from brokersql.core.sql_files import sql_text
from brokersql.cycle import Options
from brokersql.cycle.matching import SingleMatcher
from brokersql.match.audit import UNSOUND_STEP, JobAudit, RecordSteps, UnsoundStep
from brokersql.match.documents import COLUMNS, MATCH, checked_jobs, refuse_repeated
from brokersql.match.faultpoint import reach
from brokersql.match.relations import REFUSED_JOB, RequestClasses
from brokersql.match.replay import (
    KEPT,
    begin_choice,
    init_record,
    made_by,
    number_requests,
    replay_ledger,
)
from brokersql.match.store.ledger import Ledger, Means
from brokersql.match.store.record import Json, Record
from brokersql.snapshot import Snapshot

#: What the ledger keeps of an answer.
_MORE = {"class_id": pa.int64(), "arrival_time": pa.timestamp("us")}
_KEPT = pa.schema({**COLUMNS, **_MORE})
#: Records since the last checkpoint after which a match keeps a new one.
FAR = 20_000
#: Records after which a checkpoint that failed is tried again.
_PAUSE = 1_000
_JOB = pa.schema({"job_id": pa.int64()})
_NEVER = (1 << 63) - 1

T = TypeVar("T")
_log = logging.getLogger(__name__)


class State:
    """The state that this process holds; `create` or `open` make one.

    After an engine fault it is restored from its ledger, and what was asked is done.
    """

    _is_restored = False
    #: Records since the last checkpoint before which none is tried.
    _patience = 0

    def __init__(self, ledger: Ledger, *, whole: bool = False) -> None:
        """Restore the state from its ledger, which is closed with the state.

        Args:
            ledger: of this state.
            whole: from the first record on, whatever was kept meanwhile.
        """
        self.ledger = ledger
        try:
            _done(lambda: self._replay(whole=whole))
        except BaseException:
            ledger.close()
            raise

    def _restore(self) -> None:
        """Restore the state from its ledger where a fault took the copy."""
        if not self._is_restored or self.database.has_failed:
            self._replay()

    def _replay(self, *, whole: bool = False) -> None:
        if self._is_restored:
            self._is_restored = False
            self.database.close()
        found = replay_ledger(self.ledger.view, whole=whole)
        self.relations, self._choice = found.relations, found.choice
        self._audit = found.audit
        self.n_requests, self._begun = found.n_requests, found.begun
        self.database = self.relations.database
        self._new_class = 0
        self._begin()
        self._is_restored = True

    def _begin(self) -> None:
        """Serve single requests from what is left now."""
        self._matcher = SingleMatcher(self._choice)
        self._classes = RequestClasses(self.database)
        self._classes.learn()

    @classmethod
    def create(
        cls,
        folder: Path,
        snapshot: Snapshot,
        options: Options,
        means: Means | None = None,
    ) -> State:
        """Make a state whose waiting jobs are those of a snapshot.

        Raises:
            SnapshotError: the snapshot cannot be used.
            UsageError: a state is there already, or an unknown profile or parameter.
            StateError: it cannot be written, or another process makes it.
        """
        record = init_record(snapshot, options)
        _sound_steps(JobAudit(), 1, record)
        state = cls(Ledger.create(folder, record, means))
        state._shorten(0)
        return state

    @classmethod
    def open(
        cls,
        folder: Path,
        means: Means | None = None,
        *,
        take_over: bool = False,
    ) -> State:
        """Hold an existing state.

        Args:
            folder: the state.
            means: the disk and the clock, if not the machine's.
            take_over: take it from an owner that hangs, too.

        Raises:
            StateError: there is none, another process holds it, or it is damaged.
        """
        return cls(Ledger.open(folder, means, take_over=take_over))

    def match(
        self, pilots: pa.Table, note: Mapping[str, Json] | None = None
    ) -> pa.Table:
        """Return one row of `match` for each pilot, in order, when all is durable.

        Args:
            pilots: rows of `dirac_pilot`, served in this order; their seq is replaced.
            note: goes into the note of the record that keeps the rows.

        Raises:
            StateError: nothing was stored, and nothing is given away.
        """
        if not pilots.num_rows:
            return MATCH.empty_table()
        found = _done(lambda: self._match(pilots, note))
        self._shorten(FAR)
        return found.drop_columns(list(_MORE))

    def _match(
        self, pilots: pa.Table, note: Mapping[str, Json] | None = None
    ) -> pa.Table:
        self._restore()
        reach("before_begin")
        first, last = self.n_requests + 1, self.n_requests + pilots.num_rows
        with self._undone_on_error():
            reach("after_begin")
            found = self._alone(pilots, first) if first == last else None
            if found is None:
                found = self._together(pilots, first, last)
            reach("after_match_insert")
            tables = {"match": found}
            if self._new_class:
                query = sql_text("match/state", "compared_pilot")
                rows = self.database.table(query, (self._new_class,))
                tables["pilot_class"] = rows
            more = {**(note or {}), "recalculated": self._choice.recalculated}
            self._append(Record("match", more, tables))
        self.n_requests, self._new_class = last, 0
        return found

    def _alone(self, pilots: pa.Table, seq: int) -> pa.Table | None:
        """Return the answer to one request, None if that takes many steps."""
        (row,) = pilots.to_pylist()
        if row.get("job_id") is not None:
            return None
        key = self._classes.key(row)
        class_id = self._classes.get(key)
        if class_id is None:
            self._learn(number_requests(self.relations, pilots, seq))
            class_id = self._classes.get(key)
        reach("after_mask")
        if class_id is None or self._choice.is_delayed(class_id):
            return None
        picked = self._matcher.serve(seq, class_id)
        row |= {"seq": seq, **picked._asdict(), "class_id": class_id}
        return pa.Table.from_pylist([row], schema=_KEPT)

    def _together(self, pilots: pa.Table, first: int, last: int) -> pa.Table:
        """Return the answers to requests that are looked at in blocks."""
        self._learn(number_requests(self.relations, pilots, first))
        reach("after_mask")
        self._choice.serve(first, last)
        self._choice.recalculate_if_due(last + 1)
        found = self.database.table(sql_text("match/state", "answered"), (first, last))
        self.database.run("delete from match")
        return found

    def _learn(self, pilots: pa.Table) -> None:
        """Know the classes of requests, and what fits those that are new."""
        self.relations.enter()
        new_class = self.relations.learn(pilots)
        if new_class:
            self.relations.fit(first_class=new_class)
        self.relations.admit()
        self._choice.enter()
        if new_class:
            self._choice.extend(new_class)
            self._classes.learn(new_class)
            self._new_class = self._new_class or new_class

    def add(self, jobs: pa.Table, note: Mapping[str, Json] | None = None) -> int:
        """Take in jobs that wait from now on; return how many of them are refused.

        Args:
            jobs: rows of `dirac_job`; one that waits already takes its new shape.
            note: goes into the note of the record that keeps them.

        Raises:
            UsageError: one of them is matched already, has no number, the number of
                another one, or a value out of range.
            StateError: nothing was stored.
        """
        return _done(lambda: self._add(jobs, note))

    def _add(self, jobs: pa.Table, note: Mapping[str, Json] | None) -> int:
        self._restore()
        rows = checked_jobs(self.relations.shaped("dirac_job", jobs))
        hint = "a job that failed comes back with: brokersql match STATE requeue"
        self._refuse_unsound({"dirac_job": rows}, "matched", hint)
        with self._changed("add", note) as tables:
            first, refused = self.relations.take_in(rows)
            self.relations.prioritise()
            if first:
                self.relations.fit(first_queue=first)
            tables |= {"dirac_job": rows, REFUSED_JOB: refused}
        return refused.num_rows

    def requeue(
        self, job_ids: Sequence[int], note: Mapping[str, Json] | None = None
    ) -> None:
        """Let jobs wait again that were matched.

        Args:
            job_ids: their numbers.
            note: goes into the note of the record that keeps them.

        Raises:
            UsageError: one of them is not matched, or is named twice.
            StateError: nothing was stored.
        """
        refuse_repeated("job_id", job_ids)
        rows = [{"job_id": each} for each in job_ids]
        jobs = pa.Table.from_pylist(rows, schema=_JOB)
        _done(lambda: self._requeue(jobs, note))

    def _requeue(self, jobs: pa.Table, note: Mapping[str, Json] | None) -> None:
        self._restore()
        hint = "only a job that a pilot got can come back"
        self._refuse_unsound({"requeue": jobs}, "not matched", hint)
        with self._changed("requeue", note) as tables:
            self.relations.come_back(jobs)
            self.relations.prioritise()
            tables["requeue"] = jobs

    def repair(self) -> tuple[UnsoundStep, ...]:
        """Store that steps of jobs which cannot follow one another do not count.

        Returns:
            What an older version stored so; nothing where the ledger is sound.
        """
        return _done(self._repair)

    def _repair(self) -> tuple[UnsoundStep, ...]:
        found = self._audit.unsound
        if found:
            with self._changed("repair") as tables:
                self.relations.prioritise()
                tables[UNSOUND_STEP] = self._audit.waiver()
        return found

    def checkpoint(self) -> None:
        """Keep the state as it is, so that it opens without what led to it."""
        tables = _done(self._kept)
        note: dict[str, Json] = {
            "n_requests": self.n_requests,
            "recalculated": self._choice.recalculated,
            "begun": self._begun,
            "made_by": made_by(self.relations),
        }
        self.ledger.checkpoint(tables, note)
        self._patience = 0

    def _kept(self) -> dict[str, pa.Table]:
        self._restore()
        self._choice.enter()
        return {name: self.database.table(f"from {name}") for name in (*KEPT, "taken")}

    @property
    def n_jobs(self) -> int:
        """Return how many jobs wait by the records, without asking the database."""
        return self._audit.n_waiting

    @property
    def n_waiting(self) -> tuple[int, int]:
        """Return how many jobs wait, and in how many task queues."""
        return _done(self._n_waiting)

    def _n_waiting(self) -> tuple[int, int]:
        self._restore()
        self._choice.enter()
        n_jobs, n_queues = self.database.rows(sql_text("match/state", "n_waiting"))[0]
        return int(str(n_jobs)), int(str(n_queues))

    def _shorten(self, far: int) -> None:
        """Keep the state where opening it would go through so many records."""
        n_records = self.ledger.n_since_checkpoint
        if n_records < max(far, self._patience):
            return
        self._patience = n_records + _PAUSE
        try:
            self.checkpoint()
        except (BrokersqlError, MemoryError) as error:  # what is answered stays so
            _log.warning("no checkpoint was kept: %s", error)

    def close(self) -> None:
        """Let go of the state."""
        self.database.close()
        self.ledger.close()

    def __enter__(self) -> State:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _undone_on_error(self) -> Generator[None]:
        """Work on the copy before the ledger; what it does not take is undone."""
        try:
            yield
        except (LostStateError, EngineError):
            raise
        except BaseException:
            self._replay()
            raise

    @contextmanager
    def _changed(
        self, action: str, note: Mapping[str, Json] | None = None
    ) -> Generator[dict[str, pa.Table]]:
        """Change what waits, put all waiting jobs in order anew, then store a record.

        The record gets the tables; after it nothing can fail.
        """
        seq, tables = self.n_requests + 1, dict[str, pa.Table]()
        with self._undone_on_error():
            self._choice.enter()
            given = self.database.table("from taken")
            self._choice.end()
            self.relations.leave(given, _NEVER)
            yield tables
            self._choice, self._begun = begin_choice(self.relations, seq, seq), seq
            self._begin()
            more: dict[str, Json] = {**(note or {}), "recalculated": seq}
            self._append(Record(action, more, tables))

    def _append(self, record: Record) -> None:
        """Store a record that leaves the ledger sound."""
        steps = _sound_steps(self._audit, self.ledger.head.seq + 1, record)
        self.ledger.append(record)
        self._audit.keep(steps)

    def _refuse_unsound(
        self, tables: Mapping[str, pa.Table], why: str, hint: str
    ) -> None:
        """See that a change names no job that is elsewhere, before anything is done."""
        steps = self._audit.steps(self.ledger.head.seq + 1, tables)
        unsound = list(steps.unsound.values())
        if unsound:
            verb = "are" if unsound[1:] else "is"
            named = f"{why}, such as {unsound[0].job_id}"
            message = f"{len(unsound)} of the jobs {verb} {named}"
            raise UsageError(message, hint=hint)


def _sound_steps(audit: JobAudit, seq: int, record: Record) -> RecordSteps:
    """Return what a record is going to do to jobs.

    Raises:
        CycleError: it would give a job that does not wait, or the like.
    """
    steps = audit.steps(seq, record.tables)
    for unsound in steps.unsound.values():
        raise CycleError(
            f"{unsound}: nothing of it was stored",
            where=MATCHING_POLICY,
            hint="this is a fault of brokersql itself",
        )
    return steps


def _done(work: Callable[[], T]) -> T:
    """Return what work gives that leaves nothing half done.

    Raises:
        CycleError: a statement failed on the data.
    """
    try:
        return retried(work)
    except SqlError as error:
        hint = "; ".join(filter(None, (error.hint, "nothing was given away")))
        raise CycleError(error.message, where=MATCHING_POLICY, hint=hint) from error
    except MemoryError as error:
        raise OutOfMemoryError("out of memory") from error
