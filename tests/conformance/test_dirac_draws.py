"""How often the recorded DIRAC engines drew which task queue and which job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.conformance.dirac_scenario import (
    APART,
    ENGINES,
    Scenario,
    is_sharing,
    merged,
    play,
    scenarios,
    settings,
    world,
)
from tests.match.chi_square import p_value
from tests.match.sampling import sample

ALPHA = 1e-5
MOST_COPIES, MOST_JOBS = 300, 12_000
#: They show behaviour that is not copied (spec/dirac.md 3.1).
QUIRKS = ("quirk",)

SCENARIOS = [
    scenario
    for scenario in scenarios("match")
    if not any(word in scenario["name"] for word in QUIRKS)
]
#: What is recorded of a pilot: how probable its task queues are, and its jobs.
Chances = tuple[Mapping[str, float] | None, Mapping[str, float] | None]


@pytest.mark.slow
@pytest.mark.parametrize("profile", ENGINES)
def test_dirac_choice_frequencies(profile: str) -> None:
    told = [each for each in SCENARIOS if _recorded(each, profile)]
    together = [each for each in told if is_sharing(each, profile)]
    worlds = [[each] for each in told if each not in together]
    found: dict[str, float] = {}
    for each in (together, *worlds) if together else worlds:
        found |= _p_values(each, profile)
    assert {name: p for name, p in found.items() if p < ALPHA} == {}
    assert len(found) >= 15


def _recorded(scenario: Scenario, profile: str) -> dict[str, Chances]:
    """Return what is recorded of the pilots of a scenario, if anything is."""
    facts = scenario["facts"].get(ENGINES[profile], {})
    known = {
        name: (
            pilot.get("tq_probability") or pilot.get("analytic_tq_probability"),
            pilot.get("job_probability"),
        )
        for name, pilot in facts.get("pilots", {}).items()
    }
    return known if any(map(any, known.values())) else {}


def _p_values(together: Sequence[Scenario], profile: str) -> dict[str, float]:
    """Return how well the draws of all pilots in one world fit what is recorded."""
    # 1. one world, in which each scenario has places of its own
    chosen = {**settings(together[0]), "recalc": "per_cycle"}
    database = play(merged([world(each) for each in together]), profile, **chosen)
    lowest = {
        int(str(tq_id)): int(str(job_id)) % APART
        for tq_id, job_id in database.rows("select tq_id, first_job_id from task_queue")
    }
    # 2. each pilot asks again and again
    asking = database.rows("select seq, pilot_id from dirac_pilot order by seq")
    pilots = [(int(str(seq)), str(name)) for seq, name in asking]
    queues, jobs = sample(
        database,
        {
            seq: min(MOST_COPIES, MOST_JOBS // len(together[seq // APART]["jobs"]))
            for seq, _ in pilots
        },
    )
    # 3. what it got, as often as recorded
    found: dict[str, float] = {}
    for seq, name in pilots:
        scenario = together[seq // APART]
        of_queues, of_jobs = _recorded(scenario, profile).get(name, (None, None))
        if of_queues and seq in queues:
            counts = {str(lowest[each]): n for each, n in queues[seq].items()}
            found[f"{scenario['name']} {name} queues"] = p_value(counts, of_queues)
        if of_jobs and seq in jobs:
            drawn = {str(each % APART): n for each, n in jobs[seq].items()}
            found[f"{scenario['name']} {name} jobs"] = p_value(drawn, of_jobs)
    return found
