"""What a state holds and what it did lately, read beside its writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pyarrow as pa

from brokersql.match.reading import View, look
from brokersql.match.record import Stored
from brokersql.match.relations import state_sql
from brokersql.match.replay import replayed
from brokersql.report.figures import count, size
from brokersql.report.words import plural

DAY = timedelta(hours=24)
_RECENT = pa.schema(
    {"seq": pa.int64(), "tq_id": pa.int64(), "job_id": pa.int64()},
)


@dataclass(frozen=True, slots=True)
class Status:
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


def status(folder: Path) -> Status:
    """Return what a state holds and did in the 24 hours before its last record.

    Raises:
        StateError: there is none, or it is damaged.
    """
    return look(folder, lambda view: _status(folder, view))


def _status(folder: Path, view: View) -> Status:
    found = replayed(view, whole=False)
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
    groups = database.table(state_sql("status_group"))
    n_jobs, n_queues = database.rows(state_sql("n_waiting"))[0]
    n_matched = len(rows["job_id"]) - rows["job_id"].null_count
    times = [each.time for each in recent if "match" in each.table_names]
    database.close()
    return Status(
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


def _recent(view: View) -> list[Stored]:
    """Return the records of the 24 hours before the last one."""
    kept: list[Stored] = []
    for stored in view.records():
        kept.append(stored)
        if len(kept) > 1 and kept[0].time < stored.time - DAY:
            kept = [each for each in kept if each.time >= stored.time - DAY]
    return kept
