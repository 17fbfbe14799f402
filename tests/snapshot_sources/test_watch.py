"""Sources read again and again into a history: what fails leaves what it gave last."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from brokersql.core.errors import UsageError
from brokersql.snapshot import Snapshot
from brokersql.snapshot.doctor import diagnose
from brokersql.snapshot.history import History, verify_history
from brokersql.snapshot.importers import Source, source_of
from brokersql.watch import take_snapshot, watching
from tests.cli.calling import begun, call
from tests.snapshot_sources.database_server import TestServer
from tests.snapshot_sources.test_import_cric import queue


@pytest.fixture
def queues(tmp_path: Path) -> Source:
    """Return a source of queues: a file of CRIC."""
    file = tmp_path / "cric.json"
    file.write_text(json.dumps([queue("ALPHA"), queue("BETA")]))
    return source_of("queues", {"kind": "cric", "file": str(file)})


@pytest.fixture
def links(tmp_path: Path) -> Source:
    file = tmp_path / "links.json"
    file.write_text(json.dumps([{"src": "A", "dst": "B", "closeness": 3}]))
    return source_of("links", {"kind": "closeness", "file": str(file)})


def at(minute: int) -> datetime:
    return datetime(2026, 3, 14, 12, minute)


def newest(history: Path) -> Path:
    return history / History.open(history).snapshots[-1].folder


def states(history: Path) -> dict[str, tuple[str, str]]:
    """Return the state of each table of the newest snapshot, and its last finding."""
    found = diagnose(Snapshot.open(str(newest(history))))
    return {it.table: (it.state, (it.findings or ("",))[-1]) for it in found.tables}


def test_a_failing_source_leaves_its_tables_with_their_age(
    postgres: TestServer, links: Source, tmp_path: Path
) -> None:
    history = tmp_path / "hist"
    dsn = f"postgresql://admin@/postgres?host={postgres.folder}"
    panda = source_of("panda", {"kind": "panda-postgres", "dsn": dsn})
    (tmp_path / "tags.json").write_text('{"ALPHA": {"containers": ["any"]}}')
    tags = {"kind": "tags", "file": str(tmp_path / "tags.json")}
    good = source_of("tags", tags)
    first = take_snapshot(history, [links, panda, good])
    assert first.added is not None and not first.failed, first
    assert states(history)["queue"][0] == "there"
    gone = source_of("panda", {"kind": "panda-postgres", "dsn": dsn + "/nowhere"})
    Path(str(links.value("file"))).unlink()
    time.sleep(1.1)  # snapshots are told apart by the second
    second = take_snapshot(history, [links, gone, good])
    assert second.added is not None
    assert [it.source for it in second.failed] == ["panda", "links"]
    assert "queue" in second.failed[0].kept
    kept = states(history)
    assert kept["queue"][0] == kept["network_metric"][0] == "stale"
    assert kept["queue"][1].startswith("queue is kept: panda: cannot be reached")
    found = diagnose(Snapshot.open(str(newest(history)))).tables
    assert next(it.age_s or 0 for it in found if it.table == "queue") >= 1
    # what stays is stored once, and a run says that it is of an earlier time
    queue_files = {it.tables["queue"].file for it in History.open(history).snapshots}
    assert len(queue_files) == 1
    told = call("snapshot", "validate", newest(history)).out
    assert "is kept: the source failed" in told
    assert verify_history(history) == []
    assert 'brokersql_watch_source_up{source="panda"} 0' in second.metrics()


def test_only_the_last_snapshots_stay(queues: Source, tmp_path: Path) -> None:
    history = tmp_path / "hist"
    for minute in range(3):
        outcome = take_snapshot(history, [queues], keep=2, now=at(minute))
    assert (len(History.open(history).snapshots), outcome.n_pruned) == (2, 1)
    assert verify_history(history) == []


def test_nothing_is_added_where_no_source_can_be_read(
    queues: Source, tmp_path: Path
) -> None:
    Path(str(queues.value("file"))).unlink()
    outcome = take_snapshot(tmp_path / "hist", [queues])
    assert (outcome.added, outcome.error) == (None, "no source could be read")
    assert [it.name for it in (tmp_path / "hist").iterdir()] == []


def test_nothing_is_added_where_every_source_fails(
    queues: Source, tmp_path: Path
) -> None:
    """Though a copy of what one gave last is there."""
    history = tmp_path / "hist"
    assert take_snapshot(history, [queues], now=at(0)).added is not None
    Path(str(queues.value("file"))).unlink()
    outcome = take_snapshot(history, [queues], now=at(1))
    assert (outcome.added, outcome.error) == (None, "no source could be read")
    assert len(History.open(history).snapshots) == 1


def test_one_process_fills_a_history(tmp_path: Path) -> None:
    with (
        watching(tmp_path),
        pytest.raises(UsageError, match="is watched already"),
        watching(tmp_path),
    ):
        pass


def test_a_file_that_becomes_unreadable_is_read_from_its_copy(
    queues: Source, links: Source, tmp_path: Path
) -> None:
    history, file = tmp_path / "hist", Path(str(queues.value("file")))
    os.utime(file, (0, datetime(2026, 3, 14, tzinfo=UTC).timestamp()))
    take_snapshot(history, [queues], now=at(0))
    file.write_text('{"half": ')
    outcome = take_snapshot(history, [queues, links], now=at(1))
    assert [it.source for it in outcome.failed] == ["queues"]
    rows = pq.read_table(newest(history) / "table_source.parquet").to_pylist()
    (row,) = (it for it in rows if it["snapshot_table"] == "queue")
    assert (row["state"], row["read_time"]) == ("kept", datetime(2026, 3, 14))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_costs_one_snapshot_and_no_more(
    queues: Source, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        history, filler = disk / "hist", disk / "filler"
        assert take_snapshot(history, [queues], now=at(0)).added is not None
        free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        filler.write_bytes(b"x" * (free - 8192))
        outcome = take_snapshot(history, [queues], now=at(1))
        assert outcome.added is None
        assert verify_history(history) == []
        filler.unlink()
        assert take_snapshot(history, [queues], now=at(2)).added is not None
        assert len(History.open(history).snapshots) == 2
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_killed_process_leaves_no_half_snapshot(
    queues: Source, tmp_path: Path
) -> None:
    history, settings = tmp_path / "hist", tmp_path / "brokersql.toml"
    settings.write_text(
        f'[source.queues]\nkind = "cric"\nfile = "{queues.value("file")}"\n'
    )
    words = ("watch", "--every", "1s", "--into", history)
    words = (*words, "--prometheus", tmp_path / "w")
    seen = 0
    for moment in (0.0, 0.15):
        running = begun(*words, env={"BROKERSQL_CONFIG": str(settings)})
        try:
            assert running.stderr is not None
            running.stderr.readline()  # the first snapshot is there
            time.sleep(1 + moment)
        finally:
            running.send_signal(signal.SIGKILL)
            running.wait()
        snapshots = History.open(history).snapshots
        assert len(snapshots) > seen
        seen = len(snapshots)
        assert verify_history(history) == []
    left = history / ".snapshot_time=2026-03-14T00:00:00Z.partial-1-left"
    left.mkdir()
    os.utime(left, (0, 0))
    later = datetime.now(UTC).replace(tzinfo=None) + timedelta(minutes=1)
    assert take_snapshot(history, [queues], now=later).added is not None
    assert not list(history.glob(".*.partial*"))


def test_the_command_says_what_it_did(
    queues: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "brokersql.toml"
    monkeypatch.setenv("BROKERSQL_CONFIG", str(settings))
    settings.write_text("")
    into = ("--into", tmp_path / "hist", "--once")
    assert call("watch", *into).code == 2
    settings.write_text(
        f'[source.queues]\nkind = "cric"\nfile = "{queues.value("file")}"\n'
        '[source.links]\nkind = "closeness"\nfile = "nowhere.json"\n'
    )
    done = call("watch", *into)
    assert done.code == 0, done.err
    assert "links: nowhere.json: there is no such file; nothing to keep" in done.err
    assert "tables of 1 source" in done.err
    assert call("watch", *into, "--source", "links").code == 3
    assert call("watch", *into, "--keep", "0").code == 2
