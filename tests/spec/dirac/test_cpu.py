"""-cpu: the CPU time of the task queue is at most that of the resource."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above(spec: Spec) -> None:
    """The segment counts, not the job: 10 s are 500 s; 300000 s hold all above."""
    spec.check(
        profile="page",
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5, cpu_time: 10 | 500 | 501 | 5001 | 300001",
        dirac_pilot="seq: 1 | 2 | 3 | 4, cpu_time: 499 | 500 | 49999 | 300000",
        expected={
            (1, 1): "needs 500 s > offered 499 s",
            (1, 2): "needs 5000 s > offered 499 s",
            (1, 3): "needs 50000 s > offered 499 s",
            (1, 4): "needs 300000 s > offered 499 s",
            (2, 2): "needs 5000 s > offered 500 s",
            (2, 3): "needs 50000 s > offered 500 s",
            (2, 4): "needs 300000 s > offered 500 s",
            (3, 3): "needs 50000 s > offered 49999 s",
            (3, 4): "needs 300000 s > offered 49999 s",
        },
    )


def test_segments_of_the_running_system(spec: Spec) -> None:
    """D1: thirteen segments; a list of one's own goes before where it rises."""
    usual = {2: "needs 1800 s > offered 1799 s", 3: "needs 1080000 s > offered 1799 s"}
    for own, expected in (
        ([], usual),
        ([1000, 2000], {2: "needs 2000 s > offered 1799 s"}),
        ([2000, 1000], usual),
    ):
        spec.check(
            profile="modern",
            parameters={"cpu_segments": own},
            dirac_job="job_id: 1 | 2 | 3, cpu_time: 360 | 361 | 1080001",
            dirac_pilot="cpu_time: 1799",
            expected={1: expected},
        )
