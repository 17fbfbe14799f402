"""A writer of a real state in a process of its own that does a fixed list of steps."""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pyarrow as pa

from brokersql.cycle import Options
from brokersql.match import LedgerView, Record
from brokersql.match.faultpoint import VARIABLE
from brokersql.match.state import State
from brokersql.match.store.layout import MANIFEST
from brokersql.match.store.ledger import Means
from tests.conformance.dirac_scenario import table
from tests.match import processes
from tests.match.disks import Unsynced
from tests.match.worlds import random_world, snapshot_of

MEANS = Means(Unsynced(), segment_bytes=6_000)
WORLD = random_world(11, n_jobs=60, n_pilots=0)
SITES = ("A", "B", "C")


@dataclass(frozen=True, slots=True)
class StateWriting:
    """What a writer does: `n_steps` records in all."""

    folder: Path
    n_steps: int

    @property
    def acked(self) -> Path:
        """Return the file of the numbers of the acknowledged records."""
        return self.folder.with_name(f"{self.folder.name}.acked")

    def start(self, fault: str = "") -> ForkServerProcess:
        """Return a process that writes, and kills itself at the fault."""
        return processes.start(_write, self, fault)

    def run(self, fault: str = "") -> int | None:
        """Return the exit code of a writer in a process of its own."""
        process = self.start(fault)
        process.join()
        return process.exitcode

    def last_acked(self) -> int:
        """Return the number of the last acknowledged record."""
        if not self.acked.exists():
            return 0
        return max(map(int, self.acked.read_text().split()), default=0)

    def records(self) -> list[Record]:
        """Return all records of the state, having compared all checksums."""
        return [stored.record for stored in LedgerView.open(self.folder).checked()]


def _write(writing: StateWriting, fault: str) -> None:
    if fault:
        os.environ[VARIABLE] = fault
    write(writing)


def write(writing: StateWriting) -> None:
    """Do the steps that are not done yet, and note each when it is acknowledged."""
    folder = writing.folder
    acked = os.open(writing.acked, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    if (folder / MANIFEST).exists():
        state = State.open(folder, MEANS)
    else:
        options = Options(seed=5, threads=1, settings={"recalc_every": "4"})
        state = State.create(folder, snapshot_of(WORLD), options, MEANS)
    with state:
        while (seq := state.ledger.head.seq) < writing.n_steps:
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
