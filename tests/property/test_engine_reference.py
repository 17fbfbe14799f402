"""The engine and the plain-Python reference decide alike on random worlds.

Two descriptions of one specification, one in SQL files and one in Python, by different
hands. Sets of chosen queues are compared by their weights where the tenth and the
eleventh weigh the same: who of them is chosen is a matter of ties.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from tests.property.engine_runs import Found, Reference, decisions
from tests.property.merged_worlds import merged_world
from tests.property.reference.brokerage import Outcome, broker
from tests.property.reference.world import world_of

WORLDS_PER_CYCLE = 12
FIRST_SEEDS = range(0, 120, WORLDS_PER_CYCLE)
OUTSIDE = "-not_candidate"
JUMBO = "+usejumbo"


@pytest.mark.parametrize("first", FIRST_SEEDS)
def test_engine_decides_as_the_reference(first: int) -> None:
    world = merged_world(range(first, first + WORLDS_PER_CYCLE))
    REFERENCE.check(world, world_of(world))


def differences(outcome: Outcome, found: Found) -> list[str]:
    """Return where a decision is not that of the reference."""
    minutes = outcome.retry_minutes
    told = (outcome.status, outcome.criterion, minutes and 60 * minutes)
    notes = []
    if told != (found.status, found.criterion, found.retry_s):
        status = (found.status, found.criterion, found.retry_s)
        notes.append(f"status: {status} instead of {told}")
    if outcome.criterion == "-incomplete_input":
        return notes
    return [
        *notes,
        *weighed_notes(outcome, found),
        *chosen_notes(outcome, found),
        *reason_notes(outcome, found),
    ]


def weighed_notes(outcome: Outcome, found: Found) -> list[str]:
    """Return the queues whose weight, factors or counters differ."""
    notes = []
    if outcome.weighed.keys() != found.weighed.keys():
        notes.append(
            f"weighed: {sorted(found.weighed)} instead of {sorted(outcome.weighed)}"
        )
    for name in outcome.weighed.keys() & found.weighed.keys():
        weight, _, factors = outcome.weighed[name]
        row = found.weighed[name]
        if not same(weight, row.weight):
            notes.append(f"{name} weight: {row.weight} instead of {weight}")
        notes += [
            f"{name} factor {factor}: {row.factors[factor]} instead of {value}"
            for factor, value in factors.items()
            if not same(value, row.factors[factor])
        ]
        _, n_queued, cap = outcome.counters[name]
        if (n_queued, cap) != (row.n_queued, row.cap):
            counters = (row.n_queued, row.cap)
            notes.append(f"{name} counters: {counters} instead of {(n_queued, cap)}")
    return notes


def chosen_notes(outcome: Outcome, found: Found) -> list[str]:
    """Return how the choice and the outcomes of weighed queues differ."""
    want = {row.queue: row.weight for row in outcome.candidates}
    if is_tied(outcome):
        left, right = sorted(want.values()), sorted(found.chosen.values())
        if len(left) != len(right) or not all(map(same, left, right)):
            return [f"chosen weights: {right} instead of {left}"]
        return []
    notes = []
    if not same_weights(want, found.chosen):
        notes.append(f"chosen: {found.chosen} instead of {want}")
    apart = {
        row.queue: row.weight
        for row in outcome.jumbo_candidates
        if row.queue not in want and outcome.weighed[row.queue][1] == JUMBO
    }
    if outcome.status == "assigned" and not same_weights(apart, found.for_jumbo):
        notes.append(f"for jumbo: {found.for_jumbo} instead of {apart}")
    notes += [
        f"{name}: {found.weighed[name].criterion} instead of {row[1]}"
        for name, row in outcome.weighed.items()
        if name in found.weighed and found.weighed[name].criterion != row[1]
    ]
    return notes


def reason_notes(outcome: Outcome, found: Found) -> list[str]:
    """Return the queues whose reported or failing criteria differ."""
    notes = []
    for name, (reported, failing) in outcome.rejected.items():
        if found.reported.get(name) != reported:
            told = found.reported.get(name)
            notes.append(f"{name} reported: {told} instead of {reported}")
        mine = found.failing.get(name, frozenset())
        if reported == OUTSIDE:
            continue
        if mine != set(failing):
            notes.append(f"{name} failing: {sorted(mine)} instead of {failing}")
    for name in found.reported.keys() - outcome.rejected.keys():
        told = found.reported[name]
        if name not in outcome.weighed and told != OUTSIDE:
            notes.append(f"{name} reported: {told} instead of nothing")
    return notes


def is_tied(outcome: Outcome) -> bool:
    """Tell whether the last chosen queue weighs as much as the first that is not."""
    chosen = {row.queue for row in outcome.candidates}
    losers = [
        row[0]
        for name, row in outcome.weighed.items()
        if name not in chosen and row[1] in ("-low_weight", "-others_bootstrap")
    ]
    return any(
        same(row.weight, weight) for row in outcome.candidates for weight in losers
    )


def same_weights(left: Mapping[str, float], right: Mapping[str, float]) -> bool:
    """Tell whether the same queues have the same weights."""
    return left.keys() == right.keys() and all(
        same(left[name], right[name]) for name in left
    )


def same(left: float, right: float) -> bool:
    """Tell whether two weights are equal up to rounding."""
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)


REFERENCE = Reference("panda_job", broker, decisions, differences)
