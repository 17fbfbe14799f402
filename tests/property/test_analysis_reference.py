"""The engine and the plain-Python reference of analysis decide alike on random worlds.

Chosen queues are compared by their weights where the tenth and the eleventh weigh the
same: who of them is chosen is a matter of ties.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from brokersql.cycle import FinishedCycle, Options
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot
from tests.in_turn import in_turn
from tests.property.analysis_worlds import merged_analysis_world, random_analysis_world
from tests.property.engine_runs import Key, key
from tests.property.reference.analysis import AnalysisOutcome, broker_analysis
from tests.property.reference.analysis_rank import Ranked
from tests.property.reference.world import world_of

WORLDS_PER_CYCLE = 12
FIRST_SEEDS = range(0, 60, WORLDS_PER_CYCLE)
PROFILES = ("page", "asrun")
#: Profiles with settings of the worlds by turns: on the page there are the weight of
#: today and the one that it announces, which asrun has.
CHOICES = (
    (("page", {}), ("asrun", {})),
    (("page", {"basic_weight": "new"}), ("asrun", {})),
)
POLICY = "panda_analysis"
OUTSIDE = "-not_candidate"
#: What may become of one of the best queues.
WITHIN = ("+use", "-below_min_weight", "-fileunavailable")
#: What only a defect of a rule or of the data leads to.
DEFECT = "-bad_weight"
#: Why a queue is left out for now; its weight says nothing then.
TEMPORARY = ("-closed", "-cap_rt", "-badsite")
#: A queue in a round.
Place = tuple[int, str]


@dataclass(slots=True)
class Found:
    """What the engine decided on a chunk."""

    told: tuple[str, str | None, int | None]
    chosen: dict[str, float] = field(default_factory=dict[str, float])
    weighed: dict[str, dict[str, float]] = field(
        default_factory=dict[str, dict[str, float]]
    )
    outcome: dict[str, str] = field(default_factory=dict[str, str])
    reported: dict[Place, str] = field(default_factory=dict[Place, str])
    failing: dict[Place, frozenset[str]] = field(
        default_factory=dict[Place, frozenset[str]]
    )


def decisions(cycle: FinishedCycle) -> Mapping[Key, Found]:
    """Return what a cycle decided, by chunk."""
    found = {
        key(row): Found((row["status"], row["criterion"], row["retry_after_s"]))
        for row in cycle.result.to_pylist()
    }
    bits: dict[int, str] = {
        row["bit"]: row["criterion"]
        for row in cycle.criterion.to_pylist()
        if row["bit"] is not None
    }
    for row in cycle.candidate.to_pylist():
        found[key(row)].chosen[row["queue_name"]] = row["weight"]
    for row in cycle.weighed.to_pylist():
        decision = found[key(row)]
        names = ("weight", "basic", "data")
        decision.weighed[row["queue_name"]] = {name: row[name] for name in names}
        decision.outcome[row["queue_name"]] = row["criterion"]
    for row in cycle.exclusion.to_pylist():
        place = row["round"], row["queue_name"]
        found[key(row)].reported[place] = row["criterion"]
    for row in cycle.verdict.to_pylist():
        mask, place = row["reject_mask"], (row["round"], row["queue_name"])
        found[key(row)].failing[place] = frozenset(
            name for bit, name in bits.items() if mask >> bit & 1
        )
    return found


def test_random_worlds_reach_every_criterion() -> None:
    reached: set[str | None] = set()
    for seed in range(150):
        world = world_of(random_analysis_world(seed))
        for profile in PROFILES:
            for outcome in broker_analysis(world, profile).values():
                reached.add(outcome.criterion)
                reached.update(row.criterion for row in outcome.weighed.values())
                for failing in outcome.rounds.values():
                    reached.update(*failing.values())
    policy = load_policy(POLICY)
    rules = (*policy.gates, *policy.filters, *policy.set_rules, *policy.caps)
    criteria = {rule.header.text("criterion") for rule in rules}
    assert criteria - reached == {DEFECT}


@pytest.mark.parametrize("first", FIRST_SEEDS)
def test_engine_decides_as_the_reference(first: int) -> None:
    seeds = range(first, first + WORLDS_PER_CYCLE)
    world = merged_analysis_world(seeds)
    plain = world_of(world)
    choices = CHOICES[first // WORLDS_PER_CYCLE % 2]
    options = [Options(*choice, threads=1) for choice in choices]
    cycles = in_turn(Snapshot.open(world), POLICY, options)
    for (profile, settings), cycle in zip(choices, cycles, strict=True):
        expected = broker_analysis(plain, profile, settings)
        found = decisions(cycle)
        assert found.keys() == expected.keys()
        notes = [
            f"{profile} {settings} {key} {note}"
            for key, outcome in expected.items()
            for note in differences(outcome, found[key])
        ]
        assert not notes, "\n".join(notes[:20])


def differences(outcome: AnalysisOutcome, found: Found) -> list[str]:
    """Return where a decision is not that of the reference."""
    minutes = outcome.retry_minutes
    told = (outcome.status, outcome.criterion, minutes and 60 * minutes)
    notes = [] if told == found.told else [f"status: {found.told} instead of {told}"]
    if outcome.rounds:
        notes += reason_notes(outcome, found)
        notes += weighed_notes(outcome, found)
    return notes


def reason_notes(outcome: AnalysisOutcome, found: Found) -> list[str]:
    """Return the queues whose reported or failing criteria differ in a round."""
    notes = []
    want = {
        (number, name): criteria
        for number, failing in outcome.rounds.items()
        for name, criteria in failing.items()
    }
    for place in want.keys() | found.reported.keys():
        criteria = want.get(place, [None])
        told = found.reported.get(place)
        if place not in want and told in (OUTSIDE, found.outcome.get(place[1])):
            continue  # no candidate at all, or a weighed queue that is not chosen
        if told != criteria[0]:
            notes.append(f"{place} reported: {told} instead of {criteria[0]}")
        all_told = found.failing.get(place, frozenset())
        if criteria[0] != OUTSIDE and all_told != set(criteria):
            notes.append(f"{place} failing: {sorted(all_told)} instead of {criteria}")
    return notes


def weighed_notes(outcome: AnalysisOutcome, found: Found) -> list[str]:
    """Return how weights, their factors, outcomes and the choice differ."""
    want = {
        name: {"weight": row.weight, **row.factors}
        for name, row in outcome.weighed.items()
    }
    notes = []
    if want.keys() != found.weighed.keys():
        notes.append(f"weighed: {sorted(found.weighed)} instead of {sorted(want)}")
    for name in want.keys() & found.weighed.keys():
        row = found.weighed[name]
        if outcome.weighed[name].criterion in TEMPORARY:
            continue
        notes += [
            f"{name} {factor}: {row[factor]} instead of {value}"
            for factor, value in want[name].items()
            if not same(value, row[factor])
        ]
    if is_tied(outcome):
        left = sorted(row.weight for row in outcome.weighed.values() if is_within(row))
        right = sorted(
            row["weight"]
            for name, row in found.weighed.items()
            if found.outcome[name] in WITHIN
        )
        if len(left) != len(right) or not all(map(same, left, right)):
            notes.append(f"weights before the cut: {right} instead of {left}")
        return notes
    if outcome.chosen.keys() != found.chosen.keys():
        chosen = sorted(outcome.chosen)
        notes.append(f"chosen: {sorted(found.chosen)} instead of {chosen}")
    return notes + [
        f"{name}: {found.outcome.get(name)} instead of {row.criterion}"
        for name, row in outcome.weighed.items()
        if found.outcome.get(name) != row.criterion
    ]


def is_within(row: Ranked) -> bool:
    """Tell whether a weighed queue is among the best."""
    return row.criterion in WITHIN


def is_tied(outcome: AnalysisOutcome) -> bool:
    """Tell whether a queue that is cut weighs as much as one of the best."""
    rows = outcome.weighed.values()
    cut = [row.weight for row in rows if row.criterion == "-low_weight"]
    best = [row.weight for row in rows if is_within(row)]
    return any(same(left, right) for left in best for right in cut)


def same(left: float, right: float) -> bool:
    """Tell whether two weights are equal up to rounding."""
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)
