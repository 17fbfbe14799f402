"""-input_data: queues need the input of the task, in the first round."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

WORLD = {
    "queue": "queue_name: A | B | C",
    "endpoint": """
        ddm_endpoint_name | is_tape
        A_DATADISK        | false
        B_TAPE            | true
        C_VP_DISK         | false
        N_DATADISK        | false
    """,
    "queue_endpoint": """
        queue_name | ddm_endpoint_name
        A          | A_DATADISK
        B          | B_TAPE
        C          | C_VP_DISK
        N          | N_DATADISK
    """,
}


def test_disk_before_tape(spec: Spec) -> None:
    """Queues with all data on disk, else on tape; parts where none is whole."""
    spec.check(
        world=WORLD,
        dataset_replica="""
            ddm_endpoint_name | is_vp | n_files_total | n_files_found
            A_DATADISK        | false | 20            | 20
            B_TAPE            | false | 20            | 20
        """,
        expected={(1, 0, "B"), (1, 0, "C")},
    )
    spec.check(
        world=WORLD,
        dataset_replica="""
            ddm_endpoint_name | is_vp | n_files_total | n_files_found
            B_TAPE            | false | 20            | 20
        """,
        expected={(1, 0, "A"), (1, 0, "C")},
    )
    spec.check(
        world=WORLD,
        dataset_replica="""
            ddm_endpoint_name | is_vp | n_files_total | n_files_found
            A_DATADISK        | false | 20            | 15
        """,
        expected={(1, 0, "B"), (1, 0, "C")},
    )


@pytest.mark.parametrize("size", ["20", ""])
def test_containers(spec: Spec, size: str) -> None:
    """Spec 9.1: all constituents, also one whose size only its copies tell."""
    spec.check(
        queue=WORLD["queue"],
        task_dataset="dataset_name: box",
        dataset_content="container_name: box | box, dataset_name: part1 | part2",
        dataset=f"""
            dataset_name | n_files
            part1        | 20
            part2        | {size}
        """,
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            part1        | A_DATADISK        | 20            | 20
            part2        | A_DATADISK        | 20            | 20
            part1        | B_DATADISK        | 20            | 20
        """,
        expected={(1, 0, "B"), (1, 0, "C")},
    )


def test_virtual_placements(spec: Spec) -> None:
    """They serve where no disk holds the data; scouts do not use them."""
    seen = """
        ddm_endpoint_name | is_vp | n_files_total | n_files_found
        C_VP_DISK         | true  | 1             | 1
    """
    spec.check(
        world=WORLD,
        dataset_replica=f"{seen.rstrip()}\n        A_DATADISK | false | 1 | 1",
        expected={(1, 0, "B"), (1, 0, "C")},
    )
    spec.check(world=WORLD, dataset_replica=seen, expected={(1, 0, "A"), (1, 0, "B")})


def test_several_datasets(spec: Spec) -> None:
    """All of them at one queue, else any of them."""
    spec.check(
        world=WORLD,
        task_dataset="dataset_id: 1 | 2, dataset_name: one | two, master_id: | 1",
        task_file="dataset_id: 1 | 2, file_id: 1 | 2",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            one          | A_DATADISK
            two          | A_DATADISK
            two          | B_TAPE
        """,
        expected={(1, 0, "B"), (1, 0, "C")},
    )
    spec.check(
        world=WORLD,
        task_dataset="dataset_id: 1 | 2, dataset_name: one | two, master_id: | 1",
        task_file="dataset_id: 1 | 2, file_id: 1 | 2",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            one          | A_DATADISK
            two          | N_DATADISK
        """,
        expected={(1, 0, "B"), (1, 0, "C")},
    )


def test_suppressed_on_the_page(spec: Spec) -> None:
    """Priority 2000, small ioIntensity, or no success for long (row 5)."""
    some = {(task, 0, queue) for task in (2, 4, 6, 8) for queue in "BC"}
    suppressed = {(task, 0, queue) for task in (1, 3, 5, 7) for queue in "BC"}
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
        expected={(1, 0, "B"), (1, 0, "C")},
    )


def test_a_pre_assigned_queue_with_a_part(spec: Spec) -> None:
    """Where site holds some of the input, all queues that hold some pass, tape too."""
    spec.check(
        world=WORLD,
        task="jedi_task_id: 1 | 2, site: B | C",
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | master_id
            1            | 1          | one          |
            1            | 2          | two          | 1
            2            | 1          | one          |
            2            | 2          | two          | 1
        """,
        task_file="""
            jedi_task_id | dataset_id | lfn
            1            | 1          | file1
            1            | 2          | file2
            2            | 1          | file1
            2            | 2          | file2
        """,
        dataset="dataset_name: one | two",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            one          | A_DATADISK
            two          | B_TAPE
        """,
        expected={(1, 0, "C"), *((2, 0, queue) for queue in "ABC")},
    )
