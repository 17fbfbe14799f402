"""A replay is what its cycles are alone, whatever happens on the way."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from brokersql.cli.output import Choices, Output, ProgressReporter
from brokersql.core.errors import (
    CycleError,
    EngineError,
    OutOfMemoryError,
    SnapshotError,
    UsageError,
)
from brokersql.cycle import Options
from brokersql.policy import load_policy
from brokersql.replay import Overlay, ReplayProgress, replay
from brokersql.replay import run as plans
from brokersql.snapshot import Snapshot, parse_change
from brokersql.snapshot.history import History, add_snapshot
from tests.cli.calling import call, environment
from tests.replay.histories import (
    UNCHANGED,
    alone,
    contents,
    of_worlds,
    replayed,
    small_world,
)

FULL = Options(verdict="full", threads=1)
LEAN = Options(verdict="none", threads=1)
RENAMED = "update snapshot set snapshot_id = 'later'"
PLACED = ("result", "candidate", "weighed", "exclusion", "verdict", "funnel")


@pytest.fixture(scope="module")
def made(history: Path) -> History:
    return History.open(history)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> History:
    """Return random worlds: of every three, two have the same configuration."""
    folder = tmp_path_factory.mktemp("worlds")
    configs = [5, 5, 6]
    return of_worlds(
        folder, [small_world(seed, configs[seed % 3]) for seed in range(900, 903)]
    )


@pytest.fixture(scope="module")
def two(made: History) -> History:
    """Return the first two snapshots."""
    return made.between(None, made.snapshots[1].snapshot_time)


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory, two: History) -> Path:
    """Return what panda_job decides about them."""
    out = tmp_path_factory.mktemp("decided") / "out"
    replay(two, out, "panda_job", LEAN)
    return out


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, made: History) -> Path:
    """Return a replay in three blocks that nobody disturbed; the first came alone."""
    out = tmp_path_factory.mktemp("whole") / "out"
    first = made.between(None, made.snapshots[0].snapshot_time)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "MOST_SNAPSHOTS", 1)
        replay(first, out, "panda_timeout", LEAN)
        done = replay(made, out, "panda_timeout", LEAN)
    assert (done.n_cycles, done.n_found) == (3, 1)
    return out


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every snapshot be a block."""
    monkeypatch.setattr(plans, "MOST_SNAPSHOTS", 1)


def differing(
    history: History,
    out: Path,
    policy: str,
    options: Options,
    names: tuple[str, ...],
    overlay: Overlay = UNCHANGED,
) -> set[str]:
    """Return snapshot and table of what is not as it is alone."""
    expected = alone(history, policy, options, names, overlay)
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
    two: History, tmp_path: Path, policy: str, names: tuple[str, ...]
) -> None:
    done = replay(two, tmp_path / "out", policy, FULL)
    assert (done.n_cycles, done.n_blocks, done.obstacle) == (2, 1, None)
    assert differing(two, tmp_path / "out", policy, FULL, names) == set()


def test_random_worlds_of_different_parameters_and_seeds(
    worlds: History, tmp_path: Path
) -> None:
    """All of them are one block, and several runs of the program; jobs are placed."""
    options = replace(FULL, settings={"place": "true"})
    done = replay(worlds, tmp_path / "out", "panda_job", options)
    assert (done.n_blocks, done.obstacle) == (1, None)
    assert done.rows["verdict"] > 100
    names = (*PLACED, "placement")
    assert differing(worlds, tmp_path / "out", "panda_job", options, names) == set()
    lean = replace(options, verdict="none")
    assert replay(worlds, tmp_path / "few", "panda_job", lean).obstacle is None
    few, full = contents(tmp_path / "few"), contents(tmp_path / "out")
    tables = {name for name in few if name.endswith(".parquet")}
    assert len(tables) == 5
    assert {name: few[name] for name in tables} == {name: full[name] for name in tables}


