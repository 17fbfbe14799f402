"""A matcher small enough to be seen through, over the real ledger.

Each pilot gets the waiting job with the least hash of (seed, match number, job). What
waits is known only from the ledger: a checkpoint and the records after it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from brokersql.core.errors import UsageError
from brokersql.match import Ledger, Record
from brokersql.match.documents import MATCH
from brokersql.match.faultpoint import reach
from brokersql.match.store.ledger import Means
from brokersql.match.store.record import Json


def jobs(job_ids: Sequence[int]) -> pa.Table:
    """Return a table of jobs."""
    return pa.table({"job_id": pa.array(job_ids, pa.int64())})


def pilots(pilot_ids: Sequence[str]) -> pa.Table:
    """Return a table of pilots."""
    return pa.table({"pilot_id": pa.array(pilot_ids, pa.string())})


def started(folder: Path, n_jobs: int, means: Means | None = None) -> TinyMatcher:
    """Make a state whose jobs 1 … n wait, and hold it."""
    record = Record("init", {}, {"dirac_job": jobs(range(1, n_jobs + 1))})
    return TinyMatcher(Ledger.create(folder, record, means))


class TinyMatcher:
    """Waiting jobs and the number of the last match, led out of a ledger."""

    def __init__(self, ledger: Ledger, seed: int = 0) -> None:
        self.ledger = ledger
        self.seed = seed
        view, kept = ledger.view, ledger.view.checkpoint
        self.waiting: set[int] = set()
        self.matched: set[int] = set()
        self.n_matches = self.n_cycles = 0
        if kept is not None:
            tables = view.checkpoint_tables()
            self.waiting.update(_ids(tables["waiting_job"]))
            self.matched.update(_ids(tables["matched_job"]))
            self.n_matches = int(str(kept.note["n_matches"]))
            self.n_cycles = int(str(kept.note["n_cycles"]))
        for stored in view.records(0 if kept is None else kept.seq):
            self._apply(stored.record)

    def match(
        self, pilots: pa.Table, note: Mapping[str, Json] | None = None
    ) -> pa.Table:
        """Give each pilot a job while there are some."""
        reach("before_begin")
        left, rows = set(self.waiting), list[dict[str, object]]()
        reach("after_begin")
        names = pilots.column("pilot_id").to_pylist()
        for seq, pilot_id in enumerate(names, self.n_matches + 1):
            reach("after_mask")
            chosen = min(left, key=lambda job_id: self._draw(seq, job_id), default=None)
            left.discard(chosen or 0)
            nothing = None if chosen else "-no_eligible_queue"
            row = {"seq": seq, "pilot_id": pilot_id, "job_id": chosen}
            rows.append({**row, "n_eligible": int(bool(chosen)), "criterion": nothing})
        reach("after_match_insert")
        table = pa.Table.from_pylist(rows, schema=MATCH)
        more = {**(note or {}), "cycle": self.n_cycles + 1}
        self._keep(Record("match", more, {"match": table}))
        return table

    def add(self, jobs: pa.Table, note: Mapping[str, Json] | None = None) -> int:
        """Take new jobs."""
        self._keep(Record("add", note or {}, {"dirac_job": jobs}))
        return 0

    def requeue(
        self, job_ids: Sequence[int], note: Mapping[str, Json] | None = None
    ) -> None:
        """Take matched jobs back."""
        if not self.matched.issuperset(job_ids):
            raise UsageError("one of them is not matched")
        self._keep(Record("requeue", note or {}, {"requeue": jobs(job_ids)}))

    def checkpoint(self) -> None:
        """Keep what waits now and what is matched."""
        note = {"n_matches": self.n_matches, "n_cycles": self.n_cycles}
        waiting, matched = jobs(sorted(self.waiting)), jobs(sorted(self.matched))
        tables = {"waiting_job": waiting, "matched_job": matched}
        self.ledger.checkpoint(tables, note)

    def _keep(self, record: Record) -> None:
        self.ledger.append(record)
        self._apply(record)

    def _apply(self, record: Record) -> None:
        for name in ("dirac_job", "requeue"):
            if name in record.tables:
                came = _ids(record.tables[name])
                self.waiting.update(came)
                self.matched.difference_update(came)
        if "match" in record.tables:
            table = record.tables["match"]
            self.waiting.difference_update(_ids(table))
            self.matched.update(_ids(table))
            self.n_matches += table.num_rows
            self.n_cycles += 1

    def _draw(self, seq: int, job_id: int) -> bytes:
        return hashlib.sha256(f"{self.seed}/{seq}/{job_id}".encode()).digest()


def _ids(table: pa.Table) -> list[int]:
    return [each for each in table.column("job_id").to_pylist() if each is not None]
