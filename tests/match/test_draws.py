"""How often what is drawn: the worked examples of spec/dirac.md 8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from tests.conformance.dirac_scenario import Row, play
from tests.match.chi_square import p_value
from tests.match.sampling import sample

N = 4000
ALPHA = 1e-5
#: Name -> profile and what else is set.
SETTINGS: Mapping[str, tuple[str, dict[str, str]]] = {
    "page": ("page", {}),
    "modern": ("modern", {}),
    "raw": ("page", {"use_real_priority": "false"}),
}


def jobs(priorities: Sequence[int]) -> list[Row]:
    """Return jobs with these user priorities."""
    common: Row = {"owner": "ann", "owner_group": "g", "setup": "S", "cpu_time": 100}
    return [{**common, "user_priority": each} for each in priorities]


def owned(*shares: float, **first: object) -> list[Row]:
    """Return a job for each of some groups with these shares, the first one changed."""
    found = [{**jobs([1])[0], "job_share": share} for share in shares]
    return [{**found[0], **first}, *found[1:]]


#: Name -> settings, jobs, and how often each is drawn, by its place.
EXAMPLES: Mapping[str, tuple[str, list[Row], Mapping[int, float]]] = {
    # the least random number by priority wins
    "E4": ("page", owned(2, 1), {1: 0.75, 2: 0.25}),
    "E5": ("page", owned(1, 2, 3), {1: 7 / 54, 2: 8 / 27, 3: 31 / 54}),
    # a queue of less CPU time waits, whatever its priority; `modern` ignores it
    "highest CPU time": ("page", owned(1, 1e6, cpu_time=5001), {1: 1}),
    "any CPU time": ("modern", owned(1, 1e6, cpu_time=5001), {2: 1}),
    # a user priority is drawn by all its jobs
    "E6": (
        "page",
        jobs([1, 1, 5, 9]),
        {1: 0.043785, 2: 0.043785, 3: 0.25777, 4: 0.65466},
    ),
    "E8": (
        "page",
        jobs([1] * 9 + [9]),
        {**dict.fromkeys(range(1, 10), 0.37715 / 9), 10: 0.62285},
    ),
    # priorities of 10 and more weigh alike, those of 0 next to nothing
    "E9, D14": ("page", jobs([0, 1, 9, 10, 25]), {4: 0.5, 5: 0.5}),
    "as they are": ("raw", jobs([10, 25]), {1: 0.2, 2: 0.8}),
    "background": ("page", jobs([0, 1]), {2: 1}),
    # E7: the first ten by job id, each as often as the other; fifty in `modern`
    "E7": ("page", jobs([1] * 80), dict.fromkeys(range(1, 11), 0.1)),
    "the first fifty": ("modern", jobs([1] * 80), dict.fromkeys(range(1, 51), 0.02)),
}


@cache
def drawn(settings: str) -> Mapping[str, Mapping[int, int]]:
    """Return how often each job is drawn: the examples are sites of one world."""
    profile, changes = SETTINGS[settings]
    world: dict[str, list[Row]] = {"dirac_group": [], "dirac_job": []}
    names = [name for name, example in EXAMPLES.items() if example[0] == settings]
    for number, name in enumerate(names):
        for place, job in enumerate(EXAMPLES[name][1], 1):
            row = {**job, "sites": [name], "job_id": 1000 * number + place}
            if share := row.pop("job_share", None):
                group = f"{name} {place}"
                row["owner_group"] = group
                world["dirac_group"].append({"group_name": group, "job_share": share})
            world["dirac_job"].append(row)
    world["dirac_pilot"] = [
        {"seq": seq, "setup": "S", "cpu_time": 300000, "site": [name]}
        for seq, name in enumerate(names)
    ]
    found = play(world, profile, recalc="per_cycle", **changes)
    counts = sample(found, dict.fromkeys(range(len(names)), N))[1]
    return {
        name: {job_id % 1000: n for job_id, n in counts[seq].items()}
        for seq, name in enumerate(names)
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_job_is_drawn_as_often_as_it_should_be(name: str) -> None:
    settings, _, expected = EXAMPLES[name]
    counts = drawn(settings)[name]
    assert sum(counts.values()) == N
    assert p_value(counts, expected) > ALPHA, counts
