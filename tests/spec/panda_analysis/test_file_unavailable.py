"""-fileunavailable: use_only_local_data, and some input is elsewhere."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.pieces import pieces


def test_whole_input(spec: Spec) -> None:
    """A single missing file is one too many; queues without the flag pass."""
    spec.check(
        queue="queue_name: A | B | C, "
        "catchall: use_only_local_data | use_only_local_data |, read_wan: OFF",
        dataset_replica="""
            ddm_endpoint_name | n_files_total | n_files_found
            A_DATADISK        | 20            | 20
            B_DATADISK        | 20            | 19
        """,
        expected={"B": "use_only_local_data, some input is elsewhere"},
    )


def test_distributed_and_broken_datasets(spec: Spec) -> None:
    """They pass: distributed where locality is asked, or whole on no disk (V83). A has
    a part of each, the rest is elsewhere; N is no queue of analysis."""
    spread, tape, disk = {"spread": (20, 1)}, {"tape": (20, 1)}, {"disk": (20, 1)}
    parts = {1: spread, 2: spread, 3: tape, 4: disk, 5: {**tape, **disk}}
    spec.check(
        queue="""
            queue_name | catchall            | type
            A          | use_only_local_data | analysis
            N          |                     | production
        """,
        endpoint="ddm_endpoint_name: A_DATADISK | N_DATADISK | N_TAPE, "
        "is_tape: false | false | true, read_wan: OFF",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "task_priority: 500 | 2000 | 500 | 500 | 500",
        world=pieces(parts, {}),
        dataset="dataset_name: spread | tape | disk, n_files: 20, "
        "is_distributed: true | false | false",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            spread       | A_DATADISK        | 20            | 19
            spread       | N_DATADISK        | 20            | 20
            tape         | A_DATADISK        | 20            | 19
            tape         | N_TAPE            | 20            | 20
            disk         | A_DATADISK        | 20            | 19
            disk         | N_DATADISK        | 20            | 20
        """,
        expected=both(page={(2, "A"), (4, "A"), (5, "A")}, asrun={(4, "A"), (5, "A")}),
    )


def test_the_files_of_the_chunk_in_a_partial_copy(spec: Spec) -> None:
    """PanDA looks for the files of the master dataset: A has that of chunk 0, nobody
    that of chunk 1. Of the second dataset of task 2 a whole copy is needed. Of merge
    jobs (3) no file is looked for: what is there in part will do."""
    spec.check(
        queue="queue_name: A | B | N, type: analysis | analysis | production, "
        "catchall: use_only_local_data | use_only_local_data |",
        task="jedi_task_id: 1 | 2 | 3",
        input_chunk="""
            jedi_task_id | chunk_no | is_merging
            1            | 0        | false
            1            | 1        | false
            2            | 0        | false
            3            | 0        | true
        """,
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | master_id
            1            | 1          | data         |
            2            | 1          | data         |
            2            | 2          | more         | 1
            3            | 1          | data         |
        """,
        task_file="""
            jedi_task_id | dataset_id | chunk_no | lfn
            1            | 1          | 0        | here
            1            | 1          | 1        | there
            2            | 1          | 0        | here
            2            | 2          | 0        | here
            3            | 1          | 0        | there
        """,
        dataset="dataset_name: data | more, n_files: 20",
        dataset_replica="dataset_name: data | data | more | more, "
        "ddm_endpoint_name: A_DATADISK | N_DATADISK | A_DATADISK | N_DATADISK, "
        "n_files_total: 20, n_files_found: 19 | 20 | 19 | 20",
        file_replica="lfn: here, ddm_endpoint_name: A_DATADISK",
        expected={(1, 0, "B"), (1, 1, "A"), (1, 1, "B"), (2, 0, "A"), (2, 0, "B")}
        | {(3, 0, "B")},
    )
