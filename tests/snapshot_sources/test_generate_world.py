"""Synthetic worlds are valid, seeded, and shaped like the real one."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import GenerateReport, generate
from brokersql.snapshot.validate import validate


def rows(folder: Path, table: str) -> list[dict[str, object]]:
    """Return the rows of a table of a snapshot, wherever a history stores it."""
    (piece,) = Snapshot.open(folder).source.pieces(table)
    assert piece.file is not None
    return pq.ParquetFile(piece.file).read().to_pylist()


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*.parquet"))
    }


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    generate(folder, "S", 7, threads=4)
    return folder


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small world of another seed."""
    folder = tmp_path_factory.mktemp("other")
    generate(folder, "S", 8)
    return folder


@pytest.fixture(scope="module")
def medium_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("medium")
    generate(folder, "M", 7, threads=3)
    return folder


@pytest.fixture(scope="module")
def medium(medium_folder: Path) -> Database:
    database = Database.open()
    Snapshot.open(medium_folder).load_into(database)
    return database


def one(database: Database, query: str) -> tuple[float, ...]:
    """Return the only row of a query; NULL as 0."""
    (row,) = database.rows(query)
    return tuple(float(str(value or 0)) for value in row)


def share(database: Database, table: str, condition: str) -> float:
    return one(database, f"select avg(({condition})::int) from {table}")[0]


# ---------------------------------------------------------------------------- contract


def test_a_small_world_fits_the_contract(small: Path) -> None:
    report = validate(small)
    assert [str(v) for v in report.violations if v.severity == "error"] == []
    assert [str(v) for v in report.violations if v.severity == "warning"] == []
    assert report.load.n_quarantined == 0


def test_a_small_world_has_its_size(small: Path) -> None:
    assert len(rows(small, "queue")) == 20
    assert len({row["site_name"] for row in rows(small, "queue")}) == 10
    assert len(rows(small, "task")) == 50
    chunks = rows(small, "input_chunk")
    assert {row["jedi_task_id"] for row in chunks} == {
        row["jedi_task_id"] for row in rows(small, "task")
    }


def test_another_seed_fits_too(other: Path) -> None:
    report = validate(other)
    assert report.is_usable
    assert not [v for v in report.violations if v.kind == "dangling_reference"]


def test_files_carry_page_checksums_and_stay_readable(small: Path) -> None:
    table = pq.read_table(small / "task.parquet", page_checksum_verification=True)
    assert table.num_rows == 50


# ------------------------------------------------------------------------- determinism


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, small: Path) -> None:
    generate(tmp_path, "S", 7, threads=1)
    assert contents(tmp_path) == contents(small)


def test_threads_do_not_matter_at_a_larger_size(
    tmp_path: Path, medium_folder: Path
) -> None:
    generate(tmp_path, "M", 7, threads=1)
    assert contents(tmp_path) == contents(medium_folder)


def test_another_seed_gives_another_world(other: Path, small: Path) -> None:
    found, known = contents(other), contents(small)
    same = {name for name in found if found[name] == known[name]}
    fixed = {"resource_type", "gdp_config", "global_share", "queue_gpu"}
    assert same <= {f"{name}.parquet" for name in fixed}


def test_a_second_run_replaces_the_first(
    tmp_path: Path, small: Path, other: Path
) -> None:
    shutil.copytree(other, tmp_path, dirs_exist_ok=True)
    generate(tmp_path, "S", 7)
    assert contents(tmp_path) == contents(small)


# ----------------------------------------------------------------------------- history


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> GenerateReport:
    folder = tmp_path_factory.mktemp("history")
    return generate(folder, "S", 7, cycles=3, every="30min")


def test_a_history_has_one_folder_per_cycle(history: GenerateReport) -> None:
    names = [folder.name for folder in history.snapshots]
    times = ("12:00:00Z", "12:30:00Z", "13:00:00Z")
    assert names == [f"snapshot_time=2025-10-14T{time}" for time in times]
    (last,) = rows(history.snapshots[2], "snapshot")
    assert last["snapshot_time"] == datetime(2025, 10, 14, 13)
    assert validate(history.snapshots[2]).is_usable


def test_in_a_history_queues_stay_and_load_changes(history: GenerateReport) -> None:
    first, second, _ = history.snapshots
    assert rows(first, "queue") == rows(second, "queue")
    assert rows(first, "job_stats") != rows(second, "job_stats")
    assert rows(first, "network_metric") != rows(second, "network_metric")


def test_in_a_history_most_tasks_stay(history: GenerateReport) -> None:
    first, second, _ = history.snapshots
    before = {row["jedi_task_id"]: row["architecture"] for row in rows(first, "task")}
    after = {row["jedi_task_id"]: row["architecture"] for row in rows(second, "task")}
    common = before.keys() & after.keys()
    assert len(common) == 48
    assert all(before[task] == after[task] for task in common)


