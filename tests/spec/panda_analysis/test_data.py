"""Input at the queue raises the weight, in the running system only."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_datasets_on_disk_and_on_tape(spec: Spec) -> None:
    """One for each dataset on disk, a thousandth for tape (row 43)."""
    spec.check(
        queue="""
            queue_name
            A
            B
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            B          | B_TAPE
        """,
        endpoint="""
            ddm_endpoint_name | is_tape | read_wan
            A_DATADISK        | false   | OFF
            B_TAPE            | true    | OFF
        """,
        dataset_replica="""
            ddm_endpoint_name
            A_DATADISK
            B_TAPE
        """,
        expected=both(
            page={(1, 0, "A"): 1.0, (1, 0, "B"): 1.0},
            asrun={(1, 0, "A"): 1.0, (1, 0, "B"): 0.001},
        ),
    )


def test_no_input(spec: Spec) -> None:
    """Nothing to weigh."""
    spec.check(
        task_dataset="""
            type
            pseudo_input
        """,
        expected={(1, 0, "Q"): 1.0},
    )
