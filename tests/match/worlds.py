"""Random worlds of DIRAC jobs and pilots, small and contended."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pyarrow.parquet as pq

from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.cycle.matching import BlockMatcher, limit_facts, priority_facts
from brokersql.snapshot import Snapshot
from tests.conformance.dirac_scenario import NOW, table

Row = dict[str, object]
World = Mapping[str, list[Row]]

_SITES = ("A", "B", "C")
_RUNNING: Row = {"job_id": 99, "status": "Running"}


def random_world(seed: int, n_jobs: int = 150, n_pilots: int = 130) -> World:
    """Return the tables of a world; some pilots ask for one job, some names recur."""
    dice = random.Random(seed)
    jobs = [_job(dice, number) for number in range(n_jobs)]
    pilots = [_pilot(dice, number) for number in range(n_pilots)]
    for pilot in dice.sample(pilots, min(4, n_pilots)):
        pilot["job_id"] = dice.choice(jobs)["job_id"]
    return {
        "dirac_group": [
            {"group_name": "prod", "job_share": 3000.0, "job_sharing": True},
            {"group_name": "user", "job_share": 1000.0},
        ],
        "dirac_job": jobs,
        "dirac_pilot": pilots,
    }


def snapshot_of(world: World) -> Snapshot:
    """Return a world as a snapshot."""
    rows = {"snapshot": [{"snapshot_id": "s", "vo": "lhcb", "snapshot_time": NOW}]}
    tables = {name: table(name, each) for name, each in {**rows, **world}.items()}
    return Snapshot.open(tables)


def decide(world: World, profile: str, **settings: str) -> FinishedCycle:
    """Run the policy over a world."""
    options = Options(profile=profile, settings=settings, threads=1)
    return run_cycle(snapshot_of(world), "dirac", options)


def served_again(cycle: FinishedCycle) -> list[dict[str, object]]:
    """Return the answers when the requests of a finished cycle are served again."""
    program, policy = cycle.pairs.program, cycle.policy
    cycle.database.run("delete from match")
    schemas = (f"{policy}_choice", policy, "main")
    priorities, limits = priority_facts(program), limit_facts(program)
    choice = BlockMatcher(cycle.database, schemas, priorities, limits)
    choice.serve()
    choice.end()
    return cycle.table("match").to_pylist()


def _job(dice: random.Random, number: int) -> Row:
    return {
        "job_id": 3 * number + 1,
        "owner": dice.choice(["ann", "bob", "cat"]),
        "owner_group": dice.choice(["prod", "user"]),
        "setup": "S",
        "cpu_time": dice.choice([100, 4000, 40000, 250000]),
        "user_priority": dice.choice([1, 1, 1, 0, 3, 10]),
        "sites": _some(dice, 0.5),
        "banned_sites": _some(dice, 0.2),
    }


def _pilot(dice: random.Random, number: int) -> Row:
    return {
        "seq": 2 * number + 5,
        "pilot_id": f"pilot {number}",
        "setup": "S",
        "cpu_time": dice.choice([400, 5000, 60000, 300000, 300000]),
        "site": [dice.choice(_SITES)],
    }


def _some(dice: random.Random, fraction: float) -> list[str] | None:
    is_asked = dice.random() < fraction
    return dice.sample(_SITES, dice.randint(1, 2)) if is_asked else None


def written(folder: Path, n_jobs: int) -> Path:
    """Return a snapshot with so many jobs that any site takes, and one that runs."""
    folder.mkdir()
    world = random_world(2, n_jobs=n_jobs, n_pilots=0)
    world["dirac_job"].append({**world["dirac_job"][0], **_RUNNING})
    tables = {**world, "snapshot": [{"snapshot_id": "s", "snapshot_time": NOW}]}
    for name, rows in tables.items():
        pq.write_table(table(name, rows), folder / f"{name}.parquet")  # type: ignore
    return folder
