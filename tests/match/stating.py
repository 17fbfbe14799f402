"""A writer of a real state in a process of its own that does a fixed list of steps."""

from __future__ import annotations

import os

import pyarrow as pa

from brokersql.cycle import Options
from brokersql.match.state import State
from brokersql.match.store.layout import MANIFEST
from brokersql.match.store.ledger import Means
from tests.conformance.dirac_scenario import table
from tests.match.crashing import Writing
from tests.match.disks import Unsynced
from tests.match.worlds import random_world, snapshot_of

MEANS = Means(Unsynced(), segment_bytes=6_000)
WORLD = random_world(11, n_jobs=60, n_pilots=0)
SITES = ("A", "B", "C")


class StateWriting(Writing):
    """What a writer does: `n_steps` records in all."""

    def write(self, means: Means | None = None) -> None:
        """Do the steps that are not done yet, and note each when it is acknowledged."""
        means = means or MEANS
        acked = os.open(self.acked, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        if (self.folder / MANIFEST).exists():
            state = State.open(self.folder, means)
        else:
            settings = {"recalc_every": "4"}
            options = Options(seed=self.seed, threads=1, settings=settings)
            state = State.create(self.folder, snapshot_of(WORLD), options, means)
        with state:
            while (seq := state.ledger.head.seq) < self.n_steps:
                _step(state, seq + 1)
                os.write(acked, f"{seq + 1}\n".encode())
                if seq % 5 == 0:
                    state.checkpoint()
        os.close(acked)


def _step(state: State, seq: int) -> None:
    if seq % 4 == 0:
        job = {**WORLD["dirac_job"][seq], "job_id": 1000 + seq}
        state.add(table("dirac_job", [job]))
    elif seq % 7 == 0:
        state.requeue([_given(state)])
    else:
        state.match(_pilots(seq))


def _pilots(seq: int) -> pa.Table:
    rows = [
        {"pilot_id": f"{seq}.{n}", "setup": "S", "cpu_time": 300_000, "site": SITES[n]}
        for n in range(1 + seq % 3)
    ]
    return table("dirac_pilot", rows)


def _given(state: State) -> int:
    """Return the job that the first match of all gave."""
    for stored in state.ledger.view.records():
        if "match" in stored.table_names:
            for job_id in stored.table("match")["job_id"].to_pylist():
                if job_id is not None:
                    return int(job_id)
    raise LookupError
