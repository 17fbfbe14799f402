"""A scoreboard: shares against targets, estimated waits, capped and starved chunks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.render.table import Display
from brokersql.scoreboard import (
    ScoreboardStory,
    States,
    current_states,
    join_states,
    make_scoreboard,
    prepare_views,
)
from brokersql.snapshot.generate import generate
from tests.cli.calling import call
from tests.snapshot.build import NOON, Rows, loaded, world

DAY_S = 86_400
SIX_HOURS = {"window_start": NOON - timedelta(hours=6), "window_end": NOON}
Told = Mapping[str, Sequence[tuple[object, ...]]]


def job_stats(*cells: tuple[str, str, str, int]) -> Rows:
    """Return rows of job_stats: queue, share, status, jobs of one core each."""
    names = ("queue_name", "gshare", "job_status", "n_jobs")
    rows = [dict(zip(names, cell, strict=True)) for cell in cells]
    return [{"vo": "atlas", **row, "n_cores": row["n_jobs"]} for row in rows]


def states(told: Told, time: datetime = NOON, **tables: Rows) -> States:
    """Return how things stand in a drawn world, after these decisions."""
    shown = {"snapshot_id": f"{time:%d %H}", "snapshot_time": time, "vo": "atlas"}
    database, _ = loaded(world(**{"snapshot": [shown], **tables}))
    prepare_views(database)
    for name, rows in told.items():
        for row in rows:
            marks = ", ".join("?" * len(row))
            database.run(f"insert into run_{name} values ({marks})", row)
    return current_states(database)


def board(found: States, scope: str, starved_s: int = DAY_S) -> list[dict[str, object]]:
    told = make_scoreboard(found, starved_s).rows.to_pylist()
    return [row for row in told if row["scope"] == scope]


def test_shares_are_held_against_targets() -> None:
    """Half of the grid for a share that is meant to have three quarters."""
    queues = [
        {"queue_name": "A", "core_power": 10, "status": "online"},
        {"queue_name": "B", "core_power": 20, "status": "online"},
    ]
    shares = [
        {"name": "big", "value": 75},
        {"name": "small", "value": 25},
        {"name": "idle", "value": 0},
    ]
    stats = job_stats(
        ("A", "big", "running", 100),
        ("B", "small", "running", 30),
        ("B", "small", "sent", 20),
        ("B", "small", "activated", 900),
    )
    found = states({}, queue=queues, global_share=shares, job_stats=stats)
    rows = {str(row["name"]): row for row in board(found, "share")}
    assert {name: row["target_percent"] for name, row in rows.items()} == {
        "big": 75,
        "small": 25,
        "idle": 0,
    }
    assert (rows["big"]["used_percent"], rows["small"]["used_percent"]) == (50, 50)
    ratios = [rows[name]["used_ratio"] for name in ("big", "small", "idle")]
    assert ratios == [pytest.approx(2 / 3), 2, None]
    # (2/3 + 2)^2 / (2 * (4/9 + 4)): the share without a target does not count
    (whole,) = board(found, "all")
    assert (whole["n_shares"], whole["jain_index"]) == (2, pytest.approx(0.8))
    assert whole["policy"] == ""


def test_shares_that_have_what_they_shall_are_even() -> None:
    shares = [{"name": name, "value": value} for name, value in (("a", 3), ("b", 1))]
    queues = [{"queue_name": "A", "core_power": 10}]
    stats = job_stats(("A", "a", "running", 30), ("A", "b", "running", 10))
    found = states({}, queue=queues, global_share=shares, job_stats=stats)
    assert board(found, "all")[0]["jain_index"] == 1


def test_waits_are_the_line_over_the_starts() -> None:
    """120 jobs wait where 60 start in 6 h: 12 h; none waits at B; C starts nothing."""
    before = {"pending": 1, "waiting": 2, "defined": 4, "assigned": 23}
    waiting = {**before, "activated": 42, "throttled": 8, "starting": 40}
    stats = job_stats(
        *(("A", "s", status, n_jobs) for status, n_jobs in waiting.items()),
        *(("A", "s", status, 999) for status in ("running", "holding", "transferring")),
        ("C", "s", "activated", 5),
    )
    stats.append({**stats[0], "vo": "other"})
    starts = [
        {"queue_name": "A", "n_started": 60, **SIX_HOURS},
        {"queue_name": "B", "n_started": 1, **SIX_HOURS},
        {"queue_name": "C", "n_started": 0, **SIX_HOURS},
    ]
    told: Told = {
        "result": [("p", task, 0, "assigned", 2) for task in (1, 2, 3, 4)],
        "candidate": [
            ("p", 1, 0, "A", 3.0, False),
            ("p", 1, 0, "B", 1.0, False),
            ("p", 1, 0, "C", 9.0, False),
            ("p", 2, 0, "A", 0.0, False),
            ("p", 2, 0, "B", 0.0, False),
            ("p", 3, 0, "C", 1.0, False),
            ("p", 4, 0, "A", 1.0, False),
            ("p", 4, 0, "B", 5.0, True),
        ],
    }
    found = states(told, job_stats=stats, queue_start_rate=starts, task=_tasks(4))
    waits = dict(
        zip(
            *(
                found["chunk_state"][name].to_pylist()
                for name in ("jedi_task_id", "wait_s")
            ),
            strict=True,
        )
    )
    hours = {task: wait and wait / 3600 for task, wait in waits.items()}
    assert hours == {1: 9, 2: 6, 3: None, 4: 12}
    (whole,) = board(found, "all")
    assert whole["wait_p50_h"] == 9
    assert whole["wait_p95_h"] == pytest.approx(11.7)


def _tasks(n: int, **columns: object) -> Rows:
    return [
        {"jedi_task_id": task, "gshare": "s", "status": "ready", **columns}
        for task in range(1, n + 1)
    ]


def test_a_capped_chunk_had_queues() -> None:
    told: Told = {
        "result": [
            ("p", 1, 0, "assigned", 3),
            ("p", 2, 0, "pending", 1),
            ("p", 3, 0, "pending", 0),
            ("p", 4, 0, "throttled", 3),
        ]
    }
    found = states(told, task=_tasks(4))
    names = ("n_chunks", "assigned_percent", "n_throttled", "n_capped", "n_starved")
    (whole,) = board(found, "all")
    assert [whole[name] for name in names] == [4, 25, 1, 1, 0]
    (stuck,) = make_scoreboard(found, DAY_S).stuck.to_pylist()
    assert (stuck["jedi_task_id"], stuck["is_capped"], stuck["waits_s"]) == (2, True, 0)


@pytest.mark.parametrize(
    ("status", "failed_s", "is_starved"),
    [
        ("pending", DAY_S - 1, False),
        ("pending", DAY_S, True),
        ("throttled", DAY_S + 1, True),
        ("pending", None, False),
        ("assigned", DAY_S + 1, False),
    ],
)
def test_who_waits_for_a_day_is_starved(
    status: str, failed_s: int | None, is_starved: bool
) -> None:
    failed = None if failed_s is None else NOON - timedelta(seconds=failed_s)
    told: Told = {"result": [("p", 1, 0, status, 0)]}
    found = states(told, task=_tasks(1, frozen_time=failed))
    assert [row["n_starved"] for row in board(found, "all")] == [int(is_starved)]
    assert [row["n_starved"] for row in board(found, "share")] == [int(is_starved)]


def test_starving_begins_anew_after_each_queue() -> None:
    """Pending at 12, 13, served at 14, pending from 15 to 17; 2 h are too long."""
    fates = ("pending", "pending", "assigned", "pending", "pending", "pending")
    failed = NOON - timedelta(hours=1)
    cycles = [
        states(
            {"result": [("p", 1, 0, fate, 0), ("q", 1, 0, "assigned", 0)]},
            NOON + timedelta(hours=hour),
            task=_tasks(1, frozen_time=failed),
        )
        for hour, fate in enumerate(fates)
    ]
    rows = board(join_states(cycles), "all", 7200)
    starved = [row["n_starved"] for row in rows if row["policy"] == "p"]
    assert starved == [0, 1, 0, 0, 0, 1]
    assert all(row["n_starved"] == 0 for row in rows if row["policy"] == "q")
    lines = ScoreboardStory("x", make_scoreboard(join_states(cycles), 7200)).lines(
        Display()
    )
    assert (
        lines[0]
        == "x · 6 cycles, 2026-03-14 12:00Z – 2026-03-14 17:00Z · means over cycles"
    )
    told = [" ".join(each.split()) for each in lines]
    assert "starved: no queue for 2 h 0.3 0" in told
    assert "1 p s pending starved 2 h" in told
    (stuck,) = make_scoreboard(join_states(cycles), 7200).stuck.to_pylist()
    assert (stuck["policy"], stuck["is_starved"], stuck["waits_s"]) == ("p", True, 7200)
    assert make_scoreboard(join_states(cycles[:5]), 7200).stuck.num_rows == 0


def test_every_cycle_and_every_chunk_counts() -> None:
    """No chunk at 13; at 12 one is of a task that loading refused."""
    told: Told = {
        "result": [("p", 1, 0, "assigned", 3), ("p", 2, 0, "failed", 0)],
    }
    shares = [{"name": "s", "value": 1}]
    stats = job_stats(("A", "s", "running", 30))
    world: dict[str, Rows] = {"global_share": shares, "job_stats": stats}
    world["queue"] = [{"queue_name": "A", "core_power": 10}]
    first = states(told, NOON, task=_tasks(1), **world)
    found = join_states([first, states({}, NOON + timedelta(hours=1), **world)])
    whole = board(found, "all")
    assert [row["policy"] for row in whole] == ["p", "p"]
    assert [row["n_chunks"] for row in whole] == [2, 0]
    assert [row["assigned_percent"] for row in whole] == [50, None]
    assert [row["jain_index"] for row in whole] == [1, 1]
    means = make_scoreboard(found, DAY_S).mean.to_pylist()
    assert [(row["scope"], row["policy"], row["n_chunks"]) for row in means] == [
        ("all", "p", 1),
        ("share", "p", 0.5),
    ]


def test_groups_are_held_against_their_shares() -> None:
    """A group that is not recorded has the usual share, 1,000."""
    told: Told = {
        "task_queue": [
            ("dirac", 1, "a", 5),
            ("dirac", 2, "b", 3),
            ("dirac", 3, "b", 4),
        ],
        "match": [
            ("dirac", 1, 1, 11),
            ("dirac", 2, 2, 12),
            ("dirac", 3, 3, 13),
            ("dirac", 4, 2, 14),
            ("dirac", 5, None, None),
        ],
    }
    found = states(told, dirac_group=[{"group_name": "a", "job_share": 3000}])
    a, b = board(found, "group")
    names = ("target_percent", "used_percent", "used_ratio", "n_waiting", "n_matched")
    assert [a[name] for name in names] == [75, 25, pytest.approx(1 / 3), 4, 1]
    assert [b[name] for name in names] == [25, 75, 3, 4, 3]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a history, its replay and a run of one of its snapshots."""
    folder = tmp_path_factory.mktemp("places")
    generate(folder / "hist", "S", 7, cycles=2, tasks=12)
    assert call("replay", folder / "hist", "--out", folder / "replay").code == 0
    first = sorted((folder / "hist").glob("snapshot_time=*"))[0]
    run = call("run", first, "--policy", "panda_job", "--out", folder / "run")
    assert run.code == 0, run.err
    return folder


