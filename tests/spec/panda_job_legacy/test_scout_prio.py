"""-scoutprio: urgent work and scouts stay at the queues associated to the nucleus."""

from __future__ import annotations

from tests.spec.check import Spec

#: A stands at the nucleus, B writes where it reads, C is elsewhere.
AROUND = {
    "queue": "queue_name: A | B | C, site_name: N | B | C",
    "queue_endpoint": "queue_name: A | B | C, "
    "ddm_endpoint_name: N_DATADISK | N_DATADISK | C_DATADISK",
}


def test_below_at_and_above_priority_800(spec: Spec) -> None:
    """No priority is 0; a task without a nucleus has nothing to be associated to."""
    spec.check(
        world=AROUND,
        task="""
            jedi_task_id | current_priority | nucleus
            1            | 799              | N
            2            | 800              | N
            3            | 801              | N
            4            |                  | N
            5            | 900              |
        """,
        expected={
            (2, "C"): "not associated to nucleus N",
            (3, "C"): "not associated to nucleus N",
        },
    )


def test_scouts_of_any_priority(spec: Spec) -> None:
    """Chunks that are no scouts stay free."""
    spec.check(
        world=AROUND,
        input_chunk="chunk_no: 0 | 1, use_scout: true | false",
        expected={"C"},
    )


def test_a_pre_assignment_does_not_lift_it(spec: Spec) -> None:
    """The page lifts the status check alone."""
    spec.check(world=AROUND, task="current_priority: 800, site: C", expected={"C"})
