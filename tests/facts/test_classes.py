"""Classes of sites, users and tasks, and the rates at which jobs start."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import pytest

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_root
from tests.facts.world import Row, World, settings

NOW = datetime(2026, 1, 10, 12)
SNAPSHOT: Sequence[Row] = [{"snapshot_id": "s", "snapshot_time": NOW, "vo": "atlas"}]
HOUR = timedelta(hours=1)


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


def test_quantiles_of_students_t() -> None:
    """As printed; one of Cauchy's; whatever else cuts off a twentieth of the area."""
    database = Database.open()
    database.run((sql_root() / "lib" / "student.sql").read_text(encoding="utf-8"))
    table = {
        **{1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 5: 2.015, 7: 1.895, 10: 1.812},
        **{15: 1.753, 19: 1.729, 20: 1.725, 21: 1.721, 30: 1.697, 60: 1.671},
        **{120: 1.658, 100000: 1.645},
    }
    for df, printed in table.items():
        ((found,),) = database.rows("select student_95(?::double)", (df,))
        assert found == pytest.approx(printed, abs=5.1e-4), df
    ((near, far),) = database.rows("select student_95(20), student_95(20.000001)")
    assert near == pytest.approx(far, abs=1e-6)
    ((one,),) = database.rows("select student_95(1)")
    assert one == pytest.approx(6.313751514675043, rel=1e-12)
    for df in (1.5, 2.7, 8.3, 19.9, 33.3):
        ((found,),) = database.rows("select student_95(?::double)", (df,))
        assert beyond(float(str(found)), df) == pytest.approx(0.05, rel=1e-5), df
    ((tiny,),) = database.rows("select student_95(0.001)")
    assert tiny == float("inf")


def started(name: str, begin: float, end: float, jobs: int, slots: int | None) -> Row:
    """Return the starts at a queue in a window, given in hours before now."""
    return {
        "queue_name": name,
        "window_start": NOW - begin * HOUR,
        "window_end": NOW - end * HOUR,
        "n_started": jobs,
        "n_slots": slots,
    }


STARTS = [
    started("exact", 6, 5 / 60, 592, None),
    started("whole", 6, 0, 600, 2400),
    started("two", 6, 3, 30, 60),
    started("two", 3, 0, 60, 120),
    started("long", 12, 0, 1200, None),
    started("old", 12, 6, 600, None),
    started("none", 6, 0, 0, 0),
    started("empty", 1, 1, 5, None),
]


@pytest.mark.parametrize("profile", ["page", "asrun"])
def test_starts_per_hour(profile: str) -> None:
    """A window counts by the part of it that lies within the last six hours."""
    world = World(settings(profile), snapshot=SNAPSHOT, queue_start_rate=STARTS)
    rows = {row["queue_name"]: row for row in world.rows("queue_trr")}
    rates = {name: row["trr_per_h"] for name, row in rows.items()}
    two = {"page": 15, "asrun": (30 + 60 * 175 / 180) / (6 - 5 / 60)}[profile]
    assert rates == pytest.approx(
        {
            "exact": 592 / (6 - 5 / 60),
            "whole": 100,
            "two": two,
            "long": 100,
            "none": 0,
        }
    )
    assert rows["whole"]["slots_per_h"] == pytest.approx(400)
    assert rows["exact"]["slots_per_h"] is None


def test_slots_taken_within_a_day() -> None:
    """Where cores are unknown a job takes one; a window that ended before is over."""
    starts = [*STARTS, started("over", 30, 24, 7, 9), started("just", 30, 23.9, 7, 9)]
    world = World(settings("page"), snapshot=SNAPSHOT, queue_start_rate=starts)
    slots = {row["queue_name"]: row["n_slots"] for row in world.rows("queue_start")}
    assert slots == {
        **{"exact": 592, "whole": 2400, "two": 180, "long": 1200, "old": 600},
        **{"none": 0, "empty": 5, "just": 9},
    }


