"""Data availability: what of the input is at the queue.

(availableSize + totalSize) / (totalSize x (numMissingFiles / 100 + 1)).
"""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_job.pieces import pieces


def test_missing_files(spec: Spec) -> None:
    """Input on disk counts twice; three missing files of three: 1 / 1.03. A hundred
    halve it, 300 make a quarter, however large they are. Where 40 of 100 bytes are on
    site and 60 of the files missing it is 0.875 (example 9)."""
    parts = {
        **{1: {"few": (3000, 3)}, 2: {"some": (10**5, 100)}},
        **{3: {"all": (3 * 10**11, 300)}, 4: {"near": (40, 1), "far": (60, 60)}},
    }
    spec.check(
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3 | 4",
        world=pieces(parts, {"A_DATADISK": ["few", "some", "all", "near"]}),
        expected={
            "A": {1: 2.0, 2: 2.0, 3: 2.0, 4: 0.875},
            "B": {1: 1 / 1.03, 2: 0.5, 3: 0.25, 4: 1 / 1.61},
        },
    )


def test_chunks_share_a_secondary_dataset(spec: Spec) -> None:
    """C132: the same file stands once for each chunk. A holds half of the bytes of
    both, and lacks one file of each."""
    spec.check_cycle(
        "weighed",
        ["chunk_no", "queue_name"],
        "data",
        queue="queue_name: A | B",
        input_chunk="chunk_no: 0 | 1",
        task_dataset="dataset_id: 1 | 2, dataset_name: events | pileup, master_id: | 1",
        task_file="""
            chunk_no | dataset_id | file_id | lfn | fsize
            0        | 1          | 1       | e0  | 1000
            1        | 1          | 2       | e1  | 1000
            0        | 2          | 3       | p   | 1000
            1        | 2          | 3       | p   | 1000
        """,
        dataset="dataset_name: events | pileup, n_files: 2 | 1",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            events       | A_DATADISK        | 2             | 2
            events       | B_DATADISK        | 2             | 2
            pileup       | B_DATADISK        | 1             | 1
        """,
        expected={
            **dict.fromkeys([(0, "A"), (1, "A")], 1.5 / 1.01),
            **dict.fromkeys([(0, "B"), (1, "B")], 2.0),
        },
    )


def test_no_input(spec: Spec) -> None:
    """Nothing to fetch: files without a size, and pseudo input."""
    spec.check(
        task="""
            jedi_task_id | type         | lfn | fsize
            1            | input        | a   | 0
            2            | input        | a   |
            3            | pseudo_input | a   | 0
        """,
        expected={1: 1.0, 2: 1.0, 3: 1.0},
    )


def test_pseudo_input_is_missing_nowhere(spec: Spec) -> None:
    """C132: its events are no files that A or B would have to fetch; what it lists
    beside a real dataset is that one's."""
    spec.check(
        queue="queue_name: A | B",
        task_dataset="""
            dataset_id | dataset_name | type         | master_id
            1          | pseudo       | pseudo_input |
            2          | data         | input        | 1
        """,
        task_file="dataset_id: 1 | 1 | 1 | 2, file_id: 1 | 2 | 3 | 4, "
        "lfn: pseudo1 | pseudo2 | real | real, fsize: 1000 | 0 | 1000 | 1000",
        dataset_replica="ddm_endpoint_name: A_DATADISK",
        expected={"A": 2.0, "B": 1 / 1.01},
    )


def test_whole_copies(spec: Spec) -> None:
    """Found = total = the files of the dataset; a virtual placement is always whole.
    More files than the dataset has do no harm; fewer, or an unknown number, are none.
    Only input on disk is available; a file on both is (H), a part of it is not (I)."""
    names = (
        "A_DATADISK | B_DATADISK | C_DATADISK | D_DATADISK | E_DATADISK | F_DATADISK"
    )
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H | I",
        dataset="dataset_name: data, n_files: 10",
        endpoint=f"ddm_endpoint_name: {names} | TAPE, "
        "is_tape: false | false | false | false | false | false | true",
        queue_endpoint="queue_name: A | B | C | D | E | F | G | H | H | I | I, "
        f"ddm_endpoint_name: {names} | TAPE | TAPE | A_DATADISK | TAPE | B_DATADISK",
        dataset_replica=f"ddm_endpoint_name: {names} | TAPE, "
        "is_vp: false | false | false | false | true | false | false, "
        "n_files_total: 10 | 10 | 9 | 10 | | 11 | 10, "
        "n_files_found: 10 | 9 | 9 | | | 11 | 10",
        expected={**dict.fromkeys("AEFH", 2.0), **dict.fromkeys("BCDGI", 1 / 1.01)},
    )


