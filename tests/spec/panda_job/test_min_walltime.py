"""-min_walltime: jobs of undefined walltime skip queues of less than 24 hours."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

UNDEFINED = "cpu_time:, cpu_time_unit: HS06sPerEvent"


def test_below_at_and_above_24_hours(spec: Spec) -> None:
    """86400 s on one core of power 10 are the same in both profiles; 0 is no limit."""
    spec.check(
        task=UNDEFINED,
        queue="queue_name: A | B | C | D | E, max_time: 86399 | 86400 | 86401 | 0 |",
        expected=both(
            page={(1, 0, "A"): "maxtime 86399 s, at least 86400 s asked"},
            asrun={
                (1, 0, "A"): "maxtime 86399 s gives 863990 HS06·s, "
                "at least 864000 HS06·s asked"
            },
        ),
    )


def test_when_the_walltime_is_undefined(spec: Spec) -> None:
    """No walltime and no unit of anything, or a unit of cpuTime and no cpuTime."""
    spec.check(
        queue="max_time: 3600",
        task="""
            jedi_task_id | walltime | walltime_unit | cpu_time | cpu_time_unit
            1            |          |               | 10       | HS06sPerEvent
            2            |          |               | 0        | HS06sPerEvent
            3            | 100      |               |          | mHS06sPerEvent
            4            |          |               |          |
            5            | 0        |               | 10       |
        """,
        expected={(2, 0, "Q"), (3, 0, "Q"), (4, 0, "Q"), (5, 0, "Q")},
    )


def test_what_defines_a_walltime(spec: Spec) -> None:
    """V15: on the page a walltime, or a cpuTime in HS06; as run, a unit suffices."""
    spec.check(
        queue="max_time: 3600",
        task="""
            jedi_task_id | walltime | walltime_unit | cpu_time | cpu_time_unit
            1            | 100      |               |          |
            2            |          | s             |          |
            3            | 0        | s             |          |
            4            | 0        | s             | 10       | HS06sPerEvent
            5            |          |               | 10       | mHS06sPerEvent
            6            |          |               | 10       | kSI2ks
            7            | 1        | s             |          |
            8            | 100      | s             |          | kSI2ks
        """,
        expected=both(page={(task, 0, "Q") for task in (2, 3, 6)}, asrun={(8, 0, "Q")}),
    )


def test_how_24_hours_are_measured(spec: Spec) -> None:
    """D20: wall clock on the page; as run, the work that 24 h of power 10 can do."""
    spec.check(
        task=UNDEFINED,
        queue="queue_name: A | B, core_power: 9 | 12, max_time: 86400 | 72000",
        expected=both(page={(1, 0, "B")}, asrun={(1, 0, "A")}),
    )
    spec.check(
        task=UNDEFINED,
        queue="""
            queue_name | core_count | core_power | max_time
            A          | 8          | 9          | 86400
            B          | 8          | 10         | 86400
            C          | 0          | 9          | 86400
        """,
        expected=both(page={}, asrun={(1, 0, "A"), (1, 0, "C")}),
    )


@pytest.mark.parametrize(
    ("mode", "too_short"),
    [("wall_clock", {"A"}), ("unit_aware", {"A"}), ("as_coded", {"A", "B", "C"})],
)
def test_without_hs06(spec: Spec, mode: str, too_short: set[str]) -> None:
    """D20: `as_coded` compares seconds with HS06 s and so asks for 240 hours."""
    spec.check(
        task="cpu_time:, cpu_time_unit:",
        queue="queue_name: A | B | C | D, max_time: 86399 | 86400 | 863999 | 864000",
        parameters={"walltime24_mode": mode},
        expected={(1, 0, name) for name in too_short},
    )


def test_what_is_compared_is_told(spec: Spec) -> None:
    """Seconds that count as HS06 s as run: 48 h are less than 240, not than 24."""
    told = "maxtime 172800 s gives 172800 s, at least 864000 s asked"
    spec.check(
        task="cpu_time:, cpu_time_unit:",
        queue="queue_name: Q, max_time: 172800",
        expected=both(page={}, asrun={(1, 0, "Q"): told}),
    )


def test_merge_jobs(spec: Spec) -> None:
    """D21: as run, every merge job needs it; on the page none does, defined or not."""
    spec.check(
        queue="max_time: 3600",
        task="jedi_task_id: 1 | 2 | 3, cpu_time: 10 | |",
        input_chunk="jedi_task_id: 1 | 2 | 3, is_merging: true | true | false",
        expected=both(
            page={(3, 0, "Q")}, asrun={(1, 0, "Q"), (2, 0, "Q"), (3, 0, "Q")}
        ),
    )


def test_scouts_are_reported_as_such(spec: Spec) -> None:
    """Their walltime may be undefined or not: see scout_walltime."""
    spec.check(
        queue="max_time: 3600",
        task=UNDEFINED,
        input_chunk="chunk_no: 0 | 1, use_scout: true | false",
        expected={(1, 1, "Q")},
    )


def test_a_pre_assigned_queue_is_asked_too(spec: Spec) -> None:
    """Only scouts are spared there (D47)."""
    spec.check(
        queue="max_time: 3600", task="site: Q, cpu_time:", expected={(1, 0, "Q")}
    )
