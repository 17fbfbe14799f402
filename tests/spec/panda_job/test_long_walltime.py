"""-longwalltime: cpuTime x nEvents / (C x P x cpuEfficiency) + baseTime >= mintime.

Unless it is drawn otherwise, a job has 100 events of 10 HS06 s on a core of power 10:
100 s.
"""

from __future__ import annotations

from tests.spec.check import ANY, Spec


def test_below_at_and_above_mintime(spec: Spec) -> None:
    """A job of 100 s; a queue without mintime, or with 0, takes jobs of any length. No
    work is exempt: scouts, merge jobs and pre-assigned ones are asked too."""
    spec.check(
        queue="queue_name: A | B | C | D | E, min_time: 99 | 100 | 101 | 0 |",
        task="""
            jedi_task_id | site | use_scout | is_merging
            1            |      | false     | false
            2            |      | true      | false
            3            |      | false     | true
            4            | C    | false     | false
        """,
        expected={
            (n, "C"): "needs 1000.0 < 1010.0 HS06·s at mintime" for n in (1, 2, 3, 4)
        },
    )


def test_jobs_of_unknown_length_are_too_short(spec: Spec) -> None:
    """No cpuTime and no events count as no work at all, where there is a mintime."""
    spec.check(
        queue="queue_name: A | B, min_time: 1 | 0",
        task="""
            jedi_task_id | cpu_time | cpu_time_unit | walltime | atom_n_events
            1            |          | HS06sPerEvent |          | 100
            2            | 0        | HS06sPerEvent |          | 100
            3            | 10       | HS06sPerEvent |          |
            4            |          |               |          | 100
            5            |          |               | 1        | 100
        """,
        expected={
            "A": {
                1: "needs nothing known < 10.0 HS06·s at mintime",
                2: "needs 0.0 < 10.0 HS06·s at mintime",
                3: "needs nothing known < 10.0 HS06·s at mintime",
                4: "needs nothing known < 1.0 s at mintime",
            }
        },
    )


def test_a_dynamic_number_of_events(spec: Spec) -> None:
    """The job is too short only where the most events in a row are too few as well.
    Their number is limited by MX: 10 x 30 events are 30 s, 10 x 40 are 40 s."""
    spec.check(
        queue="queue_name: A | B | C | D | E, min_time: 30 | 31 | 40 | 41 | 1",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "split_rule: DY=20,MX=30 | DY=20,MX=50 | DY=20 | DY=40,MX=30 | DY=2, "
        "max_consecutive_events: 40 | 40 | 40 | 40 | 4, "
        "atom_n_events: 100 | 100 | 100 | 100 | 10, cpu_time: 10 | 10 | 10 | 10 | 1",
        expected={
            (1, "B"): "needs 300.0 < 310.0 HS06·s at mintime",
            (1, "C"): "needs 300.0 < 400.0 HS06·s at mintime",
            (2, "D"): "needs 400.0 < 410.0 HS06·s at mintime",
            (5, "E"): "needs 4.0 < 10.0 HS06·s at mintime",
            **{(n, "D"): ANY for n in (1, 3, 4)},
            **{(5, queue): ANY for queue in "ABCD"},
        },
    )
