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
    """Nucleus or satellite; a site that runs no production is none. A task that has its
    nucleus is looked at while an output has no destination."""
    spec.check_fact(
        FACT,
        "preset_nucleus",
        queue="queue_name: A | S | U, role: nucleus | satellite | nucleus, "
        "type: production | production | analysis",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, nucleus: A | S | U | X |",
        task_dataset="jedi_task_id: 1 | 1 | 2 | 3 | 4 | 5, "
        "dataset_id: 1 | 2 | 1 | 1 | 1 | 1, "
        "type: output | log | output | output | output | output, "
        "destination: nucleus:A | | | | | nucleus:A",
        expected={1: "A", 2: "S", 3: None, 4: None, 5: None},
    )


def test_nothing_is_left_to_do_for_a_task_with_all_destinations(spec: Spec) -> None:
    """Spec 2.1: the nucleus is NULL or some output or log has no destination."""
    spec.check_fact(
        FACT,
        "preset_nucleus",
        task="jedi_task_id: 1 | 2, nucleus: Q",
        task_dataset="""
            jedi_task_id | dataset_id | type   | destination
            1            | 1          | output | nucleus:Q
            1            | 2          | log    | nucleus:Q
            1            | 3          | input  |
            2            | 1          | output | nucleus:Q
            2            | 2          | log    |
        """,
        expected={2: "Q"},
    )
