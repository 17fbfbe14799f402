"""The basic weight: running over queued, or class of the site and queue length."""

from __future__ import annotations

from tests.spec.check import Spec

SITES = """
    metric          | entity | key   | value
    analy_site_eval | HI     | class | 1
    analy_site_eval | MID    | class | 0
    analy_site_eval | LO     | class | -1
    analy_task_eval | 1      | class | 1
    analy_task_eval | 2      | class | 0
    analy_task_eval | 3      | class | -1
"""
WORLD = {
    "queue": """
        queue_name
        HI
        MID
        LO
    """,
    "task": """
        jedi_task_id | gshare
        1            | User Analysis
        2            | User Analysis
        3            | User Analysis
        4            | Group Analysis
    """,
    "task_dataset": """
        type
        pseudo_input
    """,
    "evaluation": SITES,
}
CHUNKS = """
    jedi_task_id | n_jobs
    1            | {0}
    2            | {0}
    3            | {0}
    4            | {0}
"""
SMALL = 2**-20


def test_original(spec: Spec) -> None:
    """(running + 1) / (activated + assigned + starting + defined + 1)."""
    spec.check(
        queue="""
            queue_name
            A
            B
        """,
        task_dataset="""
            type
            pseudo_input
        """,
        job_stats="""
            queue_name | job_status | n_jobs
            A          | running    | 9
            A          | activated  | 1
            A          | assigned   | 1
            A          | starting   | 1
            A          | defined    | 1
        """,
        profile="page",
        expected={(1, 0, "A"): 2.0, (1, 0, "B"): 1.0},
    )


def test_new_as_worked_out(spec: Spec) -> None:
    """Three idle queues with room for 100 jobs each, 20 jobs; A, B, C, a group."""
    own = {
        (1, 0): (19.948, 0.05, 0.002),
        (2, 0): (0.001, 19.9, 0.1),
        (3, 0): (0.001, 0.001, 20.0),
        (4, 0): (20 / 3, 20 / 3, 20 / 3),
    }
    spec.check(
        world=WORLD,
        input_chunk=CHUNKS.format(20),
        profile="asrun",
        expected={
            (*key, name): weight + SMALL
            for key, weights in own.items()
            for name, weight in zip(("HI", "MID", "LO"), weights, strict=True)
        },
    )


def test_overflow(spec: Spec) -> None:
    """250 jobs of class A fill the hi queue, then the mid one."""
    spec.check(
        world={**WORLD, "task": "jedi_task_id\n1"},
        input_chunk="""
            n_jobs
            250
        """,
        profile="asrun",
        expected={
            (1, 0, "HI"): 99.948 * (0.099948 / 0.052) + SMALL,
            (1, 0, "MID"): 100.05 + SMALL,
            (1, 0, "LO"): 50.002 + SMALL,
        },
    )


def test_new_on_the_page(spec: Spec) -> None:
    """W_s of the table, W_q over all candidates: (100 - 20/3) / (300 - 20) = 1/3."""
    spec.check(
        world=WORLD,
        input_chunk=CHUNKS.format(20),
        parameters={"basic_weight": "new"},
        profile="page",
        expected={
            (1, 0, "HI"): 20 / 3,
            (1, 0, "MID"): 0.05 / 3,
            (1, 0, "LO"): 0.002 / 3,
            (2, 0, "HI"): 0.002 / 3,
            (2, 0, "MID"): 20 / 3,
            (2, 0, "LO"): 0.05 / 3,
            (3, 0, "HI"): 0.002 / 3,
            (3, 0, "MID"): 0.05 / 3,
            (3, 0, "LO"): 20 / 3,
            (4, 0, "HI"): 20 / 3,
            (4, 0, "MID"): 20 / 3,
            (4, 0, "LO"): 20 / 3,
        },
    )
