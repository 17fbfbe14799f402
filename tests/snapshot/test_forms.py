"""A snapshot means the same in every form in which its rows may arrive."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError
from brokersql.snapshot import Snapshot, SnapshotSource
from tests.snapshot.build import (
    NOON,
    World,
    contents,
    kinds,
    loaded,
    typed,
    with_column,
    without_column,
    world,
    write_database,
    write_lines,
    write_parquet,
)


def as_folder(path: Path, source: World) -> SnapshotSource:
    return write_parquet(path / "snap", source)


def as_lines(path: Path, source: World) -> SnapshotSource:
    return write_lines(path / "snap", source)


def as_database(path: Path, source: World) -> SnapshotSource:
    return write_database(path / "snap.duckdb", source)


@pytest.mark.parametrize("form", [as_folder, as_lines, as_database])
def test_every_form_gives_the_same_tables(
    form: Callable[[Path, World], SnapshotSource], tmp_path: Path
) -> None:
    expected, by_arrow = loaded(world())
    database, report = loaded(form(tmp_path, world()))
    assert contents(database) == contents(expected)
    assert report.content_hash == by_arrow.content_hash
    assert report.violations == ()
    assert (report.snapshot_id, report.snapshot_time) == ("s1", NOON)


def test_types_are_those_of_the_contract_and_json_is_normal() -> None:
    database, _ = loaded(world())
    rows = database.rows("select typeof(params), params, releases from queue limit 1")
    assert rows == [("JSON", '{"gpu":true,"list":[1,2.5]}', ["AUTO", "x, y"])]


def many_tasks() -> World:
    rows: list[dict[str, object]] = [
        {"jedi_task_id": number, "status": "running", "core_count": number % 9}
        for number in range(1, 60)
    ]
    return world(task=rows)


def test_split_files_and_shuffled_rows_are_the_same_snapshot(tmp_path: Path) -> None:
    source = many_tasks()
    task = source.pop("task")
    whole = write_parquet(tmp_path / "whole", {**source, "task": task})
    backwards = task.take(pa.array(range(task.num_rows - 1, -1, -1)))
    folder = write_parquet(tmp_path / "folder", source)
    (folder / "task").mkdir()
    for part in range(3):
        rows = backwards.slice(part * 20, 20)
        pq.write_table(rows, folder / "task" / f"part{part}.parquet")
    names = write_parquet(tmp_path / "names", source)
    pq.write_table(backwards.slice(0, 31), names / "task-0001.parquet")
    pq.write_table(backwards.slice(31), names / "task-0002.parquet")
    suffixed = write_parquet(tmp_path / "suffixed", source)
    shutil.copytree(folder / "task", suffixed / "task.parquet")
    expected, one = loaded(whole)
    for path in (folder, names, suffixed):
        database, report = loaded(path)
        assert report.content_hash == one.content_hash
        assert contents(database) == contents(expected)


@pytest.mark.parametrize(
    "values",
    [
        pa.array([8, None], pa.int8()),
        pa.array([8, None], pa.uint64()),
        pa.array([8.0, None], pa.float64()),
        pa.array([Decimal("8.00"), None], pa.decimal128(9, 2)),
        pa.array(["8", None], pa.string()),
        pa.array([" 8.0 ", None], pa.large_string()),
        pa.array(["8", None]).dictionary_encode(),
    ],
    ids=lambda values: str(values.type)[:20],
)
def test_integers_may_arrive_in_any_width_or_as_text(values: pa.Array) -> None:
    database, report = loaded(with_column(world(), "task", "core_count", values))
    query = "select core_count from task order by jedi_task_id"
    assert database.rows(query) == [(8,), (None,)]
    assert report.violations == ()


@pytest.mark.parametrize(
    "values",
    [
        pa.array([NOON], pa.timestamp("s")),
        pa.array([NOON], pa.timestamp("ns")),
        pa.array([NOON.replace(tzinfo=UTC)], pa.timestamp("us", tz="Europe/Zurich")),
        pa.array(["2026-03-14 12:00:00"]),
        pa.array(["2026-03-14T12:00:00Z"]),
        pa.array(["2026-03-14T14:00:00+02:00"]),
    ],
    ids=lambda values: str(values.type)[:20],
)
def test_times_become_utc(values: pa.Array) -> None:
    database, report = loaded(with_column(world(), "snapshot", "snapshot_time", values))
    assert database.rows("select snapshot_time from snapshot") == [(NOON,)]
    assert report.snapshot_time == NOON


@pytest.mark.parametrize(
    "values",
    [
        pa.array([{"gpu": True, "list": [1, 2.5]}] * 2),
        pa.array(['{ "gpu" : true,"list":[1,2.5]}'] * 2),
        pa.array(['{"gpu": true, "list": [1, 2.5]}'] * 2).dictionary_encode(),
    ],
    ids=["struct", "text", "dictionary"],
)
def test_json_may_arrive_as_text_or_as_a_struct(values: pa.Array) -> None:
    database, report = loaded(with_column(world(), "queue", "params", values))
    rows = database.rows("select distinct params ->> 'gpu' from queue")
    assert rows == [("true",)]
    assert report.violations == ()


def test_lists_may_arrive_as_text(tmp_path: Path) -> None:
    values = pa.array(['["AUTO", "x, y"]', "[AUTO, z]"])
    database, _ = loaded(with_column(world(), "queue", "releases", values))
    query = "select releases from queue order by queue_name"
    assert database.rows(query) == [(["AUTO", "x, y"],), (["AUTO", "z"],)]


def test_flags_may_arrive_as_letters_or_numbers() -> None:
    for values in (pa.array(["Y", "false"]), pa.array([1, 0])):
        database, _ = loaded(with_column(world(), "queue", "is_cvmfs", values))
        query = "select is_cvmfs from queue order by queue_name"
        assert database.rows(query) == [(True,), (False,)]


def test_numbers_and_bytes_may_stand_for_text() -> None:
    for values in (pa.array([10]), pa.array([b"10"]), pa.array(["10"])):
        database, _ = loaded(with_column(world(), "gdp_config", "value", values))
        assert database.rows("select value from gdp_config") == [("10",)]


def test_a_column_of_nulls_has_no_wrong_type() -> None:
    source = with_column(world(), "queue", "releases", pa.nulls(2))
    assert loaded(source)[1].violations == ()


def test_an_optional_column_may_be_absent() -> None:
    database, report = loaded(without_column(world(), "task", "campaign"))
    assert database.rows("select distinct campaign from task") == [(None,)]
    assert report.violations == ()


def test_columns_may_come_in_any_order() -> None:
    source = world()
    names = list(reversed(source["task"].column_names))
    _, report = loaded({**source, "task": source["task"].select(names)})
    assert report.content_hash == loaded(world())[1].content_hash


def test_a_column_in_other_case_is_read_and_named() -> None:
    source = world()
    names = [name.upper() for name in source["task"].column_names]
    database, report = loaded({**source, "task": source["task"].rename_columns(names)})
    assert contents(database) == contents(loaded(world())[0])
    assert "note unknown_column task.status 1" in kinds(report.violations)


def test_parts_with_different_columns_are_read_one_by_one(tmp_path: Path) -> None:
    source = many_tasks()
    task = source.pop("task")
    folder = write_parquet(tmp_path, source)
    pq.write_table(task.slice(0, 30), folder / "task-1.parquet")
    texts = pa.array([str(number) for number in task["core_count"].to_pylist()[30:]])
    rest = with_column({"task": task.slice(30)}, "task", "core_count", texts)["task"]
    pq.write_table(rest.drop_columns(["campaign"]), folder / "task-2.parquet")
    assert contents(loaded(folder)[0]) == contents(loaded(many_tasks())[0])


def test_a_part_that_lacks_a_column_is_named_and_not_filled_with_null(
    tmp_path: Path,
) -> None:
    source = many_tasks()
    task = source.pop("task")
    folder = write_parquet(tmp_path, source)
    pq.write_table(task.slice(0, 30), folder / "task-1.parquet")
    pq.write_table(task.slice(30).drop_columns(["status"]), folder / "task-2.parquet")
    with pytest.raises(SnapshotError, match=r"task.status is missing in .*task-2"):
        loaded(folder)


@pytest.mark.parametrize("name", ["a[1]", "what?", "all*", "it's", "é ☃", "a\nb"])
def test_a_folder_may_have_any_name(name: str, tmp_path: Path) -> None:
    folder = write_parquet(tmp_path / name, world())
    write_parquet(tmp_path / "a1", world(task=[]))
    assert loaded(folder)[1].tables["task"].n_loaded == 2


def test_the_name_of_a_history_folder_adds_no_column(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path / "snapshot_time=2026-03-14T12", world())
    assert loaded(folder)[1].violations == ()


def test_foreign_files_in_a_folder_are_left_alone(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world())
    for name in ("expected.jsonl", "run.json", ".task.parquet", "notes.txt"):
        (folder / name).write_text("no table")
    assert loaded(folder)[1].violations == ()


def test_an_absent_table_is_empty() -> None:
    source = world()
    del source["network_metric"]
    database, report = loaded(source)
    assert database.rows("select count(*) from network_metric") == [(0,)]
    assert report.tables["network_metric"].n_read == 0


@pytest.mark.parametrize(
    "text",
    ['[{"queue_name": "BNL"},\n {"queue_name": "CERN"}]', '{\n "queue_name": "BNL"\n}'],
)
def test_a_json_file_may_hold_a_list_or_one_object(text: str, tmp_path: Path) -> None:
    columns = ["cpu_architecture_level", "total_logical_cpus", "pct_within_queue"]
    objects = json.loads(text)
    for one in objects if isinstance(objects, list) else [objects]:
        one.update(dict.fromkeys(columns, "1"))
    folder = write_parquet(tmp_path, world())
    (folder / "queue_cpu_level.json").write_text(json.dumps(objects, indent=1))
    database, _ = loaded(folder)
    (first, *_) = database.rows("select * from queue_cpu_level order by all")
    assert first == ("BNL", "1", 1, 1.0)


def test_json_lines_keep_exact_numbers_and_signs(tmp_path: Path) -> None:
    big = 2**53 + 1
    folder = write_parquet(tmp_path, world())
    rows = [{"app": "a", "component": "c\u0000", "key": "\u2028", "vo": None}]
    lines = [json.dumps({**row, "type": "int", "value": big}) for row in rows]
    (folder / "gdp_config.parquet").unlink()
    (folder / "gdp_config.jsonl").write_text("\n\n".join(lines) + "\r\n")
    database, report = loaded(folder)
    found = database.rows("select component, key, vo, value from gdp_config")
    assert found == [("c\u0000", "\u2028", None, str(big))]
    assert report.violations == ()


def test_the_snapshot_tells_its_identity_without_a_database(tmp_path: Path) -> None:
    snapshot = Snapshot.open(write_parquet(tmp_path, world()))
    assert snapshot.snapshot_id == "s1"
    assert snapshot.tables["task"] == 2
    assert snapshot.content_hash == loaded(world())[1].content_hash


def test_loading_leaves_only_the_contract_and_the_quarantine() -> None:
    database, _ = loaded(world(task=[{"jedi_task_id": None}]))
    names = {row[0] for row in database.rows("select name from (show all tables)")}
    assert names == {*contents(database), "quarantine"}


def test_a_partial_snapshot_is_enough_for_a_single_rule() -> None:
    rows = typed("recorded_draw", [{"jedi_task_id": 1, "u": 0.5}])
    database, report = loaded({"recorded_draw": rows}, partial=True)
    assert report.violations == ()
    assert database.rows("select * from recorded_draw") == [(1, 0.5)]


def test_tables_of_other_arrow_libraries_are_read() -> None:
    class Foreign:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            rows = typed("recorded_draw", [{"jedi_task_id": 1, "u": 0.5}])
            return rows.__arrow_c_stream__(requested_schema)

    database, _ = loaded({"recorded_draw": Foreign()}, partial=True)
    assert database.rows("select * from recorded_draw") == [(1, 0.5)]


def test_the_time_zone_of_the_session_does_not_matter() -> None:
    source = with_column(
        world(), "snapshot", "snapshot_time", pa.array(["2026-03-14T12:00:00"])
    )
    database = Database.open()
    database.run("set timezone = 'Asia/Tokyo'")
    report = Snapshot.open(source).load_into(database)
    assert report.snapshot_time == datetime(2026, 3, 14, 12)
