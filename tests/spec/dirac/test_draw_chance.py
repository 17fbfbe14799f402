"""The chance of each task queue is that of the least RAND() / priority, exactly."""

from __future__ import annotations

from tests.spec.check import Spec

TWO = "job_id: 1 | 2, owner_group: a | b"


def test_two_to_one_is_three_quarters(spec: Spec) -> None:
    """Not two thirds: for p >= q the chance of q is q / 2p."""
    spec.check_fact(
        "draw_chance",
        "chance",
        dirac_job=TWO,
        dirac_group="group_name: a | b, job_share: 2000 | 1000",
        profile="page",
        expected={(1, 1): 0.75, (1, 2): 0.25},
    )


def test_one_two_three(spec: Spec) -> None:
    """7/54, 8/27 and 31/54; a share of 0 counts as the least priority."""
    jobs = "job_id: 1 | 2 | 3, owner_group: a | b | c"
    shares = "group_name: a | b | c, job_share: 1000 | 2000 | {}"
    spec.check_fact(
        "draw_chance",
        "chance",
        dirac_job=jobs,
        dirac_group=shares.format(3000),
        expected={(1, 1): 7 / 54, (1, 2): 8 / 27, (1, 3): 31 / 54},
    )
    spec.check_fact(
        "draw_chance",
        "chance",
        profile="page",
        dirac_job=jobs,
        dirac_group=shares.format(0),
        expected={
            (1, 1): _first(1000.0, 2000.0, 0.001),
            (1, 2): _first(2000.0, 1000.0, 0.001),
            (1, 3): _first(0.001, 1000.0, 2000.0),
        },
    )


def _first(own: float, one: float, other: float) -> float:
    """Return the integral over u of both others staying above."""
    end = min(1.0, own / max(own, one, other))
    a, b = one / own, other / own
    return end - (a + b) * end**2 / 2 + a * b * end**3 / 3


def test_lower_cpu_times_have_no_chance(spec: Spec) -> None:
    """All task queues take part in modern (D2)."""
    jobs = "job_id: 1 | 2 | 3, cpu_time: 400 | 4000 | 4000, owner_group: a | b | c"
    spec.check_fact(
        "draw_chance",
        "chance",
        profile="page",
        dirac_job=jobs,
        expected={(1, 2): 0.5, (1, 3): 0.5},
    )
    third = 1 / 3
    spec.check_fact(
        "draw_chance",
        "chance",
        profile="modern",
        dirac_job=jobs,
        expected={(1, 1): third, (1, 2): third, (1, 3): third},
    )
