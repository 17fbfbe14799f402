"""Remaining work of a task that asks for a nucleus (spec 2.2)."""

from __future__ import annotations

from tests.spec.check import Spec


def test_events_left_times_cpu_time(spec: Spec) -> None:
    """Of the primary input; 300 HS06 s an event where nothing is told. Units of
    milli-HS06 are divided by 1000."""
    spec.check_fact(
        "task_work",
        "work",
        task="""
            jedi_task_id | cpu_time | cpu_time_unit
            1            | 10       | HS06sPerEvent
            2            | 10       | HS06sPerEventFixed
            3            | 10       | mHS06sPerEvent
            4            | 10       | mHS06sPerEventFixed
            5            |          | HS06sPerEvent
            6            |          | mHS06sPerEvent
            7            | 10       |
            8            | 10       | HS06sPerEvent
            9            | 10       | HS06sPerEvent
            10           | 0        | HS06sPerEvent
        """,
        task_dataset="""
            jedi_task_id | dataset_id | n_events | n_events_used | master_id | type
            1            | 1          | 1000     | 250           |           | input
            1            | 2          | 5000     | 0             | 1         | input
            1            | 3          | 5000     | 0             |           | output
            2            | 1          | 1000     |               |           | pseudo_input
            3            | 1          | 1000     | 0             |           | input
            4            | 1          | 1000     | 0             |           | input
            5            | 1          | 1000     | 0             |           | input
            6            | 1          | 1000     | 0             |           | input
            7            | 1          | 1000     | 0             |           | input
            8            | 1          |          |               |           | input
            10           | 1          | 1000     | 0             |           | input
        """,  # noqa: E501
        expected={
            **{1: 7500.0, 2: 10000.0, 3: 10.0, 4: 10.0, 5: 300000.0, 6: 300000.0},
            **{7: 10000.0, 8: 0.0, 9: 0.0, 10: 0.0},
        },
    )


def test_work_per_event_of_a_task_that_tells_none(spec: Spec) -> None:
    """`missing_cpu_time`."""
    spec.check_fact(
        "task_work",
        "work",
        task="jedi_task_id: 1 | 2, cpu_time: | 10, n_events: 1000",
        parameters={"missing_cpu_time": 7},
        expected={1: 7000.0, 2: 10000.0},
    )
