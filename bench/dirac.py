"""DIRAC matching against durable state: single matches, batches, task queues.

    python -m bench.dirac [--jobs N] [--sets N] [--singles N] [--batch N] [--repeat N]
                          [--preferred] [--record] [--machine TEXT]

A million jobs wait in some 6,000 task queues; then as many in five times as many task
queues. Seconds of the processor stand beside, for a machine that others use too. With
--preferred the matches are made before all else that the machine does (real-time
priority, which root may have). With --record a section is added to bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from statistics import median

import pyarrow as pa

from bench.__main__ import default_machine, record
from bench.measure import exponent
from brokersql.compiler import compile_policy
from brokersql.core.database import Database
from brokersql.core.sql_files import sql_root
from brokersql.cycle import Options, make_facts
from brokersql.cycle.plan import needed_facts
from brokersql.match.state import State
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot, contract

SEED = 1
GOALS = {
    "task queues of all jobs, s": 3,
    "all priorities, s": 0.3,
    "batch, ms per match": 0.25,
    "one match p50, ms": 3,
    "one match p95, ms": 6,
}
MANY = 5
#: Pilots that ask before anything is measured, so that few kinds of them are new.
WARM = 20_000
WORLD = Path(__file__).parent / "dirac_world"
#: The page's identity of task queues, and tags.
FIELDS = (
    '["setup","sites","grid_ces","grid_middlewares","banned_sites","platforms","tags"]'
)
SNAPSHOT = {
    "snapshot_id": "bench",
    "snapshot_time": datetime(2025, 10, 14, 12),
    "vo": "lhcb",
    "schema_version": 1,
    "source": "bench.dirac",
    "random_seed": SEED,
}


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds on the clock and of the processor."""

    wall: float
    cpu: float

    def times(self, factor: float) -> Spent:
        """Return them in another unit, or of one of several."""
        return Spent(self.wall * factor, self.cpu * factor)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a world of so many task queues takes, by name."""

    n_queues: int
    found: Mapping[str, Spent]

    @property
    def p50(self) -> float:
        """Return the usual latency of one match, ms."""
        return self.found["one match p50, ms"].wall


@contextmanager
def before_others() -> Generator[None]:
    """Let this thread run whenever it can, as it would on a machine of its own."""
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def spent(work: Callable[[], object]) -> Spent:
    """Return what a piece of work takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - wall, time.process_time() - cpu)


def make_world(n_jobs: int, n_sets: int, n_pilots: int) -> dict[str, pa.Table]:
    """Return the tables of a world of so many jobs in so many sets of requirements."""
    database = Database.open()
    database.run(contract.schema())
    sizes = {"n_jobs": n_jobs, "n_sets": n_sets, "n_pilots": n_pilots}
    settings = {"seed": SEED, "cycle": 0, **sizes}
    database.set_variables({name: str(value) for name, value in settings.items()})
    database.run(
        (sql_root() / "snapshot" / "generate" / "draws.sql").read_text(encoding="utf-8")
    )
    for name in ("places", "sets", "jobs"):
        database.run((WORLD / f"{name}.sql").read_text(encoding="utf-8"))
    names = ("dirac_group", "dirac_job")
    tables = {name: database.table(f"from {name}") for name in names}
    tables["dirac_pilot"] = database.table("from dirac_pilot order by seq")
    database.close()
    return {**tables, "snapshot": pa.Table.from_pylist([SNAPSHOT])}


def facts(tables: Mapping[str, pa.Table], options: Options) -> tuple[Spent, Spent]:
    """Return what task queues of all jobs take, and what all priorities take."""
    database = Database.open()
    Snapshot.open(tables).load_into(database, partial=True)
    names = ("task_queue", "waiting_job", "job_class")
    queues = spent(lambda: make_facts(database, "dirac", options, names))
    program = compile_policy(load_policy("dirac"))
    wanted = needed_facts(program.facts, ["task_queue_priority"])

    def prioritise() -> None:
        for each in wanted:
            if not database.has(each.name):
                database.run(each.sql)

    found = spent(prioritise)
    database.close()
    return queues, found


