"""Disk usage of a job: input + max(1.5 GB, output) + work space, against maxwdir."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.spec.check import Spec, both

FACT = "scratch_disk"
NEED = "need_mb"
AT_Q = (1, 0, "Q")


def job(size: int = 0, events: int = 0, effective_mb: int = 0) -> str:
    """Draw a chunk by its smallest job."""
    return f"""
        atom_size_bytes | atom_n_events | atom_effective_mb
        {size}          | {events}      | {effective_mb}
    """


@pytest.mark.parametrize(
    ("count", "unit", "need"),
    [
        ("", "kBPerEvent", 1500.0),
        ("-5", "MBPerEvent", 1500.0),
        ("1500", "kBPerEvent", 1500.0),
        ("1536", "kBPerEvent", 1500.0),
        ("1538", "kBPerEvent", 1501.0),
        ("2", "MBPerEvent", 2000.0),
        ("1", "GBPerEvent", 1024000.0),
        ("2", "MB", 4000.0),
        ("1024", "kB", 2000.0),
        ("1572864000", "", 3000000.0),
    ],
)
def test_output(spec: Spec, count: str, unit: str, need: float) -> None:
    """Per event or per MB of input, at least 1500 MB: 1000 events and 2000 MB here.

    Without a unit a count is in bytes; a negative or unknown count is 0.
    """
    spec.check_fact(
        FACT,
        NEED,
        parameters={"work_margin_mb": 0},
        task=f"out_disk_count: {count}, out_disk_unit: {unit}",
        input_chunk=job(events=1000, effective_mb=2000),
        expected={AT_Q: need},
    )


@pytest.mark.parametrize(
    ("count", "unit", "page", "asrun"),
    [
        ("", "MB", 300, 0),
        ("-1", "MB", 300, 300),
        ("0", "MB", 300, 300),
        ("299", "MB", 300, 599),
        ("300", "MB", 300, 600),
        ("301", "MB", 301, 601),
        ("2", "GB", 2048, 2348),
    ],
)
def test_work_space(spec: Spec, count: str, unit: str, page: int, asrun: int) -> None:
    """D18: at least 300 MB on the page; as run 300 MB more, or none if it is unset."""
    spec.check_fact(
        FACT,
        NEED,
        task=f"work_disk_count: {count}, work_disk_unit: {unit}",
        input_chunk=job(),
        expected=both(page={AT_Q: 1500.0 + page}, asrun={AT_Q: 1500.0 + asrun}),
    )


def test_the_sum_is_cut_to_whole_megabytes(spec: Spec) -> None:
    """Input of one byte less than 1 MB adds none; unknown input is none."""
    for size, need in ((1048575, 1800.0), (1048576, 1801.0)):
        spec.check_fact(FACT, NEED, input_chunk=job(size), expected={AT_Q: need})
    spec.check_fact(
        FACT,
        NEED,
        profile="page",
        input_chunk="atom_size_bytes:, atom_n_events:, atom_effective_mb:",
        expected={AT_Q: 1800.0},
    )


def test_queues_that_read_their_input_directly(spec: Spec) -> None:
    """The input counts 0 there: the task must allow it, the queue must be able to.

    With maxinputsize -1 a queue does so in any case; merge jobs never do.
    """
    spec.check_fact(
        FACT,
        NEED,
        profile="page",
        queue="""
            queue_name | direct_access_lan | max_input_size
            A          | true              | 1000
            B          | false             | 1000
            C          |                   | -1
        """,
        task="""
            jedi_task_id | split_rule
            1            |
            2            | IL=1
            3            | IL=2
            4            | IL=1,LI=1
            5            | IL=1,LI=0
            6            | IL=1
        """,
        input_chunk="""
            jedi_task_id | is_merging | atom_size_bytes
            1            | false      | 104857600
            2            | false      | 104857600
            3            | false      | 104857600
            4            | false      | 104857600
            5            | false      | 104857600
            6            | true       | 104857600
        """,
        expected={
            (1, 0, "A"): 1900.0,
            (2, 0, "A"): 1800.0,
            (3, 0, "A"): 1800.0,
            (4, 0, "A"): 1900.0,
            (5, 0, "A"): 1800.0,
            (6, 0, "A"): 1900.0,
            **{(each, 0, "B"): 1900.0 for each in range(1, 7)},
            **{(each, 0, "C"): 1800.0 for each in range(1, 6)},
            (6, 0, "C"): 1900.0,
        },
    )


def offered(shared: Iterable[int]) -> dict[tuple[int | str, ...], tuple[int, float]]:
    """Return what six tasks are offered, where the jobs of some share the disk."""
    found: dict[tuple[int | str, ...], tuple[int, float]] = {}
    for task in range(1, 7):
        cores = 8 if task in shared else 1
        for name in ("A", "A/SCORE"):
            found[task, 0, name] = (16001, 16001 / cores)
        found[task, 0, "B"] = (16000, 16000.0)
        found[task, 0, "C"] = (0, 0.0)
        found[task, 0, "D"] = (16000, 16000 / cores)
    return found


def test_what_a_queue_offers(spec: Spec) -> None:
    """maxwdir, divided by the cores of the whole queue.

    V13: as run, jobs of more cores and event service get it all.
    """
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
        task="""
            jedi_task_id | core_count | event_service | split_rule
            1            | 1          |               |
            2            |            | 3             |
            3            | 0          |               |
            4            | 2          |               |
            5            | 1          | 1             |
            6            | 1          | 2             | UC=1
        """,
        expected=both(page=offered(range(1, 7)), asrun=offered(range(1, 4))),
    )
