"""Classes of sites, users and tasks, and the rates at which jobs start."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest

from tests.facts.world import World
from tests.spec.check import Spec, both
from tests.spec.drawing import read_drawing
from tests.spec.stage import Key

SPEC = Spec("panda_job", "site_class")


def beyond(t: float, df: float, n_steps: int = 20000) -> float:
    """Return the probability of a larger t, by the trapezium rule over its angle."""
    first = math.atan(t / math.sqrt(df))
    width = (math.pi / 2 - first) / n_steps
    cosines = [math.cos(first + width * step) for step in range(n_steps)]
    area = width * (
        sum(each ** (df - 1) for each in cosines) - cosines[0] ** (df - 1) / 2
    )
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2))
    return area * scale / math.sqrt(math.pi)


def student(df: float) -> float:
    """Return the quantile of SQL."""
    ((found,),) = World().database.rows("select student_95(?::double)", (df,))
    return float(str(found))


def test_quantiles_of_students_t() -> None:
    """As printed; one of Cauchy's; whatever else cuts off a twentieth of the area."""
    table = {
        **{1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 5: 2.015, 7: 1.895, 10: 1.812},
        **{15: 1.753, 19: 1.729, 20: 1.725, 21: 1.721, 30: 1.697, 60: 1.671},
        **{120: 1.658, 100000: 1.645},
    }
    found = {df: student(df) for df in table}
    assert found == pytest.approx(table, abs=5.1e-4)
    assert student(20) == pytest.approx(student(20.000001), abs=1e-6)
    assert student(1) == pytest.approx(6.313751514675043, rel=1e-12)
    for df in (1.5, 2.7, 8.3, 19.9, 33.3):
        assert beyond(student(df), df) == pytest.approx(0.05, rel=1e-5), df
    assert student(0.001) == math.inf


STARTS = """
    queue_name | window_start | window_end  | n_started | n_slots
    exact      | 6 h ago      | 5 min ago   | 592       |
    whole      | 6 h ago      | 12:00       | 600       | 2400
    two        | 6 h ago      | 3 h ago     | 30        | 60
    two        | 3 h ago      | 12:00       | 60        | 120
    long       | 12 h ago     | 12:00       | 1200      |
    old        | 12 h ago     | 6 h ago     | 600       |
    none       | 6 h ago      | 12:00       | 0         | 0
    empty      | 1 h ago      | 1 h ago     | 5         |
    over       | 30 h ago     | 24 h ago    | 7         | 9
    just       | 30 h ago     | 1434 min ago | 7        | 9
"""


def test_starts_per_hour() -> None:
    """A window counts by the part of it that lies within the last six hours."""
    two = (30 + 60 * 175 / 180) / (6 - 5 / 60)
    rates: dict[Key, object] = {
        ("exact",): (592 / (6 - 5 / 60), None),
        ("whole",): (100.0, 400.0),
        ("long",): (100.0, None),
        ("none",): (0.0, 0.0),
    }
    SPEC.check_fact(
        "queue_trr",
        ["trr_per_h", "slots_per_h"],
        queue_start_rate=STARTS,
        expected=both(
            page={**rates, ("two",): (15.0, 30.0)},
            asrun={**rates, ("two",): (two, 2 * two)},
        ),
    )


def test_slots_taken_within_a_day() -> None:
    """Where cores are unknown a job takes one; a window that ended before is over."""
    slots = {"exact": 592, "whole": 2400, "two": 180, "long": 1200, "old": 600}
    slots |= {"none": 0, "empty": 5, "just": 9}
    SPEC.check_fact(
        "queue_start",
        "n_slots",
        queue_start_rate=STARTS,
        expected={(name,): number for name, number in slots.items()},
    )


WAIT = (
    "panda_id | queue_name | first_activated | first_running"
    " | gshare | prod_source_label | processing_type | prod_user_name"
)


def waited(
    name: str, wait_s: int, age_s: int = 0, kind: str = "User Analysis | user | pmerge"
) -> str:
    """Return the line of a job that started so long ago after such a wait."""
    user = "gangarbt" if name == "test" else "Jane"
    return f"{name} | {age_s + wait_s} s ago | {age_s} s ago | {kind} | {user}"


def table(header: str, lines: Sequence[str]) -> str:
    """Return a drawn table whose rows are numbered from 0."""
    return "\n".join((header, *(f"{n} | {line}" for n, line in enumerate(lines))))