def rows(*arguments: object) -> list[dict[str, object]]:
    """Return what the command tells, row by row."""
    done = call("scoreboard", *map(str, arguments), "--format", "jsonl")
    assert done.code == 0, done.err
    return [json.loads(line) for line in done.lines]


def test_a_replay_is_told_as_each_run_alone(places: Path) -> None:
    alone, replayed = rows(places / "run"), rows(places / "replay")
    times = {row["snapshot_time"] for row in replayed}
    assert len(times) == 2
    first = [row for row in replayed if row["snapshot_time"] == min(times, key=str)]
    assert [{**row, "snapshot_id": ""} for row in first] == [
        {**row, "snapshot_id": ""} for row in alone
    ]
    assert {row["scope"] for row in alone} == {"all", "share"}
    shares = {
        (row["snapshot_time"], row["name"], row["used_ratio"]) for row in replayed
    }
    assert {
        (row["snapshot_time"], row["name"], row["used_ratio"])
        for row in rows(places / "hist")
    } == shares


def test_a_history_of_one_snapshot_has_a_board(places: Path, tmp_path: Path) -> None:
    """Its replay too: as the run of the snapshot, and it says what needs two cycles."""
    alone, replayed = tmp_path / "hist", tmp_path / "replay"
    shutil.copytree(places / "hist", alone)
    shutil.rmtree(sorted(alone.glob("snapshot_time=*"))[1])
    assert {row["scope"] for row in rows(alone)} == {"all", "share"}
    assert call("replay", alone, "--out", replayed).code == 0
    told = rows(replayed)
    assert [{**row, "snapshot_id": ""} for row in told] == [
        {**row, "snapshot_id": ""} for row in rows(places / "run")
    ]
    assert "the course of time needs two" in call("scoreboard", replayed).out
    assert "needs two" not in call("scoreboard", alone).out
    assert "needs two" not in call("scoreboard", places / "replay").out


