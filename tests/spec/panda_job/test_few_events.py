"""-fewevents: a jumbo queue wants enough events that are ready to be processed."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_number_of_events(spec: Spec) -> None:
    """As many ready events as the queue asks for are enough; an unknown number is. A
    task without jumbo jobs (6) is not checked, nor a queue that runs none (B). D47:
    a single pre-assigned queue (7) takes few events as run, one of a list (8) does
    not. The limit may stand in the params too (C); without one, or with no number, any
    task fits."""
    few = "events ready < minEventsForJumbo"
    listed = {(1, "A"): f"999 {few} 1000", (5, "A"): f"0 {few} 1000"}
    listed |= {(8, "A"): f"10 {few} 1000", (5, "C"): f"0 {few} 11"}
    listed |= {(8, "C"): f"10 {few} 11"}
    spec.check(
        queue="""
            queue_name | catchall                            | params
            A          | useJumboJobs,minEventsForJumbo=1000 |
            B          | minEventsForJumbo=1000              |
            C          | useJumboJobs                        | {"minEventsForJumbo": 11}
            D          | useJumboJobs                        |
            E          | useJumboJobs,minEventsForJumbo=x    |
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
        expected=both(
            page={
                **listed,
                **{(7, "A"): f"10 {few} 1000", (7, "C"): f"10 {few} 11"},
            },
            asrun=listed,
        ),
    )
