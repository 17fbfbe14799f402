"""-diskIO: a queue whose jobs exceed its disk I/O limit takes no more such jobs."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_both_the_queue_and_the_task_must_exceed_the_limit(spec: Spec) -> None:
    """A load or a need that equals the limit passes, and what is not known: a queue
    that runs nothing (D), or nothing known (E), a task that states no disk I/O."""
    spec.check(
        queue="queue_name: A | B | C | D | E, max_disk_io: 500",
        job_stats="queue_name: A | B | C | E, n_jobs: 1, "
        "disk_io_avg: 499 | 500 | 500.5 |",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, disk_io: 499 | 500 | 501 | 0 |",
        expected={(3, "C"): "average 500.5 kB/s per core > limit 500.0, task 501 kB/s"},
    )


def test_the_general_limit(spec: Spec) -> None:
    """It holds where a queue sets none or 0; a general limit of 0 is none as well."""
    for general_limit, expected in ((500, {"A", "B"}), (501, set[str]()), (0, set())):
        spec.check(
            queue="queue_name: A | B | C, max_disk_io: | 0 | 900",
            job_stats="queue_name: A | B | C, n_jobs: 1, disk_io_avg: 501",
            task="disk_io: 600",
            parameters={"MAX_DISKIO_DEFAULT": general_limit},
            expected=expected,
        )


def test_the_load_is_the_mean_over_running_jobs(spec: Spec) -> None:
    """Over all shares and VOs; a share without a value counts as 0. Jobs of other
    statuses do not count."""
    spec.check(
        queue="queue_name: A | B | C | D, max_disk_io: 500",
        job_stats="""
            queue_name | vo     | gshare  | job_status | n_jobs | disk_io_avg
            A          | atlas  | MC      | running    | 1      | 900
            A          | atlas  | Express | running    | 3      | 400
            B          | atlas  | MC      | running    | 1      | 400
            B          | atlas  | MC      | activated  | 9      | 900
            C          | atlas  | MC      | running    | 1      | 900
            C          | atlas  | Express | running    | 1      |
            D          | belle2 | MC      | running    | 1      | 501
        """,
        task="disk_io: 600",
        expected={
            "A": "average 525.0 kB/s per core > limit 500.0, task 600 kB/s",
            "D": "average 501.0 kB/s per core > limit 500.0, task 600 kB/s",
        },
    )


def test_tasks_of_several_cores(spec: Spec) -> None:
    """D42: as run, their need is shared by the cores of the queue, in whole kB/s. At
    queues of unknown cores (B, C) there is nothing to share by, so all of it counts.
    Pseudo queues share the load, limit and cores of their unified queue (U)."""
    every, small = {"B", "C"}, {"A", "B", "C", "U", "U/SCORE"}
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B | C | U, max_disk_io: 500, core_count: 8 | 0 | | 8, "
        "capability: | | | ucore",
        job_stats="queue_name: A | B | C | U, running: 10, disk_io_avg: 501",
        task="""
            jedi_task_id | core_count | disk_io
            1            | 8          | 4007
            2            | 8          | 4008
            3            | 1          | 501
            4            | 0          | 501
            5            |            | 501
            6            | 8          | 500
            7            | 8          | 501
        """,
        expected=both(
            page={1: small, 2: small, 3: small, 4: small, 5: small, 7: small},
            asrun={1: every, 2: small, 3: small, 4: small, 5: small, 7: every},
        ),
    )
