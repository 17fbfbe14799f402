"""What a queue can do between its limits of time, in the unit of the task.

(maxtime - baseTime) x C x P x cpuEfficiency in HS06 s; without HS06 the seconds of all
cores. An example with numbers of its own: tests/spec/panda_job/test_worked_examples.py.
"""

from __future__ import annotations

from tests.spec.check import Spec

LIMITS = ["longest", "shortest"]


def test_units(spec: Spec) -> None:
    """340 s and 40 s of 8 cores of power 12 at 90 %, without 60 s of base time. Without
    HS06 neither power nor efficiency nor base time matter. The work at B is cut: 94.95
    to 94, and -522.2 to -522 where base time is longer. Pseudo queues have cores of
    their own (U); the limits of time are those of the unified queue."""
    spec.check_fact(
        "walltime",
        LIMITS,
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |",
        queue="queue_name: A | B | U, capability: | | ucore, "
        "core_count: 8 | 1 | 8, core_power: 12 | 10.55 | 10.55, "
        "max_time: 400 | 70 | 100, min_time: 100 | 5 | 70",
        task="jedi_task_id: 1 | 2, base_walltime: 60, cpu_efficiency: 90, "
        "cpu_time_unit: HS06sPerEvent |",
        expected={
            "A": {1: (29376.0, 3456.0), 2: (3200.0, 800.0)},
            "B": {1: (94.0, -522.0), 2: (70.0, 5.0)},
            "U": {1: (3038.0, 759.0), 2: (800.0, 560.0)},
            "U/SCORE": {1: (379.0, 94.0), 2: (100.0, 70.0)},
            "U/MCORE": {1: (3038.0, 759.0), 2: (800.0, 560.0)},
        },
    )


def test_unknown_values(spec: Spec) -> None:
    """No limit is 0, no base time 0, no efficiency 100 %, no core one, no power 0."""
    spec.check_fact(
        "walltime",
        LIMITS,
        queue="queue_name: A | B | C, core_count: | 0 | 1, core_power: 10 | 10 |, "
        "max_time: 100 | | 100, min_time: | 100 | 100",
        task="base_walltime:, cpu_efficiency:",
        expected={"A": (1000.0, 0.0), "B": (0.0, 1000.0), "C": (0.0, 0.0)},
    )


def test_the_efficiency_is_a_part_of_one(spec: Spec) -> None:
    """70 % of 1,425,600 is a little less than 997,920 in floating point, and is cut."""
    spec.check_fact(
        "walltime",
        "longest",
        queue="queue_name: A, core_power: 16.5, max_time: 86400",
        task="cpu_efficiency: 70, base_walltime: 0",
        expected={"A": 997919.0},
    )
