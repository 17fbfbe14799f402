"""-source_blacklist: satellites need input that can leave the place where it is.

No nucleus is chosen yet: the queues of all of them count as queues of it (V80).
"""

from __future__ import annotations

from tests.spec.check import Spec, both

HELD = "complete input is readable over LAN only"


def test_queues_of_any_nucleus(spec: Spec) -> None:
    """The one complete copy of task 1 is at A, which sends nothing; task 2 has another.

    A and M are nuclei, B is a satellite. D52: as run M, which lacks the input and has
    nowhere to write, is treated like a satellite.
    """
    spec.check(
        queue="queue_name: A | M | B, role: nucleus | nucleus | satellite",
        endpoint="""
            ddm_endpoint_name | read_wan
            A_DATADISK        | OFF
            M_DATADISK        | ON
            B_DATADISK        | ON
            X_DATADISK        | ON
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | write_lan_role
            A          | A_DATADISK        | true
            M          | M_DATADISK        | false
            B          | B_DATADISK        | true
        """,
        task="jedi_task_id: 1 | 2",
        task_dataset="jedi_task_id: 1 | 2, dataset_name: held | free",
        dataset="dataset_name: held | free",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            held         | A_DATADISK
            free         | A_DATADISK
            free         | X_DATADISK
        """,
        expected=both(
            page={(1, 0, "B"): HELD}, asrun={(1, 0, "B"): HELD, (1, 0, "M"): HELD}
        ),
    )
