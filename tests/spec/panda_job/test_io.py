"""-io: I/O intensive tasks skip queues that would have to transfer too much input.

The size of the missing files must be less than SIZE_CUTOFF_TO_MOVE_INPUT (10 GB) and
their number less than NUM_CUTOFF_TO_MOVE_INPUT (100), if ioIntensity is larger than
IO_INTENSITY_CUTOFF (200).

Queue D holds the input on disk, T on tape, Q and R hold nothing.
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.drawing import with_columns
from tests.spec.panda_job.pieces import pieces

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
AT_D = "ddm_endpoint_name: D_DATADISK"
GIB = 1024**3
MB = 1024**2


def test_size_and_number_of_the_missing_files(spec: Spec) -> None:
    """D34: less than 10 GB and 100 files on the page; exactly so much passes as run.
    There input without a size is not looked at, however many files it has (8)."""
    cases = {
        **{1: (10 * GIB - 1, 1), 2: (10 * GIB, 1), 3: (10 * GIB + MB - 1, 1)},
        **{4: (10 * GIB + MB, 1), 5: (99000, 99), 6: (100000, 100), 7: (101000, 101)},
        8: (0, 101),
    }
    missing = {
        task: f"{size // MB} MB in {number} files are not on local disk, "
        "limits 10 GB and 100 files"
        for task, (size, number) in cases.items()
    }
    parts = {task: {f"data{task}": case} for task, case in cases.items()}
    spec.check(
        queue=HOLDER,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, io_intensity: 201",
        world=pieces(parts, {"D_DATADISK": [f"data{task}" for task in cases]}),
        expected=both(
            page={task: missing[task] for task in (2, 3, 4, 6, 7, 8)},
            asrun={task: missing[task] for task in (4, 7)},
        ),
    )


def test_the_limits_are_set_by_gdpconfig(spec: Spec) -> None:
    """In GB, also in parts of one, and in files; so is the intensity."""
    spec.check(
        gdp_config="""
            key                       | type  | value
            IO_INTENSITY_CUTOFF       | int   | 500
            SIZE_CUTOFF_TO_MOVE_INPUT | float | 1.5
            NUM_CUTOFF_TO_MOVE_INPUT  | int   | 2
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
        dataset_replica=AT_D,
        expected={
            1: "2049 MB in 1 files are not on local disk, limits 1.5 GB and 2 files",
            2: "0 MB in 3 files are not on local disk, limits 1.5 GB and 2 files",
        },
    )


def test_only_intensive_tasks_are_checked(spec: Spec) -> None:
    """An intensity of 200 is not larger than 200; an unknown one is 0. Pseudo queues
    share the storage of their unified queue: each of them is skipped."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: D | Q, capability: ucore",
        dataset_replica=AT_D,
        task=f"jedi_task_id: 1 | 2 | 3, io_intensity: 200 | 201 |, fsize: {11 * GIB}",
        expected={2: {"Q", "Q/SCORE"}},
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
        dataset="dataset_name: first | second, n_files: 1",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            first        | Q_DATADISK
            second       | R_DATADISK
        """,
        expected={"Q"},
    )


def test_pseudo_input_is_nothing_to_move(spec: Spec) -> None:
    """C063, C064: neither its 150 files nor their 11 GB are missing anywhere."""
    spec.check(
        task=INTENSE,
        queue="queue_name: Q | R",
        task_dataset="""
            dataset_id | dataset_name | type         | master_id
            1          | pseudo       | pseudo_input |
            2          | data         | input        | 1
        """,
        task_file="\n".join(
            [
                "dataset_id | file_id | lfn | fsize",
                f"2 | 1 | real | {11 * GIB}",
                *(f"1 | {n} | pseudo{n} | {75 * MB}" for n in range(150)),
            ]
        ),
        dataset_replica="ddm_endpoint_name: Q_DATADISK",
        expected={
            "R": "11264 MB in 1 files are not on local disk, limits 10 GB and 100 files"
        },
    )