@pytest.mark.parametrize(("profile", "rate"), [("page", 16.0), ("asrun", 4.0)])
def test_the_rate_of_a_share(profile: str, rate: float) -> None:
    """Of the queue on the page, as run the part of its running jobs."""

    def jobs(name: str, gshare: str | None, status: str, number: int) -> Row:
        return {
            "vo": "atlas",
            "queue_name": name,
            "gshare": gshare,
            "job_status": status,
            "n_jobs": number,
        }

    world = World(
        settings(profile),
        snapshot=SNAPSHOT,
        queue_start_rate=[started("Q", 6, 0, 96, None), started("idle", 6, 0, 6, None)],
        job_stats=[
            *(jobs("Q", "A", "running", 25), jobs("Q", "B", "running", 75)),
            *(jobs("Q", "C", "activated", 9), jobs("idle", "A", "activated", 5)),
            jobs("unknown", "A", "running", 5),
        ],
    )
    found = {
        (row["queue_name"], row["gshare"]): row["trr_per_h"]
        for row in world.rows("share_trr")
    }
    is_page = profile == "page"
    assert found == pytest.approx(
        {
            ("Q", "A"): rate,
            ("Q", "B"): rate if is_page else 12,
            ("Q", "C"): rate if is_page else 0,
            ("idle", "A"): 1 if is_page else 0,
            ("unknown", "A"): 0,
        }
    )


def waited(number: int, name: str, seconds: float, age_h: float = 0, **own: str) -> Row:
    """Return a merge job that started so many hours ago after such a wait."""
    start = NOW - age_h * HOUR
    return {
        "panda_id": number,
        "queue_name": name,
        "gshare": "User Analysis",
        "prod_source_label": "user",
        "processing_type": "pmerge",
        "first_activated": start - timedelta(seconds=seconds),
        "first_running": start,
        **own,
    }


WAITS: Sequence[Row] = [
    *(waited(1, "Q", 100), waited(2, "Q", 400, 12)),
    *(waited(3, "Q", -1), waited(4, "Q", 9e5, gshare="Group Analysis")),
    waited(5, "Q", 9e5, prod_source_label="managed"),
    waited(6, "Q", 9e5, processing_type="panda-client"),
    waited(7, "Q", 9e5, 96),
    waited(8, "test", 7, processing_type="x", prod_user_name="gangarbt"),
    *(waited(9, "rare", 10, 48), waited(10, "rare", 20, 48)),
]


def test_waiting_times() -> None:
    """A start twelve hours ago weighs half; other jobs, negative waits do not count."""
    world = World(settings("page"), snapshot=SNAPSHOT, job_wait=WAITS)
    rows = {row["queue_name"]: row for row in world.rows("site_wait")}
    assert rows.keys() == {"Q", "test", "rare"}
    assert rows["Q"]["n_starts"] == 2
    assert rows["Q"]["weight"] == pytest.approx(1.5)
    assert rows["Q"]["w_mean_s"] == pytest.approx(200)
    assert rows["Q"]["w_stdev_s"] == pytest.approx(20000**0.5)
    limit = (rows["Q"]["w_cl95upp_s"] - 200) / 20000**0.5
    assert beyond(limit, 1.5) == pytest.approx(0.05, rel=1e-5)
    assert (rows["test"]["w_mean_s"], rows["test"]["w_cl95upp_s"]) == (7, 7)
    assert rows["rare"]["w_cl95upp_s"] == 999999


def merging(number: int, name: str, seconds: float, status: str = "activated") -> Row:
    """Return a merge job that was made so long ago."""
    return {
        "panda_id": number,
        "queue_name": name,
        "processing_type": "pmerge",
        "job_status": status,
        "creation_time": NOW - timedelta(seconds=seconds),
    }


