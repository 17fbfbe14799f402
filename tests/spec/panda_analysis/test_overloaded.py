"""-overloaded: more jobs wait for a running one than on the grid."""

from __future__ import annotations

from tests.spec.check import Spec

WORLD = {
    "queue": """
        queue_name
        A
        B
        C
        D
        E
    """,
    "task_dataset": """
        type
        pseudo_input
    """,
}


def test_against_the_grid(spec: Spec) -> None:
    """20 queued jobs pass anyway; 1.2 times the ratio of the grid passes.

    The grid has 120 queued and 100 running jobs: 1.2 x 1.2 is 1.44.
    """
    spec.check(
        world=WORLD,
        job_stats="""
            queue_name | job_status | n_jobs
            A          | activated  | 20
            B          | activated  | 21
            C          | activated  | 36
            C          | running    | 25
            D          | starting   | 37
            D          | running    | 25
            E          | assigned   | 6
            E          | running    | 50
        """,
        expected={
            (1, 0, "B"): "21 queued, 0 running, 1.20 on the grid",
            (1, 0, "D"): "37 queued, 25 running, 1.20 on the grid",
        },
    )


def test_all_of_them_and_merges(spec: Spec) -> None:
    """Where all queues are overloaded they stay; merge chunks are not checked."""
    world = {**WORLD, "queue": "queue_name\nA\nB"}
    load = """
        queue_name | job_status | n_jobs
        A          | activated  | 21
        B          | activated  | 21
    """
    spec.check(world=world, job_stats=load, expected=set())
    spec.check(
        world=WORLD,
        job_stats=load,
        input_chunk="""
            is_merging
            true
        """,
        expected=set(),
    )
