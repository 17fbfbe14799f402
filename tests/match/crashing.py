"""A writer in a process of its own that does a fixed list of steps and can be killed.

What step comes next is known from the ledger alone, so a writer that starts again goes
on where the dead one was.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from brokersql.match import Ledger, LedgerView, Record
from brokersql.match.faultpoint import POINTS, VARIABLE, reached
from brokersql.match.store.files import Files
from brokersql.match.store.layout import MANIFEST
from brokersql.match.store.ledger import Means
from tests.match import processes
from tests.match.disks import Unsynced
from tests.match.tiny import TinyMatcher, jobs, pilots, started

SEGMENT_BYTES = 4000


@dataclass(frozen=True)
class Writing:
    """What a writer does: `n_steps` records in all, with draws by `seed`."""

    folder: Path
    seed: int
    n_steps: int
    is_synced: bool = False

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

    def counts(self) -> dict[str, int]:
        """Write in this process; return how often each fault point was reached."""
        reached.clear()
        os.environ[VARIABLE] = f"{POINTS[0]}:0"
        try:
            self.write()
        finally:
            del os.environ[VARIABLE]
        return dict(reached)

    def last_acked(self) -> int:
        """Return the number of the last acknowledged record."""
        if not self.acked.exists():
            return 0
        return max(map(int, self.acked.read_text().split()), default=0)

    def records(self) -> list[Record]:
        """Return all records of the state, having compared all checksums."""
        return [stored.record for stored in LedgerView.open(self.folder).checked()]

    def kept(self, expected: list[Record], before: int = 0) -> int:
        """Return how many records a writer left behind that found so many.

        What it acknowledged is kept, and at most one record beyond that.
        """
        if not (least := max(before, self.last_acked())):
            return 0
        found = self.records()
        assert found == expected[: len(found)]
        assert least <= len(found) <= least + 1
        return len(found)

    def write(self, means: Means | None = None) -> None:
        """Do the steps that are not done yet, and note each when it is acknowledged."""
        files = Files() if self.is_synced else Unsynced()
        means = means or Means(files, segment_bytes=SEGMENT_BYTES)
        acked = os.open(self.acked, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        if (self.folder / MANIFEST).exists():
            matcher = TinyMatcher(Ledger.open(self.folder, means), self.seed)
        else:
            matcher = started(self.folder, 20, means)
            matcher.seed = self.seed
        with matcher.ledger as ledger:
            os.write(acked, f"{ledger.head.seq}\n".encode())
            while ledger.head.seq < self.n_steps:
                _step(matcher, ledger.head.seq + 1)
                os.write(acked, f"{ledger.head.seq}\n".encode())
                if ledger.head.seq % 6 == 0:
                    matcher.checkpoint()
        os.close(acked)


def _step(matcher: TinyMatcher, seq: int) -> None:
    if seq % 5 == 0:
        matcher.add(jobs(range(100 * seq, 100 * seq + 4)))
    elif seq % 7 == 0:
        matcher.requeue([min(matcher.matched)])
    else:
        matcher.match(pilots([f"p{seq}.{n}" for n in range(1 + seq % 3)]))


def _write(writing: Writing, fault: str) -> None:
    if fault:
        os.environ[VARIABLE] = fault
    writing.write()
