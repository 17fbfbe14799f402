"""-fileunavailable: use_only_local_data, and some input is elsewhere."""

from __future__ import annotations

from tests.spec.check import Spec, both


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


def test_distributed_and_broken_datasets(spec: Spec) -> None:
    """They pass: distributed where locality is asked, or whole on no disk (V83).

    A has a part of each, the rest is elsewhere; N is no queue of analysis.
    """
    spec.check(
        queue="""
            queue_name | catchall            | type
            A          | use_only_local_data | analysis
            N          |                     | production
        """,
        endpoint="""
            ddm_endpoint_name | is_tape | read_wan
            A_DATADISK        | false   | OFF
            N_DATADISK        | false   | OFF
            N_TAPE            | true    | OFF
        """,
        task="""
            jedi_task_id | task_priority
            1            | 500
            2            | 2000
            3            | 500
            4            | 500
            5            | 500
        """,
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | master_id
            1            | 1          | spread       |
            2            | 2          | spread       |
            3            | 3          | tape         |
            4            | 4          | disk         |
            5            | 5          | tape         |
            5            | 6          | disk         | 5
        """,
        task_file="""
            jedi_task_id | dataset_id | file_id
            1            | 1          | 1
            2            | 2          | 2
            3            | 3          | 3
            4            | 4          | 4
            5            | 5          | 5
            5            | 6          | 6
        """,
        dataset="""
            dataset_name | n_files | is_distributed
            spread       | 20      | true
            tape         | 20      | false
            disk         | 20      | false
        """,
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            spread       | A_DATADISK        | 20            | 19
            spread       | N_DATADISK        | 20            | 20
            tape         | A_DATADISK        | 20            | 19
            tape         | N_TAPE            | 20            | 20
            disk         | A_DATADISK        | 20            | 19
            disk         | N_DATADISK        | 20            | 20
        """,
        expected=both(
            page={(2, 0, "A"), (4, 0, "A"), (5, 0, "A")},
            asrun={(4, 0, "A"), (5, 0, "A")},
        ),
    )
