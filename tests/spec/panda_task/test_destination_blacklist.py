"""-destination_blacklist: the storage must receive over WAN, write_wan must be ON."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_on_is_asked(spec: Spec) -> None:
    """D46: the page wants ON, the running system no OFF and no TEST.

    An unknown status passes in both. A task without output asks for none.
    """
    off = {
        (1, 0, "B"): "B_DATADISK cannot be written over WAN",
        (1, 0, "C"): "C_DATADISK cannot be written over WAN",
    }
    other = {(1, 0, "D"): "D_DATADISK cannot be written over WAN"}
    spec.check(
        queue="queue_name: A | B | C | D | E",
        endpoint="""
            ddm_endpoint_name | write_wan | read_wan | write_lan
            A_DATADISK        | ON        | OFF      | OFF
            B_DATADISK        | OFF       | ON       | ON
            C_DATADISK        | TEST      | ON       | ON
            D_DATADISK        | PARTIAL   | ON       | ON
            E_DATADISK        |           | ON       | ON
        """,
        task="jedi_task_id: 1 | 2 | 3",
        task_dataset="""
            jedi_task_id | type   | storage_token
            1            | output | DATADISK
            2            | output | ddd:DATADISK
            3            | input  | DATADISK
        """,
        expected=both(page={**off, **other}, asrun=off),
    )


def test_full_chains_write_to_the_secondary_nucleus(spec: Spec) -> None:
    """Spec 2.4: so its endpoint has to receive, not that of the nucleus."""
    spec.check(
        queue="queue_name: A | B, catchall: secondaryNucleus=B |",
        endpoint="ddm_endpoint_name: A_DATADISK | B_DATADISK, write_wan: ON | OFF",
        task="jedi_task_id: 1 | 2, split_rule: | FU=3",
        task_dataset="""
            jedi_task_id | type | storage_token
            1            | log  | DATADISK
            2            | log  | DATADISK
        """,
        expected={(1, 0, "B"), (2, 0, "A"), (2, 0, "B")},
    )
