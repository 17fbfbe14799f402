"""tapeWeight is 0.001 if input data is on tape storage, or 1 otherwise."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, nuclei, tasks


def test_more_on_tape_than_on_disk(spec: Spec) -> None:
    """Where all is on disk too, the copy on tape does not matter; ioIntensity neither.

    V52: task 3 may take its input from elsewhere, for no nucleus holds enough of it;
    then tape counts on the page only.
    """
    common = {
        **{(task, 0, name): 1.0 for task in (1, 2) for name in "AD"},
        **{(task, 0, name): 0.001 for task in (1, 2) for name in "BC"},
        **{(3, 0, name): 1.0 for name in "ABD"},
    }
    spec.check(
        queue=nuclei("A", "B", "C", "D"),
        task=tasks({"io_intensity": "100"}, {"io_intensity": "500"}, {}),
        task_dataset="""
            jedi_task_id | dataset_name
            1            | data
            2            | data
            3            | poor
        """,
        dataset=datasets(data=(10, 10 * GB), poor=(10, 10 * GB)),
        endpoint="""
            ddm_endpoint_name | is_tape
            A_DATADISK        | false
            A_TAPE            | true
            B_DATADISK        | false
            B_TAPE            | true
            C_TAPE            | true
            D_DATADISK        | false
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            A          | A_TAPE
            B          | B_DATADISK
            B          | B_TAPE
            C          | C_TAPE
            D          | D_DATADISK
        """,
        dataset_replica=f"""
            dataset_name | ddm_endpoint_name | n_files_found | bytes_found
            data         | A_DATADISK        | 10            | {10 * GB}
            data         | A_TAPE            | 10            | {10 * GB}
            data         | B_DATADISK        | 9             | {10 * GB - 1}
            data         | B_TAPE            | 10            | {10 * GB}
            data         | C_TAPE            | 5             | {5 * GB}
            poor         | C_TAPE            | 1             | {GB // 2}
        """,
        expected=both(
            page={**common, (3, 0, "C"): 0.001}, asrun={**common, (3, 0, "C"): 1.0}
        ),
    )


def test_no_input_of_known_size(spec: Spec) -> None:
    """Nothing can be on tape only; the factor is a parameter, `tape_weight`."""
    world = {
        "queue": nuclei("A"),
        "task": tasks({}, {}, {}, {}),
        "task_dataset": """
            jedi_task_id | dataset_name | type
            1            | unknown      | input
            2            | data         | output
            3            | data         | input
            4            | byte         | input
        """,
        "dataset": datasets(unknown=(10, None), data=(10, 10 * GB), byte=(1, 1)),
        "endpoint": "ddm_endpoint_name: A_DATADISK, is_tape: true",
        "dataset_replica": f"""
            dataset_name | ddm_endpoint_name | n_files_found | bytes_found
            unknown      | A_DATADISK        | 10            | {GB}
            data         | A_DATADISK        | 10            | {10 * GB}
            byte         | A_DATADISK        | 1             | 1
        """,
    }
    one = {(1, 0, "A"): 1.0, (2, 0, "A"): 1.0}
    for weight in (0.001, 0.5):
        spec.check(
            world=world,
            parameters={"tape_weight": weight},
            expected={**one, (3, 0, "A"): weight, (4, 0, "A"): weight},
        )