def test_the_first_cycle_is_the_single_world(
    history: GenerateReport, small: Path
) -> None:
    stored, alone = contents(history.snapshots[0]), contents(small)
    empty = alone.keys() - stored.keys()
    assert stored == {name: alone[name] for name in stored}
    assert {pq.ParquetFile(small / name).metadata.num_rows for name in empty} == {0}


def test_a_history_of_another_number_of_tasks(tmp_path: Path) -> None:
    made = generate(tmp_path, "S", 7, cycles=2, tasks=3)
    assert [len(rows(folder, "task")) for folder in made.snapshots] == [3, 3]


def test_a_shorter_history_does_not_mix_with_a_longer_one(
    history: GenerateReport,
) -> None:
    with pytest.raises(SnapshotError, match="would be mixed"):
        generate(history.folder, "S", 7, cycles=2, every="30min")
    with pytest.raises(SnapshotError, match="would be mixed"):
        generate(history.folder, "S", 7)


# ------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("preset", "options", "fault"),
    [
        ("Q", {}, "no preset 'Q'"),
        ("S", {"cycles": 0}, "0 cycles"),
        *(
            ("S", {"cycles": 2, "every": every}, "no length of time")
            for every in ("", "0h", "h", "1 week", "-1h")
        ),
    ],
)
def test_usage_errors(
    tmp_path: Path, preset: str, options: dict[str, Any], fault: str
) -> None:
    with pytest.raises(UsageError, match=fault):
        generate(tmp_path, preset, 7, **options)


def test_real_tables_are_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "queue.parquet").write_bytes(b"real")
    with pytest.raises(SnapshotError, match="would be mixed"):
        generate(tmp_path, "S", 7)
    assert (tmp_path / "queue.parquet").read_bytes() == b"real"


# ----------------------------------------------------------------------- distributions


#: Running and activated jobs of each queue.
BUSY = """(
    select
        queue_name,
        sum(n_jobs) filter (job_status = 'running') as r,
        coalesce(sum(n_jobs) filter (job_status = 'activated'), 0) as a
    from job_stats
    group by queue_name
)"""
#: Tables of the medium world, and how many of their rows, at least and at most, are so.
SHARES = {
    "queue": {
        "status = 'online'": (0.60, 0.80),
        "type = 'unified'": (0.42, 0.60),
        "type = 'production'": (0.32, 0.50),
        "type = 'analysis'": (0.03, 0.14),
        "capability = 'ucore'": (0.68, 0.85),
        "core_count = 8": (0.60, 0.85),
        "transferring_limit is null": (0.5, 0.7),
        "fairshare_policy is null": (0.6, 0.8),
        "max_time in (86400, 172800, 259200, 345600)": (0.8, 0.95),
    },
    "task": {
        "prod_source_label in ('user', 'panda')": (0.25, 0.33),
        "status = 'assigning'": (0.06, 0.12),
        "nucleus is not null": (0.55, 0.68),
        "current_priority >= 900": (0.01, 0.15),
        "current_priority > 1000": (0.003, 0.08),
        "event_service = 1": (0.001, 0.03),
        "resource_type like '%HIMEM'": (0.08, 0.35),
        "core_count = 8": (0.35, 0.6),
        "site is not null": (0.004, 0.04),
        "split_rule like '%TW=-1%'": (0.003, 0.03),
        "split_rule like '%IP=%'": (0.01, 0.05),
        "split_rule like '%FU=%'": (0.005, 0.04),
        "io_intensity > 200": (0.35, 0.75),
    },
    "endpoint": {
        "space_free < 200": (0.0001, 0.08),
        "write_wan = 'OFF'": (0.0001, 0.1),
    },
    "(select value from network_metric where key = 'AGIS_closeness')": {
        "value = 11": (0.45, 0.65),
        "value = -1": (0.000001, 0.002),
    },
    "input_chunk": {
        "is_merging": (0.01, 0.06),
        "coalesce(use_scout, false)": (0.02, 0.1),
    },
    "dataset_replica": {
        "coalesce(n_files_found < n_files_total, false)": (0.04, 0.25),
        "n_files_found is null": (0.0001, 0.03),
        "is_vp": (0.02, 0.3),
    },
    "queue_software": {"queue_name = 'ALL'": (0.0001, 1)},
    "queue_software where queue_name <> 'ALL'": {
        """contains(data::varchar, '"any","/cvmfs"')""": (0.65, 0.95)
    },
    "queue left join queue_software using (queue_name) where releases = ['AUTO']": {
        "queue_software.queue_name is not null": (0.9, 0.9999)
    },
    BUSY: {"a < r": (0.7, 1), "a > 2 * r": (0, 0.15)},
}
#: A value, whose it is, and between which values quantiles of it lie.
QUANTILES = (
    (
        *("space_total / 1024", "endpoint where type = 'DATADISK'"),
        {0.1: (200, 1500), 0.5: (1500, 6000), 0.9: (8000, 31000)},
    ),
    ("1 - space_free / space_total", "endpoint", {0.5: (0.7, 0.9)}),
    (
        *("value", "network_metric where key = 'dashb_mbps_1w'"),
        {0.1: (0.01, 0.3), 0.5: (0.4, 6), 0.9: (15, 200)},
    ),
    (
        *("atom_size_bytes / 1e9", "input_chunk where atom_size_bytes > 0"),
        {0.5: (0.3, 6), 0.9: (2, 40)},
    ),
)
#: What is counted, and between which numbers it lies.
COUNTS = {
    "select count(distinct site_name) from queue": (94, 94),
    "select count(distinct site_name) from queue where role = 'nucleus'": (40, 40),
    "select count(distinct (src_site, dst_site)) from network_metric": (13001, 17999),
    "select count(*) from task": (2000, 2000),
    "select avg(n) from (select count(*) as n from task_file "
    "group by jedi_task_id, chunk_no)": (4, 12),
    "select sum(n_jobs) from job_stats where job_status = 'running'": (1e5, 6e5),
}


