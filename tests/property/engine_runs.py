"""Decisions of the engine in the shape in which the reference gives its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.snapshot import Snapshot
from tests.in_turn import in_turn
from tests.property.reference.world import World

Key = tuple[int, int]
PROFILES = ("page", "asrun")
#: Weight factors of the engine, by the names that the reference gives them.
FACTORS = {
    "basic": "load",
    "data": "data",
    "t1": "t1",
    "network": "network",
    "preference": "cpu_preference",
}


@dataclass(frozen=True, slots=True)
class Weighed:
    """A pair that got a weight."""

    weight: float
    criterion: str
    factors: Mapping[str, float]
    n_queued: int | None
    cap: int | None


@dataclass(slots=True)
class Found:
    """What the engine decided on a chunk; queues by name."""

    status: str
    criterion: str | None
    retry_s: int | None
    chosen: dict[str, float] = field(default_factory=dict[str, float])
    for_jumbo: dict[str, float] = field(default_factory=dict[str, float])
    weighed: dict[str, Weighed] = field(default_factory=dict[str, Weighed])
    reported: dict[str, str] = field(default_factory=dict[str, str])
    failing: dict[str, frozenset[str]] = field(
        default_factory=dict[str, frozenset[str]]
    )


def run(
    source: Mapping[str, pa.Table] | Path,
    profile: str,
    *,
    threads: int = 1,
    policy: str = "panda_job",
    settings: Mapping[str, str] | None = None,
) -> FinishedCycle:
    """Return a finished cycle over tables or a folder."""
    options = Options(profile=profile, threads=threads, settings=settings or {})
    return run_cycle(Snapshot.open(source), policy, options)


def runs(
    source: Mapping[str, pa.Table] | Path,
    profiles: Sequence[str] = ("page",),
    settings: Sequence[Mapping[str, str]] = ({},),
    *,
    threads: int = 1,
    policy: str = "panda_job",
) -> Iterator[FinishedCycle]:
    """Yield a cycle for each profile, and for each of some settings.

    The source is loaded once; a cycle is gone when the next one is asked for.
    """
    choices = [
        Options(profile, each, threads=threads)
        for profile in profiles
        for each in settings
    ]
    yield from in_turn(Snapshot.open(source), policy, choices)


class Reference(NamedTuple):
    """How a policy is compared: decisions of both sides, and their differences."""

    policy: str
    broker: Callable[[World, str], Mapping[Any, Any]]
    decisions: Callable[[FinishedCycle], Mapping[Any, Any]]
    differences: Callable[[Any, Any], list[str]]

    def check(self, source: Mapping[str, pa.Table] | Path, world: World) -> None:
        """Assert that engine and reference decide alike in each profile."""
        cycles = runs(source, PROFILES, policy=self.policy)
        for profile, cycle in zip(PROFILES, cycles, strict=True):
            expected, found = self.broker(world, profile), self.decisions(cycle)
            assert found.keys() == expected.keys(), profile
            notes = [
                f"{profile} {key} {note}"
                for key, outcome in expected.items()
                for note in self.differences(outcome, found[key])
            ]
            assert not notes, "\n".join(notes[:20])


def decisions(cycle: FinishedCycle) -> dict[Key, Found]:
    """Return what a cycle decided, by chunk."""
    found = {
        key(row): Found(row["status"], row["criterion"], row["retry_after_s"])
        for row in cycle.result.to_pylist()
    }
    for row in cycle.candidate.to_pylist():
        decision = found[key(row)]
        chosen = decision.for_jumbo if row["for_jumbo"] else decision.chosen
        chosen[row["queue_name"]] = row["weight"]
    for row in cycle.weighed.to_pylist():
        found[key(row)].weighed[row["queue_name"]] = Weighed(
            row["weight"],
            row["criterion"],
            {name: row[column] for name, column in FACTORS.items()},
            row["n_queued"],
            row["n_running_cap"],
        )
    for row in cycle.exclusion.to_pylist():
        found[key(row)].reported[row["queue_name"]] = row["criterion"]
    for (chunk, queue), criteria in failing(cycle).items():
        found[chunk].failing[queue] = criteria
    return found


def failing(cycle: FinishedCycle) -> dict[tuple[Key, str], frozenset[str]]:
    """Return all failing criteria of every pair that fails one."""
    bits = [
        (1 << row["bit"], row["criterion"])
        for row in cycle.criterion.to_pylist()
        if row["bit"] is not None
    ]
    known: dict[int, frozenset[str]] = {}
    pairs: dict[tuple[Key, str], frozenset[str]] = defaultdict(frozenset)
    for row in cycle.verdict.to_pylist():
        mask = row["reject_mask"]
        if mask not in known:
            known[mask] = frozenset(name for bit, name in bits if mask & bit)
        if mask:
            pairs[key(row), row["queue_name"]] = known[mask]
    return pairs


def key(row: Mapping[str, int]) -> Key:
    """Return the chunk of a row."""
    return row["jedi_task_id"], row["chunk_no"]
