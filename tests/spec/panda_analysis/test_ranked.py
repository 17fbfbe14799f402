"""The remaining candidates are sorted by weight, the best 10 are taken."""

from __future__ import annotations

from tests.spec.check import Spec

NAMES = [f"Q{number:02d}" for number in range(12)]
WORLD = {
    "queue": "queue_name\n" + "\n".join(NAMES),
    "task_dataset": """
        type         | queue_name
        pseudo_input |
    """,
    "job_stats": "queue_name | job_status | n_jobs\n"
    + "\n".join(f"{name} | running | {at}" for at, name in enumerate(NAMES)),
}


def test_the_best_ten(spec: Spec) -> None:
    """By falling weight: running + 1 where nothing waits."""
    spec.check_cycle(
        "weighed",
        ("queue_name",),
        ("weight", "criterion"),
        world=WORLD,
        profile="page",
        expected={
            (name,): (at + 1.0, "+use" if at > 1 else "-low_weight")
            for at, name in enumerate(NAMES)
        },
    )


def test_queues_in_use_come_first(spec: Spec) -> None:
    """Queues of output datasets, whatever their weight."""
    spec.check_cycle(
        "candidate",
        ("queue_name",),
        "rank",
        world=WORLD,
        task_dataset="""
            dataset_id | dataset_name | type         | queue_name
            1          | data         | pseudo_input |
            2          | out          | output       | Q00
        """,
        profile="page",
        expected={
            ("Q00",): 1,
            **{(name,): 2 + at for at, name in enumerate(reversed(NAMES[3:]))},
        },
    )


def test_the_number_of_running_jobs(spec: Spec) -> None:
    """The largest of running jobs, workers up to 20, slots; starting for no slots."""
    spec.check_cycle(
        "weighed",
        ("queue_name",),
        "weight",
        queue="""
            queue_name
            A
            B
            C
            D
        """,
        task_dataset="""
            type
            pseudo_input
        """,
        job_stats="""
            queue_name | job_status | n_jobs
            A          | running    | 30
            B          | running    | 3
            C          | running    | 3
            D          | starting   | 5
        """,
        worker_stats="""
            queue_name | n_workers
            B          | 50
        """,
        queue_slots="""
            queue_name | num_slots
            C          | 40
            D          | 0
        """,
        profile="page",
        expected={("A",): 31.0, ("B",): 21.0, ("C",): 41.0, ("D",): 1.0},
    )
