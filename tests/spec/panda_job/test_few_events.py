"""-fewevents: a jumbo queue wants enough events that are ready to be processed."""

from __future__ import annotations

from tests.spec.check import Spec, both

JUMBO_QUEUE = "queue_name: A, catchall: useJumboJobs,minEventsForJumbo=1000"


def test_below_at_and_above_the_number_of_events(spec: Spec) -> None:
    """As many ready events as the queue asks for are enough; an unknown number is."""
    spec.check(
        queue=JUMBO_QUEUE,
        task="""
            jedi_task_id | split_rule | n_ready_events
            1            | NJ=1       | 999
            2            | NJ=1       | 1000
            3            | NJ=1       | 1001
            4            | NJ=1       |
            5            | NJ=1       | 0
        """,
        expected={
            (1, 0, "A"): "999 events ready < minEventsForJumbo 1000",
            (5, 0, "A"): "0 events ready < minEventsForJumbo 1000",
        },
    )


def test_only_jumbo_tasks_at_jumbo_queues(spec: Spec) -> None:
    """A task without jumbo jobs is not checked, nor a queue that runs none."""
    spec.check(
        queue="""
            queue_name | catchall
            A          | useJumboJobs,minEventsForJumbo=1000
            B          | minEventsForJumbo=1000
        """,
        task="jedi_task_id: 1 | 2, split_rule: NJ=1 | , n_ready_events: 10 | 10",
        expected={(1, 0, "A")},
    )


def test_the_limit_of_the_queue(spec: Spec) -> None:
    """It may stand in the params too; without one, or with no number, any task fits."""
    spec.check(
        queue="""
            queue_name | catchall                         | params
            A          | useJumboJobs                     | {"minEventsForJumbo": 11}
            B          | useJumboJobs                     |
            C          | useJumboJobs,minEventsForJumbo=x |
        """,
        task="split_rule: NJ=1, n_ready_events: 10",
        expected={(1, 0, "A")},
    )


def test_pre_assigned_queues(spec: Spec) -> None:
    """D47: a single one takes few events as run, one of a list does not."""
    spec.check(
        queue="queue_name: A | B, catchall: useJumboJobs,minEventsForJumbo=1000 |",
        task="""
            jedi_task_id | split_rule | n_ready_events | site
            1            | NJ=1       | 10             | A
            2            | NJ=1       | 10             | A,B
        """,
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )
