"""-throttle_share: the share is above its target, the task is in a lower class."""

from __future__ import annotations

from tests.spec.check import Spec, both

SHARE = """
    queue_name    | is_global_share | usage_perc | usage_time
    User Analysis | true            | {}         | {}
"""
CLASSES = """
    metric         | entity | key   | value
    analy_task_eval | 1     | class | -1
    analy_task_eval | 2     | class | 0
    analy_task_eval | 3     | class | 1
    analy_task_eval | 4     | class | 2
    analy_user_eval | Jane  | rem_slots_A | 0
"""
TASKS = """
    jedi_task_id | gshare
    1            | User Analysis
    2            | User Analysis
    3            | User Analysis
    4            | User Analysis
    5            | User Analysis
"""


def test_limits_of_the_classes(spec: Spec) -> None:
    """C from 90 %, B from 95 %, A from 100 %, S never, no class never."""
    world = {"task": TASKS, "evaluation": CLASSES}
    for usage, hit in (
        ("0.9", set[int]()),
        ("0.91", {1}),
        ("0.95", {1}),
        ("0.96", {1, 2}),
        ("1", {1, 2}),
        ("1.01", {1, 2, 3}),
    ):
        spec.check(
            world=world,
            work_queue=SHARE.format(usage, "11:59"),
            expected={(task, 0) for task in hit},
        )


def test_other_shares_and_old_metrics(spec: Spec) -> None:
    """Only User Analysis; metrics of the share count for 15 minutes."""
    spec.check(
        task="""
            jedi_task_id | gshare
            1            | Express Analysis
        """,
        evaluation=CLASSES,
        work_queue=SHARE.format("2", "11:59"),
        expected=set(),
    )
    spec.check(
        evaluation=CLASSES, work_queue=SHARE.format("2", "11:44"), expected=set()
    )


def test_class_a_by_the_slots_of_the_user(spec: Spec) -> None:
    """Threshold / slots x 100 %: 1000 / 500 is 200 %.

    Without evaluation the page throttles nobody, the running system takes a half.
    """
    for usage, hits in (("2", set[int]()), ("2.01", {1})):
        spec.check(
            work_queue=SHARE.format(usage, "11:59"),
            evaluation="""
                metric          | entity | key         | value
                analy_task_eval | 1      | class       | 1
                analy_user_eval | Jane   | rem_slots_A | 500
            """,
            expected={(task, 0) for task in hits},
        )
    spec.check(
        work_queue=SHARE.format("2.01", "11:59"),
        evaluation="""
            metric          | entity | key   | value
            analy_task_eval | 1      | class | 1
        """,
        expected=both(page=set(), asrun={(1, 0)}),
    )


def test_the_share_of_the_first_level(spec: Spec) -> None:
    """The running system takes its use where it is smaller (row 44)."""
    spec.check(
        evaluation=CLASSES,
        work_queue="""
            queue_name       | usage_perc | eqiv_usage_perc | usage_time
            User Analysis    | 0.95       |                 | 11:59
            L1 User Analysis | 0.95       | 0.679           | 11:59
        """,
        expected=both(page={(1, 0)}, asrun=set()),
    )
