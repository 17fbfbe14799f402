"""DIRAC matching against durable state: single matches, batches, task queues.

    python -m bench.dirac [--jobs N] [--sets N] [--singles N] [--batch N]

A million jobs wait in some 6,000 task queues; then as many in five times as many task
queues. Goals: one durable match p50 3 ms and p95 6 ms, at most three times that with
30,000 task queues; 4,000 matches a second in a batch; task queues of all jobs in 3 s,
all priorities in 0.3 s. CPU seconds stand beside, for a machine that others use too.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pyarrow as pa

from brokersql.compiler import compile_policy
from brokersql.cycle import Options, make_facts
from brokersql.cycle.needs import needed
from brokersql.database import Database
from brokersql.match.state import State
from brokersql.policy import load_policy
from brokersql.resources import sql_root
from brokersql.snapshot import Snapshot, contract

SEED = 1
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
    database.run((sql_root() / "generate" / "draws.sql").read_text(encoding="utf-8"))
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
    wanted = needed(program.facts, ["task_queue_priority"])

    def prioritise() -> None:
        for each in wanted:
            if not database.has(each.name):
                database.run(each.sql)

    found = spent(prioritise)
    database.close()
    return queues, found


def report(n_sets: int, chosen: argparse.Namespace) -> list[str]:
    """Return the measurements of a world as rows of a table."""
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
            batch = spent(lambda: state.match(pilots.slice(0, chosen.batch)))
            singles = [
                spent(lambda at=at: state.match(pilots.slice(at, 1)))
                for at in range(chosen.batch, chosen.batch + chosen.singles)
            ]
    lines = [
        _row(n_queues, "task queues of all jobs, s", queues, 1),
        _row(n_queues, "all priorities, s", priorities, 1),
        _row(n_queues, "batch, ms per match", batch, chosen.batch / 1000),
    ]
    for name, part in (("p50", 0.5), ("p95", 0.95)):
        walls = sorted(each.wall for each in singles)
        cpus = sorted(each.cpu for each in singles)
        at = int(len(singles) * part)
        found = Spent(walls[at], cpus[at])
        lines.append(_row(n_queues, f"one match {name}, ms", found, 0.001))
    return lines


def _row(n_queues: int, name: str, found: Spent, unit: float) -> str:
    cells = (
        f"{n_queues:,}",
        name,
        f"{found.wall / unit:.2f}",
        f"{found.cpu / unit:.2f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1_000_000)
    parser.add_argument("--sets", type=int, default=6_000)
    parser.add_argument("--singles", type=int, default=1_000)
    parser.add_argument("--batch", type=int, default=10_000)
    chosen = parser.parse_args()
    print("| task queues | what | wall | CPU |\n|---|---|---|---|")
    for n_sets in (chosen.sets, MANY * chosen.sets):
        print("\n".join(report(n_sets, chosen)), flush=True)


if __name__ == "__main__":
    main()
