"""Cycles of one policy over one snapshot, which is loaded once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from brokersql.core.database import Database
from brokersql.cycle import FinishedCycle, LoadedSnapshot, Options, run_cycle
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot


def in_turn(
    snapshot: Snapshot, policy: str, choices: Iterable[Options]
) -> Iterator[FinishedCycle]:
    """Yield a cycle for each choice; it is gone when the next one is asked for.

    A cycle that asks another policy, or is about some tasks, changes the tables of the
    snapshot: it loads them for itself.
    """
    asks = load_policy(policy).asks is not None
    loaded = None
    for each in choices:
        if asks or each.tasks:
            yield run_cycle(snapshot, policy, each)
            continue
        if loaded is None:
            database = Database.open(threads=each.n_threads)
            report = snapshot.load_into(database)
            loaded = LoadedSnapshot(snapshot, report, database)
        cycle = run_cycle(loaded, policy, each)
        yield cycle
        cycle.database.use_schemas(("main",))
        cycle.database.run(f"drop schema {cycle.policy} cascade")
    if loaded is not None:
        loaded.database.close()
