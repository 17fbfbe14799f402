"""-blacklist: storage endpoints that are blacklisted."""

from __future__ import annotations

from tests.spec.check import Spec


def test_what_a_queue_needs(spec: Spec) -> None:
    """LAN both ways; WAN both ways unless the queue holds the data."""
    spec.check(
        queue="""
            queue_name
            A
            B
            C
            D
            E
            F
        """,
        endpoint="""
            ddm_endpoint_name | read_lan | write_lan | read_wan | write_wan
            A_DATADISK        |          | ON        | ON       | ON
            B_DATADISK        | OFF      | ON        | ON       | ON
            C_DATADISK        | ON       | TEST      | ON       | ON
            D_DATADISK        | ON       | ON        | OFF      | ON
            E_DATADISK        | ON       | ON        | ON       | OFF
        """,
        task="""
            jedi_task_id
            1
        """,
        task_dataset="""
            type
            pseudo_input
        """,
        expected={
            (1, 0, "B"): "no input endpoint can be read over LAN",
            (1, 0, "C"): "no output endpoint can be written over LAN",
            (1, 0, "D"): "no output endpoint can send over WAN",
            (1, 0, "E"): "no input endpoint can receive over WAN",
            (1, 0, "F"): "no input endpoint can be read over LAN",
        },
    )


def test_queues_with_the_data(spec: Spec) -> None:
    """They need no WAN; others fail where the data cannot leave."""
    spec.check(
        queue="""
            queue_name
            A
            B
        """,
        endpoint="""
            ddm_endpoint_name | read_wan
            A_DATADISK        | OFF
            B_DATADISK        | ON
        """,
        dataset_replica="""
            ddm_endpoint_name
            A_DATADISK
        """,
        expected={(1, 0, "B"): "the input cannot leave the place where it is"},
    )