def test_merge_jobs_that_wait_too_long() -> None:
    world = World(
        settings("page"),
        snapshot=SNAPSHOT,
        queue=[
            {"queue_name": "Q", "workflow": "pull_ups"},
            {"queue_name": "P", "workflow": "push"},
        ],
        job_wait=[waited(1, "Q", 100), waited(2, "P", 100)],
        job=[
            *(merging(1, "Q", 100), merging(2, "Q", 101), merging(3, "Q", 301, "sent")),
            *(merging(4, "Q", 500, "starting"), merging(5, "Q", 500, "running")),
            {**merging(6, "Q", 500), "processing_type": "panda-client"},
            merging(7, "P", 500, "starting"),
        ],
    )
    rows = {row["queue_name"]: row for row in world.rows("site_long_queue")}
    assert {name: (r["n_long"], r["long_mean_s"]) for name, r in rows.items()} == {
        "Q": (2, 201),
        "P": (1, 500),
    }


def classes(
    waits: Mapping[str, float],
    parameters: Row | None = None,
    **tables: Sequence[Row],
) -> World:
    """Return a world with queues of the grid, each with one waiting time.

    Their names tell what else is drawn: 'X' is no queue of the grid, 'S' has no start.
    """
    return World(
        parameters or settings("page"),
        snapshot=SNAPSHOT,
        queue=[
            {
                "queue_name": name,
                "resource_category": "cloud" if name.startswith("X") else "GRID",
            }
            for name in waits
        ],
        job_wait=[
            waited(number, name, seconds)
            for number, (name, seconds) in enumerate(waits.items())
        ],
        queue_start_rate=[
            started(name, 23, 0, 1, 1) for name in waits if not name.startswith("S")
        ],
        **tables,
    )


def long_waits(*queues: tuple[str, int, float]) -> list[Row]:
    """Return merge jobs by queue, number and wait."""
    jobs = [(name, wait) for name, number, wait in queues for _ in range(number)]
    return [merging(number, *job) for number, job in enumerate(jobs)]


SHORT_WAITS = {
    **{"A": 3600, "B": 3601, "C": 10800, "D": 10801, "S": 10, "X": 20000},
    **{"L3": 3500, "L4": 3500},
    **dict.fromkeys(["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"], 10.0),
}
LONG_WAITS = {**{f"Q{n}": 20000.0 + 1000 * n for n in range(4)}, "X": 99999.0}
MERGES = long_waits(("L3", 3, 4000), ("L4", 4, 4000))


def test_classes_of_sites_by_the_fixed_bounds() -> None:
    """Short waits: an hour is always hi, three hours never lo."""
    rows = classes(SHORT_WAITS, job=MERGES).rows("site_class")
    found = {row["queue_name"]: row["class"] for row in rows}
    assert found == {
        **{"A": 1, "B": 0, "C": 0, "D": -1, "S": 0, "X": -1},
        **{"L3": 1, "L4": 0},
        **dict.fromkeys(["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"], 1),
    }


def test_classes_of_sites_by_thirds_of_the_grid() -> None:
    """Long waits everywhere: ranks between neighbours are interpolated."""
    rows = classes(LONG_WAITS).rows("site_class")
    assert [row["hi_wait_s"] for row in rows] == pytest.approx([20999.0] * 5)
    assert [row["lo_wait_s"] for row in rows] == pytest.approx([22001.0] * 5)
    assert {row["queue_name"]: row["class"] for row in rows} == {
        **{"Q0": 1, "Q1": 0, "Q2": 0, "Q3": -1},
        "X": -1,
    }


def held(user: str, name: str, cores: int, **own: object) -> Row:
    """Return running jobs of a user at a queue."""
    return {
        "queue_name": name,
        "gshare": "User Analysis",
        "prod_user_name": user,
        "job_status": "running",
        "n_cores": cores,
        **own,
    }