def measure(n_sets: int, chosen: argparse.Namespace) -> Measured:
    """Return what a world of so many sets of requirements takes."""
    n_pilots = chosen.batch + chosen.singles + WARM
    tables = make_world(chosen.jobs, n_sets, n_pilots)
    options = Options(settings={"identity_fields": FIELDS}, seed=SEED)
    queues, priorities = facts(tables, options)
    pilots = tables.pop("dirac_pilot")
    with tempfile.TemporaryDirectory() as scratch:
        folder, snapshot = Path(scratch) / "state", Snapshot.open(tables)
        with State.create(folder, snapshot, options) as state:
            n_queues = state.n_waiting[1]
            state.match(pilots.slice(chosen.batch + chosen.singles))
            with before_others() if chosen.preferred else nullcontext():
                batch = spent(lambda: state.match(pilots.slice(0, chosen.batch)))
                singles = [
                    spent(lambda at=at: state.match(pilots.slice(at, 1)))
                    for at in range(chosen.batch, chosen.batch + chosen.singles)
                ]
    found = {
        "task queues of all jobs, s": queues,
        "all priorities, s": priorities,
        "batch, ms per match": batch.times(1000 / chosen.batch),
        "one match p50, ms": part(singles, 0.5).times(1000),
        "one match p95, ms": part(singles, 0.95).times(1000),
    }
    return Measured(n_queues, found)


def part(singles: Sequence[Spent], share: float) -> Spent:
    """Return what such a share of some pieces of work takes at most."""
    at = int(len(singles) * share)
    walls, cpus = (
        [getattr(each, name) for each in singles] for name in ("wall", "cpu")
    )
    return Spent(sorted(walls)[at], sorted(cpus)[at])


def medians(runs: Sequence[Measured]) -> Measured:
    """Return what is usual among several measurements of one world."""
    found = {
        name: Spent(
            median(run.found[name].wall for run in runs),
            median(run.found[name].cpu for run in runs),
        )
        for name in runs[0].found
    }
    return Measured(runs[0].n_queues, found)


def table(worlds: Sequence[Measured]) -> list[str]:
    """Return the measurements of worlds, on the clock and of the processor."""
    counts = [f"{each.n_queues:,} task queues | processor" for each in worlds]
    lines = [f"| what | goal | {' | '.join(counts)} |", f"|{'---|' * 6}"]
    for name, goal in GOALS.items():
        cells = (
            f"{each.found[name].wall:.2f} | {each.found[name].cpu:.2f}"
            for each in worlds
        )
        lines.append(f"| {name} | {goal} | {' | '.join(cells)} |")
    return lines


def growth(worlds: Sequence[Measured]) -> list[str]:
    """Return by which power each measurement grows with the task queues."""
    sizes = [each.n_queues for each in worlds]
    return [
        f"{name.rpartition(', ')[0]} "
        f"{exponent(sizes, [each.found[name].wall for each in worlds]):.2f}"
        for name in GOALS
    ]


def section(worlds: Sequence[Measured], chosen: argparse.Namespace, load: float) -> str:
    """Return a section of bench/RESULTS.md; `load` is that of the machine before."""
    ratio = worlds[1].p50 / worlds[0].p50
    told = (
        f"{chosen.machine}, load {load:.1f} before and {os.getloadavg()[0]:.1f} after. "
        f"`python -m bench.dirac`: {chosen.jobs:,} waiting jobs;",
        f"a batch of {chosen.batch:,} pilots, then {chosen.singles:,} one by one, each "
        "durable before it is answered. Medians of",
        f"{chosen.repeat} runs, on the clock and of the processor"
        f"{', with real-time priority' if chosen.preferred else ''}.",
    )
    lines = (
        *(f"## {date.today().isoformat()}, DIRAC matching", "", *told, ""),
        *(*table(worlds), ""),
        f"p50 with many task queues: {ratio:.1f} times that with few (goal 3).",
        f"Exponents over task queues: {', '.join(growth(worlds))}.",
    )
    return "\n".join(lines)


def main() -> None:
    """Print the measurements, and record them where that is asked for."""
    parser = argparse.ArgumentParser(description="DIRAC matching.")
    parser.add_argument("--jobs", type=int, default=1_000_000)
    parser.add_argument("--sets", type=int, default=6_000)
    parser.add_argument("--singles", type=int, default=1_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--preferred", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--machine", default=default_machine())
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    worlds = [
        medians([measure(n_sets, chosen) for _ in range(chosen.repeat)])
        for n_sets in (chosen.sets, MANY * chosen.sets)
    ]
    text = section(worlds, chosen, load)
    print(text)
    if chosen.record:
        record(text)


if __name__ == "__main__":
    main()
