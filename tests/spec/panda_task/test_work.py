"""The weight is divided by max(rwOffset, RW), the work that the nucleus has to do."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_offset(spec: Spec) -> None:
    """D7: below 50 the page divides by 50 and the running system by 1."""
    above = {"C": 1 / 50, "D": 1 / 51, "E": 1 / 2e9}
    spec.check(
        queue="queue_name: A | B | C | D | E | F",
        nucleus_rw="nucleus: B | C | D | E | F, rw: 49.9 | 50 | 51 | 2000000000 |",
        expected=both(
            page={**above, **dict.fromkeys("ABF", 1 / 50)},
            asrun={**above, **dict.fromkeys("ABF", 1.0)},
        ),
    )
    spec.check(
        queue="queue_name: A | B",
        nucleus_rw="nucleus: A | B, rw: 39 | 40",
        parameters={"rw_offset": 40},
        expected=both(page={"A": 1 / 40, "B": 1 / 40}, asrun={"A": 1.0, "B": 1 / 40}),
    )
    half = {"rw_offset": 0.5}
    spec.check(parameters=half, expected=both(page={"Q": 2.0}, asrun={"Q": 1.0}))


def test_which_work_counts(spec: Spec) -> None:
    """V51: all work of the task's label on the page, whatever its priority and share.
    As run (spec 2.2) that of the task's global share, or of its resource queue. Work of
    a resource queue does not count for the share; queue 4 is none, so tasks and work
    that name it belong to their share. A task without a priority counts all work."""
    work = """
        nucleus | prod_source_label | gshare | workqueue_id | current_priority | rw
        A       | managed           | MC     |              | 499              | 100
        A       | managed           | MC     |              | 500              | 200
        A       | managed           | MC     | 4            | 501              | 400
        A       | managed           | MC     | 3            | 900              | 800
        A       | test              | MC     |              | 900              | 1600
        A       | managed           | Upg    |              | 900              | 3200
        A       | managed           | Upg    | 3            | 600              | 6400
        A       | managed           | MC     |              |                  | 12800
    """
    counted = {1: 600, 2: 400, 3: 7200, 4: 800, 5: 3200, 6: 1, 7: 1600, 8: 700, 9: 1}
    spec.check(
        queue="queue_name: A | B",
        work_queue="queue_id: 3 | 3 | 4, queue_name: Special | Special | Other, "
        "queue_function: Resource | Resource | Other",
        nucleus_rw=work,
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
                "B": dict.fromkeys(range(1, 10), 1 / 50),
                "A": {**dict.fromkeys(range(1, 10), 1 / 23900), 7: 1 / 1600},
            },
            asrun={
                "B": dict.fromkeys(range(1, 10), 1.0),
                "A": {task: 1 / divisor for task, divisor in counted.items()},
            },
        ),
    )
