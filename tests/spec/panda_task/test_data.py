"""The weight: localInputSize / totalInputSize, when ioIntensity is large."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held


def test_the_part_of_the_input_by_io_intensity(spec: Spec) -> None:
    """Above 200 kB/s, MIN_IO_INTENSITY_WITH_LOCAL_DATA, else the sizes do not matter.

    D11: an unknown ioIntensity counts as large here. Task 4 has no input of a known
    size, task 5 has waited for long: its data still counts. Task 6 has no input. V50:
    the size of a container (7) is the sum of its datasets on the page, as run that of
    the last one by name. A single byte (8) is a size.
    """
    part, one = {"A": 0.8, "B": 0.3}, {"A": 1.0, "B": 1.0}
    world = {
        "queue": "queue_name: A | B",
        "task": """
            jedi_task_id | io_intensity | dataset_name | frozen_time | type
            1            | 200          | data         |             | input
            2            | 201          | data         |             | input
            3            |              | data         |             | input
            4            | 500          | unknown      |             | input
            5            | 500          | data         | 8 d ago     | input
            6            | 500          | data         |             | output
            7            | 500          | box          |             | input
            8            | 500          | byte         |             | input
        """,
        "dataset": datasets(
            data=(10, 10 * GB),
            unknown=(10, None),
            more=(10, 15 * GB),
            rest=(10, 5 * GB),
            byte=(1, 1),
        ),
        "dataset_content": "container_name: box, dataset_name: more | rest",
        "dataset_replica": held(
            *(("data", "A", 8, 8 * GB), ("data", "B", 3, 3 * GB)),
            *(("unknown", "A", 1, GB), ("more", "A", 10, 15 * GB)),
            ("byte", "A", 1, 1),
        ),
    }
    found = {1: one, 2: part, 3: part, 4: one, 5: part, 6: one}
    found[8] = {"A": 1.0, "B": 0.0}
    page, asrun = {7: {"A": 0.75, "B": 0.0}}, {7: {"A": 3.0, "B": 0.0}}
    spec.check(world=world, expected=both(page=found | page, asrun=found | asrun))
    found |= {2: one}
    spec.check(
        world=world,
        gdp_config="key: MIN_IO_INTENSITY_WITH_LOCAL_DATA, value: 201",
        expected=both(page=found | page, asrun=found | asrun),
    )


def test_where_the_check_was_dropped(spec: Spec) -> None:
    """V52: sizes matter on the page, not as run, where no nucleus holds enough. Of task
    1 for its priority, task 2 for its unknown ioIntensity, which is little here and
    large in the weight. Task 4 has little: only then the page leaves sizes out. For
    task 3 one nucleus passes."""
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
