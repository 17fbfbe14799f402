"""-innum: a nucleus must hold a part of the input files, by their number.

The part must be larger than INPUT_NUM_FRACTION (10 %) if there are more files than
INPUT_NUM_THRESHOLD (100). D9: the page compares the size with it, a slip of the pen.
"""

from __future__ import annotations

from tests.spec.check import Found, Spec, both
from tests.spec.panda_task.data import GB, datasets, held, nuclei, tasks

STRICT = {"MIN_IO_INTENSITY_WITH_LOCAL_DATA": 50}


def few(total: int, found: int, asked: str = "10.0") -> str:
    """Return what is told of a nucleus that holds too few files."""
    return f"holds {found} of {total} files, {asked} % asked"


def test_the_part_of_the_files(spec: Spec) -> None:
    """D10: exactly the fraction fails on the page and passes in the running system."""
    below = {(1, 0, "B"): few(200, 19), (1, 0, "D"): few(200, 0)}
    spec.check(
        queue=nuclei("A", "B", "C", "D"),
        task=tasks({}),
        dataset=datasets(data=(200, GB)),
        dataset_replica=held(
            ("data", "A", 21, 1), ("data", "B", 19, GB), ("data", "C", 20, 1)
        ),
        parameters=STRICT,
        expected=both(page={**below, (1, 0, "C"): few(200, 20)}, asrun=below),
    )


def test_few_files_are_not_counted(spec: Spec) -> None:
    """Up to 100; threshold and fraction are keys of gdpconfig.

    Files of unknown number are not counted. Too few bytes do not hide too few files.
    """
    world = {
        "queue": nuclei("A", "B"),
        "task": tasks({}, {}, {}),
        "task_dataset": "jedi_task_id: 1 | 2 | 3, dataset_name: exact | more | large",
        "dataset": datasets(exact=(100, GB), more=(101, GB), large=(101, 2 * GB)),
        "dataset_replica": held(
            ("exact", "B", 100, 1), ("more", "B", 100, 1), ("large", "A", 0, 2 * GB)
        ),
    }
    spec.check(
        world=world,
        parameters=STRICT,
        expected={
            (2, 0, "A"): few(101, 0),
            (3, 0, "A"): few(101, 0),
            (3, 0, "B"): few(101, 0),
        },
    )
    spec.check(
        world=world,
        parameters=STRICT,
        gdp_config="""
            component     | key                 | value | type
            taskbrokerage | INPUT_NUM_THRESHOLD | 99    | int
            taskbrokerage | INPUT_NUM_FRACTION  | 99.5  | float
        """,
        expected={
            (1, 0, "A"): few(100, 0, "99.5"),
            (2, 0, "A"): few(101, 0, "99.5"),
            (2, 0, "B"): few(101, 100, "99.5"),
            (3, 0, "A"): few(101, 0, "99.5"),
            (3, 0, "B"): few(101, 0, "99.5"),
        },
    )


def test_who_is_not_asked(spec: Spec) -> None:
    """Data carousel with some file there, and where nobody passes.

    V55: a long wait in the running system only, task 2.

    Task 4 has so much ioIntensity that its input cannot come from elsewhere, task 5 a
    high priority; of task 6 A holds enough.
    """
    asked: Found = {
        (1, 0, "B"): few(200, 0),
        (4, 0, "A"): few(200, 1),
        (4, 0, "B"): few(200, 0),
        (6, 0, "B"): few(200, 0),
    }
    spec.check(
        queue=nuclei("A", "B"),
        task=tasks(
            {"split_rule": "IS=1", "io_intensity": "300"},
            {"frozen_time": "7 d 1 s ago", "io_intensity": "300"},
            {"io_intensity": "200"},
            {"io_intensity": "201"},
            {"io_intensity": "201", "task_priority": "800", "current_priority": "800"},
            {"io_intensity": "200"},
        ),
        task_dataset="""
            jedi_task_id | dataset_name
            1            | data
            2            | data
            3            | data
            4            | data
            5            | data
            6            | full
        """,
        dataset=datasets(data=(200, GB), full=(200, GB)),
        dataset_replica=held(("data", "A", 1, 1), ("full", "A", 200, GB)),
        expected=both(
            page={**asked, (2, 0, "A"): few(200, 1), (2, 0, "B"): few(200, 0)},
            asrun=asked,
        ),
    )


def test_the_files_of_a_container(spec: Spec) -> None:
    """V50: all of them on the page, as run those of its last dataset by name."""
    spec.check(
        queue=nuclei("A", "B"),
        task=tasks({}),
        dataset=datasets(one=(60, 1), two=(60, 1)),
        task_dataset="dataset_name: box",
        dataset_content="container_name: box | box, dataset_name: one | two",
        dataset_replica=held(("one", "A", 7, 1), ("two", "A", 6, 1)),
        parameters=STRICT,
        expected=both(page={(1, 0, "B"): few(120, 0)}, asrun={}),
    )
