"""Input at the queue raises the weight, in the running system only."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.stage import Key


def test_datasets_on_disk_and_on_tape(spec: Spec) -> None:
    """One for each dataset on disk, a thousandth for tape (row 43)."""
    spec.check(
        queue="queue_name: A | B",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: A_DATADISK | B_TAPE",
        endpoint="""
            ddm_endpoint_name | is_tape | read_wan
            A_DATADISK        | false   | OFF
            B_TAPE            | true    | OFF
        """,
        dataset_replica="ddm_endpoint_name: A_DATADISK | B_TAPE",
        expected=both(page={"A": 1.0, "B": 1.0}, asrun={"A": 1.0, "B": 0.001}),
    )


def test_no_input(spec: Spec) -> None:
    """Nothing to weigh."""
    spec.check(task_dataset="type: pseudo_input", expected={"Q": 1.0})


PARTS = {
    "queue": "queue_name: A | B | C, is_tape: false, read_wan: OFF",
    "input_chunk": "chunk_no: 0 | 1, is_merging: false | true",
    "task_dataset": "dataset_id: 1 | 2, dataset_name: one | two, master_id: | 1",
    "task_file": """
        chunk_no | dataset_id | file_id | lfn | fsize
        0        | 1          | 1       | a   | 10737418240
        0        | 1          | 2       | b   | 21474836480
        0        | 2          | 3       | c   | 5368709120
        1        | 1          | 1       | a   | 10737418240
        1        | 1          | 2       | b   | 21474836480
        1        | 2          | 3       | c   | 5368709120
    """,
    "dataset": "dataset_name: one | two, n_files: 20",
    "dataset_replica": """
        dataset_name | ddm_endpoint_name | n_files_total | n_files_found
        one          | A_DATADISK        | 20            | 20
        one          | C_DATADISK        | 20            | 1
        two          | B_DATADISK        | 20            | 20
    """,
    "file_replica": "lfn: a, ddm_endpoint_name: C_DATADISK",
}


NONE = (1.0, 1.0, 1.0)


def weights(*chunks: tuple[float, ...]) -> dict[Key, dict[str, float]]:
    """Return the weights of A, B and C for the chunks 0, 1 …"""
    return {
        (1, number): dict(zip("ABC", found, strict=True))
        for number, found in enumerate(chunks)
    }


def test_any_file_at_the_queue(spec: Spec) -> None:
    """Where no queue has all: 10 GB count as one more, also of a small part (V87). A
    has 30 GB, B has 5, C has 10 of the 30 of A. A merge takes a copy for whole."""
    for parameters, asrun in (
        ({}, weights((4.0, 1.5, 2.0), (4.0, 1.5, 4.0))),
        ({"disk_gb_norm": 5}, weights((7.0, 2.0, 3.0), (7.0, 2.0, 7.0))),
        ({"least_input_bytes": 35 * 2**30}, weights((4.0, 1.5, 2.0), (4.0, 1.5, 4.0))),
        ({"least_input_bytes": 35 * 2**30 + 1}, weights(NONE, NONE)),
    ):
        spec.check(
            world=PARTS,
            parameters=parameters,
            expected=both(page=weights(NONE, NONE), asrun=asrun),
        )


def test_input_from_one_gigabyte_on(spec: Spec) -> None:
    """A and C have all of it, a byte less does not count; B has an empty file."""
    for size, asrun in ((2**30, (1.1, 1.0, 1.1)), (2**30 - 1, NONE)):
        spec.check(
            world=PARTS,
            input_chunk="chunk_no: 0",
            task_file="dataset_id: 1 | 1 | 2, file_id: 1 | 2 | 3, "
            f"lfn: a | b | c, fsize: {size} | 0 | 0",
            expected=both(page=weights(NONE), asrun=weights(asrun)),
        )


def test_a_queue_of_parts_where_a_whole_copy_is_on_tape(spec: Spec) -> None:
    """Locality is asked, so GB count for neither; N on disk is no analysis queue."""
    spec.check(
        queue="queue_name: A | T",
        queue_endpoint="queue_name: A | T, ddm_endpoint_name: A_DATADISK | T_TAPE",
        endpoint="""
            ddm_endpoint_name | is_tape | read_wan
            A_DATADISK        | false   | OFF
            T_TAPE            | true    | OFF
        """,
        task_file="fsize: 64424509440",
        dataset_replica="ddm_endpoint_name: A_DATADISK | T_TAPE | N_DATADISK, "
        "n_files_total: 2, n_files_found: 1 | 2 | 2",
        file_replica="ddm_endpoint_name: A_DATADISK",
        parameters={"tape_data_weight": 0.01},
        expected=both(page={"A": 1.0, "T": 1.0}, asrun={"A": 1.0, "T": 0.01}),
    )


def test_a_dataset_in_two_containers(spec: Spec) -> None:
    """The files of each container count once where the dataset is."""
    spec.check_fact(
        "local_file_size",
        "disk_bytes",
        queue="queue_name: A",
        task_dataset="dataset_id: 1 | 2, dataset_name: box | bag, master_id: | 1",
        task_file="""
            dataset_id | file_id | lfn | fsize | constituent_name
            1          | 1       | a   | 10    | part
            2          | 2       | b   | 20    | part
        """,
        dataset="dataset_name: part, n_files: 20",
        dataset_content="container_name: box | bag, dataset_name: part",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            part         | A_DATADISK        | 20            | 20
        """,
        expected={"A": 30},
    )