def active(number: int, user: str, **own: object) -> Row:
    """Return an active task of a user."""
    return {
        "jedi_task_id": number,
        "prod_source_label": "user",
        "gshare": "User Analysis",
        "orig_user_name": user,
        "status": "running",
        **own,
    }


SITES = {"hi": 10.0, "mid": 5000.0, "lo": 20000.0, "Xhi": 10.0, "hi2": 10.0, "hi3": 9.0}
SLOTS = [
    *(held("b", "hi", 1200), held("b", "mid", 3000)),
    *(held("c", "hi", 1200), held("c", "mid", 9000)),
    *(held("a", "hi", 999), held("a", "lo", 9000), held("a", "Xhi", 9000)),
    held("a", "hi", 9000, gshare="Group Analysis"),
    held("a", "hi", 9000, is_pmerge=True),
    held("a", "hi", 9000, job_status="activated"),
    held("a", "nowhere", 9000),
    *(held("limit", "hi", 600), held("limit", "hi", 400, gshare="Express Analysis")),
    *(held("full", "hi", 1000), held("full", "mid", 7000)),
    held("gangarbt", "hi", 5000),
]
#: task: (its row, files, finished files, the class expected)
TASKS: Sequence[tuple[Row, int, int, int | None]] = [
    (active(1, "a"), 100, 0, 1),
    (active(2, "b"), 100, 0, 0),
    (active(3, "c"), 100, 0, -1),
    (active(4, "limit"), 100, 0, 0),
    (active(5, "full"), 100, 0, -1),
    (active(6, "c", gshare="Express Analysis"), 100, 0, 2),
    (active(7, "nobody"), 100, 0, None),
    (active(8, "nobody", gshare="Express Analysis"), 100, 0, 2),
    (active(9, "a", status="done"), 100, 0, None),
    (active(10, "a", prod_source_label="managed"), 100, 0, None),
    (active(11, "a", n_jobs=5000), 100, 90, 2),
    (active(12, "a", n_jobs=5010), 100, 90, 1),
    (active(13, "a", n_jobs=5000), 1000, 899, 1),
    (active(14, "a", n_jobs=5), 100, 90, 1),
    (active(15, "a", n_jobs=50), 100, 100, 1),
    (active(16, "a"), 100, 95, 1),
    (active(17, "b", n_jobs=4000), 100, 95, 2),
    (active(18, "b", n_jobs=4020), 100, 95, 0),
    (active(19, "b", n_jobs=100), 1000, 949, 0),
    (active(20, "c", n_jobs=100), 100, 96, -1),
    (active(21, "b", n_jobs=3750), 100, 96, 2),
    (active(22, "a", n_jobs=100), 0, 0, 1),
]


def users(parameters: Row | None = None) -> World:
    """Return a world with the tasks and their users."""
    return classes(
        SITES,
        parameters,
        user_job_stats=SLOTS,
        task=[task for task, *_ in TASKS],
        task_dataset=[
            {
                "jedi_task_id": task["jedi_task_id"],
                "dataset_id": number,
                "type": kind,
                "n_files": n_files,
                "n_files_finished": n_finished,
            }
            for task, n_files, n_finished, _ in TASKS
            for number, kind in enumerate(("input", "output"))
        ],
    )


def test_classes_of_tasks() -> None:
    """By the slots of the user; what is nearly done is boosted; Express is always S."""
    world = users()
    slots = {row["prod_user_name"]: row for row in world.rows("user_slots")}
    assert {
        name: (row["rem_slots_a"], row["rem_slots_b"]) for name, row in slots.items()
    } == {
        "a": (1, 7001),
        "b": (0, 3800),
        "c": (0, 0),
        "limit": (0, 7000),
        "full": (0, 0),
    }
    found = {row["jedi_task_id"]: row["class"] for row in world.rows("task_class")}
    assert found == {
        task["jedi_task_id"]: expected
        for task, _, _, expected in TASKS
        if expected is not None
    }
