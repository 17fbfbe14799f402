"""-innum: a nucleus must hold a part of the input files, by their number.

The part must be larger than INPUT_NUM_FRACTION (10 %) if there are more files than
INPUT_NUM_THRESHOLD (100). D9: the page compares the size with it, a slip of the pen.
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held

#: The input of such a task cannot come from elsewhere.
STRICT = "io_intensity: 300"


def few(total: int, found: int, asked: str = "10.0") -> str:
    """Return what is told of a nucleus that holds too few files."""
    return f"holds {found} of {total} files, {asked} % asked"


def test_the_part_of_the_files(spec: Spec) -> None:
    """D10: exactly the fraction fails on the page and passes in the running system.
    V50: the files of a container (2) are all of them on the page, as run those of its
    last dataset by name."""
    below, boxed = {"B": few(200, 19), "D": few(200, 0)}, {"C": few(120, 0)}
    boxed |= {"D": few(120, 0), "B": few(120, 12)}
    spec.check(
        queue="queue_name: A | B | C | D",
        task=f"jedi_task_id: 1 | 2, {STRICT}, dataset_name: data | box",
        dataset=datasets(data=(200, GB), one=(60, 1), two=(60, 1)),
        dataset_content="container_name: box, dataset_name: one | two",
        dataset_replica=held(
            *(("data", "A", 21, 1), ("data", "B", 19, GB), ("data", "C", 20, 1)),
            *(("one", "A", 7, 1), ("two", "A", 6, 1)),
            *(("one", "B", 6, 1), ("two", "B", 6, 1)),
        ),
        expected=both(
            page={1: {**below, "C": few(200, 20)}, 2: boxed}, asrun={1: below}
        ),
    )


def test_few_files_are_not_counted(spec: Spec) -> None:
    """Up to 100; threshold and fraction are keys of gdpconfig. Too few bytes do not
    hide too few files."""
    world = {
        "queue": "queue_name: A | B",
        "task": f"jedi_task_id: 1 | 2 | 3, dataset_name: just | more | large, {STRICT}",
        "dataset": datasets(just=(100, GB), more=(101, GB), large=(101, 2 * GB)),
        "dataset_replica": held(
            ("just", "B", 100, 1), ("more", "B", 100, 1), ("large", "A", 0, 2 * GB)
        ),
    }
    none = few(101, 0)
    spec.check(world=world, expected={(2, "A"): none, 3: {"A": none, "B": none}})
    most, nothing = few(101, 100, "99.5"), few(101, 0, "99.5")
    spec.check(
        world=world,
        gdp_config="""
            key                 | value | type
            INPUT_NUM_THRESHOLD | 99    | int
            INPUT_NUM_FRACTION  | 99.5  | float
        """,
        expected={
            (1, "A"): few(100, 0, "99.5"),
            2: {"A": nothing, "B": most},
            3: {"A": nothing, "B": nothing},
        },
    )


def test_who_is_not_asked(spec: Spec) -> None:
    """Data carousel with some file there, and where nobody passes. V55: a long wait in
    the running system only, task 2. Task 4 has so much ioIntensity that its input
    cannot come from elsewhere, task 5 a high priority; of task 6 A holds enough."""
    one, none = few(200, 1), few(200, 0)
    asked = {(1, "B"): none, (4, "A"): one, (4, "B"): none, (6, "B"): none}
    spec.check(
        queue="queue_name: A | B",
        task="""
            jedi_task_id | io_intensity | split_rule | frozen_time | task_priority
            1            | 300          | IS=1       |             | 500
            2            | 300          |            | 7 d 1 s ago | 500
            3            | 200          |            |             | 500
            4            | 201          |            |             | 500
            5            | 201          |            |             | 800
            6            | 200          |            |             | 500
        """,
        task_dataset="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "dataset_name: data | data | data | data | data | full",
        dataset=datasets(data=(200, GB), full=(200, GB)),
        dataset_replica=held(("data", "A", 1, 1), ("full", "A", 200, GB)),
        parameters={"locality_prio_field": "task_priority"},
        expected=both(page={**asked, (2, "A"): one, (2, "B"): none}, asrun=asked),
    )