def test_which_copies_count(spec: Spec) -> None:
    """A whole copy at each of two endpoints (A), of a container too. Where there is
    none, the files of whole constituents (B), but not of secondary (3) and manytime
    datasets (4). A merge takes all files where any constituent is (2). Copies of a
    virtual placement count where the task may use them: 5 avoids them."""
    spec.check_fact(
        "local_file_size",
        "disk_bytes",
        queue="queue_name: A | B | V",
        queue_endpoint="queue_name: A | A | B | V, "
        "ddm_endpoint_name: A_DATADISK | A_OTHER | B_DATADISK | V_VP_DISK",
        endpoint="ddm_endpoint_name: A_DATADISK | A_OTHER | B_DATADISK | V_VP_DISK",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, split_rule: | | | | AV=1 |",
        input_chunk="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "is_merging: false | true | false | false | false | false",
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | master_id | attributes
            1            | 1          | box          |           |
            2            | 1          | box          |           |
            3            | 1          | lost         |           |
            3            | 2          | box          | 1         |
            4            | 1          | box          |           | manytime
            5            | 1          | seen         |           |
            6            | 1          | seen         |           |
        """,
        task_file="""
            jedi_task_id | dataset_id | file_id | lfn | fsize | constituent_name
            1            | 1          | 1       | a   | 10    | part1
            1            | 1          | 2       | b   | 10    | part2
            2            | 1          | 1       | a   | 10    | part1
            2            | 1          | 2       | b   | 10    | part2
            3            | 1          | 3       | c   | 10    |
            3            | 2          | 1       | a   | 10    | part1
            3            | 2          | 2       | b   | 10    | part2
            4            | 1          | 1       | a   | 10    | part1
            4            | 1          | 2       | b   | 10    | part2
            5            | 1          | 3       | c   | 10    |
            6            | 1          | 3       | c   | 10    |
        """,
        dataset="dataset_name: part1 | part2 | seen, n_files: 20",
        dataset_content="container_name: box, dataset_name: part1 | part2",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | is_vp | n_files_total | n_files_found
            part1        | A_DATADISK        | false | 20            | 20
            part2        | A_DATADISK        | false | 20            | 20
            part1        | A_OTHER           | false | 20            | 20
            part2        | A_OTHER           | false | 20            | 20
            part1        | B_DATADISK        | false | 20            | 20
            part2        | B_DATADISK        | false | 20            | 5
            seen         | V_VP_DISK         | true  | 20            | 20
        """,
        expected={
            "A": dict.fromkeys((1, 2, 3, 4), 40),
            "B": {1: 10, 2: 20},
            "V": {6: 10},
        },
    )
