"""The weight: localInputSize / totalInputSize, when ioIntensity is large."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held


def test_the_part_of_the_input_by_io_intensity(spec: Spec) -> None:
    """Above 200 kB/s, MIN_IO_INTENSITY_WITH_LOCAL_DATA, else the sizes do not matter.

    D11: an unknown ioIntensity counts as large here. Task 4 has no input of a known
    size, task 5 has waited for long: its data still counts.
    """
    part = {"A": 0.8, "B": 0.3}
    one = {"A": 1.0, "B": 1.0}
    spec.check(
        queue="queue_name: A | B",
        task="""
            jedi_task_id | io_intensity | dataset_name | frozen_time
            1            | 200          | data         |
            2            | 201          | data         |
            3            |              | data         |
            4            | 500          | unknown      |
            5            | 500          | data         | 8 d ago
        """,
        dataset=datasets(data=(10, 10 * GB), unknown=(10, None)),
        dataset_replica=held(
            ("data", "A", 8, 8 * GB), ("data", "B", 3, 3 * GB), ("unknown", "A", 1, GB)
        ),
        expected={1: one, 2: part, 3: part, 4: one, 5: part},
    )


def test_where_the_check_was_dropped(spec: Spec) -> None:
    """V52: sizes matter on the page, not as run, where no nucleus holds enough.

    Of task 1 for its priority, task 2 for its unknown ioIntensity, which is little here
    and large in the weight. Task 4 has little: only then the page leaves sizes out. For
    task 3 one nucleus passes.
    """
    one, poor, rich = {"A": 1.0, "B": 1.0}, {"A": 0.05, "B": 0.0}, {"A": 0.5, "B": 0.0}
    tasks = """
        jedi_task_id | io_intensity | task_priority | current_priority | dataset_name
        1            | 500          | 800           | 800              | poor
        2            |              | 500           | 500              | poor
        3            | 500          | 800           | 800              | rich
        4            | 200          | 500           | 500              | poor
    """
    spec.check(
        queue="queue_name: A | B",
        task=tasks,
        dataset=datasets(poor=(10, 10 * GB), rich=(10, 10 * GB)),
        dataset_replica=held(("poor", "A", 1, GB // 2), ("rich", "A", 5, 5 * GB)),
        expected=both(
            page={1: poor, 2: poor, 3: rich, 4: one},
            asrun={1: one, 2: one, 3: rich, 4: one},
        ),
    )


def test_the_size_of_a_container(spec: Spec) -> None:
    """V50: the sum of its datasets on the page, as run that of the last one by name."""
    spec.check(
        queue="queue_name: A",
        task="io_intensity: 500, dataset_name: box",
        dataset=datasets(one=(10, 15 * GB), two=(10, 5 * GB)),
        dataset_content="container_name: box, dataset_name: one | two",
        dataset_replica=held(("one", "A", 10, 15 * GB)),
        expected=both(page={"A": 0.75}, asrun={"A": 3.0}),
    )


def test_the_limit_is_a_key_of_gdpconfig(spec: Spec) -> None:
    """MIN_IO_INTENSITY_WITH_LOCAL_DATA; a task without input has no such factor."""
    spec.check(
        queue="queue_name: A",
        task="jedi_task_id: 1 | 2, io_intensity: 100, type: input | output",
        dataset=datasets(data=(10, 10 * GB)),
        dataset_replica=held(("data", "A", 8, 8 * GB)),
        gdp_config="key: MIN_IO_INTENSITY_WITH_LOCAL_DATA, value: 99",
        expected={(1, "A"): 0.8, (2, "A"): 1.0},
    )
