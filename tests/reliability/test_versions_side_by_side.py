"""Two versions of brokersql use one run, history, state and cache side by side.

Promise: what another version wrote is read, or refused in plain words, and never read
as something else. The other version is a copy of this one with another number, and with
one rule of `dirac` changed.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from brokersql.core.errors import StateError
from brokersql.cycle import Options
from brokersql.match.client import MatchClient
from brokersql.match.state import State
from brokersql.match.store.ledger import Ledger
from brokersql.match.store.record import Record
from tests.cli.calling import DEMO, ROOT, begun, call
from tests.conformance.dirac_scenario import Row
from tests.match.serving import until
from tests.match.worlds import random_world, snapshot_of, written
from tests.snapshot.build import world, write_lines

NUMBER = "0.0.9"
PILOT: Row = {"setup": "S", "cpu_time": 300000, "site": ["A", "B", "C"]}


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the package of the other version."""
    root = tmp_path_factory.mktemp("other")
    ignored = shutil.ignore_patterns("__pycache__", "programs")
    package = root / "engine" / "brokersql"
    shutil.copytree(ROOT / "engine" / "brokersql", package, ignore=ignored)
    shutil.copytree(ROOT / "sql", root / "sql")
    changes = {
        package / "__init__.py": ('__version__ = "', f'__version__ = "{NUMBER}" or "'),
        root / "sql" / "dirac" / "filters" / "cpu.sql": (
            "where asked > offered",
            "where asked > offered / 1e9",
        ),
    }
    for file, (before, after) in changes.items():
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1
        file.write_text(text.replace(before, after), encoding="utf-8")
    return package.parent


def started(other: Path, *words: str | Path) -> subprocess.Popen[str]:
    return begun(*words, env={"PYTHONPATH": str(other)}, text=True)


def told(other: Path, *words: str | Path) -> str:
    """Return what the other version prints."""
    with started(other, *words) as process:
        out, errors = process.communicate()
    assert process.returncode == 0, errors
    return out


def test_runs_and_programs_of_both_versions_stand_side_by_side(
    other: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROKERSQL_CACHE", str(tmp_path / "cache"))
    words = ("run", DEMO, "--policy", "panda_timeout", "--seed", "7", "--out")
    kept: list[set[Path]] = []
    names = ("ours", "theirs")
    for name in (*names, "ours"):
        if name == "ours":
            assert call(*words, tmp_path / name).code == 0
        else:
            told(other, *words, tmp_path / name)
        kept.append({*(tmp_path / "cache").rglob("*.jsonl")})
    # the same policy makes a program for each, which the other one leaves alone
    assert [len(each) for each in kept] == [1, 2, 2]
    record = json.loads((tmp_path / "theirs" / "run.json").read_text())
    assert record["versions"]["brokersql"] == NUMBER
    actions = [pq.read_table(tmp_path / name / "action.parquet") for name in names]
    assert actions[0] == actions[1] and actions[0].num_rows
    # and each explains the run of the other one, and says whose word that is
    for run, says in (("ours", ""), ("theirs", f"brokersql {NUMBER} made the run")):
        found = call("explain", tmp_path / run, "--task", 47110000)
        assert (found.code, says in found.err) == (0, True), found.err
        assert "made the run" not in found.err or says
    assert call("diff", tmp_path / "ours", tmp_path / "theirs").code == 0


def test_a_state_is_held_by_one_of_both_versions_and_read_by_each(
    other: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "state"
    pilot = tmp_path / "pilot.json"
    pilot.write_text(json.dumps({**PILOT, "pilot_id": "p"}), encoding="utf-8")
    told(other, "match", folder, "init", written(tmp_path / "world", 5), "--seed", "1")
    # by its rule no job fits, and it keeps a checkpoint that says so
    one = ("match", folder, "one", pilot, "--format", "jsonl")
    assert json.loads(told(other, *one))["job_id"] is None
    told(other, "match", folder, "rebuild")
    with started(other, "match", folder, "serve") as process:
        until(lambda: (folder / "socket").exists())
        refused = call(*one)
        assert (refused.code, f"held by pid {process.pid}" in refused.err) == (6, True)
        assert call("match", folder, "verify").code == 0
        assert call("match", folder, "status").code == 0
        with MatchClient(f"unix:{folder / 'socket'}") as client:
            assert client.match(PILOT)["job_id"] is None
        process.send_signal(signal.SIGTERM)
        process.communicate()
    # by ours one does
    found = call(*one)
    assert found.code == 0, found.err
    (row,) = map(json.loads, found.lines)
    assert (row["seq"], row["job_id"] is None) == (3, False)
    assert call("match", folder, "rebuild").code == 0
    # and neither loses what the other one gave
    told(other, "match", folder, "requeue", str(row["job_id"]))
    assert "5 jobs waiting, 0 matched" in told(other, "match", folder, "verify")
    assert "5 jobs waiting, 0 matched" in call("match", folder, "verify").out
    with State.open(folder) as state:
        assert (state.n_requests, state.n_waiting[0]) == (3, 5)


def test_records_of_another_kind_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    pilot = tmp_path / "pilot.json"
    pilot.write_text(json.dumps(PILOT), encoding="utf-8")
    with State.create(folder, snapshot_of(random_world(3, n_jobs=5)), Options(seed=1)):
        pass
    with Ledger.open(folder) as ledger:
        ledger.append(Record("hold", {"recalculated": 1}))
    for words in (
        *(("one", pilot), ("status",), ("verify",), ("explain", "--job", "1")),
        *(("requeue", "1"), ("rebuild",), ("serve",)),
    ):
        refused = call("match", folder, *words)
        assert refused.code == 6, words
        assert "record 2 is of the unknown kind hold" in refused.err, words
        assert "another version of brokersql" in refused.err, words


def newer(file: Path) -> None:
    """Let a record say that it keeps to the next layout."""
    record = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**record, "schema_version": 2}), encoding="utf-8")


