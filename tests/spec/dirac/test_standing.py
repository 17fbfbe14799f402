"""How many task queues a pilot may draw from, and why there is none."""

from __future__ import annotations

from tests.spec.check import Spec


def test_reasons(spec: Spec) -> None:
    """A refused request tells its own reason, as does one that asks for one job."""
    spec.check_cycle(
        "standing",
        ["seq"],
        ["n_eligible", "n_top", "criterion", "reason"],
        profile="page",
        dirac_job="job_id: 1 | 2, cpu_time: 400 | 4000",
        dirac_pilot="""
            seq | cpu_time | site | job_id
            1   | 5000     |      |
            2   | 400      |      |
            3   |          |      |
            4   | 5000     | [X]  |
            5   | 500      |      | 1
            6   | 500      |      | 2
            7   | 5000     |      | 9
            8   | 400      |      | 1
        """,
        dirac_site_mask="site: X, status: Banned",
        expected={
            1: (2, 1, None, None),
            2: (0, 0, "-no_eligible_queue", "no task queue fits"),
            3: (0, 0, "-no_cpu_time", "the request says no cpu_time"),
            4: (0, 0, "-masked_site", "site masked and no CE"),
            5: (1, 1, None, None),
            6: (0, 0, "-job_id", "job 2 is in task queue 2"),
            7: (0, 0, "-job_id", "job 9 does not wait"),
            8: (0, 0, "-no_eligible_queue", "no task queue fits"),
        },
    )
