"""-source_blacklist: satellites need input that can leave the place where it is.

No nucleus is chosen yet: the queues of all of them count as queues of it (V80).
"""

from __future__ import annotations

from tests.spec.check import Spec, both

HELD = "complete input is readable over LAN only"


def test_queues_of_any_nucleus(spec: Spec) -> None:
    """The one complete copy of task 1 is at A, which sends nothing; task 2 has another.
    A and M are nuclei, B is a satellite. D52: as run M, which lacks the input and has
    nowhere to write, is treated like a satellite."""
    spec.check(
        queue="queue_name: A | M | B, role: nucleus | nucleus | satellite, "
        "write_lan_role: true | false | true",
        endpoint="read_wan: OFF | ON | ON | ON, ddm_endpoint_name: "
        "A_DATADISK | M_DATADISK | B_DATADISK | X_DATADISK",
        task="jedi_task_id: 1 | 2, dataset_name: held | free",
        dataset="dataset_name: held | free",
        dataset_replica="dataset_name: held | free | free, "
        "ddm_endpoint_name: A_DATADISK | A_DATADISK | X_DATADISK",
        expected=both(page={"B": HELD}, asrun={"B": HELD, "M": HELD}),
    )
