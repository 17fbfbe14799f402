"""Replays a history of hourly snapshots: 230 queues and 50 tasks in each.

    python -m bench.replay [--cycles N] [--history FOLDER] [--year] [--record]

A year is what it says, 8,760 snapshots, but of `--cycles` different contents, which
come again and again under other times: each of them is loaded and decided anew. With
--record a section is added to bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from statistics import median

from bench.__main__ import record
from brokersql.cycle import Options, run_cycle
from brokersql.replay import DaskWorkers, one_by_one
from brokersql.replay import replay as decide
from brokersql.replay import run as plans
from brokersql.replay.run import Workers
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import generate
from brokersql.snapshot.history import History

PRESET, N_TASKS, SEED, POLICY = "M", 50, 7, "panda_job"
HOURS_OF_A_YEAR = 8760
GOAL_S = 300
#: Snapshots of a block, small and large: two points give the cost of a block itself.
SIZES = (10, 110)
#: Blocks that two workers share, each as large as those of a year.
N_BLOCKS = 10
TOLD = f"""`python -m bench.replay`: preset {PRESET}, {N_TASKS} tasks in each snapshot,
policy {POLICY}, profile page, `--verdict none`; seconds of processor time where nothing
else is said."""
LEAN = Options(verdict="none", threads=1)


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time: of a cycle alone, of one in a block, and of a block itself."""

    alone_s: float
    together_s: float
    block_s: float

    @property
    def planning_share(self) -> float:
        """Return the part of a cycle alone that a block has only once."""
        return self.block_s / self.alone_s


def again(history: History, n_snapshots: int) -> History:
    """Return a history as long as is asked for, of the same contents."""
    own = history.snapshots
    length = own[-1].snapshot_time - own[0].snapshot_time + timedelta(hours=1)
    found = [
        replace(
            own[number % len(own)],
            snapshot_id=f"hour-{number:05d}",
            snapshot_time=own[number % len(own)].snapshot_time
            + (number // len(own)) * length,
        )
        for number in range(n_snapshots)
    ]
    return History(history.folder, tuple(found))


def spent_s(history: History, out: Path) -> float:
    """Return the processor time of a replay in this process."""
    start = time.process_time()
    decide(history, out, POLICY, LEAN)
    return time.process_time() - start


def cost(history: History, folder: Path) -> Cost:
    """Return what cycles cost alone and together."""
    alone: list[float] = []
    for each in history.snapshots[:5]:
        start = time.process_time()
        run_cycle(Snapshot.open(history.folder / each.folder), POLICY, LEAN)
        alone.append(time.process_time() - start)
    decide(again(history, 1), folder / "warm", POLICY, LEAN)
    few, many = (
        median(spent_s(again(history, n), folder / f"{n}-{turn}") for turn in range(3))
        for n in SIZES
    )
    together = (many - few) / (SIZES[1] - SIZES[0])
    return Cost(median(alone[1:]), together, few - SIZES[0] * together)


def lasted_s(history: History, out: Path, workers: Workers) -> float:
    """Return how long a replay takes."""
    start = time.perf_counter()
    decide(history, out, POLICY, LEAN, workers=workers)
    return time.perf_counter() - start


def speed_up(history: History, folder: Path, n_workers: int = 2) -> tuple[float, bool]:
    """Return how much faster several workers are than one, starting them included.

    And whether they wrote the same bytes.
    """
    one, several = folder / "one", folder / "several"
    alone = lasted_s(history, one, one_by_one)
    spread = lasted_s(history, several, DaskWorkers(n_workers))
    return alone / spread, content(one) == content(several)


def content(out: Path) -> dict[str, str]:
    """Return the digest of each file of a replay."""
    files = (file for file in out.rglob("*") if file.is_file())
    return {
        str(file.relative_to(out)): sha256(file.read_bytes()).hexdigest()
        for file in files
    }


def report(history: History, folder: Path, is_year: bool) -> list[str]:
    """Return the lines of a section of bench/RESULTS.md."""
    told = cost(history, folder)
    lines = [
        f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        f"alone: {told.alone_s:.3f} s a cycle",
        f"together: {told.together_s:.3f} s a cycle, {told.block_s:.2f} s a block "
        f"(planning: {told.planning_share:.0%} of a cycle alone)",
        f"ratio: {told.alone_s / told.together_s:.1f}",
    ]
    first, *_ = plans.blocks(again(history, plans.MOST_SNAPSHOTS))
    n_snapshots = N_BLOCKS * len(first.snapshots)
    times, is_same = speed_up(again(history, n_snapshots), folder)
    same = "the same bytes" if is_same else "OTHER BYTES"
    lines.append(f"two workers: {times:.2f} times one over {n_snapshots}, {same}")
    if is_year:
        year = again(history, HOURS_OF_A_YEAR)
        seconds = lasted_s(year, folder / "year", DaskWorkers(os.cpu_count() or 1))
        n_cores = os.cpu_count()
        lines.append(f"a year: {seconds:.0f} s on {n_cores} cores (goal {GOAL_S} s)")
    return lines


def main() -> None:
    """Measure, print, and record where that is asked for."""
    parser = argparse.ArgumentParser(description="Replays a history.")
    parser.add_argument("--cycles", type=int, default=240)
    parser.add_argument("--history", type=Path)
    parser.add_argument("--year", action="store_true")
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.history or Path(scratch) / "history"
        if not folder.exists():
            generate(folder, PRESET, SEED, given.cycles, tasks=N_TASKS)
        history = History.open(folder)
        text = "\n".join(
            f"- {line}" for line in report(history, Path(scratch), given.year)
        )
    print(text)
    if given.record:
        head = f"## {date.today().isoformat()}, replay of hourly snapshots"
        record(f"{head}\n\n{TOLD}\n\n{text}")


if __name__ == "__main__":
    main()
