"""Jobs that cannot be queued are told with the reason; the others are queued."""

from __future__ import annotations

from tests.spec.check import Spec


def test_bad_data_refuse_the_job(spec: Spec) -> None:
    """A job without a status waits; 0 s of CPU time are a CPU time."""
    drawn = """
        job_id | cpu_time | owner | owner_group | status
        1      |          | ann   | user        |
        2      | 0        | ann   | user        | Waiting
        3      | 10       |       | user        |
        4      | 10       | ann   |             |
        5      | 10       | ann   | user        | Matched
    """
    spec.check_fact(
        "refused_job",
        "reason",
        dirac_job=drawn,
        expected={
            (1,): "no cpu_time",
            (3,): "no owner",
            (4,): "no owner_group",
            (5,): "status Matched is not Waiting",
        },
    )
    spec.check_fact("waiting_job", "tq_id", dirac_job=drawn, expected={(2,): 1})