def test_a_history_that_moved_is_named(places: Path, tmp_path: Path) -> None:
    moved, replayed = tmp_path / "moved", tmp_path / "replay"
    shutil.copytree(places / "replay", replayed)
    shutil.copytree(places / "hist", moved)
    for block in replayed.glob("*/block.json"):
        record = json.loads(block.read_text())
        block.write_text(json.dumps({**record, "history": str(tmp_path / "gone")}))
    gone = call("scoreboard", replayed)
    assert gone.code == 3
    assert "is no history" in gone.err
    assert rows(replayed, "--history", moved) == rows(places / "replay")
    dropped = sorted(moved.glob("snapshot_time=*"))[1]
    shutil.rmtree(dropped)
    cut = call("scoreboard", replayed, "--history", moved)
    assert cut.code == 3
    assert "is not in its history any more" in cut.err


def test_what_holds_no_cycle_is_refused(places: Path, tmp_path: Path) -> None:
    empty = call("scoreboard", tmp_path)
    assert (empty.code, "is no history" in empty.err) == (3, True)
    broken = tmp_path / "run"
    shutil.copytree(places / "run", broken)
    (broken / "result.parquet").write_bytes(b"PAR1")
    damaged = call("scoreboard", broken)
    assert damaged.code == 3
    assert "result cannot be read" in damaged.err
    assert call("scoreboard", places / "run", "--starved", "soon").code == 2


def test_all_formats_tell_the_same(places: Path, tmp_path: Path) -> None:
    told = call("scoreboard", places / "replay")
    assert told.code == 0
    assert "Jain index over global shares" in told.out
    assert "2025-10-14 13:00Z" in told.out
    document = call("scoreboard", places / "replay", "--format", "json").json
    assert (document["kind"], document["cycles"]) == ("scoreboard", 2)
    assert document["rows"] == rows(places / "replay")
    file = tmp_path / "board.parquet"
    assert call("scoreboard", places / "replay", "--output", file).code == 0
    table: pa.Table = pq.read_table(file)
    assert table.num_rows == len(document["rows"])


def test_what_a_replay_changed_counts(places: Path, tmp_path: Path) -> None:
    """Where only one share holds anything, it holds the whole grid."""
    script = tmp_path / "change.sql"
    script.write_text("update job_stats set hs06 = 0 where gshare <> 'User Analysis'")
    out = tmp_path / "changed"
    done = call("replay", places / "hist", "--sql", script, "--out", out)
    assert done.code == 0, done.err
    used = {row["name"]: row["used_percent"] for row in rows(out)}
    assert used["User Analysis"] == 100
