"""-non_local: the queue uses local data only, and some input is not there.

The page is silent; both profiles do as the running system (C2).
"""

from __future__ import annotations

from tests.spec.check import Spec

QUEUES = """
    queue_name | catchall
    A          | use_only_local_data
    B          |
"""


def test_input_that_is_not_on_disk(spec: Spec) -> None:
    """On tape is not enough. Queues that do not say so may fetch their input."""
    spec.check(
        queue="""
            queue_name | catchall
            A          | use_only_local_data
            B          |
            C          | use_only_local_data
            D          | use_only_local_data
        """,
        endpoint="""
            ddm_endpoint_name | is_tape
            A_DATADISK        | false
            B_DATADISK        | false
            C_DATADISK        | false
            D_DATATAPE        | true
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            B          | B_DATADISK
            C          | C_DATADISK
            D          | D_DATATAPE
        """,
        dataset_replica="ddm_endpoint_name: C_DATADISK | D_DATATAPE",
        expected={
            (1, 0, "A"): "use_only_local_data is set, some input is not there",
            (1, 0, "D"): "use_only_local_data is set, some input is not there",
        },
    )


def test_a_file_of_no_megabyte_is_missing_too(spec: Spec) -> None:
    """Either whole MB are missing or a file is; input of no size at all is none."""
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2",
        task_file="jedi_task_id: 1 | 2, fsize: 1000 | 0",
        expected={(1, 0, "A")},
    )
