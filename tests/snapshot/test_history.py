"""Histories: whole or not at all, stored once, verified, pruned, under pseudonyms."""

from __future__ import annotations

import json
import os
import shutil
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.cycle import MultiPolicyRun, Options
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import generate
from brokersql.snapshot.history import (
    History,
    add_snapshot,
    prune_history,
    verify_history,
)
from brokersql.snapshot.history_export import export_delta, export_history
from brokersql.snapshot.manifest import parse_time
from brokersql.snapshot.write import write_tables
from tests.cli.calling import DEMO, call
from tests.snapshot.build import NOON, world

FIRST = "snapshot_time=2025-10-14T12:00:00Z"
KEY = "a key for the tests only"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    generate(folder, "S", 7, cycles=3, tasks=10)
    return folder


@pytest.fixture
def history(made: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may spoil."""
    return Path(shutil.copytree(made, tmp_path / "history"))


def hashes(history: Path) -> list[str]:
    """Return the content of every snapshot as it is read through its folder."""
    folders = sorted(history.glob("snapshot_time=*"))
    return [Snapshot.open(folder).content_hash for folder in folders]


def stored_hashes(history: Path) -> list[str]:
    """Return what a history says of its snapshots: the same, as a test sees."""
    return [each.content_hash for each in History.open(history).snapshots]


def test_a_table_that_stays_is_stored_once(made: Path) -> None:
    history = History.open(made)
    files = {each.tables["queue"].file for each in history.snapshots}
    assert files == {f"{FIRST}/queue.parquet"}
    assert len(list(made.rglob("queue.parquet"))) == 1
    changing = {each.tables["job_stats"].file for each in history.snapshots}
    assert len(changing) == 3
    assert hashes(made) == stored_hashes(made)


def test_added_snapshots_are_the_same_in_any_order_and_only_once(
    made: Path, tmp_path: Path
) -> None:
    folders = [made / each.folder for each in History.open(made).snapshots]
    for folder in (folders[1], folders[0], folders[2]):
        assert add_snapshot(tmp_path / "copy", Snapshot.open(folder)).is_new
    assert hashes(tmp_path / "copy") == stored_hashes(made)
    assert not add_snapshot(tmp_path / "copy", Snapshot.open(folders[0])).is_new
    assert verify_history(tmp_path / "copy") == []


def test_another_snapshot_of_the_same_time_is_refused(tmp_path: Path) -> None:
    add_snapshot(tmp_path, Snapshot.open(world()))
    other = world(endpoint=[{"ddm_endpoint_name": "OTHER"}])
    with pytest.raises(UsageError, match="holds another snapshot of 2026-03-14T12"):
        add_snapshot(tmp_path, Snapshot.open(other))


def test_another_snapshot_of_the_same_name_is_refused(tmp_path: Path) -> None:
    """A replay could not tell them apart."""
    add_snapshot(tmp_path, Snapshot.open(world()))
    head = {"snapshot_id": "s1", "vo": "atlas", "random_seed": 7}
    later = world(snapshot=[{**head, "snapshot_time": NOON + timedelta(seconds=1)}])
    with pytest.raises(UsageError, match="holds a snapshot s1 of 2026-03-14T12:00:00Z"):
        add_snapshot(tmp_path, Snapshot.open(later))
    assert len(History.open(tmp_path).snapshots) == 1


def test_an_unusable_snapshot_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="no snapshot row"):
        add_snapshot(tmp_path, Snapshot.open(world(snapshot=[])))
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_no_snapshot(history: Path) -> None:
    left = history / f".{FIRST}.partial-1-left"
    shutil.copytree(history / FIRST, left)
    os.utime(left, (0, 0))
    (history / "snapshot_time=2025-10-14T15:00:00Z").mkdir()
    assert len(History.open(history).snapshots) == 3
    (fault,) = verify_history(history)
    assert "has no manifest" in fault.message
    add_snapshot(history, Snapshot.open(world()))
    assert not left.exists()


@pytest.mark.parametrize("harm", ["changed", "gone", "manifest", "stranger", "moved"])
def test_every_harm_to_a_file_is_found_and_named(history: Path, harm: str) -> None:
    path = history / FIRST / "task.parquet"
    match harm:
        case "changed":
            content = bytearray(path.read_bytes())
            content[len(content) // 2] ^= 1
            path.write_bytes(content)
        case "gone":
            path.unlink()
        case "manifest":
            path = path.with_name("manifest.json")
            path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
        case "moved":
            path = history
            path.rename(path.with_name("elsewhere"))
        case _:
            path = path.with_name("extra.parquet")
            path.write_bytes(b"")
    faults = verify_history(history)
    assert str(path) in [each.where for each in faults]
    told = call("history", "verify", history, "--format", "json")
    assert told.code == 3
    assert str(path) in [row["file"] for row in told.json["rows"]]


def test_a_snapshot_without_a_sound_manifest_is_added_again(
    made: Path, history: Path
) -> None:
    before = stored_hashes(history)
    path = history / FIRST / "manifest.json"
    path.write_text("{", encoding="utf-8")
    refused = call("history", "add", history, made / FIRST)
    assert "remove the file, then add the snapshot again" in refused.err
    path.unlink()
    assert call("history", "add", history, made / FIRST).code == 0
    assert verify_history(history) == []
    assert hashes(history) == before


def test_a_snapshot_with_a_lost_file_can_be_pruned(history: Path) -> None:
    path = history / FIRST / "queue.parquet"
    path.unlink()
    assert call("history", "prune", history, "--at", "2025-10-14T12:00Z").code == 0
    (fault,) = verify_history(history)
    assert fault.where == str(path)


def test_a_manifest_cannot_point_outside(history: Path) -> None:
    path = history / FIRST / "manifest.json"
    body = json.loads(path.read_text(encoding="utf-8"))
    body["tables"]["task"]["file"] = "../elsewhere/task.parquet"
    path.write_text(json.dumps(body), encoding="utf-8")
    with pytest.raises(SnapshotError, match="no manifest"):
        Snapshot.open(history / FIRST)


def test_pruned_snapshots_leave_the_others_as_they_were(history: Path) -> None:
    before = stored_hashes(history)
    done = call("history", "prune", history, "--before", "2025-10-14T14:00+01:00")
    assert (done.code, done.err) == (0, done.err)
    assert "1 snapshot removed, 2 kept" in done.err
    assert hashes(history) == before[1:]
    assert verify_history(history) == []
    second = parse_time("2025-10-14T13:00:00Z")
    prune_history(History.open(history), lambda each: each.snapshot_time == second)
    assert hashes(history) == before[2:]
    assert [entry.name for entry in history.iterdir()] == [FIRST.replace("12", "14")]


def test_a_prune_waits_for_a_snapshot_that_is_being_added(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history, (*before, last) = tmp_path / "history", sorted(made.iterdir())
    for each in before:
        add_snapshot(history, Snapshot.open(each))
    pruning = Thread(
        target=call, args=("history", "prune", history, "--at", FIRST[14:])
    )

    def slow(*given: Any) -> dict[str, int]:
        pruning.start()
        pruning.join(1)
        return write_tables(*given)

    monkeypatch.setattr("brokersql.snapshot.history.write_tables", slow)
    added = add_snapshot(history, Snapshot.open(last))
    pruning.join()
    assert verify_history(history) == []
    kept = History.open(history).snapshots
    assert len(kept) == 2 and kept[1].content_hash == added.manifest.content_hash


def test_a_killed_prune_can_be_done_again(
    history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored_hashes(history)

    def killed(*_: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("os.rename", killed)
        with pytest.raises(KeyboardInterrupt):
            prune_history(History.open(history), lambda each: each.folder == FIRST)
    assert hashes(history) == before
    prune_history(History.open(history), lambda each: each.folder == FIRST)
    assert hashes(history) == before[1:]


def test_list_tells_what_each_snapshot_added(made: Path) -> None:
    told = call("history", "list", made, "--format", "json").json["rows"]
    assert told[0]["snapshot_time"] == "2025-10-14T12:00:00Z"
    assert told[0]["n_new"] == told[0]["n_tables"] > told[1]["n_new"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("prune",), "which snapshots?"),
        (("prune", "--at", "2020-01-01"), "no snapshot of 2020-01-01"),
        (("prune", "--before", "soon"), "--before soon is no time"),
        (("export", "elsewhere"), "need a key"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(
    made: Path, arguments: tuple[str, ...], said: str
) -> None:
    command, *rest = arguments
    options = rest if command == "prune" else [str(made / each) for each in rest]
    done = call("history", command, made, *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_folder_without_snapshots_is_no_history(tmp_path: Path) -> None:
    done = call("history", "list", tmp_path)
    assert done.code == 3
    assert "is no history" in done.err


def test_pseudonyms_hide_names_and_nothing_else(made: Path, tmp_path: Path) -> None:
    history = History.open(made)
    key = tmp_path / "key"
    key.write_text(KEY + "\n", encoding="utf-8")
    once = call(
        "history", "export", made, tmp_path / "once", "--pseudonyms", "--key", key
    )
    assert once.code == 0, once.err
    first = history.between(None, history.snapshots[0].snapshot_time)
    export_history(first, tmp_path / "again", KEY)
    export_history(first, tmp_path / "other", KEY[::-1])
    assert hashes(tmp_path / "once")[:1] == hashes(tmp_path / "again")
    assert hashes(tmp_path / "once")[:1] != hashes(tmp_path / "other")
    hidden = ("dataset_name", "prod_user_name", "lfn", "scope")
    for manifest in history.snapshots:
        twin = History.open(tmp_path / "once").at_time(manifest.snapshot_time)
        assert twin is not None
        for name, stored in manifest.tables.items():
            before = pq.ParquetFile(made / stored.file).read()
            after = pq.ParquetFile(tmp_path / "once" / twin.tables[name].file).read()
            assert after.num_rows == before.num_rows
            for column in set(before.column_names) - {"findings", "origin"}:
                assert after[column].null_count == before[column].null_count
            is_site = name == "queue_endpoint"  # its scope is no scope of files
            for column in () if is_site else set(hidden) & set(before.column_names):
                shown = set(after[column].to_pylist()) - {None, "", "gangarbt"}
                assert shown.isdisjoint(before[column].to_pylist())
    folder = history.snapshots[0].folder
    roots = (made, tmp_path / "once")
    sittings = [MultiPolicyRun(Snapshot.open(root / folder)) for root in roots]
    for policy in ("panda_job", "panda_analysis"):
        plain, other = (each.run(policy, Options()) for each in sittings)
        told = ["jedi_task_id", "status", "criterion", "n_candidates", "n_selected"]
        assert plain.candidate.equals(other.candidate)
        assert plain.result.select(told).equals(other.result.select(told))
    with pytest.raises(UsageError, match="too short"):
        export_history(History.open(made), tmp_path / "short", "secret")
    with pytest.raises(UsageError, match="not empty"):
        export_history(History.open(made), tmp_path / "once", KEY)


def test_pseudonyms_decide_as_names_do_for_dirac(tmp_path: Path) -> None:
    """Delays and limits of owners too, which the profile modern looks at."""
    named, hidden = tmp_path / "named", tmp_path / "hidden"
    assert call("history", "add", named, DEMO).code == 0
    export_history(History.open(named), hidden, KEY)
    options = Options(profile="modern")
    plain, other = (
        MultiPolicyRun(
            Snapshot.open(root / History.open(root).snapshots[0].folder)
        ).run("dirac", options)
        for root in (named, hidden)
    )
    told = ["seq", "job_id", "tq_id", "criterion", "n_eligible"]
    assert plain.table("match").select(told).equals(other.table("match").select(told))


def test_delta_lake_tables_hold_every_snapshot(made: Path, tmp_path: Path) -> None:
    lake, key = tmp_path / "lake", tmp_path / "key"
    assert call("history", "export", made, lake, "--delta").code == 0
    history = History.open(made)
    names = {name for each in history.snapshots for name in each.tables}
    assert {each.name for each in lake.iterdir()} == names
    for name in names:
        table = DeltaTable(lake / name)
        stored = [each for each in history.snapshots if name in each.tables]
        assert table.version() == len(stored) - 1
        rows = table.to_pyarrow_table()
        assert rows.num_rows == sum(each.tables[name].n_rows for each in stored)
        times = {each.snapshot_time for each in stored}
        assert set(rows["snapshot_time"].to_pylist()) == times
    first = pq.read_table(made / history.snapshots[0].tables["task"].file)
    at_first = DeltaTable(lake / "task", version=0).to_pyarrow_table()
    ids = set(at_first["jedi_task_id"].to_pylist())
    assert ids == set(first["jedi_task_id"].to_pylist())
    with pytest.raises(UsageError, match="not empty"):
        export_delta(history, lake)
    # under pseudonyms no name of a user is left
    key.write_text(KEY)
    options = ("--delta", "--pseudonyms", "--key", key)
    assert call("history", "export", made, tmp_path / "hidden", *options).code == 0
    users = DeltaTable(tmp_path / "hidden" / "task").to_pyarrow_table()["user_name"]
    shown = DeltaTable(lake / "task").to_pyarrow_table()["user_name"]
    assert not set(users.drop_null().to_pylist()) & set(shown.drop_null().to_pylist())
