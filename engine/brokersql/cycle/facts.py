"""Facts on their own: made in a loaded database, without a cycle or after it."""

from __future__ import annotations

from collections.abc import Iterable

from brokersql.compiler import Fact, NamedSql, Program, compile_facts, compile_policy
from brokersql.cycle.needs import needed
from brokersql.cycle.options import Options
from brokersql.cycle.run import Cycle, parameters_in_force
from brokersql.cycle.stage import Ground
from brokersql.database import Database
from brokersql.policy import load_policy


def fact_names(policy: str) -> list[str]:
    """Return the names of all facts that a policy may read."""
    return [file.stem for file in load_policy(policy).facts]


def make_facts(
    database: Database, policy: str, options: Options, names: Iterable[str]
) -> str:
    """Return the schema of facts made, with all that they read, on a loaded snapshot.

    What only a cycle can make stays missing.

    Raises:
        UsageError: an unknown profile or parameter.
        CycleError: a fact failed on this data.
    """
    loaded = load_policy(policy)
    program = compile_policy(loaded)
    parameters, _ = parameters_in_force(database, policy, options)
    ground = Ground(database, program, parameters)
    ground.furnish()
    ground.make(program.macros)
    known = {fact.name for fact in program.facts}
    _make(ground, needed(program.facts, known & set(names)))
    _make(ground, compile_facts(loaded, set(names) - known))
    return program.policy


def add_facts(cycle: Cycle, names: Iterable[str]) -> None:
    """Make facts that no rule of a finished cycle reads, where they are not there yet.

    Raises:
        CycleError: a fact failed on this data.
    """
    missing = [name for name in names if not cycle.database.has(name)]
    if missing:
        policy = load_policy(cycle.policy_source)
        _make(cycle.stage, compile_facts(policy, missing))


def _make(ground: Ground[Program], facts: Iterable[Fact]) -> None:
    for fact in facts:
        if not ground.database.has(fact.name):
            ground.run([NamedSql(fact.name, fact.sql)])
