"""For WORLD tasks the best 10 candidates are taken; for others there is no cut."""

from __future__ import annotations

from tests.spec.check import Spec


def test_ten_of_twelve(spec: Spec) -> None:
    """Task 2 is of another cloud, task 3 of none."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        "n_selected",
        profile="page",
        queue="\n".join(["queue_name", *(f"Q{n:02}" for n in range(1, 13))]),
        task="""
            jedi_task_id | cloud
            1            | WORLD
            2            | US
            3            |
        """,
        expected={(1,): 10, (2,): 12, (3,): 12},
    )