def test_records_of_another_layout_are_refused(tmp_path: Path) -> None:
    snapshot = write_lines(tmp_path / "snap", world())
    run, history, again = (tmp_path / name for name in ("run", "history", "again"))
    options = ("--policy", "panda_timeout", "--seed", 7, "--out")
    assert call("run", snapshot, *options, run).code == 0
    assert call("history", "add", history, snapshot).code == 0
    assert call("replay", history, *options, again).code == 0
    states = tmp_path / "state"
    with State.create(states, snapshot_of(random_world(3, n_jobs=5)), Options(seed=1)):
        pass
    commands = {
        run / "run.json": (
            *(
                ("explain", run, "--task", 1),
                ("report", run),
                ("sql", run, "from result"),
            ),
            *(("serve", run), ("diff", run, run)),
        ),
        again / "replay.json": (("diff", again, again), ("scoreboard", again)),
        next(again.glob("*/block.json")): (("scoreboard", again),),
        next(history.glob("*/manifest.json")): (
            *(("history", "list", history), ("history", "verify", history)),
            ("replay", history, *options, tmp_path / "third"),
        ),
    }
    for file, asked in commands.items():
        kept = file.read_bytes()
        newer(file)
        for words in asked:
            refused = call(*words)
            assert refused.code == 3, (words, refused.err)
            assert "is a record of schema version 2" in refused.out + refused.err, words
            assert f"{file.parent.name}/{file.name}" in refused.out + refused.err, words
        file.write_bytes(kept)
        assert call(*asked[-1][:2]).code in (0, 2), asked
    # a replay goes on in a folder of its own version alone
    file = again / "replay.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"version": "', '"version": "1'), encoding="utf-8")
    refused = call("replay", history, *options, again)
    assert (refused.code, "version differ" in refused.err) == (2, True)
    # the manifest of a state says its format, under its own checksum
    (line, _, _) = (states / "MANIFEST").read_bytes().split(b"\n")
    line = line.replace(b'"format":1', b'"format":2')
    (states / "MANIFEST").write_bytes(
        b"%b\n%b\n" % (line, sha256(line).hexdigest().encode())
    )
    with pytest.raises(StateError, match="a state of format 2, not 1"):
        State.open(states)
