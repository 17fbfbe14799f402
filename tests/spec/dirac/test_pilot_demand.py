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


def first(seed: int, *pools: str) -> str:
    """Return the pool that comes first in the random order of task queue 1."""
    return min(pools, key=lambda pool: uniform(f"{seed}/spec/1/{pool}"))


def test_boost_and_most(spec: Spec) -> None:
    """Below 7200 s shorter is no better; one job is worth 1 + 4 pilots at most."""
    spec.check_fact(
        "pilot_demand",
        ["boost", "n_most", "grid_middlewares", "is_generic", "submit_pools"],
        profile="page",
        parameters={"default_submit_pools": ["grid"]},
        dirac_job=JOBS,
        expected={
            1: (1.0, 5, ["gLite"], False, ["p1", "p2", "p3"]),
            2: (6.0, 5, None, True, ["grid"]),
            3: (300000 / 7200, 5, None, True, ["p3"]),
        },
    )


def test_pools(spec: Spec) -> None:
    """Of its own pools or the usual ones, the first in random order that is enabled."""
    enabled = {"enabled_submit_pools": ["p1", "p2"]}
    for own, expected in (
        *(({"seed": n}, (first(n, "p1", "p2", "p3"), "grid", "p3")) for n in range(8)),
        ({"seed": 1, **enabled}, (first(1, "p1", "p2"), None, None)),
    ):
        spec.check_fact(
            "pilot_demand",
            "submit_pool",
            profile="page",
            parameters={"default_submit_pools": ["grid"], **own},
            dirac_job=JOBS,
            expected=dict(zip((1, 2, 3), expected, strict=True)),
        )


def test_pools_without_case(spec: Spec) -> None:
    """Names of parameters are compared as those of jobs are (spec/dirac.md 3, Case)."""
    spec.check_fact(
        "pilot_demand",
        ["submit_pools", "submit_pool"],
        profile="page",
        parameters={
            "collation": "nocase",
            "default_submit_pools": ["Grid"],
            "enabled_submit_pools": ["GRID", "P3"],
        },
        dirac_job=JOBS,
        expected={
            1: (["p1", "p2", "p3"], "p3"),
            2: (["grid"], "grid"),
            3: (["p3"], "p3"),
        },
    )
