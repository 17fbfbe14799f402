"""What pilot submission weighs of a task queue, and the pool that it is drawn to."""

from __future__ import annotations

from tests.match.reference import uniform
from tests.spec.check import Spec

JOBS = """
    job_id | submit_pools | grid_middlewares | cpu_time | pilot_types
    1      | [p2, p1, p3] | [gLite]          | 300000   | [private]
    2      |              |                  | 50000    |
    3      | [p3]         |                  | 5000     | [generic]
"""


def first(tq_id: int, *pools: str, seed: int = 1) -> str:
    """Return the pool that comes first in the random order of a task queue."""
    return min(pools, key=lambda pool: uniform(f"{seed}/spec/{tq_id}/{pool}"))


def test_boost_and_most(spec: Spec) -> None:
    """Below 7200 s shorter is no better; one job is worth 1 + 4 pilots at most."""
    spec.check_fact(
        "pilot_demand",
        ["boost", "n_most", "grid_middlewares", "is_generic"],
        profile="page",
        dirac_job=JOBS,
        expected={
            (1,): (1.0, 5, ["gLite"], False),
            (2,): (6.0, 5, None, True),
            (3,): (300000 / 7200, 5, None, True),
        },
    )


def test_pools(spec: Spec) -> None:
    """Of its own pools or the usual ones, the first in random order that is enabled."""
    usual = {"seed": 1, "default_submit_pools": ["grid"]}
    spec.check_fact(
        "pilot_demand",
        ["submit_pools", "submit_pool"],
        profile="page",
        parameters=usual,
        dirac_job=JOBS,
        expected={
            (1,): (["p1", "p2", "p3"], first(1, "p1", "p2", "p3")),
            (2,): (["grid"], "grid"),
            (3,): (["p3"], "p3"),
        },
    )
    for seed in range(2, 8):
        spec.check_fact(
            "pilot_demand",
            "submit_pool",
            profile="page",
            parameters={**usual, "seed": seed},
            dirac_job=JOBS,
            expected={
                (1,): first(1, "p1", "p2", "p3", seed=seed),
                **{(2,): "grid", (3,): "p3"},
            },
        )
    spec.check_fact(
        "pilot_demand",
        "submit_pool",
        profile="page",
        parameters={**usual, "enabled_submit_pools": ["p1", "p2"]},
        dirac_job=JOBS,
        expected={(1,): first(1, "p1", "p2"), (2,): None, (3,): None},
    )
