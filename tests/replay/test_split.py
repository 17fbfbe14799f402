"""One cycle in parts has the bytes of one in one piece, also if a worker is lost."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from distributed import Client, LocalCluster

from brokersql.cycle import Options, run_cycle, task_blocks, write_run
from brokersql.replay import DaskWorkers, Overlay, SplitRequest, run_split
from brokersql.replay.distributed import decide_part
from brokersql.snapshot import Snapshot, parse_change
from tests.cli.calling import call
from tests.property.analysis_worlds import merged_analysis_world
from tests.replay.histories import of_worlds, small_world

FULL = Options(verdict="full", threads=1)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a random world."""
    history = of_worlds(tmp_path_factory.mktemp("world"), [small_world(901, 5)])
    return history.folder / history.snapshots[0].folder


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a random world of analysis tasks."""
    worlds = [merged_analysis_world(range(901, 904))]
    history = of_worlds(tmp_path_factory.mktemp("users"), worlds)
    return history.folder / history.snapshots[0].folder


@pytest.mark.parametrize(
    ("at", "policy", "n_parts"),
    [
        ("world", "panda_job", 4),
        ("world", "panda_job", 7),
        ("world", "panda_job_legacy", 2),
        ("users", "panda_analysis", 3),
    ],
)
def test_parts_are_the_whole(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: str,
    policy: str,
    n_parts: int,
) -> None:
    folder: Path = request.getfixturevalue(at)
    monkeypatch.setattr(task_blocks, "BLOCK_PAIRS", 500)
    options = Options(verdict="full", threads=1, settings={"place": "true"})
    split = SplitRequest(str(folder), Overlay(), policy, options)
    whole = run_cycle(Snapshot.open(folder), policy, options)
    parts = [
        decide_part(split, (tmp_path / str(no), no + 1, n_parts))
        for no in range(n_parts)
    ]
    names = [*whole.kept_tables]
    assert {"result", "candidate", "funnel", "exclusion", "verdict"} <= set(names)
    found = {
        name: [
            pq.read_table(file)
            for part in parts
            if (file := part.folder / f"{name}.parquet").is_file()
        ]
        for name in names
    }
    assert sum(bool(part.num_rows) for part in found["verdict"]) > 1
    for name in names:
        assert pa.concat_tables(found[name]).equals(whole.table(name)), name


def tables(out: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in out.glob("*.parquet")}


def kill_one(address: str, killed: list[int]) -> None:
    """Kill the first worker that is seen with a part."""
    client: Any = Client(address)
    pids = client.run(os.getpid)
    for _ in range(3000):
        busy = [worker for worker, tasks in client.processing().items() if tasks]
        if busy:
            time.sleep(0.2)
            os.kill(pids[busy[0]], signal.SIGKILL)
            killed.append(pids[busy[0]])
            break
        time.sleep(0.01)
    client.close()


def test_a_lost_worker_costs_nothing_but_time(world: Path, tmp_path: Path) -> None:
    cluster = LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )
    address = cluster.scheduler_address
    killed: list[int] = []
    killer = threading.Thread(target=kill_one, args=(address, killed))
    killer.start()
    overlay = Overlay((parse_change("snapshot:hour-0.lock_owner=me"),))
    request = SplitRequest(str(world), overlay, "panda_job", FULL)
    rows = run_split(request, tmp_path / "split", DaskWorkers(scheduler=address))
    killer.join()
    cluster.close()
    assert len(killed) == 1
    cycle = run_cycle(overlay.over(Snapshot.open(world)), "panda_job", FULL)
    write_run([cycle], tmp_path / "whole")
    assert tables(tmp_path / "split") == tables(tmp_path / "whole")
    assert rows["result"] == cycle.result.num_rows
    split, whole = (
        json.loads((tmp_path / name / "run.json").read_text())
        for name in ("split", "whole")
    )
    assert split.keys() == whole.keys()
    for told in (split["policies"][0], whole["policies"][0]):
        del told["timings_s"]
    assert split["policies"] == whole["policies"]
    assert split["snapshot"] == whole["snapshot"]


def test_the_command_writes_a_run_that_can_be_explained(
    world: Path, tmp_path: Path
) -> None:
    out, alone = tmp_path / "out", tmp_path / "alone"
    common = ("--policy", "panda_job", "--verdict", "none", "--seed", 3)
    done = call("run", world, *common, "--workers", 2, "--out", out)
    assert done.code == 0, done.err
    assert done.out.splitlines()[0] == "table,n_rows"
    assert call("run", world, *common, "--out", alone).code == 0
    assert tables(out) == tables(alone)
    assert call("diff", out, alone, "--exit-code").code == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ("--policy", "panda_task"),
            "cannot be split over tasks: it asks panda_job_hint about all",
        ),
        (("--policy", "dirac"), "it decides about pilots"),
        (("--task", 1), "split all tasks of one policy"),
        (("--policy", "panda_job", "--policy", "panda_task"), "of one policy"),
        (("--workers", 0), "--workers 0"),
    ],
)
def test_what_cannot_be_split_is_said(
    world: Path, tmp_path: Path, options: tuple[str | int, ...], told: str
) -> None:
    out = tmp_path / "out"
    failed = call("run", world, "--workers", 2, "--out", out, *options)
    assert (failed.code, told in failed.err) == (2, True), failed.err
    assert not out.exists()
