"""How often the recorded DIRAC engines drew which task queue and which job."""

from __future__ import annotations

import pytest

from tests.conformance.dirac_scenario import (
    ENGINES,
    Scenario,
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

CASES = [
    (scenario, profile)
    for scenario in scenarios("match")
    for profile, engine in ENGINES.items()
    if engine in scenario["facts"]
    and not any(word in scenario["name"] for word in QUIRKS)
]


@pytest.mark.slow
@pytest.mark.parametrize("profile", ENGINES)
def test_dirac_choice_frequencies(profile: str) -> None:
    off: dict[str, float] = {}
    n_checked = 0
    for scenario, _ in ((s, p) for s, p in CASES if p == profile):
        for pilot, found in _p_values(scenario, profile).items():
            n_checked += 1
            if found < ALPHA:
                off[f"{scenario['name']} {pilot}"] = found
    assert off == {}
    assert n_checked >= 15


def _p_values(scenario: Scenario, profile: str) -> dict[str, float]:
    facts = scenario["facts"][ENGINES[profile]]
    known = {
        name: (
            pilot.get("tq_probability") or pilot.get("analytic_tq_probability"),
            pilot.get("job_probability"),
        )
        for name, pilot in facts.get("pilots", {}).items()
    }
    if not any(queues or jobs for queues, jobs in known.values()):
        return {}
    chosen = {**settings(scenario), "recalc": "per_cycle"}
    database = play(world(scenario), profile, **chosen)
    names = {
        int(str(seq)): str(name)
        for seq, name in database.rows("select seq, pilot_id from dirac_pilot")
    }
    lowest = {
        int(str(tq_id)): str(job_id)
        for tq_id, job_id in database.rows("select tq_id, first_job_id from task_queue")
    }
    n_copies = min(MOST_COPIES, MOST_JOBS // len(scenario["jobs"]))
    queues, jobs = sample(database, n_copies)
    found: dict[str, float] = {}
    for seq, name in names.items():
        of_queues, of_jobs = known.get(name, (None, None))
        if of_queues and seq in queues:
            counts = {lowest[each]: n for each, n in queues[seq].items()}
            found[f"{name} queues"] = p_value(counts, of_queues)
        if of_jobs and seq in jobs:
            counts = {str(each): n for each, n in jobs[seq].items()}
            found[f"{name} jobs"] = p_value(counts, of_jobs)
    return found
