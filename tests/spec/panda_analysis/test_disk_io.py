"""-diskIO: the running jobs of the queue and this task both exceed a limit."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_limit_of_the_queue_or_the_default(spec: Spec) -> None:
    """D42: the running system divides the need by the cores of the queue, exactly."""
    spec.check(
        queue="queue_name: A | B | C | D, max_disk_io: 500 | | 400 | 400, "
        "core_count: 1 | 1 | 1 | 8",
        task="""
            jedi_task_id | disk_io | core_count
            1            | 501     | 1
            2            | 400     | 1
            3            |         | 1
            4            | 3201    | 8
            5            | 3200    | 8
        """,
        job_stats="queue_name: A | B | C | D, n_jobs: 10, "
        "disk_io_avg: 500 | 500 | 401 | 401",
        parameters={"MAX_DISKIO_DEFAULT": 500},
        expected=both(
            page={(1, "C"), (1, "D"), (4, "C"), (4, "D"), (5, "C"), (5, "D")},
            asrun={(1, "C"), (1, "D"), (4, "C"), (4, "D"), (5, "C")},
        ),
    )