#: A start twelve hours ago weighs half; other jobs, negative waits do not count.
WAITS = table(
    WAIT,
    [
        *(waited("Q", 100), waited("Q", 400, 12 * 3600), waited("Q", -1, 1)),
        waited("Q", 900000, kind="Group Analysis | user | pmerge"),
        waited("Q", 900000, kind="User Analysis | managed | pmerge"),
        waited("Q", 900000, kind="User Analysis | user | panda-client"),
        waited("Q", 900000, 4 * 86400),
        waited("test", 7, kind="User Analysis | user | x"),
        *(waited("rare", 10, 48 * 3600), waited("rare", 20, 48 * 3600)),
    ],
)


def test_waiting_times() -> None:
    spread = 20000**0.5
    SPEC.check_fact(
        "site_wait",
        ["n_starts", "weight", "w_mean_s", "w_stdev_s", "w_cl95upp_s"],
        job_wait=WAITS,
        expected={
            ("Q",): (2, 1.5, 200.0, spread, 200 + spread * student(1.5)),
            ("test",): (1, 1.0, 7.0, 0.0, 7.0),
            ("rare",): (2, 0.125, 15.0, 5.0, 999999.0),
        },
    )


def test_merge_jobs_that_wait_too_long() -> None:
    """Longer than the mean of 100 s; in `starting` only where jobs are pushed."""
    SPEC.check_fact(
        "site_long_queue",
        ["n_long", "long_mean_s"],
        queue="queue_name: Q | P, workflow: pull_ups | push",
        job_wait=table(WAIT, [waited("Q", 100), waited("P", 100)]),
        job="""
            panda_id | queue_name | job_status | creation_time | processing_type
            1        | Q          | activated  | 100 s ago     | pmerge
            2        | Q          | activated  | 101 s ago     | pmerge
            3        | Q          | sent       | 301 s ago     | pmerge
            4        | Q          | starting   | 500 s ago     | pmerge
            5        | Q          | running    | 500 s ago     | pmerge
            6        | Q          | activated  | 500 s ago     | panda-client
            7        | P          | starting   | 500 s ago     | pmerge
        """,
        expected={("Q",): (2, 201), ("P",): (1, 500)},
    )


def sites(waits: Mapping[str, int]) -> dict[str, str]:
    """Return the drawing of queues of the grid, each with one waiting time.

    Their names tell what else is drawn: 'X' is no queue of the grid, 'S' has no start.
    """
    kinds = ["cloud" if name.startswith("X") else "GRID" for name in waits]
    queues = [f"{name} | {kind}" for name, kind in zip(waits, kinds, strict=True)]
    starts = [f"{name} | 1" for name in waits if not name.startswith("S")]
    return {
        "queue": "\n".join(("queue_name | resource_category", *queues)),
        "job_wait": table(WAIT, [waited(*each) for each in waits.items()]),
        "queue_start_rate": "\n".join(("queue_name | n_started", *starts)),
    }


def long_merges(name: str, number: int) -> list[str]:
    """Return the lines of merge jobs that wait for 4000 s."""
    return [f"{name} | activated | 4000 s ago | pmerge"] * number


GOOD = [f"G{n}" for n in range(1, 9)]
SHORT_WAITS = {
    **sites(
        {
            **{"A": 3600, "B": 3601, "C": 10800, "D": 10801, "S": 10, "X": 20000},
            **{"L3": 3500, "L4": 3500, **dict.fromkeys(GOOD, 10)},
        }
    ),
    "job": table(
        "panda_id | queue_name | job_status | creation_time | processing_type",
        long_merges("L3", 3) + long_merges("L4", 4),
    ),
}
LONG_WAITS = sites({**{f"Q{n}": 20000 + 1000 * n for n in range(4)}, "X": 99999})


def test_classes_of_sites_by_the_fixed_bounds() -> None:
    """Short waits: an hour is always hi, three hours never lo."""
    found = {"A": 1, "B": 0, "C": 0, "D": -1, "S": 0, "X": -1, "L3": 1, "L4": 0}
    found |= dict.fromkeys(GOOD, 1)
    SPEC.check_fact(
        "site_class",
        "class",
        world=SHORT_WAITS,
        expected={(name,): value for name, value in found.items()},
    )


def test_classes_of_sites_by_thirds_of_the_grid() -> None:
    """Long waits everywhere: ranks between neighbours are interpolated."""
    found = {"Q0": 1, "Q1": 0, "Q2": 0, "Q3": -1, "X": -1}
    SPEC.check_fact(
        "site_class",
        ["class", "hi_wait_s", "lo_wait_s"],
        world=LONG_WAITS,
        expected={(name,): (each, 20999.0, 22001.0) for name, each in found.items()},
    )


