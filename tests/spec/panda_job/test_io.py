"""-io: I/O intensive tasks skip queues that would have to transfer too much input.

The size of the missing files must be less than SIZE_CUTOFF_TO_MOVE_INPUT (10 GB) and
their number less than NUM_CUTOFF_TO_MOVE_INPUT (100), if ioIntensity is larger than
IO_INTENSITY_CUTOFF (200).

Queue D holds the input on disk, T on tape, Q and R hold nothing.
"""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

INTENSE = "io_intensity: 201"
HOLDER = "queue_name: D | Q"
ENDPOINTS = """
    ddm_endpoint_name | type     | is_tape
    D_DATADISK        | DATADISK | false
    T_DATATAPE        | DATATAPE | true
    Q_DATADISK        | DATADISK | false
    R_DATADISK        | DATADISK | false
"""
USES = """
    queue_name | ddm_endpoint_name
    D          | D_DATADISK
    T          | T_DATATAPE
    Q          | Q_DATADISK
    R          | R_DATADISK
"""
REPLICAS = "ddm_endpoint_name: D_DATADISK | T_DATATAPE"
GIB = 1024**3
MB = 1024**2


def one_file(size: int) -> str:
    """Draw the input: one file of some bytes."""
    return f"fsize: {size}"


def many_files(number: int) -> str:
    """Draw the input: a number of small files."""
    rows = [f"{n} | file{n} | 1000" for n in range(number)]
    return "\n".join(["file_id | lfn | fsize", *rows])


def at_d(number: int = 1) -> str:
    """Draw the replica at D, which has all files of the dataset."""
    return f"""
        ddm_endpoint_name | n_files_total | n_files_found
        D_DATADISK        | {number}      | {number}
    """


@pytest.mark.parametrize(
    ("size", "page", "asrun"),
    [
        (10 * GIB - 1, False, False),
        (10 * GIB, True, False),
        (10 * GIB + MB - 1, True, False),
        (10 * GIB + MB, True, True),
    ],
)
def test_size_of_the_missing_files(
    spec: Spec, size: int, page: bool, asrun: bool
) -> None:
    """D34: it must be less than 10 GB on the page; exactly 10 GB passes as run."""
    skipped = {
        (1, 0, "Q"): (
            f"{size // MB} MB in 1 files are not on local disk, "
            "limits 10 GB and 100 files"
        )
    }
    spec.check(
        task=INTENSE,
        queue=HOLDER,
        task_file=one_file(size),
        dataset_replica=at_d(),
        expected=both(page=skipped if page else {}, asrun=skipped if asrun else {}),
    )


@pytest.mark.parametrize(
    ("number", "page", "asrun"),
    [(99, False, False), (100, True, False), (101, True, True)],
)
def test_number_of_the_missing_files(
    spec: Spec, number: int, page: bool, asrun: bool
) -> None:
    """D34: it must be less than 100 on the page; exactly 100 passes as run."""
    skipped = {(1, 0, "Q")}
    spec.check(
        task=INTENSE,
        queue=HOLDER,
        task_file=many_files(number),
        dataset_replica=at_d(number),
        expected=both(
            page=skipped if page else set(), asrun=skipped if asrun else set()
        ),
    )


def test_the_limits_are_set_by_gdpconfig(spec: Spec) -> None:
    """In GB and in files; the intensity from which they hold as well."""
    spec.check(
        gdp_config="""
            key                       | type | value
            IO_INTENSITY_CUTOFF       | int  | 500
            SIZE_CUTOFF_TO_MOVE_INPUT | int  | 2
            NUM_CUTOFF_TO_MOVE_INPUT  | int  | 2
        """,
        queue=HOLDER,
        task="jedi_task_id: 1 | 2 | 3 | 4, io_intensity: 501 | 501 | 501 | 500",
        task_file=f"""
            jedi_task_id | file_id | lfn | fsize
            1            | 1       | a   | {2 * GIB + MB}
            2            | 1       | a   | 1
            2            | 2       | b   | 1
            2            | 3       | c   | 1
            3            | 1       | a   | {GIB}
            4            | 1       | a   | {9 * GIB}
        """,
        dataset_replica=at_d(),
        expected={(1, 0, "Q"), (2, 0, "Q")},
    )


def test_only_intensive_tasks_are_checked(spec: Spec) -> None:
    """An intensity of 200 is not larger than 200; an unknown one is 0."""
    spec.check(
        queue=HOLDER,
        task_file=f"""
            jedi_task_id | fsize
            1            | {11 * GIB}
            2            | {11 * GIB}
            3            | {11 * GIB}
        """,
        dataset_replica=at_d(),
        task="jedi_task_id: 1 | 2 | 3, io_intensity: 200 | 201 |",
        expected={(2, 0, "Q")},
    )


