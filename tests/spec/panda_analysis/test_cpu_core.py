"""-cpucore, asked by the analysis brokerage: any number of cores fits anywhere."""

from __future__ import annotations

from tests.spec.check import Spec


def test_scouts_and_urgent_tasks_of_any_number_of_cores(spec: Spec) -> None:
    """Core mode any has no exception; in production these want several cores."""
    spec.check(
        queue="queue_name: NULL | ZERO | ONE | TWO, core_count: | 0 | 1 | 2",
        task="""
            jedi_task_id | core_count | current_priority | use_scout
            1            | 0          | 100              | false
            2            | 0          | 900              | false
            3            | 0          | 100              | true
            4            | 1          | 100              | false
            5            | 2          | 100              | false
        """,
        expected={(4, "TWO"), (5, "NULL"), (5, "ZERO"), (5, "ONE")},
    )
