"""Several processes write the bytes of one, also when one of them is lost."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from brokersql.core.errors import PolicyError, UsageError
from brokersql.cycle import Options, run_cycle, write_run
from brokersql.replay import DaskWorkers, Overlay, SplitRequest, replay, run_split
from brokersql.replay import run as plans
from brokersql.snapshot import Snapshot, parse_change
from brokersql.snapshot.generate import generate
from brokersql.snapshot.history import History
from tests.cli.calling import call
from tests.replay.histories import contents, world_folder

FULL = Options(verdict="full", threads=1)
LEAN = Options(verdict="none", threads=1)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> History:
    folder = tmp_path_factory.mktemp("made")
    generate(folder, "S", 7, cycles=3, tasks=5)
    return History.open(folder)


@pytest.fixture(scope="module", autouse=True)
def small_blocks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "MOST_SNAPSHOTS", 1)
        yield


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory, made: History) -> dict[str, bytes]:
    """Return the files that one process writes."""
    out = tmp_path_factory.mktemp("single") / "out"
    replay(made, out, "panda_timeout", LEAN)
    return contents(out)


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    started = LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )
    yield started
    started.close()


def kill_one(out: Path, killed: list[int]) -> None:
    """Kill the first worker that is in the midst of a block."""
    for _ in range(6000):
        for folder in out.glob(".block=*"):
            pid = int(folder.name.split("-")[-2])
            if pid != os.getpid():
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                return
        time.sleep(0.01)


def test_a_worker_lost_with_a_block_costs_nothing_but_time(
    made: History, single: dict[str, bytes], cluster: LocalCluster, tmp_path: Path
) -> None:
    killed: list[int] = []
    killer = threading.Thread(target=kill_one, args=(tmp_path / "out", killed))
    killer.start()
    workers = DaskWorkers(scheduler=cluster.scheduler_address)
    done = replay(made, tmp_path / "out", "panda_timeout", LEAN, workers=workers)
    killer.join()
    assert len(killed) == 1
    assert done.n_cycles == 3
    left = [entry.name for entry in (tmp_path / "out").glob(".block=*")]
    assert all(f".partial-{killed[0]}-" in name for name in left)
    again = replay(made, tmp_path / "out", "panda_timeout", LEAN)
    assert again.n_found == 3
    assert contents(tmp_path / "out") == single


def tables(out: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in out.glob("*.parquet")}


def kill_busy_one(address: str, killed: list[int]) -> None:
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


def test_a_worker_lost_with_a_part_costs_nothing_but_time(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    world = world_folder(tmp_path / "world")
    address = cluster.scheduler_address
    killed: list[int] = []
    killer = threading.Thread(target=kill_busy_one, args=(address, killed))
    killer.start()
    overlay = Overlay((parse_change("snapshot:hour-0.lock_owner=me"),))
    request = SplitRequest(str(world), overlay, "panda_job", FULL)
    rows = run_split(request, tmp_path / "split", DaskWorkers(scheduler=address))
    killer.join()
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


def test_workers_of_commands_write_the_same(
    made: History, single: dict[str, bytes], cluster: LocalCluster, tmp_path: Path
) -> None:
    world, alone, out = (tmp_path / name for name in ("world", "alone", "out"))
    common = ("run", world_folder(world), "--policy", "panda_job")
    common = (*common, "--verdict", "none", "--seed", 3, "--out")
    assert call(*common, alone).code == 0
    done = call(*common, out, "--scheduler", cluster.scheduler_address)
    assert (done.code, done.lines[0]) == (0, "table,n_rows"), done.err
    assert tables(out) == tables(alone)
    assert call("diff", out, alone, "--exit-code").code == 0
    again = ("--policy", "panda_timeout", "--workers", 2, "--out", tmp_path / "again")
    done = call("replay", made.folder, *again)
    assert done.code == 0, done.err
    assert contents(tmp_path / "again") == single


def test_a_worker_finds_a_policy_that_is_named_from_another_folder(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "here" / "mine"
    mine.mkdir(parents=True)
    (mine / "policy.toml").write_text('extends = "panda_job"\ntitle = "a"\n')
    asked = ("run", world_folder(tmp_path / "world"), "--policy", "mine")
    asked = (*asked, "--without", "low_memory", "--out", tmp_path / "out")
    monkeypatch.chdir(mine.parent)
    done = call(*asked, "--scheduler", cluster.scheduler_address)
    assert done.code == 0, done.err
    assert "waiting for" not in done.err


def test_a_scheduler_without_workers_is_waited_for_aloud() -> None:
    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as none:
        address = str(none.scheduler_address)  # pyright: ignore
        said: list[str] = []
        with DaskWorkers(scheduler=address, say=said.append).client():
            assert said == [f"waiting for a worker of {address}"]


def test_errors_of_a_worker_reach_the_caller(
    made: History, cluster: LocalCluster, tmp_path: Path
) -> None:
    """The files of the policy are others by the time when a worker reads them."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "policy.toml").write_text('extends = "panda_timeout"\ntitle = "a"\n')

    class Late(DaskWorkers):
        def __call__(self, request, missing):
            (mine / "policy.toml").write_text(
                'extends = "panda_timeout"\ntitle = "b"\n'
            )
            return super().__call__(request, missing)

    workers = Late(scheduler=cluster.scheduler_address)
    with pytest.raises(PolicyError, match="has other files at this worker"):
        replay(made, tmp_path / "out", str(mine), LEAN, workers=workers)


def test_what_cannot_work_is_a_usage_error(
    made: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("replay", made.folder, "--policy", "panda_timeout", "--out", tmp_path)
    assert call(*command, "--workers", 0).code == 2
    both = call(*command, "--workers", 2, "--scheduler", "tcp://x:1")
    said = "--workers and --scheduler exclude each other\n  leave one out"
    assert (both.code, said in both.err) == (2, True)
    nobody = call(*command, "--scheduler", "nowhere")
    assert (nobody.code, "no Dask scheduler answers" in nobody.err) == (2, True)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="not installed") as caught:
        replay(made, tmp_path, "panda_timeout", LEAN, workers=DaskWorkers(2))
    assert "brokersql[dask]" in caught.value.hint
