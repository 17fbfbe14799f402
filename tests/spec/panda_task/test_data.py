"""The weight: localInputSize / totalInputSize, when ioIntensity is large."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held, nuclei, tasks


def test_the_part_of_the_input_by_io_intensity(spec: Spec) -> None:
    """Above 200 kB/s, MIN_IO_INTENSITY_WITH_LOCAL_DATA, else the sizes do not matter.

    D11: an unknown ioIntensity counts as large here. Task 4 has no input of a known
    size, task 5 has waited for long: its data still counts.
    """
    spec.check(
        queue=nuclei("A", "B"),
        task=tasks(
            {"io_intensity": "200"},
            {"io_intensity": "201"},
            {"io_intensity": ""},
            {"io_intensity": "500"},
            {"io_intensity": "500", "frozen_time": "8 d ago"},
        ),
        task_dataset="""
            jedi_task_id | dataset_name
            1            | data
            2            | data
            3            | data
            4            | unknown
            5            | data
        """,
        dataset=datasets(data=(10, 10 * GB), unknown=(10, None)),
        dataset_replica=held(
            ("data", "A", 8, 8 * GB), ("data", "B", 3, 3 * GB), ("unknown", "A", 1, GB)
        ),
        expected={
            **{(task, 0, name): 1.0 for task in (1, 4) for name in "AB"},
            **{(task, 0, "A"): 0.8 for task in (2, 3, 5)},
            **{(task, 0, "B"): 0.3 for task in (2, 3, 5)},
        },
    )


def test_where_the_check_was_dropped(spec: Spec) -> None:
    """V52: sizes matter on the page, not as run, where no nucleus holds enough.

    Of task 1 for its priority, task 2 for its unknown ioIntensity, which is little here
    and large in the weight. Task 4 has little: only then the page leaves sizes out. For
    task 3 one nucleus passes.
    """
    common = {
        (3, 0, "A"): 0.5,
        (3, 0, "B"): 0.0,
        **{(4, 0, name): 1.0 for name in "AB"},
    }
    spec.check(
        queue=nuclei("A", "B"),
        task=tasks(
            {"io_intensity": "500", "task_priority": "800", "current_priority": "800"},
            {"io_intensity": ""},
            {"io_intensity": "500", "task_priority": "800", "current_priority": "800"},
            {"io_intensity": "200"},
        ),
        task_dataset="""
            jedi_task_id | dataset_name
            1            | poor
            2            | poor
            3            | rich
            4            | poor
        """,
        dataset=datasets(poor=(10, 10 * GB), rich=(10, 10 * GB)),
        dataset_replica=held(("poor", "A", 1, GB // 2), ("rich", "A", 5, 5 * GB)),
        expected=both(
            page={
                **common,
                **{(task, 0, "A"): 0.05 for task in (1, 2)},
                **{(task, 0, "B"): 0.0 for task in (1, 2)},
            },
            asrun={
                **common,
                **{(task, 0, name): 1.0 for task in (1, 2) for name in "AB"},
            },
        ),
    )


def test_the_size_of_a_container(spec: Spec) -> None:
    """V50: the sum of its datasets on the page, as run that of the last one by name."""
    spec.check(
        queue=nuclei("A"),
        task=tasks({"io_intensity": "500"}),
        dataset=datasets(one=(10, 15 * GB), two=(10, 5 * GB)),
        task_dataset="dataset_name: box",
        dataset_content="container_name: box | box, dataset_name: one | two",
        dataset_replica=held(("one", "A", 10, 15 * GB)),
        expected=both(page={(1, 0, "A"): 0.75}, asrun={(1, 0, "A"): 3.0}),
    )


def test_the_limit_is_a_key_of_gdpconfig(spec: Spec) -> None:
    """MIN_IO_INTENSITY_WITH_LOCAL_DATA; a task without input has no such factor."""
    spec.check(
        queue=nuclei("A"),
        task=tasks({"io_intensity": "100"}, {"io_intensity": "100"}),
        task_dataset="jedi_task_id: 1 | 2, type: input | output",
        dataset=datasets(data=(10, 10 * GB)),
        dataset_replica=held(("data", "A", 8, 8 * GB)),
        gdp_config="""
            component     | key                              | value | type
            taskbrokerage | MIN_IO_INTENSITY_WITH_LOCAL_DATA | 99    | int
        """,
        expected={(1, 0, "A"): 0.8, (2, 0, "A"): 1.0},
    )
