"""-fileunavailable: use_only_local_data, and some input is elsewhere."""

from __future__ import annotations

from tests.spec.check import Spec


def test_whole_input(spec: Spec) -> None:
    """A single missing file is one too many; queues without the flag pass."""
    spec.check(
        queue="""
            queue_name | catchall
            A          | use_only_local_data
            B          | use_only_local_data
            C          |
        """,
        endpoint="""
            ddm_endpoint_name | read_wan
            A_DATADISK        | OFF
            B_DATADISK        | OFF
            C_DATADISK        | OFF
        """,
        dataset_replica="""
            ddm_endpoint_name | n_files_total | n_files_found
            A_DATADISK        | 20            | 20
            B_DATADISK        | 20            | 19
        """,
        expected={(1, 0, "B"): "use_only_local_data, some input is elsewhere"},
    )
