"""Synthetic worlds are valid, seeded, and shaped like the real one."""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from pathlib import Path

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
    query = f"select avg(({condition})::int) from {table}"
    return one(database, query)[0]


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
    same = {
        name
        for name, content in contents(other).items()
        if content == contents(small)[name]
    }
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
    assert names == [
        "snapshot_time=2025-10-14T12:00:00Z",
        "snapshot_time=2025-10-14T12:30:00Z",
        "snapshot_time=2025-10-14T13:00:00Z",
    ]
    times = [
        rows(folder, "snapshot")[0]["snapshot_time"] for folder in history.snapshots
    ]
    assert times[2] == datetime(2025, 10, 14, 13)
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


def test_an_unknown_preset_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no preset 'Q'"):
        generate(tmp_path, "Q", 7)


@pytest.mark.parametrize("every", ["", "0h", "h", "1 week", "-1h"])
def test_a_bad_step_is_a_usage_error(tmp_path: Path, every: str) -> None:
    with pytest.raises(UsageError, match="no length of time"):
        generate(tmp_path, "S", 7, cycles=2, every=every)


def test_no_cycles_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="0 cycles"):
        generate(tmp_path, "S", 7, cycles=0)


def test_real_tables_are_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "queue.parquet").write_bytes(b"real")
    with pytest.raises(SnapshotError, match="would be mixed"):
        generate(tmp_path, "S", 7)
    assert (tmp_path / "queue.parquet").read_bytes() == b"real"


# ----------------------------------------------------------------------- distributions


def test_medium_queues_look_like_the_real_ones(medium: Database) -> None:
    queries = {
        "status = 'online'": (0.60, 0.80),
        "type = 'unified'": (0.42, 0.60),
        "type = 'production'": (0.32, 0.50),
        "type = 'analysis'": (0.03, 0.14),
        "capability = 'ucore'": (0.68, 0.85),
        "core_count = 8": (0.60, 0.85),
        "transferring_limit is null": (0.5, 0.7),
        "fairshare_policy is null": (0.6, 0.8),
        "max_time in (86400, 172800, 259200, 345600)": (0.8, 0.95),
    }
    found = {query: share(medium, "queue", query) for query in queries}
    assert {
        query: value
        for query, value in found.items()
        if not queries[query][0] <= value <= queries[query][1]
    } == {}


def test_medium_has_about_forty_nuclei_of_94_sites(medium: Database) -> None:
    (n_sites,) = one(medium, "select count(distinct site_name) from queue")
    (n_nuclei,) = one(
        medium, "select count(distinct site_name) from queue where role = 'nucleus'"
    )
    assert (n_sites, n_nuclei) == (94, 40)


def test_medium_storage(medium: Database) -> None:
    low, middle, high = one(
        medium,
        "select quantile_cont(space_total, 0.1), quantile_cont(space_total, 0.5), "
        "quantile_cont(space_total, 0.9) from endpoint where type = 'DATADISK'",
    )
    assert 200 * 1024 < low < 1500 * 1024
    assert 1500 * 1024 < middle < 6000 * 1024
    assert 8000 * 1024 < high < 31000 * 1024
    used = one(
        medium,
        "select quantile_cont(1 - space_free / space_total, 0.5) from endpoint",
    )
    assert 0.7 < used[0] < 0.9
    assert 0 < share(medium, "endpoint", "space_free < 200") < 0.08
    assert 0 < share(medium, "endpoint", "write_wan = 'OFF'") < 0.1


def test_medium_network(medium: Database) -> None:
    (n_links,) = one(
        medium,
        "select count(*) from (select distinct src_site, dst_site from network_metric)",
    )
    assert 13_000 < n_links < 18_000
    distances = "(select value from network_metric where key = 'AGIS_closeness')"
    assert 0.45 < share(medium, distances, "value = 11") < 0.65
    assert 0 < share(medium, distances, "value = -1") < 0.002
    rates = "(select value from network_metric where key = 'dashb_mbps_1w')"
    low, middle, high = one(
        medium,
        "select quantile_cont(value, 0.1), quantile_cont(value, 0.5), "
        f"quantile_cont(value, 0.9) from {rates}",
    )
    assert 0.01 <= low < 0.3
    assert 0.4 < middle < 6
    assert 15 < high < 200


def test_medium_jobs(medium: Database) -> None:
    counts = {
        str(status): float(str(n_jobs))
        for status, n_jobs in medium.rows(
            "select job_status, sum(n_jobs) from job_stats group by job_status"
        )
    }
    waiting = sum(counts[name] for name in ("activated", "assigned", "starting"))
    assert 100_000 < counts["running"] < 600_000
    assert waiting < counts["running"]
    assert {"defined", "assigned", "activated", "starting", "transferring"} <= set(
        counts
    )
    busy = "(select queue_name, sum(n_jobs) filter (job_status = 'running') as r, "
    busy += "coalesce(sum(n_jobs) filter (job_status = 'activated'), 0) as a "
    busy += "from job_stats group by queue_name)"
    assert share(medium, busy, "a < r") > 0.7
    assert share(medium, busy, "a > 2 * r") < 0.15


def test_medium_tasks(medium: Database) -> None:
    assert one(medium, "select count(*) from task") == (2000,)
    bands = {
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
    }
    found = {query: share(medium, "task", query) for query in bands}
    assert {
        query: value
        for query, value in found.items()
        if not bands[query][0] <= value <= bands[query][1]
    } == {}


def test_medium_chunks_and_files(medium: Database) -> None:
    (mean,) = one(
        medium,
        "select avg(n) from (select count(*) as n from task_file "
        "group by jedi_task_id, chunk_no)",
    )
    assert 4 < mean < 12
    assert 0.01 < share(medium, "input_chunk", "is_merging") < 0.06
    assert 0.02 < share(medium, "input_chunk", "coalesce(use_scout, false)") < 0.1
    (low, high) = one(
        medium,
        "select quantile_cont(atom_size_bytes, 0.5), "
        "quantile_cont(atom_size_bytes, 0.9) "
        "from input_chunk where atom_size_bytes > 0",
    )
    assert 0.3e9 < low < 6e9
    assert 2e9 < high < 40e9


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


def test_medium_replicas(medium: Database) -> None:
    assert (
        0.04
        < share(
            medium, "dataset_replica", "coalesce(n_files_found < n_files_total, false)"
        )
        < 0.25
    )
    assert 0 < share(medium, "dataset_replica", "n_files_found is null") < 0.03
    assert 0.02 < share(medium, "dataset_replica", "is_vp") < 0.3
    lost = one(
        medium,
        "select count(*) from task_file inner join task_dataset "
        "on task_file.jedi_task_id = task_dataset.jedi_task_id "
        "and task_file.dataset_id = task_dataset.dataset_id "
        "anti join dataset on task_dataset.dataset_name = dataset.dataset_name "
        "where task_dataset.type <> 'pseudo_input'",
    )
    assert lost == (0,)


def test_software_is_known_for_nearly_all_auto_queues(medium: Database) -> None:
    known = one(
        medium,
        "select avg((queue_software.queue_name is not null)::int) from queue "
        "left join queue_software on queue.queue_name = queue_software.queue_name "
        "where queue.releases = ['AUTO']",
    )
    assert 0.9 < known[0] < 1
    containers = one(
        medium,
        'select avg(contains(data::varchar, \'"any","/cvmfs"\')::int) '
        "from queue_software where queue_name <> 'ALL'",
    )
    assert 0.65 < containers[0] < 0.95
    assert share(medium, "queue_software", "queue_name = 'ALL'") > 0