def test_input_on_tape(spec: Spec) -> None:
    """D34: the page counts it as missing; as run it serves where none is on disk. D
    alone passes where it is there. Without it T, which has the input on tape, does."""
    world = {
        "task": f"io_intensity: 201, fsize: {30 * GIB}",
        "endpoint": ENDPOINTS,
        "queue_endpoint": USES,
        "dataset_replica": REPLICAS,
    }
    spec.check(queue="queue_name: D | T | Q", world=world, expected={"T", "Q"})
    spec.check(
        queue="queue_name: T | Q",
        world=world,
        expected=both(page={"T", "Q"}, asrun={"Q"}),
    )


def test_input_that_is_partly_on_tape(spec: Spec) -> None:
    """T has 30 GB of it on tape; the rest must be moved. Q would have to move all. As
    run, exactly 10 GB and 100 files may be missing; beyond that no queue passes."""
    rests = {1: (10 * GIB, 1), 2: (10 * GIB + MB, 1), 3: (1000, 100), 4: (1000, 101)}
    parts = {n: {"tape": (30 * GIB, 1), f"rest{n}": rest} for n, rest in rests.items()}
    spec.check(
        queue="queue_name: T | Q",
        endpoint=ENDPOINTS,
        queue_endpoint=USES,
        task="jedi_task_id: 1 | 2 | 3 | 4, io_intensity: 201",
        world=pieces(parts, {"T_DATATAPE": ["tape"]}),
        expected=both(
            page={(task, queue) for task in rests for queue in "TQ"},
            asrun={(1, "Q"), (3, "Q")},
        ),
    )


def test_where_no_queue_passes(spec: Spec) -> None:
    """D34: the page skips them all; as run the check is off then, chunk by chunk."""
    spec.check(
        task=f"""
            jedi_task_id | io_intensity | dataset_name | fsize
            1            | 201          | far          | {11 * GIB}
            2            | 201          | near         | {11 * GIB}
        """,
        queue="queue_name: Q | R",
        dataset="dataset_name: far | near, n_files: 1",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            far          | N_DATADISK
            near         | R_DATADISK
        """,
        expected=both(page={(1, "Q"), (1, "R"), (2, "Q")}, asrun={(2, "Q")}),
    )


def test_what_is_not_checked(spec: Spec) -> None:
    """Tasks without real input; as run, merge jobs and event service (but for clones).
    V11: the page exempts neither. D47: as run, a single pre-assigned queue (6) is not
    checked; queues of a list are (7)."""
    tasks = f"""
        jedi_task_id | event_service | split_rule | is_merging | use_scout | fsize
        1            |               |            | true       | false     | {11 * GIB}
        2            |               |            | false      | true      | {11 * GIB}
        3            | 1             |            | false      | false     | {11 * GIB}
        4            | 1             | UC=1       | false      | false     | {11 * GIB}
        5            |               |            | false      | false     |
    """
    named = f"jedi_task_id: 6 | 7, site: Q | D,Q, fsize: {11 * GIB}"
    for task, expected in (
        (tasks, both(page={1, 2, 3, 4}, asrun={2, 4})),
        (named, both(page={6, 7}, asrun={7})),
    ):
        spec.check(
            queue=HOLDER,
            task=with_columns(task, {"io_intensity": "201"}),
            dataset_replica=AT_D,
            expected=expected,
        )


def test_queues_with_a_temporary_problem_take_part(spec: Spec) -> None:
    """D holds the input, so Q is skipped; then D goes too, for its link is crowded.
    Example of spec 5.3: nobody is left, in both profiles."""
    spec.check_cycle(
        "exclusion",
        ["queue_name"],
        "criterion",
        task=f"io_intensity: 201, fsize: {11 * GIB}",
        queue=HOLDER,
        dataset_replica=AT_D,
        network_metric="src_site: D, Production Output_queued: 151",
        expected={"D": "-link_unusable", "Q": "-io"},
    )
