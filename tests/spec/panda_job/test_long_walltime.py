"""-longwalltime: cpuTime x nEvents / (C x P x cpuEfficiency) + baseTime >= mintime.

Unless it is drawn otherwise, a job has 100 events of 10 HS06 s on a core of power 10:
100 s.
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_mintime(spec: Spec) -> None:
    """A job of 100 s; a queue without mintime, or with 0, takes jobs of any length."""
    spec.check(
        queue="""
            queue_name | min_time
            A          | 99
            B          | 100
            C          | 101
            D          | 0
            E          |
        """,
        expected={(1, 0, "C"): "needs 1000.0 < 1010.0 HS06·s at mintime"},
    )


def test_base_time_cores_and_power(spec: Spec) -> None:
    """1000 HS06 s on 8 cores of power 20 at 50 %, and 60 s of base time: 72.5 s."""
    spec.check(
        queue="""
            queue_name | core_count | core_power | min_time
            A          | 8          | 20         | 72
            B          | 8          | 20         | 73
        """,
        task="cpu_efficiency: 50, base_walltime: 60",
        expected={(1, 0, "B")},
    )


def test_jobs_of_unknown_length_are_too_short(spec: Spec) -> None:
    """No cpuTime and no events count as no work at all, where there is a mintime."""
    spec.check(
        queue="queue_name: A | B, min_time: 1 | 0",
        task="""
            jedi_task_id | cpu_time | cpu_time_unit | walltime
            1            |          | HS06sPerEvent |
            2            | 0        | HS06sPerEvent |
            3            | 10       | HS06sPerEvent |
            4            |          |               |
            5            |          |               | 1
        """,
        input_chunk="""
            jedi_task_id | atom_n_events
            1            | 100
            2            | 100
            3            |
            4            | 100
            5            | 100
        """,
        expected={
            (1, 0, "A"): "needs nothing known < 10.0 HS06·s at mintime",
            (2, 0, "A"): "needs 0.0 < 10.0 HS06·s at mintime",
            (3, 0, "A"): "needs nothing known < 10.0 HS06·s at mintime",
            (4, 0, "A"): "needs nothing known < 1.0 s at mintime",
        },
    )


def test_a_dynamic_number_of_events(spec: Spec) -> None:
    """The job is too short only where the most events in a row are too few as well.

    Their number is limited by MX: 10 x 30 events are 30 s, 10 x 40 are 40 s.
    """
    spec.check(
        queue="""
            queue_name | min_time
            A          | 30
            B          | 31
            C          | 40
            D          | 41
        """,
        task="""
            jedi_task_id | split_rule
            1            | DY=20,MX=30
            2            | DY=20,MX=50
            3            | DY=20
            4            | DY=40,MX=30
        """,
        input_chunk="""
            jedi_task_id | max_consecutive_events
            1            | 40
            2            | 40
            3            | 40
            4            | 40
        """,
        expected={
            (1, 0, "B"),
            (1, 0, "C"),
            (1, 0, "D"),
            (2, 0, "D"),
            (3, 0, "D"),
            (4, 0, "D"),
        },
    )


def test_event_service_jobs_share_their_events(spec: Spec) -> None:
    """1000 HS06 s among 2 consumers with 4 + 1 attempts: 10 s."""
    spec.check(
        queue="queue_name: A | B, min_time: 10 | 11",
        task="event_service: 1, split_rule: EC=2,XJ=4",
        expected={(1, 0, "B")},
    )


def test_no_work_is_exempt(spec: Spec) -> None:
    """Scouts, merge jobs and pre-assigned ones have to be long enough as well."""
    spec.check(
        queue="min_time: 101",
        task="jedi_task_id: 1 | 2 | 3, site: | | Q",
        input_chunk="""
            jedi_task_id | use_scout | is_merging
            1            | true      | false
            2            | false     | true
            3            | false     | false
        """,
        expected={(1, 0, "Q"), (2, 0, "Q"), (3, 0, "Q")},
    )
