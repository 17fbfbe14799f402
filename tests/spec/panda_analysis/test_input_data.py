"""-input_data: queues need the input of the task, in the first round."""

from __future__ import annotations

from tests.spec.check import ANY, Spec, both
from tests.spec.panda_job.pieces import pieces

WORLD = {
    "queue": "queue_name: A | B | C",
    "endpoint": "ddm_endpoint_name: A_DATADISK | B_TAPE | C_VP_DISK | N_DATADISK, "
    "is_tape: false | true | false | false",
    "queue_endpoint": "queue_name: A | B | C | N, "
    "ddm_endpoint_name: A_DATADISK | B_TAPE | C_VP_DISK | N_DATADISK",
}


def test_disk_before_tape(spec: Spec) -> None:
    """Queues with all data on disk (1), else on tape (2); parts where none is whole
    (3). Virtual placements serve where no disk holds the data (4, 5); scouts use
    none. A copy with more files than it should have is not whole (6)."""
    spec.check(
        world=WORLD,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "dataset_name: both | tape | parts | disk | virtual | more",
        dataset="dataset_name: both | tape | parts | disk | virtual | more",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | is_vp | n_files_total | n_files_found
            both         | A_DATADISK        | false | 20            | 20
            both         | B_TAPE            | false | 20            | 20
            tape         | B_TAPE            | false | 20            | 20
            parts        | A_DATADISK        | false | 20            | 15
            disk         | A_DATADISK        | false | 1             | 1
            disk         | C_VP_DISK         | true  | 1             | 1
            virtual      | C_VP_DISK         | true  | 1             | 1
            more         | A_DATADISK        | false | 20            | 21
            more         | C_VP_DISK         | false | 20            | 20
        """,
        expected={
            1: {
                "B": "not all input is on its disk, as it is elsewhere",
                "C": "no input is at the queue",
            },
            **{2: {"A", "C"}, 3: {"B", "C"}, 4: {"B", "C"}, 5: {"A", "B"}},
            6: {"A": "not all input is on its disk, as it is elsewhere", "B": ANY},
        },
    )


def test_distributed_input_uses_no_virtual_placement(spec: Spec) -> None:
    """Nor does other input of the chunk. So no queue has that as a whole, and A, which
    has the distributed one, has all with a part of it. It is whole elsewhere."""
    spec.check(
        world=WORLD,
        endpoint="ddm_endpoint_name: A_DATADISK | C_VP_DISK | X_DATADISK",
        task_dataset="dataset_id: 1 | 2, dataset_name: box/ | seen, master_id: | 1",
        task_file="dataset_id: 1 | 2, file_id: 1 | 2, lfn: a | b",
        dataset="dataset_name: box/ | seen",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | is_vp | n_files_total | n_files_found
            box/         | A_DATADISK        | false | 20            | 20
            seen         | A_DATADISK        | false | 20            | 15
            seen         | C_VP_DISK         | true  | 20            | 20
            seen         | X_DATADISK        | false | 20            | 20
        """,
        expected={"B", "C"},
    )


def test_an_own_copy_beside_a_virtual_placement(spec: Spec) -> None:
    """C290: A and B have the data on disk, A sees it through a virtual placement, too.
    In the running system a queue that does has none of its own."""
    spec.check(
        queue="queue_name: A | B | C",
        endpoint="ddm_endpoint_name: A_DATADISK | A_VP_DISK | B_DATADISK",
        queue_endpoint="queue_name: A | A | B, "
        "ddm_endpoint_name: A_DATADISK | A_VP_DISK | B_DATADISK",
        dataset_replica="ddm_endpoint_name: A_DATADISK | A_VP_DISK | B_DATADISK, "
        "is_vp: false | true | false",
        expected=both(page={"C"}, asrun={"A", "C"}),
    )


