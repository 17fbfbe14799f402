"""-fewevents: a jumbo queue wants enough events that are ready to be processed."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_number_of_events(spec: Spec) -> None:
    """As many ready events as the queue asks for are enough; an unknown number is. A
    task without jumbo jobs (6) is not checked, nor a queue that runs none (B). D47:
    a single pre-assigned queue (7) takes few events as run, one of a list (8) does
    not."""
    few = "events ready < minEventsForJumbo 1000"
    listed = {(1, "A"): f"999 {few}", (5, "A"): f"0 {few}", (8, "A"): f"10 {few}"}
    spec.check(
        queue="""
            queue_name | catchall
            A          | useJumboJobs,minEventsForJumbo=1000
            B          | minEventsForJumbo=1000
        """,
        task="""
            jedi_task_id | split_rule | n_ready_events | site
            1            | NJ=1       | 999            |
            2            | NJ=1       | 1000           |
            3            | NJ=1       | 1001           |
            4            | NJ=1       |                |
            5            | NJ=1       | 0              |
            6            |            | 10             |
            7            | NJ=1       | 10             | A
            8            | NJ=1       | 10             | A,B
        """,
        expected=both(page={**listed, (7, "A"): f"10 {few}"}, asrun=listed),
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
        expected={"A"},
    )
