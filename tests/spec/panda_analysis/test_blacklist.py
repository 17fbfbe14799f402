"""-blacklist: storage endpoints that are blacklisted."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_what_a_queue_needs(spec: Spec) -> None:
    """LAN both ways; WAN both ways unless the queue holds the data."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F",
        endpoint="""
            ddm_endpoint_name | read_lan | write_lan | read_wan | write_wan
            A_DATADISK        |          | ON        | ON       | ON
            B_DATADISK        | OFF      | ON        | ON       | ON
            C_DATADISK        | ON       | TEST      | ON       | ON
            D_DATADISK        | ON       | ON        | OFF      | ON
            E_DATADISK        | ON       | ON        | ON       | OFF
        """,
        task="jedi_task_id: 1, type: pseudo_input",
        expected={
            "B": "no input endpoint can be read over LAN",
            "C": "no output endpoint can be written over LAN",
            "D": "no output endpoint can send over WAN",
            "E": "no input endpoint can receive over WAN",
            "F": "no input endpoint can be read over LAN",
        },
    )


def test_queues_with_the_data(spec: Spec) -> None:
    """They need no WAN; others fail where the data cannot leave. Where locality is
    suppressed nothing is spared on the page (V89)."""
    told = "the input cannot leave the place where it is"
    spec.check(
        queue="queue_name: A | B, read_wan: OFF | ON",
        task="jedi_task_id: 1 | 2, task_priority: 1999 | 2000",
        dataset_replica="ddm_endpoint_name: A_DATADISK",
        expected=both(
            page={
                (1, "B"): told,
                (2, "A"): "no output endpoint can send over WAN",
                (2, "B"): told,
            },
            asrun={(1, "B"): told, (2, "B"): told},
        ),
    )


def test_blacklisted_for_reading(spec: Spec) -> None:
    """An endpoint of which nothing is known is not."""
    spec.check(
        queue="queue_name: A | B | C, blacklisted_read: | false | true",
        task_dataset="type: pseudo_input",
        expected={"C": "no input endpoint can be read over LAN"},
    )