SITES = sites({"hi": 10, "mid": 5000, "lo": 20000, "Xhi": 10, "hi2": 10, "hi3": 9})
SLOTS = """
    prod_user_name | queue_name | n_cores | gshare           | is_pmerge | job_status
    b              | hi         | 1200    | User Analysis    | false     | running
    b              | mid        | 3000    | User Analysis    | false     | running
    c              | hi         | 1200    | User Analysis    | false     | running
    c              | mid        | 9000    | User Analysis    | false     | running
    a              | hi         | 999     | User Analysis    |           | running
    a              | lo         | 9000    | User Analysis    | false     | running
    a              | Xhi        | 9000    | User Analysis    | false     | running
    a              | hi         | 9000    | Group Analysis   | false     | running
    a              | hi         | 9000    | User Analysis    | true      | running
    a              | hi         | 9000    | User Analysis    | false     | activated
    a              | nowhere    | 9000    | User Analysis    | false     | running
    limit          | hi         | 600     | User Analysis    | false     | running
    limit          | hi         | 400     | Express Analysis | false     | running
    full           | hi         | 1000    | User Analysis    | false     | running
    full           | mid        | 7000    | User Analysis    | false     | running
    gangarbt       | hi         | 5000    | User Analysis    | false     | running
"""
#: Tasks of users, the files of each input, and the class expected.
TASKS = """
    id | user   | jobs | files | done | gshare           | status  | label   | class
    1  | a      |      | 100   | 0    | User Analysis    | running | user    | 1
    2  | b      |      | 100   | 0    | User Analysis    | running | user    | 0
    3  | c      |      | 100   | 0    | User Analysis    | running | user    | -1
    4  | limit  |      | 100   | 0    | User Analysis    | running | user    | 0
    5  | full   |      | 100   | 0    | User Analysis    | running | user    | -1
    6  | c      |      | 100   | 0    | Express Analysis | running | user    | 2
    7  | nobody |      | 100   | 0    | User Analysis    | running | user    |
    8  | nobody |      | 100   | 0    | Express Analysis | running | user    | 2
    9  | a      |      | 100   | 0    | User Analysis    | done    | user    |
    10 | a      |      | 100   | 0    | User Analysis    | running | managed |
    11 | a      | 5000 | 100   | 90   | User Analysis    | running | user    | 2
    12 | a      | 5010 | 100   | 90   | User Analysis    | running | user    | 1
    13 | a      | 5000 | 1000  | 899  | User Analysis    | running | user    | 1
    14 | a      | 5    | 100   | 90   | User Analysis    | running | user    | 1
    15 | a      | 50   | 100   | 100  | User Analysis    | running | user    | 1
    16 | a      |      | 100   | 95   | User Analysis    | running | user    | 1
    17 | b      | 4000 | 100   | 95   | User Analysis    | running | user    | 2
    18 | b      | 4020 | 100   | 95   | User Analysis    | running | user    | 0
    19 | b      | 100  | 1000  | 949  | User Analysis    | running | user    | 0
    20 | c      | 100  | 100   | 96   | User Analysis    | running | user    | -1
    21 | b      | 3750 | 100   | 96   | User Analysis    | running | user    | 2
    22 | a      | 100  | 0     | 0    | User Analysis    | running | user    | 1
"""
CASES = [{k: cell or "" for k, cell in row.items()} for row in read_drawing(TASKS)]


def of_cases(header: str, *lines: str) -> str:
    """Return a drawn table with these lines for each of the tasks."""
    return "\n".join(
        (header, *(line.format(**each) for each in CASES for line in lines))
    )


USERS = {
    **SITES,
    "user_job_stats": SLOTS,
    "task": of_cases(
        "jedi_task_id | orig_user_name | n_jobs | gshare | status | prod_source_label",
        "{id} | {user} | {jobs} | {gshare} | {status} | {label}",
    ),
    "task_dataset": of_cases(
        "jedi_task_id | dataset_id | type | n_files | n_files_finished",
        "{id} | 0 | input | {files} | {done}",
        "{id} | 1 | output | {files} | {done}",
    ),
}


def test_slots_of_users() -> None:
    """Those at sites of the grid, by the class of the site."""
    SPEC.check_fact(
        "user_slots",
        ["rem_slots_a", "rem_slots_b"],
        world=USERS,
        expected={
            ("a",): (1, 7001),
            ("b",): (0, 3800),
            ("c",): (0, 0),
            ("limit",): (0, 7000),
            ("full",): (0, 0),
        },
    )


def test_classes_of_tasks() -> None:
    """By the slots of the user; what is nearly done is boosted; Express is always S."""
    expected: dict[Key, object] = {
        (int(each["id"]),): int(each["class"]) for each in CASES if each["class"]
    }
    SPEC.check_fact("task_class", "class", world=USERS, expected=expected)
