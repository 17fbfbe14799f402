"""Whole cycles over a drawn world, for what several rules decide together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.snapshot import Snapshot, contract
from tests.in_turn import in_turn
from tests.spec.stage import Stage, load, text_of
from tests.spec.world import NUCLEUS, drawn_queues


def decide(
    policy: str,
    profile: str,
    parameters: Mapping[str, object],
    drawn: Mapping[str, str],
    asker: str | None = None,
) -> FinishedCycle:
    """Run a policy over a world, or the one that asks it.

    The queue N is offline unless it is drawn.
    """
    snapshot = snapshot_of(policy, profile, parameters, drawn)
    return run_cycle(snapshot, asker or policy, _options(profile, parameters))


def decide_each(
    policy: str,
    choices: Sequence[tuple[str, Mapping[str, object]]],
    drawn: Mapping[str, str],
    tasks: Sequence[int] = (),
) -> Iterator[FinishedCycle]:
    """Yield the cycle of each profile with parameters, or some tasks of the world.

    The world is loaded once; a cycle is gone when the next one is asked for.
    """
    snapshot = snapshot_of(policy, *choices[0], drawn)
    options = [_options(*each, tasks) for each in choices]
    yield from in_turn(snapshot, policy, options)


def snapshot_of(
    policy: str,
    profile: str,
    parameters: Mapping[str, object],
    drawn: Mapping[str, str],
) -> Snapshot:
    """Return a drawn world as a snapshot."""
    stage = Stage(load(policy), profile, parameters, drawn)
    if NUCLEUS not in drawn_queues(drawn):
        for row in stage.world["queue"]:
            if row["queue_name"] == NUCLEUS:
                row["status"] = "offline"
    filled = [name for name in contract.tables() if stage.world.get(name)]
    return Snapshot.open({name: stage.table(name) for name in filled})


def _options(
    profile: str, parameters: Mapping[str, object], tasks: Sequence[int] = ()
) -> Options:
    settings = {name: text_of(value) for name, value in parameters.items()}
    return Options(profile=profile, settings=settings, tasks=tuple(tasks), threads=1)
