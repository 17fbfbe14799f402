"""-source_blacklist: the storage must send files over WAN, read_wan must be ON."""

from __future__ import annotations

from tests.spec.check import Spec, both

NUCLEI = "queue_name: A | B | C | D | E"
STATES = """
    ddm_endpoint_name | read_wan | write_wan
    A_DATADISK        | ON       | OFF
    B_DATADISK        | OFF      | ON
    C_DATADISK        | TEST     | ON
    D_DATADISK        | PARTIAL  | ON
    E_DATADISK        |          | ON
"""
OUTPUT = """
    jedi_task_id | type   | storage_token
    1            | output | DATADISK
    2            | output | ddd:DATADISK
    3            | input  | DATADISK
"""
TASKS = "jedi_task_id: 1 | 2 | 3"


def test_on_is_asked(spec: Spec) -> None:
    """D46: the page wants ON, the running system no OFF and no TEST.

    An unknown status passes in both. A task without output asks for none.
    """
    off = {
        (1, 0, "B"): "B_DATADISK cannot be read over WAN",
        (1, 0, "C"): "C_DATADISK cannot be read over WAN",
    }
    other = {(1, 0, "D"): "D_DATADISK cannot be read over WAN"}
    spec.check(
        queue=NUCLEI,
        endpoint=STATES,
        task=TASKS,
        task_dataset=OUTPUT,
        expected=both(page={**off, **other}, asrun=off),
    )


def test_every_endpoint_for_output_is_asked(spec: Spec) -> None:
    """One that no output goes to is not, in whatever state it is."""
    spec.check(
        queue="queue_name: A | B",
        endpoint="""
            ddm_endpoint_name | read_wan
            A_DATADISK        | ON
            A_LOGS            | OFF
            B_DATADISK        | ON
            B_LOGS            | ON
            B_TAPE            | OFF
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            A          | A_LOGS
            B          | B_DATADISK
            B          | B_LOGS
            B          | B_TAPE
        """,
        task_dataset="""
            dataset_id | type   | storage_token
            1          | output | DATADISK
            2          | log    | LOGS
        """,
        expected={(1, 0, "A"): "A_LOGS cannot be read over WAN"},
    )


def test_the_check_is_a_parameter(spec: Spec) -> None:
    """D12: on in both profiles; `tb_source_check` turns it off."""
    spec.check(
        queue=NUCLEI,
        endpoint=STATES,
        task=TASKS,
        task_dataset=OUTPUT,
        parameters={"tb_source_check": False},
        expected={},
    )
