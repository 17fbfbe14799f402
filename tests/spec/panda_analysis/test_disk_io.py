"""-diskIO: the running jobs of the queue and this task both exceed a limit."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_limit_of_the_queue_or_the_default(spec: Spec) -> None:
    """D42: the running system divides the need by the cores of the queue, exactly."""
    spec.check(
        queue="""
            queue_name | max_disk_io | core_count
            A          | 500         | 1
            B          |             | 1
            C          | 400         | 1
            D          | 400         | 8
        """,
        task="""
            jedi_task_id | disk_io | core_count
            1            | 501     | 1
            2            | 400     | 1
            3            |         | 1
            4            | 3201    | 8
            5            | 3200    | 8
        """,
        job_stats="""
            queue_name | n_jobs | disk_io_avg
            A          | 10     | 500
            B          | 10     | 500
            C          | 10     | 401
            D          | 10     | 401
        """,
        parameters={"MAX_DISKIO_DEFAULT": 500},
        expected=both(
            page={
                (1, 0, "C"),
                (1, 0, "D"),
                (4, 0, "C"),
                (4, 0, "D"),
                (5, 0, "C"),
                (5, 0, "D"),
            },
            asrun={(1, 0, "C"), (1, 0, "D"), (4, 0, "C"), (4, 0, "D"), (5, 0, "C")},
        ),
    )