def test_where_a_queue_reads(spec: Spec) -> None:
    """Its input endpoints of production, unless they are blacklisted for reading."""
    spec.check(
        queue="queue_name: A | B | C | D",
        endpoint="""
            ddm_endpoint_name | type            | blacklisted_read
            DISK              | DATADISK        | false
            GROUP             | LOCALGROUPDISK  | false
            BARRED            | DATADISK        | true
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | read_lan_role
            A          | GROUP             | default  | true
            B          | BARRED            | default  | true
            C          | DISK              | analysis | true
            D          | DISK              | default  | false
        """,
        dataset_replica="ddm_endpoint_name: DISK | GROUP | BARRED",
        expected={"A": 2.0, "B": 1 / 1.01, "C": 1 / 1.01, "D": 1 / 1.01},
    )


def test_single_files_are_looked_up(spec: Spec) -> None:
    """Spec 5.1: where no copy is whole; not for intensive tasks and merge jobs. A file
    counts where the first endpoint that holds it is a disk."""
    files = {"file1": 1000, "file2": 3000}
    rows = [
        f"{task} | {n} | {lfn} | {size}"
        for task in (1, 2, 3, 4)
        for n, (lfn, size) in enumerate(files.items())
    ]
    some = {"A": 5 / 4 / 1.01, "B": 7 / 4 / 1.01}
    none = {"A": 1 / 1.02, "B": 1 / 1.02}
    spec.check(
        queue="queue_name: A | B",
        endpoint="ddm_endpoint_name: A_DATADISK | B_DATADISK | B_DATATAPE, "
        "is_tape: false | false | true",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | order_read
            A          | A_DATADISK        | 1
            B          | B_DATATAPE        | 1
            B          | B_DATADISK        | 2
        """,
        task="""
            jedi_task_id | io_intensity | split_rule | is_merging
            1            | 200          |            | false
            2            | 201          |            | false
            3            | 201          | IS=1       | false
            4            | 100          |            | true
        """,
        task_file="\n".join(["jedi_task_id | file_id | lfn | fsize", *rows]),
        file_replica="""
            scope | lfn   | ddm_endpoint_name
            mc    | file1 | A_DATADISK
            data  | file2 | A_DATADISK
            mc    | file1 | B_DATATAPE
            mc    | file1 | B_DATADISK
            mc    | file2 | B_DATADISK
        """,
        expected={1: some, 2: none, 3: some, 4: none},
    )


def test_single_files_on_tape_are_no_bytes_on_disk(spec: Spec) -> None:
    """A finds the file on tape, B on disk."""
    spec.check_fact(
        "file_group_at_queue",
        ["disk_bytes", "n_disk_files", "any_bytes", "n_any_files"],
        queue="queue_name: A | B",
        endpoint="ddm_endpoint_name: TAPE | DISK, is_tape: true | false",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: TAPE | DISK",
        file_replica="ddm_endpoint_name: TAPE | DISK",
        expected={(1, "A"): (0, 0, 2**30, 1), (1, "B"): (2**30, 1, 2**30, 1)},
    )


def test_the_look_up_needs_a_cause(spec: Spec) -> None:
    """D58: some queue has no whole copy. T has one on tape, and a file on disk too."""
    for queues, parameters, expected in (
        ("T", {}, {"T": 1 / 1.01}),
        ("T | Q", {}, {"T": 2.0, "Q": 1 / 1.01}),
        ("T", {"file_lookup_scope": "always"}, {"T": 2.0}),
    ):
        spec.check(
            queue=f"queue_name: {queues}",
            endpoint="ddm_endpoint_name: T_DATATAPE | T_DATADISK | Q_DATADISK, "
            "is_tape: true | false | false",
            queue_endpoint="""
                queue_name | ddm_endpoint_name | order_read
                T          | T_DATADISK        | 1
                T          | T_DATATAPE        | 2
                Q          | Q_DATADISK        | 1
            """,
            dataset_replica="ddm_endpoint_name: T_DATATAPE",
            file_replica="scope: mc, lfn: file1, ddm_endpoint_name: T_DATADISK",
            parameters=parameters,
            expected=expected,
        )


def test_secondary_datasets_and_such_of_many_uses_are_not_looked_up(spec: Spec) -> None:
    """Only the master dataset is, unless it is used many times."""
    spec.check(
        task="jedi_task_id: 1 | 2",
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | master_id | attributes
            1            | 1          | first        |           |
            1            | 2          | second       | 1         |
            2            | 1          | first        |           | nosplit,manytime
        """,
        task_file="""
            jedi_task_id | dataset_id | file_id | lfn   | fsize
            1            | 1          | 1       | file1 | 1000
            1            | 2          | 2       | file2 | 3000
            2            | 1          | 1       | file1 | 1000
        """,
        dataset="dataset_name: first | second, n_files: 1",
        dataset_replica="dataset_name: first | second, ddm_endpoint_name: N_DATADISK",
        file_replica="lfn: file1 | file2, ddm_endpoint_name: Q_DATADISK",
        expected={1: 5 / 4 / 1.01, 2: 1 / 1.01},
    )


