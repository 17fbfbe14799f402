"""A NULL in any column that may hold one stops no cycle, and is decided by the rules.

The worlds hold rows of every snapshot table. The columns that may be NULL are those of
the data model itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

from brokersql.core.database import Database
from brokersql.core.sql_files import fixture_root
from brokersql.policy import load_policy, shipped_policies
from brokersql.snapshot import Snapshot, contract
from brokersql.snapshot.generate import generate
from tests.property import test_analysis_reference as analysis
from tests.property import test_engine_reference as jobs
from tests.property import test_task_reference as tasks
from tests.property.analysis_worlds import merged_analysis_world
from tests.property.engine_runs import Reference, runs
from tests.property.merged_worlds import merged_world
from tests.property.reference.analysis import broker_analysis
from tests.property.reference.world import world_of
from tests.property.world_parts.dice import NOW, Row
from tests.property.worlds import waiting_world
from tests.typed_rows import TYPES, typed

Tables = Mapping[str, pa.Table]
Pick = Callable[[int], Sequence[int]]
#: Asked by the task brokerage, never run by itself.
ASKED = {load_policy(name).asks for name in shipped_policies()}
PLAYED = sorted({*shipped_policies()} - ASKED)
#: Random worlds that are decided together.
SEEDS = range(1000, 1018)
#: Without NULLs where decisions are compared: a snapshot of no vo has no waiting tasks,
#: and a task of no recorded draw gets one from the engine.
KEPT = ("snapshot", "recorded_draw")


#: What makes the worlds of a policy, and how its decisions are compared.
REFERENCES: Mapping[str, tuple[Callable[[range], Tables], Reference]] = {
    "panda_job": (merged_world, jobs.REFERENCE),
    "panda_task": (partial(merged_world, make=waiting_world), tasks.REFERENCE),
    "panda_analysis": (
        merged_analysis_world,
        Reference(
            *("panda_analysis", broker_analysis),
            *(analysis.decisions, analysis.differences),
        ),
    ),
}


def nullable(table: contract.Table) -> list[str]:
    """Return the columns of a snapshot table that may be NULL."""
    needed = {*table.key, "snapshot_time"} - {*table.nullable_key}
    return [each.name for each in table.columns if each.name not in needed]


def with_nulls(world: Tables, pick: Pick) -> dict[str, pa.Table]:
    """Return a world with NULL in every column that may be, in the rows picked."""
    made: dict[str, pa.Table] = {}
    for name, table in world.items():
        rows = table.to_pylist()
        for column in nullable(contract.tables()[name]):
            for place in pick(len(rows)):
                rows[place][column] = None
        made[name] = typed(name, rows)
    return made


def some(dice: Random) -> Pick:
    """Return what picks a twentieth of the rows, one at least."""
    return lambda n: dice.sample(range(n), min(n, 1 + n // 20))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Give rows of every table: generated ones, else those of the demo, else made."""
    folder = tmp_path_factory.mktemp("generated")
    generate(folder, "S", 7)
    found: dict[str, pa.Table] = {}
    for source in (folder, fixture_root() / "demo"):
        found = {**tables_of(source), **found}
    lacking = contract.tables().keys() - found.keys()
    return {**found, **{name: typed(name, [made(name)]) for name in lacking}}


def tables_of(source: Path) -> Tables:
    """Return the tables of a snapshot that have rows."""
    database = Database.open()
    Snapshot.open(source).load_into(database)
    found = {name: database.table(f'from "{name}"') for name in contract.tables()}
    return {name: table for name, table in found.items() if table.num_rows}


def made(name: str) -> Row:
    """Return a row of a table of which neither world has one."""
    values = {"BIGINT": 1, "DOUBLE": 1.0, "BOOLEAN": True, "TIMESTAMP": NOW}
    types = contract.tables()[name].column_types
    assert {*types.values()} <= TYPES.keys()
    return {
        column: ["x"] if kind.endswith("[]") else values.get(kind, "1")
        for column, kind in types.items()
    }


@pytest.mark.parametrize(
    ("policy", "pick"),
    [
        *(pytest.param(it, range, id=f"all-{it}") for it in PLAYED),
        *(
            pytest.param(it, some(Random(1)), id=f"some-{it}")
            for it in PLAYED
            if it not in REFERENCES
        ),
    ],
)
def test_a_cycle_completes(policy: str, pick: Pick, world: Tables) -> None:
    """With some NULLs those of the other policies are compared below."""
    profiles = load_policy(policy).profiles
    for cycle in runs(with_nulls(world, pick), profiles, policy=policy):
        assert {name: cycle.table(name) for name in cycle.program.results}


@pytest.mark.parametrize("policy", REFERENCES)
def test_a_policy_decides_as_its_reference(policy: str) -> None:
    """Several worlds of a policy as one, with NULL in some rows."""
    make, reference = REFERENCES[policy]
    world = make(SEEDS)
    kept = {name: world[name] for name in KEPT if name in world}
    tables = {**with_nulls(world, some(Random(1))), **kept}
    reference.check(tables, world_of(tables))