def outside(
    found: Mapping[str, float], bands: Mapping[str, tuple[float, float]]
) -> dict[str, float]:
    """Return what does not lie between its bounds."""
    pairs = ((name, value, *bands[name]) for name, value in found.items())
    return {name: value for name, value, low, high in pairs if not low <= value <= high}


@pytest.mark.parametrize("table", SHARES)
def test_a_medium_world_has_the_usual_shares(medium: Database, table: str) -> None:
    found = {each: share(medium, table, each) for each in SHARES[table]}
    assert outside(found, SHARES[table]) == {}


def test_a_medium_world_has_the_usual_sizes(medium: Database) -> None:
    assert outside({each: one(medium, each)[0] for each in COUNTS}, COUNTS) == {}
    for value, table, bands in QUANTILES:
        for part, (low, high) in bands.items():
            query = f"select quantile_cont({value}, {part}) from {table}"
            assert low <= one(medium, query)[0] <= high, query


def test_medium_jobs(medium: Database) -> None:
    query = "select job_status, sum(n_jobs) from job_stats group by job_status"
    counts = {str(status): float(str(n_jobs)) for status, n_jobs in medium.rows(query)}
    waiting = sum(counts[name] for name in ("activated", "assigned", "starting"))
    assert waiting < counts["running"]
    assert {"defined", "transferring"} <= set(counts)


def test_the_events_of_the_smallest_job_follow_the_split_rules(small: Path) -> None:
    """C085: nEventsPerJob (NE), or the events of nFilesPerJob (NF) files of the chunk.

    Merge jobs take at most five files.
    """
    rules = {
        row["jedi_task_id"]: dict(re.findall(r"(N[EF])=(\d+)", str(row["split_rule"])))
        for row in rows(small, "task")
    }
    master = {
        (row["jedi_task_id"], row["dataset_id"])
        for row in rows(small, "task_dataset")
        if row["master_id"] is None
    }
    events: dict[tuple[object, object], list[int]] = {}
    for row in rows(small, "task_file"):
        if (row["jedi_task_id"], row["dataset_id"]) in master:
            chunk = row["jedi_task_id"], row["chunk_no"]
            events.setdefault(chunk, []).append(int(str(row["n_events"] or 0)))
    n_by_events = 0
    for row in rows(small, "input_chunk"):
        rule = rules[row["jedi_task_id"]]
        most = sorted(events[row["jedi_task_id"], row["chunk_no"]], reverse=True)
        is_by_events = "NE" in rule and not row["is_merging"]
        n_by_events += is_by_events
        n_files = 5 if row["is_merging"] else int(rule.get("NF", 0))
        smallest = int(rule["NE"]) if is_by_events else sum(most[:n_files])
        assert row["atom_n_events"] == smallest
    assert 0 < n_by_events < len(events)


def test_merging_chunks_name_the_queue_that_made_their_input(medium: Database) -> None:
    missing = one(
        medium,
        "select count(*) from input_chunk anti join task_dataset "
        "on input_chunk.jedi_task_id = task_dataset.jedi_task_id "
        "and task_dataset.type = 'trn_output' and task_dataset.queue_name is not null "
        "where input_chunk.is_merging",
    )
    assert missing == (0,)


def test_no_dataset_of_a_file_is_lost(medium: Database) -> None:
    lost = one(
        medium,
        "select count(*) from task_file inner join task_dataset "
        "on task_file.jedi_task_id = task_dataset.jedi_task_id "
        "and task_file.dataset_id = task_dataset.dataset_id "
        "anti join dataset on task_dataset.dataset_name = dataset.dataset_name "
        "where task_dataset.type <> 'pseudo_input'",
    )
    assert lost == (0,)
