"""How often what is drawn: the worked examples of spec/dirac.md 8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.conformance.dirac_scenario import Row, play
from tests.match.chi_square import p_value
from tests.match.sampling import sample

N = 4000
ALPHA = 1e-5
PILOT: Row = {"seq": 1, "setup": "S", "cpu_time": 300000}


def jobs(priorities: Sequence[int], **fields: object) -> list[Row]:
    """Return jobs 1, 2, … with these user priorities."""
    common: Row = {"owner": "ann", "owner_group": "g", "setup": "S", "cpu_time": 100}
    return [
        {**common, **fields, "job_id": job_id, "user_priority": priority}
        for job_id, priority in enumerate(priorities, 1)
    ]


def owned(shares: Sequence[float]) -> dict[str, list[Row]]:
    """Return a job for each of some groups with these shares."""
    groups = [{"group_name": f"g{n}", "job_share": s} for n, s in enumerate(shares)]
    mine = [
        {**job, "owner_group": f"g{n}"} for n, job in enumerate(jobs([1] * len(shares)))
    ]
    return {"dirac_group": groups, "dirac_job": mine}


def drawn_jobs(
    tables: Mapping[str, list[Row]], profile: str = "page", **settings: str
) -> Mapping[int, int]:
    """Return how often each job is drawn from the same world."""
    world = {**tables, "dirac_pilot": [PILOT]}
    found = play(world, profile, recalc="per_cycle", **settings)
    return sample(found, {1: N})[1][1]


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([2.0, 1.0], {1: 0.75, 2: 0.25}),  # E4
        ([1.0, 2.0, 3.0], {1: 7 / 54, 2: 8 / 27, 3: 31 / 54}),  # E5
    ],
)
def test_the_least_random_number_by_priority_wins(
    shares: Sequence[float], expected: Mapping[int, float]
) -> None:
    counts = drawn_jobs(owned(shares))
    assert p_value(counts, expected) > ALPHA


def test_only_the_highest_cpu_time_is_drawn_from() -> None:
    """A queue of less CPU time waits, whatever its priority; `modern` ignores it."""
    world = owned([1.0, 1e6])
    world["dirac_job"][0]["cpu_time"] = 5001
    assert drawn_jobs(world) == {1: N}
    assert drawn_jobs(world, "modern")[2] > N / 2


def test_a_user_priority_is_drawn_by_all_its_jobs() -> None:
    six = {1: 0.04378, 2: 0.04378, 3: 0.25777, 4: 0.65466}  # E6
    counts = drawn_jobs({"dirac_job": jobs([1, 1, 5, 9])})
    assert p_value(counts, {key: p / 0.99999 for key, p in six.items()}) > ALPHA
    counts = drawn_jobs({"dirac_job": jobs([1] * 9 + [9])})  # E8
    nine = sum(n for job_id, n in counts.items() if job_id == 10)
    assert p_value({"9": nine, "1": N - nine}, {"9": 0.62285, "1": 0.37715}) > ALPHA


def test_urgent_and_background_jobs() -> None:
    """Priorities of 10 and more weigh alike, those of 0 next to nothing (E9, D14)."""
    counts = drawn_jobs({"dirac_job": jobs([0, 1, 9, 10, 25])})
    assert set(counts) == {4, 5}
    assert p_value(counts, {4: 0.5, 5: 0.5}) > ALPHA
    raw = drawn_jobs({"dirac_job": jobs([10, 25])}, use_real_priority="false")
    assert p_value(raw, {1: 0.2, 2: 0.8}) > ALPHA
    assert drawn_jobs({"dirac_job": jobs([0, 1])}) == {2: N}


@pytest.mark.parametrize(("profile", "window"), [("page", 10), ("modern", 50)])
def test_one_of_the_oldest_jobs_is_taken(profile: str, window: int) -> None:
    """E7: the first ten by job id, each as often as the other; fifty in `modern`."""
    counts = drawn_jobs({"dirac_job": jobs([1] * 80)}, profile)
    assert set(counts) == set(range(1, window + 1))
    assert p_value(counts, dict.fromkeys(counts, 1 / window)) > ALPHA
