"""A replay is what its cycles are alone, whatever happens on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from brokersql.cycle import Options
from brokersql.errors import CycleError, SnapshotError, UsageError
from brokersql.policy import load_policy
from brokersql.replay import Progress, replay
from brokersql.replay import plan as plans
from brokersql.snapshot.generate import generate
from brokersql.snapshot.history import History
from tests.cli.calling import call, environment
from tests.replay.histories import (
    alone,
    contents,
    of_worlds,
    replayed,
    small_world,
)

FULL = Options(verdict="full", threads=1)
LEAN = Options(verdict="none", threads=1)
PLACED = ("result", "candidate", "weighed", "exclusion", "verdict", "funnel")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> History:
    folder = tmp_path_factory.mktemp("made")
    generate(folder, "S", 7, cycles=3, tasks=12)
    return History.open(folder)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> History:
    """Return random worlds: of every three, two have the same configuration."""
    folder = tmp_path_factory.mktemp("worlds")
    configs = [5, 5, 6]
    return of_worlds(
        folder, [small_world(seed, configs[seed % 3]) for seed in range(900, 906)]
    )


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every snapshot be a block."""
    monkeypatch.setattr(plans, "MOST_SNAPSHOTS", 1)


def differing(
    history: History, out: Path, policy: str, names: tuple[str, ...]
) -> set[str]:
    """Return snapshot and table of what is not as it is alone."""
    expected = alone(history, policy, FULL, names)
    return {
        f"{snapshot_id} {name}"
        for snapshot_id, tables in expected.items()
        for name, table in tables.items()
        if not replayed(out, snapshot_id, name).equals(table)
    }


@pytest.mark.parametrize(
    ("policy", "names"),
    [
        ("panda_analysis", PLACED),
        ("panda_task", (*PLACED, "destination")),
        ("panda_timeout", ("action",)),
    ],
)
def test_every_policy_decides_many_as_each_alone(
    made: History, tmp_path: Path, policy: str, names: tuple[str, ...]
) -> None:
    done = replay(made, tmp_path / "out", policy, FULL)
    assert (done.n_cycles, done.n_blocks, done.obstacle) == (3, 1, None)
    assert differing(made, tmp_path / "out", policy, names) == set()


def test_random_worlds_of_different_parameters_and_seeds(
    worlds: History, tmp_path: Path
) -> None:
    """All of them are one block, and several runs of the program."""
    done = replay(worlds, tmp_path / "out", "panda_job", FULL)
    assert done.n_blocks == 1
    assert done.rows["verdict"] > 100
    assert differing(worlds, tmp_path / "out", "panda_job", PLACED) == set()


def test_jobs_are_placed_too(made: History, tmp_path: Path) -> None:
    done = call("replay", made.folder, "--out", tmp_path / "out", "--set", "place=true")
    assert done.code == 0, done.err
    assert "placement" in done.out
    options = Options(settings={"place": "true"})
    expected = alone(made, "panda_job", options, ("placement", "result"))
    for snapshot_id, tables in expected.items():
        for name, table in tables.items():
            assert replayed(tmp_path / "out", snapshot_id, name).equals(table)


def test_a_policy_that_cannot_be_lifted_is_run_snapshot_by_snapshot(
    made: History, tmp_path: Path
) -> None:
    mine = tmp_path / "mine"
    (mine / "facts").mkdir(parents=True)
    (mine / "policy.toml").write_text('extends = "panda_job"\ntitle = "mine"\n')
    (fact,) = (
        each for each in load_policy("panda_job").facts if each.stem == "nucleus"
    )
    joined = "from first_queue\ninner join unified_queue"
    assert joined in fact.text
    text = fact.text.replace("inner join unified_queue", "full join unified_queue", 1)
    (mine / "facts" / "nucleus.sql").write_text(
        text + "\nwhere first_queue.nucleus is not null\n"
    )
    one = made.between(None, made.snapshots[0].snapshot_time)
    done = replay(one, tmp_path / "out", str(mine), LEAN)
    assert done.obstacle is not None
    assert "join FULL" in done.obstacle
    plain = replay(one, tmp_path / "plain", "panda_job", LEAN)
    assert plain.rows == done.rows
    name = one.snapshots[0].snapshot_id
    for table in ("candidate", "weighed"):
        mine_rows = replayed(tmp_path / "out", name, table).drop_columns(["policy"])
        rows = replayed(tmp_path / "plain", name, table).drop_columns(["policy"])
        assert mine_rows.equals(rows)


def test_range_progress_and_a_second_call(made: History, tmp_path: Path) -> None:
    told: list[Progress] = []
    second = made.snapshots[1].snapshot_time
    done = replay(
        made.between(second, None), tmp_path, "panda_timeout", tell=told.append
    )
    assert (done.n_cycles, done.n_found) == (2, 0)
    assert [(each.n_done, each.n_cycles) for each in told] == [(0, 2), (2, 2)]
    before = contents(tmp_path)
    again = call(
        "replay",
        *(made.folder, "--policy", "panda_timeout", "--out", tmp_path),
        *("--from", "2025-10-14T13:00:00Z"),
    )
    assert again.code == 0, again.err
    assert "2 cycles found done" in again.err
    assert contents(tmp_path) == before


