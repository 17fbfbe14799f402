"""How well draws from a recorded DIRAC world fit what its engines drew how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brokersql.core.database import Database
from tests.conformance.dirac_scenario import APART, ENGINES, Scenario, is_quirk
from tests.match.chi_square import p_value
from tests.match.sampling import sample

MOST_COPIES, MOST_JOBS = 300, 12_000

#: What is recorded of a pilot: how probable its task queues are, and its jobs.
Chances = tuple[Mapping[str, float] | None, Mapping[str, float] | None]


def recorded(scenario: Scenario, profile: str) -> dict[str, Chances]:
    """Return what is recorded of the pilots of a scenario, if anything is."""
    facts = scenario["facts"].get(ENGINES[profile], {})
    if scenario["kind"] != "match" or is_quirk(scenario):
        return {}
    known = {
        name: (
            pilot.get("tq_probability") or pilot.get("analytic_tq_probability"),
            pilot.get("job_probability"),
        )
        for name, pilot in facts.get("pilots", {}).items()
    }
    return known if any(map(any, known.values())) else {}


def drawing(scenario: Scenario, profile: str) -> list[str]:
    """Return whose task queues and whose jobs are recorded with their chances."""
    return [
        f"{name} {what}"
        for name, chances in recorded(scenario, profile).items()
        for what, known in zip(("queues", "jobs"), chances, strict=True)
        if known
    ]


def p_values(
    database: Database, together: Sequence[Scenario], profile: str
) -> list[dict[str, float]]:
    """Return how well the draws of each pilot fit, for each scenario of a world.

    The policy has decided there, with priorities of the cycle; each pilot asks again
    and again.
    """
    found: list[dict[str, float]] = [{} for _ in together]
    known = [recorded(each, profile) for each in together]
    # 1. who asks, and by which job its task queues are known
    asking = database.rows("select seq, pilot_id from dirac_pilot order by seq")
    pilots = [
        (int(str(seq)), str(name))
        for seq, name in asking
        if any(known[int(str(seq)) // APART].get(str(name), ()))
    ]
    if not pilots:
        return found
    lowest = {
        int(str(tq_id)): int(str(job_id)) % APART
        for tq_id, job_id in database.rows("select tq_id, first_job_id from task_queue")
    }
    n_jobs = [len(each["jobs"]) for each in together]
    # 2. what they get
    copies = {
        seq: min(MOST_COPIES, MOST_JOBS // n_jobs[seq // APART]) for seq, _ in pilots
    }
    queues, jobs = sample(database, copies)
    # 3. as often as it is recorded?
    for seq, name in pilots:
        of_queues, of_jobs = known[seq // APART][name]
        fits = found[seq // APART]
        if of_queues and seq in queues:
            counts = {str(lowest[each]): n for each, n in queues[seq].items()}
            fits[f"{name} queues"] = p_value(counts, of_queues)
        if of_jobs and seq in jobs:
            drawn = {str(each % APART): n for each, n in jobs[seq].items()}
            fits[f"{name} jobs"] = p_value(drawn, of_jobs)
    return found
