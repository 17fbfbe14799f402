"""-t1weight: a negative t1Weight keeps a task at the queues of its nucleus."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_job_legacy.test_scout_prio import AROUND


def test_negative_values(spec: Spec) -> None:
    """Queues that share the storage of the nucleus are not its own."""
    spec.check(
        world=AROUND,
        task="""
            jedi_task_id | split_rule | nucleus
            1            | TW=-1      | N
            2            | TW=-2      | N
            3            | TW=0       | N
            4            | TW=1       | N
            5            |            | N
            6            | TW=-1      |
        """,
        expected={
            1: dict.fromkeys("BC", "not a queue of nucleus N"),
            2: dict.fromkeys("BC", "not a queue of nucleus N"),
            6: dict.fromkeys("ABC", "not a queue of nucleus none"),
        },
    )


def test_merge_jobs_are_not_checked(spec: Spec) -> None:
    """They go where their input is."""
    spec.check(world=AROUND, task="split_rule: TW=-1, is_merging: true", expected={})
