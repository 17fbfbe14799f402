"""-shortwalltime: cpuTime x nEvents / (C x P x cpuEfficiency) + baseTime <= maxtime.

Unless it is drawn otherwise, a job has 100 events of 10 HS06 s on a core of power 10:
100 s.
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_maxtime(spec: Spec) -> None:
    """A job of 100 s; a queue without maxtime, or with 0, has no limit. No work is
    exempt: scouts, merge jobs and pre-assigned ones have to fit as well. Without a
    dynamic number of events mintime (A) changes nothing."""
    told = "needs 1000.0 > 990.0 HS06·s between base time and maxtime"
    spec.check(
        queue="queue_name: A | B | C | D | E, max_time: 99 | 100 | 101 | 0 |, "
        "min_time: 1 | | | |",
        task="""
            jedi_task_id | site | use_scout | is_merging
            1            |      | false     | false
            2            |      | true      | false
            3            |      | false     | true
            4            | A    | false     | false
        """,
        expected={(task, "A"): told for task in (1, 2, 3, 4)},
    )


def test_units_of_cpu_time(spec: Spec) -> None:
    """HS06 s, a thousandth of them, or none of both: then walltime per MB of input."""
    spec.check(
        queue="queue_name: A | B | C, max_time: 99 | 2047 | 2048",
        task="""
            jedi_task_id | cpu_time | cpu_time_unit       | walltime
            1            | 10       | HS06sPerEventFixed  |
            2            | 10000    | mHS06sPerEvent      |
            3            | 9900     | mHS06sPerEventFixed |
            4            | 10       | sPerEvent           | 2
            5            | 10       |                     | 2
        """,
        expected={(1, "A"), (2, "A"), (4, "A"), (4, "B"), (5, "A"), (5, "B")},
    )


def test_jobs_of_unknown_length_pass(spec: Spec) -> None:
    """No cpuTime, none per event, no events, no walltime."""
    spec.check(
        queue="max_time: 1",
        task="""
            jedi_task_id | cpu_time | cpu_time_unit | atom_n_events | atom_effective_mb
            1            |          | HS06sPerEvent | 100           | 1024
            2            | 0        | HS06sPerEvent | 100           | 1024
            3            | 10       | HS06sPerEvent |               | 1024
            4            |          |               | 100           | 1024
            5            | 10       | HS06sPerEvent | 100           |
        """,
        expected={5},
    )


def test_no_work_fits_into_no_time(spec: Spec) -> None:
    """A job of 0 HS06 s passes even where the base time is longer than maxtime."""
    spec.check(
        queue="max_time: 100",
        task="jedi_task_id: 1 | 2, cpu_time: 0 | 1, base_walltime: 200",
        expected={2},
    )


def test_event_service_jobs_share_their_events(spec: Spec) -> None:
    """1000 HS06 s among 2 consumers with 4 + 1 attempts; without a number 1 and 3. Job
    cloning shares nothing."""
    spec.check(
        queue="queue_name: A | B | C | D, max_time: 9 | 10 | 33 | 34",
        task="jedi_task_id: 1 | 2 | 3 | 4, event_service: 1 | 1 | 2 | 1, "
        "split_rule: EC=2,XJ=4 | EC=2,XA=4 | | EC=2,XJ=4,UC=1",
        expected={1: {"A"}, 2: {"A"}, 3: {"A", "B", "C"}, 4: {"A", "B", "C", "D"}},
    )


def test_a_dynamic_number_of_events(spec: Spec) -> None:
    """The least number, here 20 events of 10 HS06 s, counts if there is a mintime."""
    spec.check(
        queue="queue_name: A | B | C | D, min_time: 1 | 1 | 0 |, "
        "max_time: 19 | 20 | 20 | 100",
        task="split_rule: DY=20",
        expected={
            "A": "needs 200.0 > 190.0 HS06·s between base time and maxtime",
            "C": "needs 1000.0 > 200.0 HS06·s between base time and maxtime",
        },
    )


def test_a_dynamic_number_of_no_events(spec: Spec) -> None:
    """DY=0 is none: the 1000 HS06 s of the usual job count."""
    spec.check(
        queue="queue_name: A | B, min_time: 1, max_time: 99 | 100",
        task="split_rule: DY=0",
        expected={"A"},
    )
