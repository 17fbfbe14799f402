"""A whole cycle over a drawn world, for what several rules decide together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brokersql.cycle import Cycle, Options, run_cycle
from brokersql.snapshot import Snapshot, contract
from tests.spec.stage import Stage, load, text_of
from tests.spec.world import NUCLEUS, drawn_queues


def decide(
    policy: str,
    profile: str,
    parameters: Mapping[str, object],
    drawn: Mapping[str, str],
    tasks: Sequence[int] = (),
) -> Cycle:
    """Run a policy over a world, or some tasks of it.

    The queue N is offline unless it is drawn.
    """
    stage = Stage(load(policy), profile, parameters, drawn)
    if NUCLEUS not in drawn_queues(drawn):
        for row in stage.world["queue"]:
            if row["queue_name"] == NUCLEUS:
                row["status"] = "offline"
    tables = {name: stage.table(name) for name in contract.tables()}
    settings = {name: text_of(value) for name, value in parameters.items()}
    options = Options(profile=profile, settings=settings, tasks=tuple(tasks), threads=1)
    return run_cycle(Snapshot.open(tables), policy, options)