def test_pilots_of_each_snapshot_are_served_one_after_the_other(
    demo: Path, tmp_path: Path
) -> None:
    """The second snapshot has fewer jobs, of which none has gone to earlier pilots."""
    folder = tmp_path / "history"
    (tmp_path / "pilots").mkdir()
    for file in (demo / "snapshot.jsonl", *demo.glob("dirac_*")):
        shutil.copy(file, tmp_path / "pilots")
    first = Snapshot.open(tmp_path / "pilots")
    add_snapshot(folder, first)
    later = parse_change(f"snapshot:{first.snapshot_id}.snapshot_time=2027-01-01")
    fewer = "delete from dirac_job where job_id % 3 = 0"
    add_snapshot(folder, first.changed([later]).rewritten([fewer, RENAMED]))
    history = History.open(folder)
    out = tmp_path / "out"
    done = replay(history, out, "dirac", LEAN)
    assert done.obstacle is not None
    assert "one after the other" in done.obstacle
    names = ("result", "match", "task_queue")
    assert differing(history, out, "dirac", LEAN, names) == set()
    matched = [replayed(out, each.snapshot_id, "match") for each in history.snapshots]
    assert all(table["job_id"].null_count < table.num_rows for table in matched)
    assert not matched[0].equals(matched[1])


