"""How many pilots to submit for each task queue, and to which pool."""

from __future__ import annotations

import math

from tests.match.reference import uniform
from tests.spec.check import Spec

SHARES = "group_name: a | b, job_share: 300 | 100"


def jobs(*types: str) -> str:
    """Return ten jobs of group a, 5000 s, and ten of b, 300000 s."""
    rows = [
        f"{10 * at + n} | {group} | {cpu} | {types[at]}"
        for at, (group, cpu) in enumerate([("a", 5000), ("b", 300000)])
        for n in range(10)
    ]
    return "\n".join(["job_id | owner_group | cpu_time | pilot_types", *rows])


def by_poisson(mean: float, u: float, most: int) -> int:
    """Return the number whose part of Poisson's law u falls into, at most so many."""
    total = 0.0
    for n in range(most):
        total += math.exp(n * math.log(mean) - mean - math.lgamma(n + 1))
        if u <= total:
            return n
    return most


def test_the_worked_example(spec: Spec) -> None:
    """Priorities 300 and 100: means 1250 and 10, at most 16 each. One kind of jobs is
    not private, so generic pilots are sent beside."""
    drawn = by_poisson(10.0, uniform("1/spec/2"), 16)
    assert 0 < drawn < 16
    spec.check_fact(
        "pilot_submission",
        ["n_jobs", "cpu_time", "n_expected", "n_most", "n_pilots", "is_generic"],
        profile="page",
        parameters={"seed": 1},
        dirac_job=jobs("", "[private]"),
        dirac_group=SHARES,
        expected={
            (1,): (10, 5000, 1250.0, 16, 16, True),
            (2,): (10, 300000, 10.0, 16, drawn, False),
            (None,): (10, 300000, 40.0, 40, 40, True),
        },
    )


def test_the_draw_follows_the_law(spec: Spec) -> None:
    """Every seed draws anew; no generic pilots where all jobs are private."""
    for seed in range(2, 6):
        spec.check_fact(
            "pilot_submission",
            "n_pilots",
            profile="page",
            parameters={"seed": seed},
            dirac_job=jobs("[private]", "[private]"),
            dirac_group=SHARES,
            expected={1: 16, 2: by_poisson(10.0, uniform(f"{seed}/spec/2"), 16)},
        )


def test_parts_of_a_pilot_are_none(spec: Spec) -> None:
    """Of 40.9 generic pilots expected at most 40 are sent."""
    spec.check_fact(
        "pilot_submission",
        ["n_expected", "n_most", "n_pilots"],
        profile="page",
        parameters={"pilots_per_iteration": 40.9},
        dirac_job="job_id: 1, cpu_time: 300000",
        expected={1: (40.9, 5, 5), None: (40.9, 40, 40)},
    )


def test_without_any_priority_nothing_is_submitted(spec: Spec) -> None:
    """Neither for a task queue nor of the generic kind."""
    spec.check_fact(
        "pilot_submission",
        ["n_expected", "n_pilots"],
        profile="page",
        dirac_group="group_name: user, job_share: 0",
        expected={1: (None, 0)},
    )
