"""Which tasks ask for a nucleus, and what they are asked about (spec 2.1)."""

from __future__ import annotations

from tests.spec.check import Spec

FACT = "brokered_task"


def test_who_waits(spec: Spec) -> None:
    """Tasks in status assigning, of cloud WORLD and of the experiment, a known one."""
    spec.check_fact(
        FACT,
        "preset_nucleus",
        task="""
            jedi_task_id | status    | cloud | vo
            1            | assigning | WORLD | atlas
            2            | ready     | WORLD | atlas
            3            |           | WORLD | atlas
            4            | assigning | DE    | atlas
            5            | assigning |       | atlas
            6            | assigning | WORLD | other
            7            | assigning | WORLD |
        """,
        expected={1: None, 5: None},
    )


def test_a_task_is_tried_again_after_30_minutes(spec: Spec) -> None:
    """Being looked at sets its modification time; an unknown one is due."""
    for minutes, due in ((30, (2, 4, 5)), (29, (1, 2, 4, 5))):
        spec.check_fact(
            FACT,
            "has_chunk",
            parameters={} if minutes == 30 else {"task_pending_minutes": minutes},
            task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
            "modification_time: 11:30 | 11:29:59 | 11:59 | | 2 d ago",
            expected=dict.fromkeys(due, True),
        )


def test_a_known_nucleus_is_kept(spec: Spec) -> None:
    """Nucleus or satellite; a site that runs no production is none. Spec 2.1: a task
    that has its nucleus is looked at while an output or log has no destination."""
    spec.check_fact(
        FACT,
        "preset_nucleus",
        queue="queue_name: A | S | U, role: nucleus | satellite | nucleus, "
        "type: production | production | analysis",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, "
        "nucleus: A | S | U | X | | A | A",
        task_dataset="""
            jedi_task_id | dataset_id | type   | destination
            1            | 1          | output | nucleus:A
            1            | 2          | log    |
            2            | 1          | output |
            3            | 1          | output |
            4            | 1          | output |
            5            | 1          | output | nucleus:A
            6            | 1          | output | nucleus:A
            6            | 2          | log    | nucleus:A
            6            | 3          | input  |
            7            | 1          | output |
            7            | 2          | log    | nucleus:A
        """,
        expected={1: "A", 2: "S", 3: None, 4: None, 5: None, 7: "A"},
    )
