"""What a pilot may draw from, and what of it takes part in the draw."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_the_highest_cpu_time(spec: Spec) -> None:
    """Of several task queues of the highest CPU time all; modern takes all (D2). The
    asked job (of pilot 2) leaves its task queue alone, which competes with nothing."""
    by_cpu, every = {1: False, 2: True, 3: True}, {1: True, 2: True, 3: True}
    asked = {(2, 1): True}
    spec.check_fact(
        "eligible",
        "is_top",
        dirac_job="job_id: 1 | 2 | 3, cpu_time: 400 | 4000 | 4000, "
        "platforms: | [a] | [b]",
        dirac_pilot="seq: 1 | 2, job_id: | 1",
        expected=by_profile({1: by_cpu, **asked}, modern={1: every, **asked}),
    )


def test_jobs_of_a_segment_meet(spec: Spec) -> None:
    """4000 and 4999 s are one task queue."""
    spec.check_fact(
        "eligible",
        ["cpu_time", "is_top"],
        profile="page",
        dirac_job="job_id: 1 | 2 | 3 | 4, cpu_time: 400 | 4000 | 4999 | 40000",
        expected={1: {1: (500, False), 2: (5000, False), 3: (50000, True)}},
    )
