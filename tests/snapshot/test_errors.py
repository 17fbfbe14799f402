"""What cannot be a snapshot gives one clear error that names the place."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError
from brokersql.snapshot import Snapshot, validate
from tests.snapshot.build import (
    contents,
    kinds,
    loaded,
    world,
    write_database,
    write_lines,
    write_parquet,
)


def refused(source: Path) -> list[str]:
    """Return the lines of the error that opening or loading `source` raises."""
    with pytest.raises(SnapshotError) as caught:
        loaded(source)
    assert caught.value.exit_code == 3
    lines = caught.value.lines()
    assert len(lines) <= 3
    assert "Error:" not in "".join(lines)
    return lines


def test_a_missing_folder(tmp_path: Path) -> None:
    (head, _) = refused(tmp_path / "gone")
    assert head == f"{tmp_path / 'gone'}: there is no such folder or file"


def test_an_empty_folder(tmp_path: Path) -> None:
    assert refused(tmp_path) == [
        f"{tmp_path}: holds no table of a snapshot",
        "  the folder is empty",
    ]


def test_a_folder_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "result.parquet").write_text("x")
    (_, hint) = refused(tmp_path)
    assert "<table>.parquet or <table>.jsonl" in hint


def test_a_history_names_its_snapshots(tmp_path: Path) -> None:
    for hour in (10, 11):
        write_parquet(tmp_path / f"snapshot_time=2026-03-14T{hour}", world())
    (_, hint) = refused(tmp_path)
    assert hint == "  it is a history of 2 snapshots: name one, " + (
        "snapshot_time=2026-03-14T10"
    )


@pytest.mark.parametrize(
    ("record", "what"),
    [("run.json", "a run of a snapshot"), ("replay.json", "a replay")],
)
def test_results_are_named(tmp_path: Path, record: str, what: str) -> None:
    for name in ("criterion.parquet", record):
        (tmp_path / name).write_text("{}")
    (head, hint) = refused(tmp_path)
    assert head == f"{tmp_path}: holds no table of a snapshot"
    assert hint == f"  it is {what}: name what it was made from"


def test_a_file_of_unknown_kind(tmp_path: Path) -> None:
    for name, content in (("a.parquet", b"PAR1"), ("b.txt", b""), ("c", b"x" * 99)):
        (tmp_path / name).write_bytes(content)
        (head, _) = refused(tmp_path / name)
        assert head.endswith(f"{name}: is neither a folder nor a DuckDB file")


def test_a_damaged_duckdb_file(tmp_path: Path) -> None:
    file = write_database(tmp_path / "snap.duckdb", world())
    file.write_bytes(file.read_bytes()[:5000])
    (head, *_) = refused(file)
    assert head.startswith(f"{file}: ")


def test_a_duckdb_file_of_other_tables(tmp_path: Path) -> None:
    file = write_database(tmp_path / "other.duckdb", {"other": world()["task"]})
    (head, _) = refused(file)
    assert head == f"{file}: holds no table of a snapshot"


def test_a_duckdb_file_that_is_being_written(tmp_path: Path) -> None:
    file = write_database(tmp_path / "snap.duckdb", world())
    code = (
        "import sys; from pathlib import Path;"
        "from brokersql.core.database import Database;"
        "database = Database.open(Path(sys.argv[1])); print('open', flush=True);"
        "sys.stdin.read()"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    with writer:
        assert writer.stdout is not None
        assert writer.stdin is not None
        assert writer.stdout.readline() == b"open\n"
        (head, hint) = refused(file)
        writer.stdin.close()
    assert head.startswith(f"{file}: cannot be opened as a DuckDB file")
    assert "copy it" in hint


def damage(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def no_parquet(file: Path) -> None:
    file.write_text('{"jedi_task_id": 1}\n')


@pytest.mark.parametrize("change", [damage, emptied, no_parquet])
def test_an_unreadable_parquet_file(
    change: Callable[[Path], None], tmp_path: Path
) -> None:
    folder = write_parquet(tmp_path, world())
    change(folder / "task.parquet")
    (head, hint) = refused(folder)
    assert head.startswith(f"{folder}: {folder / 'task.parquet'} cannot be read: ")
    assert hint.startswith("  write the file again")
    assert kinds(validate(folder).of("error")) == ["error unreadable_file task. 1"]


@pytest.mark.parametrize("content", [b"not json\n", b"[1]\n[2]\n", b'{"a": "\xff"}\n'])
def test_an_unreadable_file_of_json_lines(content: bytes, tmp_path: Path) -> None:
    folder = write_lines(tmp_path, world())
    (folder / "task.jsonl").write_bytes(content)
    (head, _) = refused(folder)
    assert head.startswith(f"{folder}: {folder / 'task.jsonl'} cannot be read: ")


def test_all_unreadable_files_are_named_at_once(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world())
    damage(folder / "task.parquet")
    damage(folder / "queue.parquet")
    head, items, hint = refused(folder)
    assert head == f"{folder}: 2 violations make it unusable"
    assert "queue.parquet" in items
    assert "task.parquet" in items
    assert hint == f"  all of them with keys: brokersql snapshot validate {folder}"


def test_one_bad_part_of_many_is_named(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world())
    task = pq.read_table(folder / "task.parquet")
    (folder / "task.parquet").unlink()
    for part in range(3):
        pq.write_table(task.slice(part, 1), folder / f"task-{part}.parquet")
    damage(folder / "task-1.parquet")
    (head, _) = refused(folder)
    assert "task-1.parquet cannot be read" in head


def test_a_table_in_two_formats(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world())
    write_lines(tmp_path, {"task": world()["task"]})
    (head, items, _) = refused(folder)
    assert head == f"{folder}: a table stands there in two formats"
    assert items == "  task: task.jsonl and task.parquet"


def test_what_bears_the_name_of_a_table_and_is_no_file(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world())
    (folder / "job.parquet").symlink_to(tmp_path / "gone")
    (head, _) = refused(folder)
    assert head == f"{folder / 'job.parquet'}: is not a file that can be read"


def test_a_snapshot_without_rows(tmp_path: Path) -> None:
    empty = {name: table.slice(0, 0) for name, table in world().items()}
    assert refused(write_parquet(tmp_path, empty)) == [
        f"{tmp_path}: has no rows: task is empty, queue is empty",
        "  a snapshot with queues and no tasks runs and reports 'no work'; "
        "one with tasks and no queues cannot",
    ]


def test_queues_without_tasks_are_a_snapshot(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world(task=[], input_chunk=[]))
    assert loaded(folder)[1].violations == ()


def test_a_flipped_bit_is_found_or_harmless(tmp_path: Path) -> None:
    good = write_parquet(tmp_path / "good", world())
    bytes_of_task = (good / "task.parquet").read_bytes()
    other = write_parquet(tmp_path / "bad", world())
    draw = random.Random(5)
    for _ in range(25):
        flipped = bytearray(bytes_of_task)
        flipped[draw.randrange(len(flipped))] ^= 1 << draw.randrange(8)
        (other / "task.parquet").write_bytes(flipped)
        try:
            database, report = loaded(other)
        except SnapshotError as error:
            assert "task" in str(error)
        else:
            counts = report.tables["task"]
            n_loaded = len(contents(database)["task"])
            assert counts.n_read == n_loaded + counts.n_quarantined


def test_a_second_load_after_an_error_works(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world())
    text = (folder / "task.parquet").read_bytes()
    damage(folder / "task.parquet")
    snapshot = Snapshot.open(folder)
    with pytest.raises(SnapshotError):
        snapshot.load_into(Database.open())
    (folder / "task.parquet").write_bytes(text)
    assert snapshot.load_into(Database.open()).tables["task"].n_loaded == 2


def test_the_package_is_imported_without_this_room() -> None:
    code = "import brokersql, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    seen = set(json.loads(done.stdout))
    assert seen.isdisjoint({"duckdb", "pyarrow", "brokersql.snapshot"})
