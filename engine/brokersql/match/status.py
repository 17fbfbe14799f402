"""Read a state while another process writes it: its status, and its waiting jobs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.cycle import Options
from brokersql.match.relations import REFUSED_JOB
from brokersql.match.replay import number_requests, replay_ledger
from brokersql.match.store.record import StoredRecord
from brokersql.match.store.view import LedgerView, read_view
from brokersql.render.numbers import count, size
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row
from brokersql.snapshot import Snapshot

DAY = timedelta(hours=24)
_RECENT = pa.schema(
    {"seq": pa.int64(), "tq_id": pa.int64(), "job_id": pa.int64()},
)
_CAME = pa.schema({"job_id": pa.int64(), "came_no": pa.int64()}).empty_table()


@dataclass(frozen=True, slots=True)
class StateStatus:
    """A state in a few numbers; `groups` has a row for each owner group.

    `last_match` is in UTC; the last 24 hours end with the last record.
    """

    folder: str
    n_requests: int
    last_match: datetime | None
    n_segments: int
    n_bytes: int
    n_jobs: int
    n_task_queues: int
    n_matched: int
    n_requeued: int
    n_without: int
    groups: pa.Table

    def lines(self) -> list[str]:
        """Return it in words, but for the groups."""
        last = "no match yet"
        if self.last_match is not None:
            last = f"last match {self.last_match:%Y-%m-%d %H:%M:%S}Z"
        segments = plural(self.n_segments, "segment")
        queues = plural(self.n_task_queues, "task queue")
        return [
            f"{self.folder} · request {count(self.n_requests)} · {last} · "
            f"ledger {segments}, {size(self.n_bytes)}",
            f"{plural(self.n_jobs, 'job')} in {queues} · last 24 h: "
            f"{count(self.n_matched)} matched, {count(self.n_requeued)} requeued, "
            f"{plural(self.n_without, 'request')} got nothing",
        ]

    def document(self) -> Mapping[str, object]:
        """Return it as JSON has it."""
        last = None if self.last_match is None else f"{self.last_match.isoformat()}Z"
        return {
            "folder": self.folder,
            "n_requests": self.n_requests,
            "last_match": last,
            "n_segments": self.n_segments,
            "n_bytes": self.n_bytes,
            "n_jobs": self.n_jobs,
            "n_task_queues": self.n_task_queues,
            "n_matched_24h": self.n_matched,
            "n_requeued_24h": self.n_requeued,
            "n_without_24h": self.n_without,
            "groups": self.groups.to_pylist(),
        }


def state_status(folder: Path) -> StateStatus:
    """Return what a state holds and did in the 24 hours before its last record.

    Raises:
        StateError: there is none, or it is damaged.
    """
    return read_view(folder, lambda view: _state_status(folder, view))


def _state_status(folder: Path, view: LedgerView) -> StateStatus:
    found = replay_ledger(view, whole=False)
    recent = _recent(view)
    matches = [each.table("match") for each in recent if "match" in each.table_names]
    rows = pa.concat_tables(
        [_RECENT.empty_table(), *matches], promote_options="default"
    )
    requeued = (
        each.table("requeue").num_rows
        for each in recent
        if "requeue" in each.table_names
    )
    database = found.relations.database
    found.relations.enter()
    found.relations.prioritise()
    found.choice.enter()
    database.register("recent", rows)
    groups = database.table(sql_text("match/state", "status_group"))
    n_jobs, n_queues = database.rows(sql_text("match/state", "n_waiting"))[0]
    n_matched = len(rows["job_id"]) - rows["job_id"].null_count
    times = [each.time for each in recent if "match" in each.table_names]
    database.close()
    return StateStatus(
        folder=str(folder),
        n_requests=found.n_requests,
        last_match=times[-1].replace(tzinfo=None) if times else None,
        n_segments=view.n_segments,
        n_bytes=view.n_bytes,
        n_jobs=int(str(n_jobs)),
        n_task_queues=int(str(n_queues)),
        n_matched=n_matched,
        n_requeued=sum(requeued),
        n_without=rows.num_rows - n_matched,
        groups=groups,
    )


def _recent(view: LedgerView) -> list[StoredRecord]:
    """Return the records of the 24 hours before the last one."""
    kept: list[StoredRecord] = []
    for stored in view.records():
        kept.append(stored)
        if len(kept) > 1 and kept[0].time < stored.time - DAY:
            kept = [each for each in kept if each.time >= stored.time - DAY]
    return kept


@dataclass(frozen=True, slots=True)
class WaitingJobs:
    """The jobs that wait with the rules of the state, and how these were set.

    `asking` are the numbers of the pilots that ask.
    """

    snapshot: Snapshot
    options: Options
    asking: tuple[int, ...]


def waiting_jobs(folder: Path, pilots: pa.Table | None = None) -> WaitingJobs:
    """Return what waits in a state, while another process may write it.

    Args:
        folder: of the state.
        pilots: rows of `dirac_pilot` that ask now; without them one of each kind that
            ever asked.

    Raises:
        StateError: there is no state, or it is damaged.
    """
    return read_view(folder, lambda view: _waiting_jobs(view, pilots))


def _waiting_jobs(view: LedgerView, pilots: pa.Table | None) -> WaitingJobs:
    first = next(iter(view.records()))
    came = [each for each in view.records() if "dirac_job" in each.table_names]
    found = replay_ledger(view, whole=False)
    database = found.relations.database
    if pilots is None:
        asked = database.table(sql_text("match/state", "kinds"))
    else:
        asked = number_requests(found.relations, pilots, found.n_requests + 1)
    found.choice.enter()
    jobs = _jobs_still_waiting(database, came)
    tables = {**first.record.tables, "dirac_job": jobs, "dirac_pilot": asked}
    if found.choice.has_site_limits:
        tables["dirac_running_job"] = database.table(
            sql_text("match/state", "running_job")
        )
        tables["dirac_matching_delay"] = database.table(
            sql_text("match/state", "delays_now")
        )
    database.close()
    tables.pop(REFUSED_JOB, None)
    note = first.note
    settings = cast("dict[str, str]", note["settings"])
    profile = cast("str | None", note["profile"])
    options = Options(profile=profile, settings=settings, seed=int(str(note["seed"])))
    asking = cast("list[int]", asked["seq"].to_pylist())
    return WaitingJobs(Snapshot.open(tables), options, tuple(asking))


def refuse_matched(folder: Path, job_id: int) -> None:
    """Refuse a job of a state that was matched and did not come back.

    Raises:
        UsageError: that is so; it says to which pilot, and when.
        StateError: there is no state, or it is damaged.
    """
    found = read_view(folder, lambda view: _last_match(view, job_id))
    if found is not None:
        time, row = found
        pilot = printable(str(row["pilot_id"] or "–"))
        raise UsageError(
            f"job {job_id} was matched: request {row['seq']}, pilot {pilot}, "
            f"at {time:%Y-%m-%d %H:%M:%S}Z",
            hint=f"brokersql match {shlex.quote(str(folder))} requeue {job_id} "
            "lets it wait again",
        )


def _last_match(view: LedgerView, job_id: int) -> tuple[datetime, Row] | None:
    """Return when a job was matched, and the row; None if it is not matched now."""
    found: tuple[datetime, Row] | None = None
    for stored in view.records():
        for name in ("match", "requeue"):
            if name in stored.table_names:
                table = stored.table(name)
                jobs = table["job_id"].to_pylist()
                if job_id in jobs:
                    (row,) = table.slice(jobs.index(job_id), 1).to_pylist()
                    found = (stored.time, row) if name == "match" else None
    return found


def _jobs_still_waiting(database: Database, came: list[StoredRecord]) -> pa.Table:
    """Return the jobs that wait; of one that came again the last shape counts.

    Those that a record refused count only where no other record has them.
    """
    for name, table in (("came", "dirac_job"), ("refusal", REFUSED_JOB)):
        numbered = [
            rows.append_column("came_no", pa.repeat(pa.scalar(place), rows.num_rows))
            for place, each in enumerate(came)
            if table in each.table_names
            for rows in [each.table(table)]
        ]
        whole = pa.concat_tables([_CAME, *numbered], promote_options="default")
        database.register(name, whole)
    return database.table(sql_text("match/state", "still_there"))
