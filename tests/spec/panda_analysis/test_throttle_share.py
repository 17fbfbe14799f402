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
SAID = "class {}: User Analysis uses {}.0 % of its target, {}.0 % allowed"
TASKS = "jedi_task_id: 1 | 2 | 3 | 4 | 5, gshare: User Analysis"


def test_limits_of_the_classes(spec: Spec) -> None:
    """C from 90 %, B from 95 %, A from 100 %, S never, no class never."""
    world = {"task": TASKS, "evaluation": CLASSES}
    limits = (("C", 90), ("B", 95), ("A", 100))
    for used, n_hit in ((90, 0), (91, 1), (95, 1), (96, 2), (100, 2), (101, 3)):
        spec.check(
            world=world,
            work_queue=SHARE.format(used / 100, "11:59"),
            expected={
                task: SAID.format(name, used, limit)
                for task, (name, limit) in enumerate(limits[:n_hit], 1)
            },
        )


def test_other_shares_and_old_metrics(spec: Spec) -> None:
    """Only User Analysis; metrics of the share count for 15 minutes."""
    spec.check(
        task="jedi_task_id: 1, gshare: Express Analysis",
        evaluation=CLASSES,
        work_queue=SHARE.format("2", "11:59"),
        expected=set(),
    )
    spec.check(
        evaluation=CLASSES, work_queue=SHARE.format("2", "11:44"), expected=set()
    )


def test_shares_with_a_number(spec: Spec) -> None:
    """C279, C280: GLOBAL_SHARES numbers its shares; a work queue is none."""
    for is_share, usage, hits in (
        ("true", "0.91", {1}),
        ("true", "0.9", set[int]()),
        ("false", "0.91", set[int]()),
    ):
        spec.check(
            evaluation=CLASSES,
            work_queue=f"""
                queue_id | queue_name    | is_global_share | usage_perc | usage_time
                3        | User Analysis | {is_share}      | {usage}    | 11:59
            """,
            expected=hits,
        )


def test_the_last_measurement_counts(spec: Spec) -> None:
    """C280: of a task that was class C and is S by now, and of the share."""
    world = {
        "evaluation": """
            metric          | entity | key   | value | ts
            analy_task_eval | 1      | class | -1    | 10 min ago
            analy_task_eval | 1      | class | 2     | 1 min ago
            analy_task_eval | 2      | class | 2     | 10 min ago
            analy_task_eval | 2      | class | -1    | 1 min ago
        """,
        "task": "jedi_task_id: 1 | 2, gshare: User Analysis",
    }
    for last, hits in (("0.91", {2}), ("0.9", set[int]())):
        spec.check(
            world=world,
            work_queue=f"""
                queue_name    | is_global_share | usage_perc | usage_time
                User Analysis | true            | 0.95       | 11:58
                User Analysis | true            | {last}     | 11:59
                User Analysis | true            | 0.95       |
            """,
            expected=hits,
        )


def test_class_a_by_the_slots_of_the_user(spec: Spec) -> None:
    """Threshold / slots x 100 %: 1000 / 500 is 200 %. Without evaluation the page
    throttles nobody, the running system takes a half."""
    for usage, hits in (
        ("2", dict[int, str]()),
        ("2.01", {1: SAID.format("A", 201, 200)}),
    ):
        spec.check(
            work_queue=SHARE.format(usage, "11:59"),
            evaluation="""
                metric          | entity | key         | value
                analy_task_eval | 1      | class       | 1
                analy_user_eval | Jane   | rem_slots_A | 500
            """,
            expected=hits,
        )
    spec.check(
        work_queue=SHARE.format("2.01", "11:59"),
        evaluation="metric: analy_task_eval, entity: 1, key: class, value: 1",
        expected=both(page=set(), asrun={1}),
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
        expected=both(page={1}, asrun=set()),
    )
    for usage, time in (("0.95", "11:44"), ("", "11:59")):
        spec.check(
            evaluation=CLASSES,
            work_queue=f"""
                queue_name       | usage_perc | eqiv_usage_perc | usage_time
                User Analysis    | {usage}    |                 | {time}
                L1 User Analysis | 0.95       | 0.95            | 11:59
            """,
            expected=set(),
        )


def test_class_a_beyond_the_threshold_and_without_slots(spec: Spec) -> None:
    """max(threshold / slots, 1): 2000 slots are 100 %, no slots no limit at all."""
    for key, slots, usage, hits in (
        ("running_slots_hi", 2000, "1", set[int]()),
        ("running_slots_hi", 2000, "1.01", {1}),
        ("running_slots_hi", 500, "2", set[int]()),
        ("running_slots_hi", 500, "2.01", {1}),
        ("running_slots_hi", 0, "999", set[int]()),
        ("rem_slots_A", 1000, "999", set[int]()),
    ):
        spec.check(
            work_queue=SHARE.format(usage, "11:59"),
            evaluation=f"""
                metric          | entity | key   | value
                analy_task_eval | 1      | class | 1
                analy_user_eval | Jane   | {key} | {slots}
            """,
            expected={*hits},
        )


def test_limits_are_parameters(spec: Spec) -> None:
    """Each of them, a step above and below: uses, the threshold, ages."""
    world = {"task": TASKS, "evaluation": CLASSES}
    of_class = {-1: "class_c_usage", 0: "class_b_usage", 1: "class_a_usage"}
    for task, name in enumerate(of_class.values(), start=1):
        for limit, hits in ((120, set[int]()), (119, {task})):
            others = {each: 999 for each in of_class.values() if each != name}
            spec.check(
                world=world,
                work_queue=SHARE.format("1.2", "11:59"),
                parameters={**others, name: limit},
                expected={*hits},
            )
    for threshold, hits in ((2000, set[int]()), (1999, {1})):
        spec.check(
            work_queue=SHARE.format("2", "11:59"),
            evaluation="""
                metric          | entity | key              | value
                analy_task_eval | 1      | class            | 1
                analy_user_eval | Jane   | running_slots_hi | 1000
            """,
            parameters={"USER_USAGE_THRESHOLD_A": threshold},
            expected={*hits},
        )
    old = """
        metric          | entity | key              | value | ts
        analy_task_eval | 1      | class            | 1     | 40 min ago
        analy_user_eval | Jane   | running_slots_hi | 2000  | 50 min ago
    """
    ages = {
        "share_metric_min": 30,
        "task_evaluation_min": 40,
        "user_evaluation_min": 50,
    }
    for name in (None, *ages):
        spec.check(
            work_queue=SHARE.format("1.01", "30 min ago"),
            evaluation=old,
            parameters={**ages, **({name: ages[name] - 1} if name else {})},
            profile="page",
            expected=set() if name else {(1, 0)},
        )


def test_how_long_evaluations_count(spec: Spec) -> None:
    """Those of users 20 min, of tasks 15 min, of sites an hour, the bound included."""
    ages = {"user": 20, "task": 15, "site": 60}
    rows = [
        f"analy_{of}_eval | {entity} | class | 1 | {minutes} min {seconds} s ago"
        for of, minutes in ages.items()
        for entity, seconds in (("young", 0), ("old", 1))
    ]
    spec.check_fact(
        "fresh_evaluation",
        "value",
        evaluation="\n".join(["metric | entity | key | value | ts", *rows]),
        expected={(f"analy_{of}_eval", "young", "class"): 1.0 for of in ages},
    )
