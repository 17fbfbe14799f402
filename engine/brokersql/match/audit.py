"""The audit of a ledger: where each job is, and steps that cannot follow one another.

`verify` audits all records; a state audits each record before it stores it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import cast

import pyarrow as pa

from brokersql.core.errors import StateError
from brokersql.match.relations import REFUSED_JOB
from brokersql.match.store.record import StoredRecord

#: The table of a record that names steps before it which do not count.
UNSOUND_STEP = "unsound_step"

#: What a record may be; one of another kind changes the state in an unknown way.
_KINDS = ("init", "add", "match", "requeue", "repair")

_ADD, _REFUSE, _MATCH, _REQUEUE = "add", "refuse", "match", "requeue"
#: The tables of a record that move jobs, and what each does to those it names.
_STEPS = {
    REFUSED_JOB: _REFUSE,
    "dirac_job": _ADD,
    "match": _MATCH,
    "requeue": _REQUEUE,
}
_AUDITED = (*_STEPS, UNSOUND_STEP)
#: What the last step of a job may be before another one; nothing is an empty text.
_BEFORE = {
    _ADD: ("", _REFUSE, _ADD, _REQUEUE),
    _MATCH: (_ADD, _REQUEUE),
    _REQUEUE: (_MATCH,),
}
#: The last steps of jobs that wait.
_WAITING = (_ADD, _REQUEUE)
_Key = tuple[int, int, str]
_SCHEMA = pa.schema({"seq": pa.int64(), "job_id": pa.int64(), "step": pa.string()})


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Jobs that came, and where they are; how many matches and requeues were made.

    `n_refused` counts jobs that never waited, as no task queue takes them.
    """

    n_jobs: int
    n_waiting: int
    n_matched: int
    n_refused: int
    n_matches: int
    n_requeues: int


@dataclass(frozen=True, slots=True)
class UnsoundStep:
    """A step of a job, in record `seq`, that cannot follow the step `before` it."""

    seq: int
    job_id: int
    step: str
    before: str

    @property
    def key(self) -> _Key:
        """Return what a record that waives it says of it."""
        return self.seq, self.job_id, self.step

    def __str__(self) -> str:
        before = self.before or "nothing"
        return f"record {self.seq} has {self.step} of job {self.job_id} after {before}"


@dataclass(slots=True)
class RecordSteps:
    """What a record does to jobs: the last step of each, and all that is unsound.

    `waived` are unsound steps before it that it says not to count.
    """

    last: dict[int, str] = field(default_factory=dict[int, str])
    unsound: dict[_Key, UnsoundStep] = field(default_factory=dict[_Key, UnsoundStep])
    waived: list[_Key] = field(default_factory=list[_Key])
    counts: Counter[str] = field(default_factory=Counter[str])


class JobAudit:
    """The last step of every job, after the records that it was shown in order.

    A step that is unsound changes nothing: its job stays where it was. `n_waiting` is
    how many jobs wait now.
    """

    def __init__(
        self, waiting: Iterable[int] = (), matched: Iterable[int] = ()
    ) -> None:
        """Begin with the jobs that earlier records left waiting, or matched."""
        self._last = dict.fromkeys(waiting, _ADD)
        self._last.update(dict.fromkeys(matched, _MATCH))
        self.n_waiting = sum(step in _WAITING for step in self._last.values())
        self._unsound: dict[_Key, UnsoundStep] = {}
        self._counts: Counter[str] = Counter()

    @property
    def unsound(self) -> tuple[UnsoundStep, ...]:
        """Return the unsound steps that no later record waives."""
        return tuple(self._unsound.values())

    @property
    def job_counts(self) -> JobCounts:
        """Return how many jobs are where."""
        places = Counter(self._last.values())
        return JobCounts(
            n_jobs=len(self._last),
            n_waiting=self.n_waiting,
            n_matched=places[_MATCH],
            n_refused=places[_REFUSE],
            n_matches=self._counts[_MATCH],
            n_requeues=self._counts[_REQUEUE],
        )

    def steps(self, seq: int, tables: Mapping[str, pa.Table]) -> RecordSteps:
        """Return what record `seq` does to jobs; nothing of it is kept yet."""
        found = RecordSteps()
        jobs = {name: job_ids(tables[name]) for name in _STEPS if name in tables}
        refused = set(jobs.get(REFUSED_JOB, ()))
        for name, numbers in jobs.items():
            step = _STEPS[name]
            for job_id in numbers:
                if step == _ADD and job_id in refused:
                    continue
                before = found.last.get(job_id) or self._last.get(job_id, "")
                if step == _REFUSE:  # one that waits and comes again waits as it did
                    found.last[job_id] = before or step
                elif before in _BEFORE[step]:
                    found.last[job_id] = step
                    found.counts[step] += 1
                else:
                    wrong = UnsoundStep(seq, job_id, step, before)
                    found.unsound.setdefault(wrong.key, wrong)
        if UNSOUND_STEP in tables:
            columns = tables[UNSOUND_STEP].to_pydict()
            found.waived = list(zip(*map(columns.get, _SCHEMA.names), strict=True))
        return found

    def keep(self, steps: RecordSteps) -> None:
        """Take the steps of the next record for done."""
        for job_id, step in steps.last.items():
            was_waiting = self._last.get(job_id) in _WAITING
            self.n_waiting += (step in _WAITING) - was_waiting
        self._last.update(steps.last)
        self._counts.update(steps.counts)
        for key in steps.waived:
            self._unsound.pop(key, None)
        self._unsound.update(steps.unsound)

    def read(self, stored: StoredRecord) -> None:
        """Take the steps of a stored record for done.

        Raises:
            StateError: another version of brokersql wrote it.
        """
        refuse_other_kinds(stored)
        names = [name for name in stored.table_names if name in _AUDITED]
        tables = {name: stored.table(name) for name in names}
        self.keep(self.steps(stored.seq, tables))

    def waiver(self) -> pa.Table:
        """Return the table of a record that waives all that is unsound."""
        rows = [asdict(each) for each in self.unsound]
        return pa.Table.from_pylist(rows, schema=_SCHEMA)


def audit_jobs(records: Iterable[StoredRecord]) -> JobCounts:
    """Return how many jobs the records leave where.

    Raises:
        StateError: a job was given that did not wait, or came back without being given.
    """
    audit = JobAudit()
    for stored in records:
        audit.read(stored)
    if audit.unsound:
        n_more = len(audit.unsound) - 1
        raise StateError(
            str(audit.unsound[0]),
            hint="keep a copy of the state; brokersql match STATE rebuild --repair",
            items=[f"{n_more + 1} such steps"] if n_more else [],
        )
    return audit.job_counts


def refuse_other_kinds(stored: StoredRecord) -> None:
    """Refuse a record that says what this version of brokersql cannot know.

    Raises:
        StateError: it is of another kind.
    """
    if stored.kind not in _KINDS:
        raise StateError(
            f"record {stored.seq} is of the unknown kind {stored.kind}",
            where=str(stored.folder),
            hint="another version of brokersql wrote it: use the state with that one",
        )


def job_ids(table: pa.Table) -> list[int]:
    """Return the numbers of the jobs in the rows that name one."""
    column = table.column("job_id").cast(pa.int64()).drop_null()
    return cast("list[int]", column.to_pylist())
