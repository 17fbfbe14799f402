"""Disk usage of a job: input + max(1.5 GB, output) + work space, against maxwdir."""

from __future__ import annotations

from collections.abc import Iterable

from tests.spec.check import Spec, both
from tests.spec.drawing import with_columns

FACT = "scratch_disk"
#: A job that reads nothing.
NO_INPUT = {"atom_size_bytes": "0", "atom_n_events": "0", "atom_effective_mb": "0"}


def test_output(spec: Spec) -> None:
    """Per event or per MB of input, at least 1500 MB: 1000 events and 2000 MB here.
    Without a unit a count is in bytes; a negative or unknown count is 0."""
    tasks = """
        jedi_task_id | out_disk_count | out_disk_unit
        1            |                | kBPerEvent
        2            | -5             | MBPerEvent
        3            | 1500           | kBPerEvent
        4            | 1536           | kBPerEvent
        5            | 1538           | kBPerEvent
        6            | 2              | MBPerEvent
        7            | 1              | GBPerEvent
        8            | 2              | MB
        9            | 1024           | kB
        10           | 1572864000     |
    """
    job = {**NO_INPUT, "atom_n_events": "1000", "atom_effective_mb": "2000"}
    spec.check_fact(
        FACT,
        "need_mb",
        parameters={"work_margin_mb": 0},
        task=with_columns(tasks, job),
        expected={
            **dict.fromkeys((1, 2, 3, 4), 1500.0),
            **{5: 1501.0, 6: 2000.0, 7: 1024000.0},
            **{8: 4000.0, 9: 2000.0, 10: 3000000.0},
        },
    )


def test_work_space(spec: Spec) -> None:
    """D18: at least 300 MB on the page; as run 300 MB more, or none if it is unset."""
    page, asrun = (
        (300, 300, 300, 300, 300, 301, 2048),
        (0, 300, 300, 599, 600, 601, 2348),
    )
    tasks = """
        jedi_task_id | work_disk_count | work_disk_unit
        0            |                 | MB
        1            | -1              | MB
        2            | 0               | MB
        3            | 299             | MB
        4            | 300             | MB
        5            | 301             | MB
        6            | 2               | GB
    """
    spec.check_fact(
        FACT,
        "need_mb",
        task=with_columns(tasks, NO_INPUT),
        expected=both(
            page={task: 1500.0 + mb for task, mb in enumerate(page)},
            asrun={task: 1500.0 + mb for task, mb in enumerate(asrun)},
        ),
    )


def test_the_sum_is_cut_to_whole_megabytes(spec: Spec) -> None:
    """Input of one byte less than 1 MB adds none; unknown input is none."""
    spec.check_fact(
        FACT,
        "need_mb",
        profile="page",
        task="jedi_task_id: 1 | 2 | 3, atom_size_bytes: 1048575 | 1048576 |, "
        "atom_n_events: 0 | 0 |, atom_effective_mb: 0 | 0 |",
        expected={1: 1800.0, 2: 1801.0, 3: 1800.0},
    )


def test_queues_that_read_their_input_directly(spec: Spec) -> None:
    """The input counts 0 there: the task must allow it, the queue must be able to. With
    maxinputsize -1 a queue does so in any case; merge jobs never do."""
    spec.check_fact(
        FACT,
        "need_mb",
        profile="page",
        queue="queue_name: A | B | C, direct_access_lan: true | false |, "
        "max_input_size: 1000 | 1000 | -1",
        task="""
            jedi_task_id | split_rule | is_merging | atom_size_bytes
            1            |            | false      | 104857600
            2            | IL=1       | false      | 104857600
            3            | IL=2       | false      | 104857600
            4            | IL=1,LI=1  | false      | 104857600
            5            | IL=1,LI=0  | false      | 104857600
            6            | IL=1       | true       | 104857600
        """,
        expected={
            "A": {1: 1900.0, 2: 1800.0, 3: 1800.0, 4: 1900.0, 5: 1800.0, 6: 1900.0},
            "B": dict.fromkeys(range(1, 7), 1900.0),
            "C": {**dict.fromkeys(range(1, 6), 1800.0), 6: 1900.0},
        },
    )


def offered(shared: Iterable[int]) -> dict[int, dict[str, tuple[int, float]]]:
    """Return what six tasks are offered, where the jobs of some share the disk."""
    cores = {task: 8 if task in shared else 1 for task in range(1, 7)}
    return {
        task: {
            **dict.fromkeys(("A", "A/SCORE"), (16001, 16001 / n)),
            **{"B": (16000, 16000.0), "C": (0, 0.0), "D": (16000, 16000 / n)},
        }
        for task, n in cores.items()
    }


def test_what_a_queue_offers(spec: Spec) -> None:
    """maxwdir, divided by the cores of the whole queue. V13: as run, jobs of more cores
    and event service get it all."""
    spec.check_fact(
        FACT,
        ["queue_mb", "offered_mb"],
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="""
            queue_name | capability | core_count | max_wdir | catchall
            A          | ucore      | 8          | 16001    |
            B          |            |            | 16000    |
            C          |            | 8          |          |
            D          |            | 8          | 2000     | per_core_attr
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, core_count: 1 | | 0 | 2 | 1 | 1, "
        "event_service: | 3 | | | 1 | 2, split_rule: | | | | | UC=1",
        expected=both(page=offered(range(1, 7)), asrun=offered(range(1, 4))),
    )
