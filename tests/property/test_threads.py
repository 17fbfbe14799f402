"""The same bytes on any number of threads, and no engine fault that a user sees.

The recorded worlds, where they are at hand, the demo, and worlds cut out of them: some
tasks and some queues, by a seed. `make test` decides a sample, `make test-long` all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from brokersql.core.sql_files import fixture_root
from brokersql.cycle import FinishedCycle, Options, run_cycle, write_run
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot
from tests.conformance.recorded import FOLDER, panda_cases
from tests.match.worlds import random_world, snapshot_of
from tests.property.merged_worlds import merged_world

World = Mapping[str, pa.Table]

#: Policies by the kind of recorded world that they decide about.
KINDS = {
    "prod": ("panda_job", "panda_job_legacy"),
    "task": ("panda_task",),
    "anal": ("panda_analysis",),
}
#: Policies that have no recorded world, or need none, decide about the demo.
DEMO = fixture_root() / "demo"
N_SUB_WORLDS = 300
SAMPLE = 5
#: How many threads decide a world: of the sample, and of a sweep.
FEW, THREADS = (1, 4), (1, 2, 4)


def profiles(policy: str) -> tuple[str, ...]:
    """Return the profiles of a policy."""
    return tuple(load_policy(policy).profiles)


def worlds() -> Iterator[tuple[Path, str]]:
    """Yield the folders of all worlds at hand, each with a policy for it."""
    for policy in ("panda_job", "panda_task", "panda_analysis", "panda_timeout"):
        yield DEMO, policy
    yield DEMO, "dirac"
    for kind, policies in KINDS.items():
        for case in panda_cases(kind, [FOLDER]):
            yield from ((case, policy) for policy in policies)


def decided(
    source: Snapshot, policy: str, profile: str, n_threads: int
) -> FinishedCycle:
    """Return a cycle that met no engine fault."""
    options = Options(profile=profile, threads=n_threads, seed=7)
    cycle = run_cycle(source, policy, options)
    assert cycle.database.faults == ()
    return cycle


def tables(cycle: FinishedCycle) -> dict[str, bytes]:
    """Return every result table as the bytes of its file."""
    with TemporaryDirectory() as folder:
        files = write_run([cycle], Path(folder))
        return {f.name: f.read_bytes() for f in files if f.suffix == ".parquet"}


def check(
    source: Snapshot, policy: str, profile: str, threads: Sequence[int] = THREADS
) -> None:
    """Compare the tables that so many threads make, one after the other."""
    expected: dict[str, bytes] = {}
    for n_threads in threads:
        cycle = decided(source, policy, profile, n_threads)
        found = tables(cycle)
        cycle.database.close()
        expected = expected or found
        differing = [name for name in expected if expected[name] != found[name]]
        assert not differing, f"{policy} {profile}, {n_threads} threads: {differing}"


@cache
def whole(folder: Path | None) -> World:
    """Return the tables of a recorded world; without one those of random worlds."""
    if folder is None:
        return merged_world(range(500, 512))
    return {file.stem: pq.read_table(file) for file in folder.glob("*.parquet")}


def cut(world: World, dice: random.Random) -> World:
    """Return a world of some of the tasks and some of the queues of another one."""
    tasks = world["task"]["jedi_task_id"].to_pylist()
    queues = sorted(map(str, world["queue"]["queue_name"].to_pylist()))
    kept = {
        "task": (
            "jedi_task_id",
            dice.sample(tasks, dice.randint(1, len(tasks))),
        ),
        "queue": (
            "queue_name",
            dice.sample(queues, dice.randint(max(1, len(queues) // 3), len(queues))),
        ),
    }
    made = dict(world)
    for name, (key, values) in kept.items():
        for each, table in made.items():
            if key in table.column_names and (each == name or key == "jedi_task_id"):
                column = table.schema.field(key).type
                found = pc.is_in(table[key], pa.array(values, column))
                made[each] = table.filter(found)
    return made


def sub_world(number: int) -> tuple[World, str, str]:
    """Return a world cut out of another one, with a policy and a profile."""
    dice = random.Random(number)
    recorded = [each for each in worlds() if each[0] != DEMO]
    folder, policy = (recorded or [(None, "panda_job")])[number % len(recorded or [0])]
    profile = dice.choice(profiles(policy))
    return cut(whole(folder), dice), policy, profile


@pytest.mark.parametrize("number", range(SAMPLE))
def test_some_sub_worlds(number: int) -> None:
    world, policy, profile = sub_world(number * 19)
    check(Snapshot.open(world), policy, profile, FEW)


@pytest.mark.long
@pytest.mark.parametrize("number", range(N_SUB_WORLDS))
def test_all_sub_worlds(number: int) -> None:
    world, policy, profile = sub_world(number)
    check(Snapshot.open(world), policy, profile)


@pytest.mark.long
@pytest.mark.parametrize(
    ("folder", "policy"), list(worlds()), ids=lambda each: Path(each).name
)
def test_all_worlds_ten_times(folder: Path, policy: str) -> None:
    for profile in profiles(policy):
        check(Snapshot.open(folder), policy, profile, THREADS * 10)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_worlds_of_dirac(seed: int) -> None:
    for profile in profiles("dirac"):
        check(snapshot_of(random_world(seed)), "dirac", profile)