def test_merge_jobs_take_any_copy_for_whole(spec: Spec) -> None:
    """Spec 5.1: how many files of the dataset are there is not looked at."""
    spec.check(
        input_chunk="chunk_no: 0 | 1, is_merging: false | true",
        dataset_replica="""
            ddm_endpoint_name | n_files_total | n_files_found
            Q_DATADISK        | 1             | 0
        """,
        expected={"Q": 1 / 1.01, (1, 1, "Q"): 2.0},
    )


def test_a_file_in_two_datasets_counts_once(spec: Spec) -> None:
    """It is there where either dataset is whole."""
    spec.check(
        task_dataset="dataset_id: 1 | 2, dataset_name: first | second, master_id: | 1",
        task_file="""
            dataset_id | file_id | lfn   | fsize
            1          | 1       | file1 | 1000
            1          | 2       | file2 | 1000
            2          | 3       | file2 | 1000
        """,
        dataset="dataset_name: first | second, n_files: 2 | 1",
        dataset_replica="dataset_name: second, ddm_endpoint_name: Q_DATADISK",
        expected={"Q": 3 / 2 / 1.01},
    )


def test_containers(spec: Spec) -> None:
    """A whole copy of every constituent at one endpoint is a whole copy, also where a
    size is unknown (2). C132: a container is named with or without a slash, in the task
    (3) as in the catalogue (4). A virtual placement of a part is no copy of it (C)."""
    whole = dict.fromkeys((1, 2, 3, 4), 2.0)
    spec.check(
        queue="queue_name: A | B | C",
        task="jedi_task_id: 1 | 2 | 3 | 4, dataset_name: box1 | box2 | box1/ | box3",
        dataset_content="container_name: box1 | box1 | box2 | box2 | box3/ | box3/, "
        "dataset_name: part1 | part2 | part1 | part3 | part1 | part2",
        dataset="dataset_name: box1 | box2 | part1 | part2 | part3, "
        "n_files: 2 | 2 | 1 | 1 |",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | is_vp | n_files_found
            part1        | A_DATADISK        |       | 1
            part2        | A_DATADISK        |       | 1
            part3        | A_DATADISK        |       | 1
            part1        | B_DATADISK        |       | 1
            part1        | C_DATADISK        | true  | 0
            part2        | C_DATADISK        |       | 1
            part3        | C_DATADISK        |       | 1
        """,
        expected={"A": whole, **dict.fromkeys("BC", dict.fromkeys(whole, 1 / 1.01))},
    )


def test_database_releases_are_cached(spec: Spec) -> None:
    """At queues with cvmfs, and where another queue reads the same endpoint. The name
    ends with six digits: that of task 2 has more."""
    spec.check(
        queue="queue_name: A | B | C, is_cvmfs: true | | false",
        queue_endpoint="queue_name: A | B | C, "
        "ddm_endpoint_name: A_DATADISK | A_DATADISK | C_DATADISK",
        endpoint="ddm_endpoint_name: A_DATADISK | C_DATADISK",
        task="jedi_task_id: 1 | 2",
        task_dataset="jedi_task_id: 1 | 2, "
        "dataset_name: ddo.000001.DBRelease.v180801 | ddo.000001.DBRelease.v18080100",
        expected={
            1: {"A": 2.0, "B": 2.0, "C": 1 / 1.01},
            2: dict.fromkeys("ABC", 1 / 1.01),
        },
    )


def test_a_cache_is_that_of_a_queue_that_the_chunk_may_use(spec: Spec) -> None:
    """B shares the storage of A, which has cvmfs; chunk 1 is too large for A."""
    releases = """
        dataset_name
        ddo.000001.Atlas.Ideal.DBRelease.v180801
        ddo.000001.Atlas.Ideal.DBRelease.v180802
    """
    spec.check_cycle(
        "weighed",
        ["chunk_no", "queue_name"],
        "data",
        queue="queue_name: A | B, is_cvmfs: true |, max_rss: 2000 | 0",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: A_DATADISK",
        endpoint="ddm_endpoint_name: A_DATADISK",
        input_chunk="chunk_no: 0 | 1, ram_count: 1000 | 9000",
        task_dataset="""
            dataset_id | dataset_name
            1          | ddo.000001.Atlas.Ideal.DBRelease.v180801
            2          | ddo.000001.Atlas.Ideal.DBRelease.v180802
        """,
        task_file="dataset_id: 1 | 2, chunk_no: 0 | 1, lfn: a | b",
        dataset=releases,
        dataset_replica=releases,
        expected={(0, "A"): 2.0, (0, "B"): 2.0, (1, "B"): 1 / 1.01},
    )


def test_queues_that_use_local_data_only(spec: Spec) -> None:
    """They are marked instead where input is missing: see non_local."""
    spec.check(
        queue="queue_name: A | B, catchall: use_only_local_data",
        dataset_replica="ddm_endpoint_name: A_DATADISK",
        expected={"A": 2.0, "B": 1.0},
    )
