"""What a command writes appears as a whole, whatever ends the command.

Promise: at a place stands the old one or the new one; what a kill leaves has a name
that says so, and the next writer removes it; Ctrl-C and a full disk leave nothing.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import pytest

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.files import FolderWriter, abandon, partial_folder
from brokersql.cycle import Options
from brokersql.replay import replay
from brokersql.results.run_record import is_run
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import generate
from brokersql.snapshot.history import History
from tests.cli.calling import DEMO, ROOT, Outcome, begun, call, environment
from tests.replay.histories import of_worlds, small_world

GENERATE = ("snapshot", "generate", "--preset", "S", "--tasks", "4")
RUN = ("run", DEMO, "--policy", "panda_timeout", "--seed", "7")
EXPORT = ("export", DEMO, "--policy", "panda_timeout", "--duckdb")


def partial_of(place: Path) -> list[Path]:
    inside = list(place.glob(f".{place.name}.partial-*")) if place.is_dir() else []
    return [*inside, *place.parent.glob(f".{place.name}.partial-*")]


def held(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def tables(folder: Path) -> dict[str, bytes]:
    """Return the files of a run but its record, which holds timings."""
    return {name: it for name, it in held(folder).items() if name != "run.json"}


def test_a_writer_ended_at_any_step_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    """A process of its own ends others; each line but the last is a fault."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("killing.py"), tmp_path / "kills"],
        env=environment({"PYTHONPATH": f"{ROOT / 'engine'}{os.pathsep}{ROOT}"}),
        capture_output=True,
        check=True,
    )
    *faults, n_kills = done.stdout.decode().splitlines()
    assert faults == []
    assert int(n_kills) > 100


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "out"
    assert call(*RUN, "--out", out).code == 0
    return out


