"""-min_walltime: jobs of undefined walltime skip queues of less than 24 hours."""

from __future__ import annotations

from tests.spec.check import Spec, both

UNDEFINED = "cpu_time:, cpu_time_unit: HS06sPerEvent"


def test_below_at_and_above_24_hours(spec: Spec) -> None:
    """86400 s on one core of power 10 are the same in both profiles; 0 is no limit."""
    spec.check(
        task=UNDEFINED,
        queue="queue_name: A | B | C | D | E, max_time: 86399 | 86400 | 86401 | 0 |",
        expected=both(
            page={"A": "maxtime 86399 s, at least 86400 s asked"},
            asrun={
                "A": "maxtime 86399 s gives 863990 HS06·s, at least 864000 HS06·s asked"
            },
        ),
    )


def test_when_the_walltime_is_undefined(spec: Spec) -> None:
    """No walltime and no unit of anything, or a unit of cpuTime and no cpuTime in HS06.
    V15: on the page a walltime defines it, or a cpuTime in HS06; as run, a unit of it
    suffices."""
    spec.check(
        queue="max_time: 3600",
        task="""
            jedi_task_id | walltime | walltime_unit | cpu_time | cpu_time_unit
            1            |          |               | 10       | HS06sPerEvent
            2            |          |               | 0        | HS06sPerEvent
            3            | 100      |               |          | mHS06sPerEvent
            4            |          |               |          |
            5            | 0        |               | 10       |
            6            | 100      |               |          |
            7            |          | s             |          |
            8            | 0        | s             |          |
            9            | 0        | s             | 10       | HS06sPerEvent
            10           |          |               | 10       | mHS06sPerEvent
            11           |          |               | 10       | kSI2ks
            12           | 1        | s             |          |
            13           | 100      | s             |          | kSI2ks
            14           | 100      | s             |          | ''
            15           |          | ''            |          | ''
        """,
        expected=both(page={2, 3, 4, 5, 7, 8, 11, 15}, asrun={2, 3, 4, 5, 11, 13, 15}),
    )


def test_how_24_hours_are_measured(spec: Spec) -> None:
    """D20: wall clock on the page; as run, the work that 24 h of power 10 can do. So a
    slow core needs more time, a fast one less; cores count on both sides. As run the
    base time is taken off (2), and the efficiency counts (3)."""
    spec.check(
        task="jedi_task_id: 1 | 2 | 3, base_walltime: 0 | 60 | 0, "
        "cpu_efficiency: 100 | 100 | 90, cpu_time:, cpu_time_unit: HS06sPerEvent",
        queue="""
            queue_name | core_count | core_power | max_time
            A          | 1          | 9          | 86400
            B          | 1          | 12         | 72000
            C          | 8          | 9          | 86400
            D          | 8          | 10         | 86400
            E          | 0          | 9          | 86400
            F          | 1          | 10         | 86460
            G          | 1          | 10         | 96066
        """,
        expected=both(
            page={"B": {1, 2, 3}},
            asrun={
                1: {"A", "C", "E"},
                2: {"A", "B", "C", "D", "E"},
                3: {"A", "B", "C", "D", "E", "F"},
            },
        ),
    )


def test_without_hs06(spec: Spec) -> None:
    """D20: `as_coded` compares seconds with HS06 s and so asks for 240 hours."""
    told = "maxtime 172800 s gives 172800 s, at least 864000 s asked"
    for mode, too_short in (
        ("wall_clock", {"A"}),
        ("unit_aware", {"A"}),
        ("as_coded", {"A", "B", "C"}),
    ):
        spec.check(
            task="cpu_time:, cpu_time_unit:",
            queue="queue_name: A | B | C | D, "
            "max_time: 86399 | 86400 | 863999 | 864000",
            parameters={"walltime24_mode": mode},
            expected=too_short,
        )
    spec.check(
        task="cpu_time:, cpu_time_unit:",
        queue="max_time: 172800",
        expected=both(page={}, asrun={"Q": told}),
    )


def test_merge_jobs(spec: Spec) -> None:
    """D21: as run, every merge job needs it; on the page none does, defined or not.
    Scouts (4) are reported as such: see scout_walltime. Only they are spared at a
    pre-assigned queue (D47), no others (5)."""
    spec.check(
        queue="max_time: 3600",
        task="""
            jedi_task_id | cpu_time | is_merging | use_scout | site
            1            | 10       | true       | false     |
            2            |          | true       | false     |
            3            |          | false      | false     |
            4            |          | false      | true      |
            5            |          | false      | false     | Q
        """,
        expected=both(page={3, 5}, asrun={1, 2, 3, 5}),
    )
