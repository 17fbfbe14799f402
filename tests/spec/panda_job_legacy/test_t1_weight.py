"""-t1weight: a negative t1Weight keeps a task at the queues of its nucleus."""

from __future__ import annotations

from tests.spec.check import Spec

#: A stands at the nucleus, B shares its storage, C is elsewhere.
AROUND = {
    "queue": "queue_name: A | B | C, site_name: N | B | C",
    "queue_endpoint": """
        queue_name | ddm_endpoint_name
        A          | N_DATADISK
        B          | N_DATADISK
        C          | C_DATADISK
    """,
}


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
            (1, 0, "B"): "not a queue of nucleus N",
            (1, 0, "C"): "not a queue of nucleus N",
            (2, 0, "B"): "not a queue of nucleus N",
            (2, 0, "C"): "not a queue of nucleus N",
            (6, 0, "A"): "not a queue of nucleus none",
            (6, 0, "B"): "not a queue of nucleus none",
            (6, 0, "C"): "not a queue of nucleus none",
        },
    )


def test_merge_jobs_are_not_checked(spec: Spec) -> None:
    """They go where their input is."""
    spec.check(
        world=AROUND,
        task="split_rule: TW=-1",
        input_chunk="is_merging: true",
        expected={},
    )
