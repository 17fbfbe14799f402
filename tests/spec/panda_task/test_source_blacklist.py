"""-source_blacklist: the storage must send files over WAN, read_wan must be ON."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": "queue_name: A | B | C | D | E, read_wan: ON | OFF | TEST | PARTIAL |, "
    "write_wan: OFF | ON | ON | ON | ON",
    "task": "jedi_task_id: 1 | 2 | 3, type: output | output | input, "
    "storage_token: DATADISK | ddd:DATADISK | DATADISK",
}


def test_on_is_asked(spec: Spec) -> None:
    """D46: the page wants ON, the running system no OFF and no TEST. An unknown status
    passes in both. A task without output asks for none."""
    told = {name: f"{name}_DATADISK cannot be read over WAN" for name in "BC"}
    other = {"D": "D_DATADISK cannot be read over WAN"}
    spec.check(world=WORLD, expected=both(page={**told, **other}, asrun=told))


def test_every_endpoint_for_output_is_asked(spec: Spec) -> None:
    """One that no output goes to is not, in whatever state it is."""
    spec.check(
        queue="queue_name: A | B",
        queue_endpoint="queue_name: A | A | B | B | B, ddm_endpoint_name: "
        "A_DATADISK | A_LOGS | B_DATADISK | B_LOGS | B_TAPE, "
        "read_wan: ON | OFF | ON | ON | OFF",
        task_dataset="dataset_id: 1 | 2, type: output | log, "
        "storage_token: DATADISK | LOGS",
        expected={"A": "A_LOGS cannot be read over WAN"},
    )


def test_the_check_is_a_parameter(spec: Spec) -> None:
    """D12: on in both profiles; `tb_source_check` turns it off."""
    spec.check(world=WORLD, parameters={"tb_source_check": False}, expected={})
