"""What the model of a simulation does with single numbers, query by query."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text
from tests.snapshot.build import NOON, Rows, World, loaded, typed, world

HOUR = 3600
SIX_HOURS = {"window_start": NOON - timedelta(hours=6), "window_end": NOON}


@pytest.fixture
def database() -> Iterator[Database]:
    """Return a world of one label, with what a simulation keeps beside it."""
    database = began(world())
    yield database
    database.close()


def began(tables: World) -> Database:
    database, _ = loaded(tables)
    for name in ("draw", "job_state"):
        database.run(sql_text("lib", name))
    database.run("create table model as select 7 as seed, 3600 as cycle_s, 1.0 as load")
    database.run("create table clock as select 1 as cycle_no")
    database.run("create table decided_label as select 'managed' as prod_source_label")
    database.run(sql_text("simulate", "state"))
    database.create_view("recorded_start", sql_text("scoreboard", "recorded_start"))
    return database


def stats(*cells: tuple[str, str, str, int, int | None]) -> Rows:
    """Return rows of job_stats: queue, label, status, jobs, cores."""
    names = ("queue_name", "prod_source_label", "job_status", "n_jobs", "n_cores")
    return [{"vo": "atlas", **dict(zip(names, cell, strict=True))} for cell in cells]


def test_a_queue_holds_what_it_runs_for_as_long_as_starts_say() -> None:
    """100 jobs run and 60 start in 6 h: each lasts 10 h, whatever its label."""
    queues: Rows = [{"queue_name": name} for name in "ABCD"]
    found = began(
        world(
            queue=queues,
            job_stats=stats(
                ("A", "managed", "running", 60, 480),
                ("A", "user", "running", 40, 40),
                ("A", "managed", "activated", 999, 999),
                ("B", "managed", "running", 5, None),
                ("C", "managed", "running", 30, 30),
            ),
            queue_start_rate=[
                {"queue_name": "A", "n_started": 60, **SIX_HOURS},
                {"queue_name": "B", "n_started": 0, **SIX_HOURS},
                {"queue_name": "C", "n_started": 90, **SIX_HOURS},
                {"queue_name": "D", "n_started": 90, **SIX_HOURS},
            ],
        )
    )
    rows = found.rows(f"from ({sql_text('simulate', 'slot')}) order by queue_name")
    assert rows == [
        ("A", 480_000, 10.0 * HOUR),
        ("B", 5_000, 6.0 * HOUR),
        ("C", 30_000, 2.0 * HOUR),
        ("D", 0, 6.0 * HOUR),
    ]


def test_without_any_start_jobs_last_one_cycle() -> None:
    rows = stats(("A", "managed", "running", 5, 5))
    found = began(world(queue=[{"queue_name": "A"}], job_stats=rows))
    assert found.rows(sql_text("simulate", "slot")) == [("A", 5_000, HOUR)]


@pytest.mark.parametrize(
    ("runtime_s", "n_running", "least", "most"),
    [
        (10 * HOUR, 100, 10, 10),
        (10 * HOUR, 105, 10, 11),
        (10 * HOUR, 1, 0, 1),
        (HOUR, 7, 7, 7),
        (HOUR // 2, 7, 7, 7),
    ],
)
def test_as_many_end_as_the_cycle_is_of_their_time(
    database: Database, runtime_s: int, n_running: int, least: int, most: int
) -> None:
    database.run(
        f"create table slot as select 'A' as queue_name, {runtime_s} as runtime_s"
    )
    for number in range(200):
        row = (number, "A", n_running)
        database.run(
            "insert into cohort (cohort_no, queue_name, n_running) values (?, ?, ?)",
            row,
        )
    database.run(sql_text("simulate", "finish"))
    counts = [int(str(row[0])) for row in database.rows("select n_jobs from finished")]
    assert (min(counts), max(counts)) == (least, most)
    expected = 200 * n_running * min(1, HOUR / runtime_s)
    assert sum(counts) == pytest.approx(expected, rel=0.35)
    left = database.rows("select sum(n_running) from cohort")[0][0]
    assert left == 200 * n_running - sum(counts)


def test_what_is_free_goes_to_the_line_in_its_order(database: Database) -> None:
    """Ten cores are free: the starving share first, then age, then priority."""
    database.run("create table slot as select 'A' as queue_name, 20000 as n_milli")
    database.run("create table share_order as select 'low' as name, 1 as position_no")
    database.run("insert into share_order values ('high', 2)")
    names = "cohort_no, gshare, arrived_no, current_priority, core_milli, n_waiting"
    rows = [
        (1, "high", None, None, 1000, 0, 10),
        (2, "unknown", None, None, 1000, 50, 0),
        (3, "high", 0, 900, 1000, 50, 0),
        (4, "low", 0, 100, 1000, 3, 0),
        (5, "low", 1, 200, 2000, 2, 0),
        (6, "low", None, None, 1000, 1, 0),
        (7, "high", 0, 901, 4000, 9, 0),
    ]
    for row in rows:
        database.run(
            f"insert into cohort (queue_name, {names}, n_running) "
            "values ('A', ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
    database.run(sql_text("simulate", "start"))
    # 1 core for number 6, 4 for 5 of higher priority, 3 for 4: two are left, and the
    # head of the next share needs four
    assert database.rows("from started order by all") == [(4, 3), (5, 2), (6, 1)]
    held = "select sum(n_running * core_milli) from cohort"
    assert database.rows(held) == [(18_000,)]


def test_jobs_that_came_first_get_a_queue_first(database: Database) -> None:
    """5 and 4 jobs came, a batch of 3, one of 3 and one of 2 have found a queue."""
    database.run("insert into backlog values (1, 0, 0, 5), (1, 0, 1, 4), (2, 0, 1, 9)")
    database.run(
        "create table placement as select * from (values (1, 0, 1, 'A/X', 3), "
        "(1, 0, 2, 'B', 3), (1, 0, 3, 'A/X', 2)) as given "
        "(jedi_task_id, chunk_no, seq, queue_name, n_jobs)"
    )
    database.run(
        "create table pseudo_queue as select * from (values ('A/X', 'A'), ('B', 'B')) "
        "as given (pseudo_queue, queue_name)"
    )
    database.run(sql_text("simulate", "place"))
    columns = "arrived_no, unified_name, seq, n_jobs"
    assert database.rows(f"select {columns} from placed order by all") == [
        (0, "A", 1, 3),
        (0, "B", 2, 2),
        (1, "A", 3, 2),
        (1, "B", 2, 1),
    ]
    database.run(sql_text("simulate", "leave_backlog"))
    left = database.rows("select jedi_task_id, arrived_no, n_jobs from backlog")
    assert sorted(left) == [(1, 1, 1), (2, 1, 9)]


def test_as_many_come_as_can_start() -> None:
    """A queue of 480 cores and 10 h starts 48 an hour; tasks share them by jobs."""
    tables = world(
        queue=[{"queue_name": "A"}],
        job_stats=stats(("A", "managed", "running", 60, 480)),
        queue_start_rate=[{"queue_name": "A", "n_started": 36, **SIX_HOURS}],
        task=[
            {"jedi_task_id": 1, "core_count": 8, "status": "ready"},
            {"jedi_task_id": 2, "core_count": 0, "status": "ready"},
        ],
    )
    found = began({**tables, "work_queue": typed("work_queue", [])})
    found.create_table_as("slot", sql_text("simulate", "slot"))
    pairs = "select * from (values (1, 0, 100), (2, 0, 200))"
    names = "jedi_task_id, chunk_no, n_jobs"
    found.run(f"create table chunk_jobs as {pairs} as given ({names})")
    found.run(
        f"create table result as select {names.rpartition(',')[0]} from chunk_jobs"
    )
    found.create_table_as("stream", sql_text("simulate", "stream"))
    rows = found.rows(
        "select jedi_task_id, core_milli, n_mean from stream order by all"
    )
    # the second task leaves its cores open: as many as the usual running job has
    assert rows == [(1, 8000, 2.0), (2, 8000, 4.0)]
    found.run("update stream set n_mean = 40 * n_mean")
    came: dict[int, list[int]] = {1: [], 2: []}
    for cycle in range(60):
        found.run(f"update clock set cycle_no = {cycle}")
        found.run(sql_text("simulate", "arrive"))
        for task, n_jobs in found.rows("select jedi_task_id, n_jobs from arrived"):
            came[int(str(task))].append(int(str(n_jobs)))
    assert min(came[1]) < 40
    assert max(came[1]) > 120
    assert max(came[1]) <= 160
    assert sum(came[1]) / 60 == pytest.approx(80, rel=0.2)
    assert sum(came[2]) / 60 == pytest.approx(160, rel=0.2)
