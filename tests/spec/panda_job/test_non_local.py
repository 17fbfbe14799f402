"""-non_local: the queue uses local data only, and some input is not there.

The page is silent; both profiles do as the running system (C2).
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_input_that_is_not_on_disk(spec: Spec) -> None:
    """On tape is not enough. Queues that do not say so may fetch their input. Either
    whole MB are missing or a file is (2); input of no size at all is none (3)."""
    told = "use_only_local_data is set, some input is not there"
    spec.check(
        queue="""
            queue_name | catchall            | is_tape
            A          | use_only_local_data | false
            B          |                     | false
            C          | use_only_local_data | false
            D          | use_only_local_data | true
        """,
        task=f"jedi_task_id: 1 | 2 | 3, fsize: {2**30} | 1000 | 0",
        dataset_replica="ddm_endpoint_name: C_DATADISK | D_DATADISK",
        expected={(task, queue): told for task in (1, 2) for queue in "AD"},
    )
