"""-dyn: a queue must take as many events at once as the smallest piece of the task."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_the_granularity(spec: Spec) -> None:
    """nSimEvents of catchall, or of params; where it is missing the queue is skipped.
    Tasks without a dynamic number of events are not checked."""
    spec.check(
        queue="""
            queue_name | catchall      | params
            A          | nSimEvents=49 |
            B          | nSimEvents=50 |
            C          | nSimEvents=51 |
            D          |               | {"nSimEvents": 10}
            E          | nSimEvents=x  |
            F          |               |
        """,
        task="jedi_task_id: 1 | 2 | 3, split_rule: DY=50 | NE=50 |",
        expected={
            "A": "nSimEvents 49, granularity 50 events",
            "D": "nSimEvents 10, granularity 50 events",
            "E": "nSimEvents x, granularity 50 events",
            "F": "nSimEvents unset, granularity 50 events",
        },
    )