def test_a_copy_without_files(spec: Spec) -> None:
    """C290: where no file is, the input is not, be it to come (1) or of no file (2)."""
    spec.check(
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2, dataset_name: some | none",
        dataset="dataset_name: some | none",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            some         | A_DATADISK        | 100           | 90
            some         | B_DATADISK        | 100           | 0
            none         | A_DATADISK        | 10            | 10
            none         | B_DATADISK        | 0             | 0
        """,
        expected=both(page={1: {"B"}, 2: {"B"}}, asrun=set()),
    )


def test_containers(spec: Spec) -> None:
    """Spec 9.1: all constituents, also one whose size only its copies tell (2)."""
    spec.check(
        queue=WORLD["queue"],
        task="jedi_task_id: 1 | 2, dataset_name: box1 | box2",
        dataset_content="container_name: box1 | box1 | box2 | box2, "
        "dataset_name: part1 | part2 | part1 | part3",
        dataset="dataset_name: part1 | part2 | part3, n_files: 20 | 20 |",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            part1        | A_DATADISK        | 20            | 20
            part2        | A_DATADISK        | 20            | 20
            part3        | A_DATADISK        | 20            | 20
            part1        | B_DATADISK        | 20            | 20
        """,
        expected={1: {"B", "C"}, 2: {"B", "C"}},
    )


def test_several_datasets(spec: Spec) -> None:
    """All of them at one queue (1), else any of them (2)."""
    parts = {1: {"one": (1, 1), "two": (1, 1)}, 2: {"near": (1, 1), "far": (1, 1)}}
    held = {"A_DATADISK": ["one", "two", "near"], "B_TAPE": ["two"]}
    spec.check(
        world={**WORLD, **pieces(parts, {**held, "N_DATADISK": ["far"]})},
        task="jedi_task_id: 1 | 2",
        expected={1: {"B", "C"}, 2: {"B", "C"}},
    )


def test_suppressed_on_the_page(spec: Spec) -> None:
    """Priority 2000, small ioIntensity, or no success for long (row 5)."""
    some = {(task, queue) for task in (2, 4, 6, 8) for queue in "BC"}
    suppressed = {(task, queue) for task in (1, 3, 5, 7) for queue in "BC"}
    spec.check(
        world=WORLD,
        task="""
            jedi_task_id | task_priority | io_intensity | frozen_time
            1            | 2000          | 500          |
            2            | 1999          | 500          |
            3            | 500           | 50           |
            4            | 500           | 51           |
            5            | 500           | 500          | 25 h ago
            6            | 500           | 500          | 24 h ago
            7            | 500           | 0            |
            8            | 500           |              |
        """,
        dataset_replica="ddm_endpoint_name: A_DATADISK",
        parameters={"IO_INTENSITY_CUTOFF_USER": 50, "DATA_CHECK_TIMEOUT_USER": 24},
        expected=both(page=some, asrun=some | suppressed),
    )


def test_no_input(spec: Spec) -> None:
    """A task without input asks for no place."""
    spec.check(world=WORLD, task_dataset="type: pseudo_input", expected=set())


def test_the_priority_is_a_parameter(spec: Spec) -> None:
    """no_locality_prio: from 1000 on instead of 2000."""
    spec.check(
        world=WORLD,
        task="jedi_task_id: 1 | 2, task_priority: 999 | 1000",
        dataset_replica="ddm_endpoint_name: A_DATADISK",
        parameters={"no_locality_prio": 1000},
        profile="page",
        expected={"B", "C"},
    )


def test_a_pre_assigned_queue_with_a_part(spec: Spec) -> None:
    """Where site holds some of the input, all queues that hold some pass, tape too."""
    parts = {"one": (1, 1), "two": (1, 1)}
    held = {"A_DATADISK": ["one"], "B_TAPE": ["two"]}
    spec.check(
        world={**WORLD, **pieces({1: parts, 2: parts}, held)},
        task="jedi_task_id: 1 | 2, site: B | C",
        expected={(1, "C"), *((2, queue) for queue in "ABC")},
    )
