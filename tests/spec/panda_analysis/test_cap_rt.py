"""-cap_rt: defined+activated+assigned+starting > 2 x max(20, running)."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_queued_jobs(spec: Spec) -> None:
    """Exactly twice as many pass; the running system never applies it (row 3)."""
    spec.check(
        queue="""
            queue_name
            A
            B
            C
            D
        """,
        task="""
            jedi_task_id | site
            1            |
            2            | B
        """,
        job_stats="""
            queue_name | job_status | n_jobs
            A          | activated  | 40
            B          | activated  | 20
            B          | starting   | 11
            B          | defined    | 5
            B          | assigned   | 5
            C          | activated  | 60
            C          | running    | 30
            D          | activated  | 61
            D          | running    | 30
        """,
        expected=both(
            page={
                (1, 0, "B"): "41 queued > 2 x max(20, 0 running)",
                (1, 0, "D"): "61 queued > 2 x max(20, 30 running)",
            },
            asrun={},
        ),
    )
