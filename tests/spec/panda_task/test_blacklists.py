"""Storage must send and receive files over WAN: read_wan and write_wan must be ON.

-source_blacklist asks for the first, -destination_blacklist for the second.
"""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

POLICY = "panda_task"
both_ways = pytest.mark.parametrize(
    ("rule", "asked", "told"),
    [
        ("source_blacklist", "read_wan", "cannot be read over WAN"),
        ("destination_blacklist", "write_wan", "cannot be written over WAN"),
    ],
)


@both_ways
def test_on_is_asked(rule: str, asked: str, told: str) -> None:
    """D46: the page wants ON, the running system no OFF and no TEST. An unknown status
    passes in both. A task without output asks for none. D12: the first check is on in
    both profiles; `tb_source_check` turns it off."""
    other = "write_wan" if asked == "read_wan" else "read_wan"
    off = {name: f"{name}_DATADISK {told}" for name in "BC"}
    world = {
        "queue": "queue_name: A | B | C | D | E, "
        f"{asked}: ON | OFF | TEST | PARTIAL |, {other}: OFF | ON | ON | ON | ON, "
        "write_lan: OFF | ON | ON | ON | ON",
        "task": "jedi_task_id: 1 | 2 | 3, type: output | output | input, "
        "storage_token: DATADISK | ddd:DATADISK | DATADISK",
    }
    expected = both(page={**off, "D": f"D_DATADISK {told}"}, asrun=off)
    Spec(POLICY, rule).check(world=world, expected=expected)
    left = {} if rule == "source_blacklist" else expected
    Spec(POLICY, rule).check(
        world=world, parameters={"tb_source_check": False}, expected=left
    )


@both_ways
def test_every_endpoint_for_output_is_asked(rule: str, asked: str, told: str) -> None:
    """One that no output goes to (B_TAPE) is not. Spec 2.4: full chains (2) write to
    the secondary nucleus, so its endpoints have to send and receive."""
    Spec(POLICY, rule).check(
        queue="queue_name: A | B | C, catchall: | | secondaryNucleus=A",
        queue_endpoint="queue_name: A | A | B | B | B | C | C, ddm_endpoint_name: "
        "A_DATADISK | A_LOGS | B_DATADISK | B_LOGS | B_TAPE | C_DATADISK | C_LOGS, "
        f"{asked}: ON | OFF | ON | ON | OFF | ON | ON",
        task="jedi_task_id: 1 | 2, split_rule: | FU=3",
        task_dataset="jedi_task_id: 1 | 1 | 2 | 2, dataset_id: 1 | 2 | 1 | 2, "
        "type: output | log | output | log, "
        "storage_token: DATADISK | LOGS | DATADISK | LOGS",
        expected=dict.fromkeys([(1, "A"), (2, "A"), (2, "C")], f"A_LOGS {told}"),
    )
