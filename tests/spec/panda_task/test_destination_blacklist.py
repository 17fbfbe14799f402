"""-destination_blacklist: the storage must receive over WAN, write_wan must be ON."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_on_is_asked(spec: Spec) -> None:
    """D46: the page wants ON, the running system no OFF and no TEST. An unknown status
    passes in both. A task without output asks for none."""
    told = {name: f"{name}_DATADISK cannot be written over WAN" for name in "BC"}
    other = {"D": "D_DATADISK cannot be written over WAN"}
    spec.check(
        queue="queue_name: A | B | C | D | E, write_wan: ON | OFF | TEST | PARTIAL |, "
        "read_wan: OFF | ON | ON | ON | ON, write_lan: OFF | ON | ON | ON | ON",
        task="jedi_task_id: 1 | 2 | 3, type: output | output | input, "
        "storage_token: DATADISK | ddd:DATADISK | DATADISK",
        expected=both(page={**told, **other}, asrun=told),
    )


def test_full_chains_write_to_the_secondary_nucleus(spec: Spec) -> None:
    """Spec 2.4: so its endpoint has to receive, not that of the nucleus."""
    spec.check(
        queue="queue_name: A | B, catchall: secondaryNucleus=B |, write_wan: ON | OFF",
        task="jedi_task_id: 1 | 2, split_rule: | FU=3, "
        "type: log, storage_token: DATADISK",
        expected={(1, "B"), (2, "A"), (2, "B")},
    )