@pytest.mark.parametrize("is_there", [False, True])
def test_a_killed_run_says_so_and_the_next_one_removes_it(
    is_there: bool, whole: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    if is_there:
        shutil.copytree(whole, out)
        (out / "notes.txt").write_text("of the user")
    before = held(out) if is_there else {}
    process = begun(*RUN, "--out", out)
    while not partial_of(out):
        assert process.poll() is None
        time.sleep(0.005)
    process.kill()
    process.communicate()
    (left,) = partial_of(out)
    if is_there:
        assert held(out) == before
    else:
        page = tmp_path / "r.html"
        for words in (("sql", out, "from result"), ("report", out, "-o", page)):
            said = call(*words)
            assert (said.code, "this run was cut off" in said.err) == (3, True)
    assert call(*RUN, "--out", out).code == 0
    assert not left.exists()
    kept = {"notes.txt": b"of the user"} if is_there else {}
    assert tables(out) == {**tables(whole), **kept}


@pytest.mark.parametrize("pause", [0.0, 0.4])
def test_ctrl_c_leaves_nothing(pause: float, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    words = ("run", DEMO, "--policy", "panda_job", "--seed", "7", "--out")
    process = begun(*words, out)
    while not partial_of(out):
        time.sleep(0.005)
    time.sleep(pause)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    is_done = process.returncode in (0, -signal.SIGINT)  # but for Python's own end
    *before, last = said.splitlines()
    assert is_done or (process.returncode, last[:8]) == (130, b"stopped ")
    if is_done or out.exists():  # all was written, perhaps with less of a summary
        assert call(*words, tmp_path / "whole").code == 0
        assert tables(out) == tables(tmp_path / "whole")
    else:
        assert (before, list(tmp_path.iterdir())) == ([], [])


def test_ctrl_c_in_a_call_that_does_not_end_leaves_nothing(tmp_path: Path) -> None:
    """Python cannot handle it then; the program ends a second later."""
    out = tmp_path / "new" / "out"
    code = (
        "import hashlib, sys\n"
        "from brokersql.cli import main\n"
        "from brokersql.cycle import MultiPolicyRun\n"
        "def run(*_):\n"
        "    print('now', flush=True)\n"
        "    hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)\n"
        "MultiPolicyRun.run = run\n"
        f"sys.exit(main(['run', '--policy', 'panda_job', '--out', {str(out)!r}]))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"now\n"
    assert partial_of(out)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert (process.returncode, said[:14]) == (130, b"stopped after ")
    assert list(tmp_path.iterdir()) == []


def on_a_small_disk(*words: str | Path) -> Outcome:
    """Run a command where a file is cut off at 3000 bytes, but for Python's own."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    with mock.patch.object(sys, "dont_write_bytecode", True):
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, usual[1]))
        try:
            return call(*words)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)


FULL: list[Callable[[Path], tuple[str | Path, ...]]] = [
    lambda place: (*RUN, "--out", place / "out"),
    lambda place: ("simulate", DEMO, "--cycles", "1", "--out", place / "out"),
    lambda place: (*EXPORT, place / "a.duckdb"),
    lambda place: ("policy", "docs", "--out", place / "out"),
    lambda place: ("sql", DEMO, "from queue", "--output", place / "a.csv"),
    lambda place: ("history", "add", place / "hist", DEMO),
    lambda place: (*GENERATE, place / "snap"),
    lambda place: (*GENERATE, "--cycles", "2", place / "hist"),
]


@pytest.mark.parametrize("words", FULL)
def test_a_full_disk_leaves_nothing(
    words: Callable[[Path], tuple[str | Path, ...]], tmp_path: Path
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    done = on_a_small_disk(*words(place))
    assert done.code in (2, 3, 5), done.err
    said = ("cannot write", "cannot be written")
    assert any(each in done.err for each in said), done.err
    assert "on a disk with space" in done.err
    assert ".partial-" not in done.err
    assert [each for each in place.rglob("*") if each.is_file()] == []


def test_a_full_disk_leaves_the_old_run_page_and_snapshot(
    whole: Path, tmp_path: Path
) -> None:
    """Tables of a snapshot change together, or none does."""
    place, snap = tmp_path / "place", tmp_path / "place" / "snap"
    shutil.copytree(whole, place / "out")
    (place / "report.html").write_text("old")
    assert call(*GENERATE, snap).code == 0
    again = (*GENERATE, "--seed", "8", snap)
    history = of_worlds(tmp_path / "history", [small_world(1, 1)])
    replayed = tmp_path / "replayed"

    def files() -> dict[Path, bytes]:
        return {it: it.read_bytes() for it in place.rglob("*") if it.is_file()}

    before = files()
    for words, code, said in (
        ((*RUN, "--out", place / "out"), 2, "on a disk with space"),
        (("report", whole, "-o", place / "report.html"), 2, "on a disk with space"),
        (again, 3, "cannot be written"),
        (("replay", history.folder, "--out", replayed), 2, "on a disk with space"),
    ):
        done = on_a_small_disk(*words)
        assert (done.code, said in done.err) == (code, True), (words, done.err)
        assert files() == before, words
    assert f"cannot write {replayed}: " in done.err
    assert call(*again).code == 0
    assert files().keys() == before.keys()
    assert files() != before


def test_a_snapshot_or_simulation_cut_off_in_its_last_step_is_finished(
    tmp_path: Path,
) -> None:
    shutil.copytree(DEMO, tmp_path / "snap")
    expected = Snapshot.open(tmp_path / "snap").content_hash
    (tmp_path / "snap/.whole").mkdir()
    (tmp_path / "snap/task.jsonl").rename(tmp_path / "snap/.whole/task.jsonl")
    plan = {"moved": ["task.jsonl"], "removed": []}
    (tmp_path / "snap/.whole/.plan").write_text(json.dumps(plan))
    assert Snapshot.open(tmp_path / "snap").content_hash == expected
    (tmp_path / "snap/.whole").mkdir()
    (tmp_path / "snap/.whole/.plan").write_text("{")
    with pytest.raises(SnapshotError, match="damaged"):
        Snapshot.open(tmp_path / "snap")
    place = tmp_path / "simulation"
    (place / ".whole" / "panda_job").mkdir(parents=True)
    plan = {"moved": ["panda_job"], "removed": []}
    (place / ".whole" / ".plan").write_text(json.dumps(plan))
    said = call("simulate", DEMO, "--cycles", "1", "--out", place)
    assert (said.code, "holds something already" in said.err) == (2, True)
    assert [each.name for each in place.iterdir()] == ["panda_job"]


def test_a_run_replaces_all_of_another(tmp_path: Path) -> None:
    """Tables that only the old one had go; files of others stay."""
    out = tmp_path / "out"
    assert call("run", DEMO, "--policy", "dirac", "--out", out).code == 0
    assert (out / "match.parquet").exists()
    (out / "mine").mkdir()
    assert call(*RUN, "--out", out).code == 0
    record = json.loads((out / "run.json").read_text())
    assert [each["policy"] for each in record["policies"]] == ["panda_timeout"]
    assert not (out / "match.parquet").exists()
    assert (out / "mine").is_dir()


def test_places_that_cannot_be_renamed(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The working directory, a link, a folder in which a table is a folder."""
    monkeypatch.chdir(tmp_path)
    assert call(*RUN, "--out", ".").code == 0
    assert tables(tmp_path) == tables(whole)
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert call(*RUN, "--out", "link").code == 0
    assert tables(tmp_path / "real") == tables(whole)
    (tmp_path / "taken" / "action.parquet").mkdir(parents=True)
    said = call(*RUN, "--out", "taken")
    assert (said.code, "action.parquet is a folder there" in said.err) == (2, True)
    assert [each.name for each in (tmp_path / "taken").iterdir()] == ["action.parquet"]
    (tmp_path / "file").write_text("")
    assert call(*RUN, "--out", "file").code == 2
    assert (tmp_path / "file").read_text() == ""


def test_devices_and_the_mode_of_a_file_stay(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as threads:
        read = threads.submit(pipe.read_text)
        assert call("sql", DEMO, "select 1 as a", "--output", pipe).code == 0
        assert read.result() == "a\n1\n"
    assert pipe.is_fifo()
    said = call("sql", DEMO, "select 1 as a", "--output", "/dev/full", "-f", "csv")
    assert (said.code, "No space left on device" in said.err) == (2, True)
    page = tmp_path / "a.csv"
    page.touch(mode=0o600)
    assert call("sql", DEMO, "select 1 as a", "--output", page).code == 0
    assert (page.read_text(), page.stat().st_mode & 0o777) == ("a\n1\n", 0o600)


def test_a_fork_leaves_alone_what_its_parent_writes(tmp_path: Path) -> None:
    with partial_folder(tmp_path / "out") as mine:
        child = os.fork()
        if child == 0:
            abandon()  # as its end does
            os._exit(0)
        os.waitpid(child, 0)
        assert mine.is_dir()


PLANS: list[object] = [
    {"moved": [], "removed": ["../precious"]},
    {"moved": ["../precious"], "removed": []},
    {"moved": [], "removed": [".."]},
    {"moved": [], "removed": [""]},
    {"moved": ["a\0b"], "removed": []},
    {"moved": ["\ud800"], "removed": []},
    {"moved": 3},
    [],
]


def test_a_planted_plan_or_link_reaches_nothing_outside(
    whole: Path, tmp_path: Path
) -> None:
    """Somebody planted in a run what to move in its last step."""
    out = tmp_path / "foreign"
    shutil.copytree(whole, out)
    (out / ".whole").mkdir()
    (tmp_path / "precious").write_text("of the user")
    for text in (*map(json.dumps, PLANS), "[" * 100_000):
        (out / ".whole" / ".plan").write_text(text)
        with pytest.raises(SnapshotError, match="cut off in its last step"):
            is_run(out)
        assert (tmp_path / "precious").read_text() == "of the user", text[:80]
    shutil.rmtree(out / ".whole")
    (out / ".whole").symlink_to(tmp_path)
    (tmp_path / ".plan").write_text('{"moved": ["precious"], "removed": []}')
    assert is_run(out)
    assert call(*RUN, "--out", out).code == 2
    assert (tmp_path / "precious").exists()


def test_what_does_not_fit_into_memory_stays_in_the_folder_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with FolderWriter(tmp_path / "out") as writer:
        database = Database.open(threads=1, memory_limit="60MB")
        database.run("create table a as select range as r, hash(r) from range(9000000)")
        (spill,) = tmp_path.glob(".out.partial-*/spill")
        assert list(spill.iterdir())
        assert writer.path.parent == spill.parent
        database.close()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(UsageError, match="cannot write"),
        FolderWriter(tmp_path / "file/x"),
    ):
        pass


def test_a_replay_goes_on_whenever_it_was_killed(tmp_path: Path) -> None:
    """Also before its record was there; what another process writes stays."""
    generate(tmp_path / "history", "S", 7, cycles=2, tasks=4)
    out, options = tmp_path / "out", Options(verdict="none", threads=1)
    out.mkdir()
    (out / "criterion.parquet").write_bytes(b"torn")
    history = History.open(tmp_path / "history")
    with partial_folder(out / "block=2025") as living:
        done = replay(history, out, "panda_timeout", options)
        assert (done.n_cycles, done.n_found) == (2, 0)
        assert living.is_dir()
    (out / ".block=2025.partial-1-left").mkdir()
    os.utime(out / ".block=2025.partial-1-left", (0, 0))
    assert replay(history, out, "panda_timeout", options).n_found == 2
    assert list(out.glob(".*")) == []
