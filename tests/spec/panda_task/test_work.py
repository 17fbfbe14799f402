"""The weight is divided by max(rwOffset, RW), the work that the nucleus has to do."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.drawing import with_columns
from tests.spec.panda_task.data import nuclei


def test_the_offset(spec: Spec) -> None:
    """D7: below 50 the page divides by 50 and the running system by 1."""
    above = {(1, 0, "C"): 1 / 50, (1, 0, "D"): 1 / 51, (1, 0, "E"): 1 / 2e9}
    spec.check(
        queue=nuclei("A", "B", "C", "D", "E", "F"),
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            B       | managed           | MC     | 500              | 49.9
            C       | managed           | MC     | 500              | 50
            D       | managed           | MC     | 500              | 51
            E       | managed           | MC     | 500              | 2000000000
            F       | managed           | MC     | 500              |
        """,
        expected=both(
            page={**above, **{(1, 0, name): 1 / 50 for name in "ABF"}},
            asrun={**above, **{(1, 0, name): 1.0 for name in "ABF"}},
        ),
    )
    spec.check(
        queue=nuclei("A", "B"),
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            A       | managed           | MC     | 500              | 39
            B       | managed           | MC     | 500              | 40
        """,
        parameters={"rw_offset": 40},
        expected=both(
            page={(1, 0, "A"): 1 / 40, (1, 0, "B"): 1 / 40},
            asrun={(1, 0, "A"): 1.0, (1, 0, "B"): 1 / 40},
        ),
    )
    spec.check(
        queue=nuclei("A"),
        parameters={"rw_offset": 0.5},
        expected=both(page={(1, 0, "A"): 2.0}, asrun={(1, 0, "A"): 1.0}),
    )


def test_which_work_counts(spec: Spec) -> None:
    """V51: all work of the task's label on the page, whatever its priority and share.

    As run (spec 2.2) that of the task's global share, or of its resource queue. Work of
    a resource queue does not count for the share; queue 4 is none, so tasks and work
    that name it belong to their share. A task without a priority counts all work.
    """
    numbers = range(1, 10)
    spec.check(
        queue=nuclei("A", "B"),
        work_queue="""
            queue_id | queue_name | queue_function
            3        | Special    | Resource
            3        | Special    | Resource
            4        | Other      | Other
        """,
        nucleus_rw=with_columns(
            """
            prod_source_label | gshare | workqueue_id | current_priority | rw
            managed           | MC     |              | 499              | 100
            managed           | MC     |              | 500              | 200
            managed           | MC     | 4            | 501              | 400
            managed           | MC     | 3            | 900              | 800
            test              | MC     |              | 900              | 1600
            managed           | Upg    |              | 900              | 3200
            managed           | Upg    | 3            | 600              | 6400
            managed           | MC     |              |                  | 12800
            """,
            {"nucleus": "A"},
        ),
        task="""
            jedi_task_id | gshare | workqueue_id | current_priority | prod_source_label
            1            | MC     |              | 500              | managed
            2            | MC     | 4            | 501              | managed
            3            | MC     | 3            | 600              | managed
            4            | MC     | 3            | 601              | managed
            5            | Upg    |              | 900              | managed
            6            | Upg    |              | 901              | managed
            7            | MC     |              | 1                | test
            8            | MC     |              |                  | managed
            9            | None   |              | 500              | managed
        """,
        expected=both(
            page={
                **{(task, 0, "B"): 1 / 50 for task in numbers},
                **{(task, 0, "A"): 1 / 23900 for task in numbers},
                (7, 0, "A"): 1 / 1600,
            },
            asrun={
                **{(task, 0, "B"): 1.0 for task in numbers},
                (1, 0, "A"): 1 / 600,
                (2, 0, "A"): 1 / 400,
                (3, 0, "A"): 1 / 7200,
                (4, 0, "A"): 1 / 800,
                (5, 0, "A"): 1 / 3200,
                (6, 0, "A"): 1.0,
                (7, 0, "A"): 1 / 1600,
                (8, 0, "A"): 1 / 700,
                (9, 0, "A"): 1.0,
            },
        ),
    )