def test_tables_may_stay_in_their_files(
    two: History, decided: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So do those of many rows; what is decided does not depend on it."""
    monkeypatch.setattr("brokersql.replay.many_snapshots.MANY_ROWS", 0)
    replay(two, tmp_path / "left", "panda_job", LEAN)
    assert contents(tmp_path / "left") == contents(decided)


def test_snapshots_that_are_otherwise_are_decided_as_each_alone(
    two: History, decided: Path, tmp_path: Path
) -> None:
    """One value and a script; a table of settings is changed as well."""
    name, out = queue_of(two), tmp_path / "out"
    overlay = Overlay(
        (parse_change(f"queue:{name}.status=offline"),),
        (
            "update queue set max_rss = 100 where queue_name < 'L'",
            "insert into gdp_config (component, key, app, type, value) "
            "values ('taskbrokerage', 'MAX_NUM_CAP', 'jedi', 'integer', '1')",
        ),
    )
    replay(two, out, "panda_job", LEAN, overlay=overlay)
    names = ("result", "candidate", "weighed")
    assert differing(two, out, "panda_job", LEAN, names, overlay) == set()
    first = two.snapshots[0].snapshot_id
    assert replayed(out, first, "result") != replayed(decided, first, "result")
    # what was changed is part of what the folder stands for
    with pytest.raises(UsageError, match=r"another replay: updates, scripts differ"):
        replay(two, decided, "panda_job", LEAN, overlay=overlay)
    told = call("diff", decided, out).out
    assert "inputs: differ" in told
    assert f"queue:{name}.status=offline" in told


def queue_of(history: History) -> str:
    """Return the name of a queue of the last snapshot."""
    file = history.folder / history.snapshots[-1].tables["queue"].file
    return str(pq.ParquetFile(file).read(["queue_name"])["queue_name"][0].as_py())


def test_a_change_of_no_row_stops_a_replay_before_it_begins(
    made: History, tmp_path: Path
) -> None:
    asked, out = ("replay", made.folder), ("--out", tmp_path / "out")
    failed = call(*asked, "--update", "queue:NOWHERE.max_rss=1", *out)
    assert (failed.code, "no row NOWHERE" in failed.err) == (2, True)
    assert made.snapshots[-1].snapshot_id in failed.err
    script = tmp_path / "bad.sql"
    script.write_text("drop table queue")
    failed = call(*asked, "--sql", script, *out)
    assert (failed.code, "changes no row" in failed.err) == (2, True)
    assert not (tmp_path / "out").exists()


def test_a_policy_that_cannot_be_lifted_is_run_snapshot_by_snapshot(
    made: History, tmp_path: Path
) -> None:
    mine = tmp_path / "mine"
    (mine / "facts").mkdir(parents=True)
    (mine / "policy.toml").write_text('extends = "panda_timeout"\ntitle = "mine"\n')
    facts = {each.stem: each.text for each in load_policy("panda_timeout").facts}
    odd = facts["queue_transfer"].rstrip() + "\nfull join cfg on true\n"
    (mine / "facts" / "queue_transfer.sql").write_text(odd)
    done = call("replay", made.folder, "--policy", mine, "--out", tmp_path / "out")
    assert done.code == 0, done.err
    assert "one cycle after the other: mine.queue_transfer: join FULL" in done.err
    replay(made, tmp_path / "plain", "panda_timeout", LEAN)
    for each in made.snapshots:
        rows = [
            replayed(tmp_path / out, each.snapshot_id, "action").drop_columns(
                ["policy"]
            )
            for out in ("out", "plain")
        ]
        assert rows[0].equals(rows[1])


def test_range_progress_and_a_second_call(made: History, tmp_path: Path) -> None:
    told: list[ReplayProgress] = []
    second = made.snapshots[1].snapshot_time
    done = replay(
        made.between(second, None), tmp_path, "panda_timeout", on_progress=told.append
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
    for words in (("--from", "2025-10-14T14:00:00Z"), ("--to", "2025-10-14T13:00:00Z")):
        less = call(
            "replay",
            *(made.folder, "--policy", "panda_timeout", "--out", tmp_path, *words),
        )
        assert (less.code, "about 1 other snapshot" in less.err) == (2, True)
        assert contents(tmp_path) == before


def test_the_last_day_counts_to_its_end(made: History, tmp_path: Path) -> None:
    words = (made.folder, "--policy", "panda_timeout", "--to", "2025-10-14")
    done = call("replay", *words, "--out", tmp_path / "out")
    assert "3 cycles in 1 block" in done.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--policy", "panda_timeout", "--seed", "3"), "another replay: seed differ"),
        ((), "policy, programs differ"),
        (("--from", "2030-01-01"), "no snapshot of the history lies in this time"),
        (("--set", "NO_SUCH_KEY=1"), "NO_SUCH_KEY"),
        (("--policy", "panda"), "panda"),
        (("--policy", "panda_job_hint"), "panda_job_hint chooses nothing"),
    ],
)
def test_what_does_not_fit_is_a_usage_error(
    made: History, whole: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    out = whole if "differ" in said else tmp_path / "out"
    done = call("replay", made.folder, "--out", out, *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_foreign_folder_is_left_alone(made: History, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="holds something else"):
        replay(made, tmp_path, "panda_timeout", LEAN)
    done = call("replay", made.folder, "--out", made.folder)
    assert (done.code, "is the history itself" in done.err) == (2, True)


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


@pytest.mark.parametrize("kind", [CycleError, EngineError, OutOfMemoryError])
def test_an_error_names_its_snapshot(
    kind: type[CycleError | EngineError | OutOfMemoryError],
    made: History,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = iter(["", "panda_timeout.timer", "panda_timeout.timer"])

    def fail(*_: object) -> None:
        error = kind("it fails")
        error.where = next(places)
        if isinstance(error, EngineError):
            error.is_final, error.bundle = True, "faults/1"
        raise error

    kept = " (report: faults/1)" if kind is EngineError else ""
    one = made.between(None, made.snapshots[0].snapshot_time)
    monkeypatch.setattr("brokersql.replay.run.decide_together", fail)
    for name, where in (("a", ""), ("b", "panda_timeout.timer: ")):
        done = replay(one, tmp_path / name, "panda_timeout", LEAN)
        assert (done.n_cycles, done.obstacle) == (1, f"{where}it fails{kept}")
    monkeypatch.setattr("brokersql.replay.decide.run_cycle", fail)
    places = iter(["panda_timeout.timer"] * 2)
    with pytest.raises(kind) as caught:
        replay(one, tmp_path / "again", "panda_timeout", LEAN)
    assert caught.value.where == f"{one.snapshots[0].snapshot_id}, panda_timeout.timer"


def test_a_killed_or_torn_replay_goes_on_without_a_lost_or_doubled_cycle(
    made: History, whole: Path, tmp_path: Path, small_blocks: None
) -> None:
    out = tmp_path / "out"
    code = (
        "import sys, time\nfrom pathlib import Path\n"
        "from brokersql.replay import replay, run\n"
        "from brokersql.cycle import Options\n"
        "from brokersql.snapshot.history import History\n"
        "run.MOST_SNAPSHOTS = 1\n"
        "def write(*arguments):\n"
        "    done = original(*arguments)\n"
        f"    if len(list(Path({str(out)!r}).glob('block=*'))) == 1:\n"
        "        print('now', flush=True)\n"
        "        time.sleep(60)\n"
        "    return done\n"
        "original, run._write = run._write, write\n"
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
    assert len(list(out.glob("block=*"))) == 1
    assert len(list(out.glob(".block=*"))) == 1
    done = replay(made, out, "panda_timeout", LEAN)
    assert (done.n_cycles, done.n_found) == (3, 1)
    assert contents(out) == contents(whole)
    # blocks that are torn are done again
    first, second, third = sorted(out.glob("block=*"))
    (first / "block.json").write_text("{", encoding="utf-8")
    (second / "action.parquet").write_bytes(b"")
    (third / "action.parquet").unlink()
    (out / "block=2001-01-01T00:00:00Z").mkdir()
    done = replay(made, out, "panda_timeout", LEAN)
    assert done.n_found == 0
    assert contents(out) == contents(whole)


def test_blocks_are_bounded_by_rows_and_pairs(
    made: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(plans.blocks(made)) == 1
    sizes = [sum(t.n_rows for t in each.tables.values()) for each in made.snapshots]
    monkeypatch.setattr(plans, "MOST_ROWS", sizes[0] + sizes[1])
    assert [len(each.snapshots) for each in plans.blocks(made)] == [2, 1]
    monkeypatch.setattr(plans, "MOST_PAIRS", 1)
    assert [len(each.snapshots) for each in plans.blocks(made)] == [1, 1, 1]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_a_bar_with_the_time_left(
    made: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    teller = ProgressReporter(
        "replay", "cycles", Output(Choices()), time.monotonic() - 20
    )
    times = [None, *(each.snapshot_time for each in made.snapshots)]
    for n_done, moment in zip((0, 10, 50, 100), times, strict=True):
        teller.last_shown = 0.0
        teller.update(n_done, 100, at=moment)
    first, *_, third, last = screen.getvalue().split("\r\x1b[K")[1:]
    assert first == "replay  0/100 cycles  0 %  ····················"
    assert "50/100 cycles  50 %  ██████████··········  2.5/s  20 s left" in third
    assert "100/100 cycles  100 %" in last
    assert last.endswith("2025-10-14 14:00Z\n")


def test_a_log_gets_a_line_a_minute_or_what_was_asked_for(
    made: History, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    teller = ProgressReporter("replay", "cycles", Output(Choices()))
    for seconds, n_done in ((0, 1), (61, 2), (70, 3)):
        teller.start = time.monotonic() - seconds
        teller.update(n_done, 9, at=made.snapshots[0].snapshot_time)
    assert capsys.readouterr().err == "replay 2/9 at 2025-10-14 12:00:00\n"
    for asked, screen in ((True, io.StringIO()), (False, Terminal())):
        monkeypatch.setattr(sys, "stderr", screen)
        output = Output(Choices(progress=asked))
        ProgressReporter("replay", "cycles", output).update(10, 10)
        assert ("10/10 cycles" in screen.getvalue()) is asked
