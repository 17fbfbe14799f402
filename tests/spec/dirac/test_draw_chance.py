"""The chance of each task queue is that of the least RAND() / priority, exactly."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_two_to_one_is_three_quarters(spec: Spec) -> None:
    """Not two thirds: for p >= q the chance of q is q / 2p."""
    spec.check_fact(
        "draw_chance",
        "chance",
        dirac_job="job_id: 1 | 2, owner_group: a | b",
        dirac_group="group_name: a | b, job_share: 2000 | 1000",
        profile="page",
        expected={1: {1: 0.75, 2: 0.25}},
    )


def _first(own: float, one: float, other: float) -> float:
    """Return the integral over u of both others staying above."""
    end = min(1.0, own / max(own, one, other))
    a, b = one / own, other / own
    return end - (a + b) * end**2 / 2 + a * b * end**3 / 3


def test_one_two_three(spec: Spec) -> None:
    """7/54, 8/27 and 31/54; a share of 0 counts as the least priority."""
    one, two, least = 1000.0, 2000.0, 0.001
    none = _first(one, two, least), _first(two, one, least), _first(least, one, two)
    for share, chances in ((3000, (7 / 54, 8 / 27, 31 / 54)), (0, none)):
        spec.check_fact(
            "draw_chance",
            "chance",
            profile=None if share else "page",
            dirac_job="job_id: 1 | 2 | 3, owner_group: a | b | c",
            dirac_group=f"group_name: a | b | c, job_share: 1000 | 2000 | {share}",
            expected={1: dict(zip((1, 2, 3), chances, strict=True))},
        )


def test_lower_cpu_times_have_no_chance(spec: Spec) -> None:
    """All task queues take part in modern (D2)."""
    third = 1 / 3
    spec.check_fact(
        "draw_chance",
        "chance",
        dirac_job="job_id: 1 | 2 | 3, owner_group: a | b | c, "
        "cpu_time: 400 | 4000 | 4000",
        expected=by_profile(
            {1: {2: 0.5, 3: 0.5}}, modern={1: {1: third, 2: third, 3: third}}
        ),
    )