def test_a_history_that_grows_is_replayed_further(
    made: History, tmp_path: Path, small_blocks: None
) -> None:
    first = made.between(None, made.snapshots[0].snapshot_time)
    replay(first, tmp_path / "out", "panda_timeout", LEAN)
    done = replay(made, tmp_path / "out", "panda_timeout", LEAN)
    assert (done.n_cycles, done.n_found) == (3, 1)
    replay(made, tmp_path / "once", "panda_timeout", LEAN)
    assert contents(tmp_path / "out") == contents(tmp_path / "once")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--set", "NQUEUED_SAT_CAP=80"), "holds another replay: settings differ"),
        (("--policy", "panda_timeout"), "policy, programs differ"),
        (("--from", "2030-01-01"), "no snapshot of the history lies in this time"),
        (("--set", "NO_SUCH_KEY=1"), "NO_SUCH_KEY"),
        (("--policy", "panda"), "panda"),
    ],
)
def test_what_does_not_fit_is_a_usage_error(
    made: History, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    if "differ" in said:
        empty = made.between(None, made.snapshots[0].snapshot_time)
        replay(empty, tmp_path / "out", "panda_job", LEAN)
    done = call("replay", made.folder, "--out", tmp_path / "out", *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_damaged_file_stops_the_replay_and_is_named(
    made: History, tmp_path: Path
) -> None:
    history = Path(shutil.copytree(made.folder, tmp_path / "history"))
    path = history / made.snapshots[1].tables["input_chunk"].file
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(SnapshotError, match="is not as it was stored") as caught:
        replay(History.open(history), tmp_path / "out", "panda_job", LEAN)
    assert caught.value.where == str(path)
    assert list((tmp_path / "out").glob("*block=*")) == []


def test_an_error_names_its_snapshot(
    made: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise CycleError("out of memory", where="panda_timeout.timer")

    monkeypatch.setattr("brokersql.replay.block.decide_together", fail)
    one = made.between(None, made.snapshots[0].snapshot_time)
    assert replay(one, tmp_path / "out", "panda_timeout", LEAN).n_cycles == 1
    monkeypatch.setattr("brokersql.replay.decide.run_cycle", fail)
    with pytest.raises(CycleError) as caught:
        replay(one, tmp_path / "again", "panda_timeout", LEAN)
    assert caught.value.where == f"{one.snapshots[0].snapshot_id}, panda_timeout.timer"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, made: History) -> Iterator[Path]:
    """Return a replay in three blocks that nobody disturbed."""
    out = tmp_path_factory.mktemp("whole") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "MOST_SNAPSHOTS", 1)
        replay(made, out, "panda_timeout", LEAN)
    yield out


@pytest.mark.parametrize("n_blocks", [0, 1, 2])
def test_a_killed_replay_goes_on_without_a_lost_or_doubled_cycle(
    made: History, whole: Path, tmp_path: Path, small_blocks: None, n_blocks: int
) -> None:
    out = tmp_path / "out"
    code = (
        "import sys, time\nfrom pathlib import Path\n"
        "from brokersql.replay import replay, plan, block\n"
        "from brokersql.cycle import Options\n"
        "from brokersql.snapshot.history import History\n"
        "plan.MOST_SNAPSHOTS = 1\n"
        "def place(*paths):\n"
        f"    if len(list(Path({str(out)!r}).glob('block=*'))) == {n_blocks}:\n"
        "        print('now', flush=True)\n"
        "        time.sleep(60)\n"
        "    original(*paths)\n"
        "original, block._place = block._place, place\n"
        f"history = History.open({str(made.folder)!r})\n"
        f"options = Options(verdict='none', threads=1)\n"
        f"replay(history, Path({str(out)!r}), 'panda_timeout', options)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment(), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"now\n"
        os.kill(process.pid, signal.SIGKILL)
    assert len(list(out.glob("block=*"))) == n_blocks
    assert len(list(out.glob(".block=*"))) == 1
    done = replay(made, out, "panda_timeout", LEAN)
    assert (done.n_cycles, done.n_found) == (3, n_blocks)
    assert contents(out) == contents(whole)


def test_a_torn_block_is_done_again(
    made: History, whole: Path, tmp_path: Path, small_blocks: None
) -> None:
    out = Path(shutil.copytree(whole, tmp_path / "out"))
    first, second, third = sorted(out.glob("block=*"))
    (first / "block.json").write_text("{", encoding="utf-8")
    (second / "action.parquet").write_bytes(b"")
    (third / "action.parquet").unlink()
    (out / "block=2001-01-01T00:00:00Z").mkdir()
    done = replay(made, out, "panda_timeout", LEAN)
    assert done.n_found == 0
    assert contents(out) == contents(whole)


def test_a_foreign_folder_is_left_alone(made: History, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="holds something else"):
        replay(made, tmp_path, "panda_timeout", LEAN)
    done = call("replay", made.folder, "--out", made.folder)
    assert (done.code, "is the history itself" in done.err) == (2, True)


def test_blocks_are_bounded_by_rows_and_pairs(
    made: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(plans.blocks(made)) == 1
    sizes = [sum(t.n_rows for t in each.tables.values()) for each in made.snapshots]
    monkeypatch.setattr(plans, "MOST_ROWS", sizes[0] + sizes[1])
    assert [len(each.snapshots) for each in plans.blocks(made)] == [2, 1]
    monkeypatch.setattr(plans, "MOST_PAIRS", 1)
    assert [len(each.snapshots) for each in plans.blocks(made)] == [1, 1, 1]