def test_what_is_missing_is_counted_over_all_datasets(spec: Spec) -> None:
    """Q lacks the secondary dataset of 11 GB, R the first one of 9 GB."""
    spec.check(
        task=INTENSE,
        queue="queue_name: Q | R",
        task_dataset="dataset_id: 1 | 2, dataset_name: first | second, master_id: | 1",
        task_file=f"""
            dataset_id | file_id | lfn | fsize
            1          | 1       | a   | {9 * GIB}
            2          | 2       | b   | {11 * GIB}
        """,
        dataset="dataset_name: first | second, n_files: 1 | 1",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            first        | Q_DATADISK
            second       | R_DATADISK
        """,
        expected={(1, 0, "Q")},
    )


def test_input_on_tape(spec: Spec) -> None:
    """D34: the page counts it as missing; as run it serves where none is on disk.

    D alone passes where it is there. Without it T, which has the input on tape, does.
    """
    world = {
        "task": INTENSE,
        "endpoint": ENDPOINTS,
        "queue_endpoint": USES,
        "dataset_replica": REPLICAS,
        "task_file": one_file(30 * GIB),
    }
    spec.check(
        queue="queue_name: D | T | Q", world=world, expected={(1, 0, "T"), (1, 0, "Q")}
    )
    spec.check(
        queue="queue_name: T | Q",
        world=world,
        expected=both(page={(1, 0, "T"), (1, 0, "Q")}, asrun={(1, 0, "Q")}),
    )


@pytest.mark.parametrize(
    ("size", "number", "passes"),
    [
        (10 * GIB, 1, True),
        (10 * GIB + MB, 1, False),
        (1000, 100, True),
        (1000, 101, False),
    ],
)
def test_input_that_is_partly_on_tape(
    spec: Spec, size: int, number: int, passes: bool
) -> None:
    """T has 30 GB of it on tape; the rest must be moved. Q would have to move all.

    As run, exactly 10 GB and 100 files may be missing; beyond that no queue passes.
    """
    skipped = {(1, 0, "T"), (1, 0, "Q")}
    rest = [f"2 | {n} | file{n} | {size // number}" for n in range(number)]
    spec.check(
        task=INTENSE,
        queue="queue_name: T | Q",
        endpoint=ENDPOINTS,
        queue_endpoint=USES,
        task_dataset="dataset_id: 1 | 2, dataset_name: tape | rest, master_id: | 1",
        task_file="\n".join(
            [
                "dataset_id | file_id | lfn | fsize",
                f"1 | 1000 | tape | {30 * GIB}",
                *rest,
            ]
        ),
        dataset=f"""
            dataset_name | n_files
            tape         | 1
            rest         | {number}
        """,
        dataset_replica="dataset_name: tape, ddm_endpoint_name: T_DATATAPE",
        expected=both(page=skipped, asrun={(1, 0, "Q")} if passes else set()),
    )


def test_files_of_no_size(spec: Spec) -> None:
    """Input without a size is not looked at, however many files it has."""
    rows = [f"{n} | file{n}" for n in range(101)]
    spec.check(
        task=INTENSE,
        queue=HOLDER,
        task_file="\n".join(["file_id | lfn | fsize", *(f"{row} | 0" for row in rows)]),
        dataset_replica=at_d(101),
        expected={},
    )


def test_where_no_queue_passes(spec: Spec) -> None:
    """D34: the page skips them all; as run the check is off then, chunk by chunk."""
    spec.check(
        task="jedi_task_id: 1 | 2, io_intensity: 201 | 201",
        queue="queue_name: Q | R",
        task_dataset="jedi_task_id: 1 | 2, dataset_name: far | near",
        task_file=f"""
            jedi_task_id | fsize
            1            | {11 * GIB}
            2            | {11 * GIB}
        """,
        dataset="dataset_name: far | near, n_files: 1 | 1",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            far          | N_DATADISK
            near         | R_DATADISK
        """,
        expected=both(
            page={(1, 0, "Q"), (1, 0, "R"), (2, 0, "Q")}, asrun={(2, 0, "Q")}
        ),
    )


def test_what_is_not_checked(spec: Spec) -> None:
    """Tasks without real input; as run, merge jobs and event service (but for clones).

    V11: the page exempts neither.
    """
    spec.check(
        queue=HOLDER,
        task="""
            jedi_task_id | io_intensity | event_service | split_rule
            1            | 201          |               |
            2            | 201          |               |
            3            | 201          | 1             |
            4            | 201          | 1             | UC=1
            5            | 201          |               |
        """,
        input_chunk="""
            jedi_task_id | is_merging | use_scout
            1            | true       | false
            2            | false      | true
            3            | false      | false
            4            | false      | false
            5            | false      | false
        """,
        task_file=f"""
            jedi_task_id | fsize
            1            | {11 * GIB}
            2            | {11 * GIB}
            3            | {11 * GIB}
            4            | {11 * GIB}
            5            |
        """,
        dataset_replica=at_d(),
        expected=both(
            page={(task, 0, "Q") for task in (1, 2, 3, 4)},
            asrun={(2, 0, "Q"), (4, 0, "Q")},
        ),
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not checked; queues of a list are."""
    spec.check(
        queue=HOLDER,
        task="jedi_task_id: 1 | 2, io_intensity: 201 | 201, site: Q | D,Q",
        task_file=f"""
            jedi_task_id | fsize
            1            | {11 * GIB}
            2            | {11 * GIB}
        """,
        dataset_replica=at_d(),
        expected=both(page={(1, 0, "Q"), (2, 0, "Q")}, asrun={(2, 0, "Q")}),
    )


def test_pseudo_queues_share_the_storage_of_their_unified_queue(spec: Spec) -> None:
    """Each of them is skipped."""
    spec.check(
        task=INTENSE,
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: D | Q, capability: ucore | ucore",
        task_file=one_file(11 * GIB),
        dataset_replica=at_d(),
        expected={(1, 0, "Q"), (1, 0, "Q/SCORE")},
    )


def test_queues_with_a_temporary_problem_take_part(spec: Spec) -> None:
    """D holds the input, so Q is skipped; then D goes too, for its link is crowded.

    Example of spec 5.3: nobody is left, in both profiles.
    """
    spec.check_cycle(
        "exclusion",
        ["queue_name"],
        "criterion",
        task=INTENSE,
        queue=HOLDER,
        task_file=one_file(11 * GIB),
        dataset_replica=at_d(),
        network_metric="src_site: D, key: Production Output_queued, value: 151",
        expected={("D",): "-link_unusable", ("Q",): "-io"},
    )
