"""-cap_rt: too many jobs of the resource type are queued against those that run.

D29: the page has no such rule; the running system counts by resource type.
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.stage import Key


def test_below_at_and_above_the_cap(spec: Spec) -> None:
    """Twice the running jobs, at least 20, at queues of any kind."""
    over = "queued 21 > cap 20"
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B | C, capability: ucore | ucore |",
        job_stats="queue_name: A | B | C, running: 10 | 10 |, activated: 20 | 21 | 21",
        expected=both(page={}, asrun={"B": over, "B/SCORE": over, "C": over}),
    )


def test_only_the_resource_type_of_the_task_counts(spec: Spec) -> None:
    """Queued jobs of another type do not block it, running ones of any type help. A
    queue without a job of the type (C) has no such cap.

    Defined jobs count (E), and assigned ones (F) unless the input is local (G), unlike
    those of the cap of a whole queue.
    """
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G",
        dataset_replica="ddm_endpoint_name: G_DATADISK",
        job_stats="""
            queue_name | resource_type | activated | running | defined | assigned
            A          | SCORE         | 20        |         |         |
            A          | MCORE         | 500       |         |         |
            B          | SCORE         | 60        |         |         |
            B          | MCORE         |           | 30      |         |
            C          | MCORE         | 500       |         |         |
            D          | SCORE         | 61        |         |         |
            D          | MCORE         |           | 30      |         |
            E          | SCORE         |           |         | 21      |
            F          | SCORE         | 6         |         | 10      | 5
            G          | SCORE         |           |         |         | 21
        """,
        expected=both(
            page={},
            asrun={
                "D": "queued 61 > cap 60",
                **dict.fromkeys("EF", "queued 21 > cap 20"),
            },
        ),
    )


def test_types_that_the_task_has_at_the_queue(spec: Spec) -> None:
    """At least 20 % of its own jobs there make a type count, instead of its own type.
    At A its jobs are 80 SCORE and 20 MCORE, at B 81 and 19, at C all MCORE.

    Only jobs that are there and not over do; else its own type counts, here SCORE (D,
    E, I). Jobs of an unknown type count in the whole alone (G, H), of an unknown status
    nowhere.
    """
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H | I",
        task_job_stats="""
            queue_name | resource_type | job_status | n_jobs
            A          | SCORE         | running    | 80
            A          | MCORE         | running    | 20
            B          | SCORE         | running    | 81
            B          | MCORE         | running    | 19
            C          | MCORE         | running    | 1
            D          | MCORE         | running    | 0
            E          | MCORE         | finished   | 5
            F          | MCORE         | defined    | 5
            G          |               | running    | 5
            H          |               | running    | 5
            H          | MCORE         | running    | 2
            I          | MCORE         |            | 5
        """,
        job_stats="""
            queue_name | resource_type | activated
            A          | SCORE         | 11
            A          | MCORE         | 11
            B          | SCORE         | 11
            B          | MCORE         | 11
            C          | SCORE         | 21
            C          | MCORE         | 20
            D          | SCORE         | 21
            E          | SCORE         | 21
            F          | SCORE         | 21
            F          | MCORE         | 1
            G          | SCORE         | 21
            H          | SCORE         | 21
            H          | MCORE         | 1
            I          | SCORE         | 21
        """,
        expected=both(
            page={},
            asrun={
                "A": "queued 22 > cap 20",
                **dict.fromkeys("DEGI", "queued 21 > cap 20"),
            },
        ),
    )


def test_resource_work_queues(spec: Spec) -> None:
    """Their jobs count for their tasks alone, whatever label they have, but of this VO.
    Those of other work queues, as number 8, count for the share. Number 7 is listed
    twice."""
    world = {
        "work_queue": "queue_id: 7 | 7 | 8 | 9, "
        "queue_name: special | special | usual | unknown, "
        "queue_function: Resource | Resource | Functional |",
        "queue": "queue_name: A | B | C | D",
        "task": "jedi_task_id: 1 | 2, workqueue_id: | 7",
        "job_stats": """
            queue_name | vo    | workqueue_id | prod_source_label | activated
            A          | atlas | 7            | managed           | 10
            A          | atlas | 7            | test              | 11
            A          | other | 7            | test              | 5
            B          | atlas |              | managed           | 21
            C          | atlas | 8            | managed           | 21
            D          | atlas | 9            | managed           | 21
        """,
    }
    spec.check(
        world=world,
        expected=both(page={}, asrun={(1, "B"), (1, "C"), (1, "D"), (2, "A")}),
    )
    of_share: dict[Key, object] = {("MC", name): 21 for name in "ABCD"}
    spec.check_fact(
        "work_queue_jobs",
        "n_activated",
        world=world,
        expected={**of_share, ("7/managed", "A"): 10, ("7/test", "A"): 11},
    )


def test_the_floor_is_set_by_gdpconfig(spec: Spec) -> None:
    """NQUEUELIMITSITE of the global share of the task. No cap above priority 1000 (2),
    nor for urgent work at any priority (3)."""
    spec.check(
        gdp_config="key: NQUEUELIMITSITE_MC, type: int, value: 50",
        queue="queue_name: A | B",
        job_stats="queue_name: A | B, activated: 50 | 51",
        task="jedi_task_id: 1 | 2 | 3, current_priority: 1000 | 1001 | 100, "
        "processing_type: simul | simul | urgent",
        expected=both(page={}, asrun={"B": "queued 51 > cap 50"}),
    )
