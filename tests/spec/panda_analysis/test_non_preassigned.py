"""-nonpreassigned: the task is pre-assigned to another queue."""

from __future__ import annotations

from tests.spec.check import Spec


def test_the_site_of_the_task(spec: Spec) -> None:
    """A unified queue stands for its pseudo queues; unknown sites bind nobody."""
    spec.check(
        queue="""
            queue_name | type     | capability | core_count
            A          | analysis |            | 1
            U          | unified  | ucore      | 1
        """,
        resource_type="""
            resource_name | min_core | max_core
            SCORE         | 1        | 1
        """,
        task="""
            jedi_task_id | site
            1            |
            2            | U
            3            | NOWHERE
        """,
        expected={(2, 0, "A"): "the task is pre-assigned to U"},
    )
