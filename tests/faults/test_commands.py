"""What a command does when DuckDB fails, or when there is not enough memory or disk.

Promise: nothing is done twice that was done, no result is hidden by a later fault, and
exit code and hint tell a fault of DuckDB, the data, the memory and the disk apart.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from brokersql.compiler import compile_policy
from brokersql.core.database import Database
from brokersql.core.errors import EngineError, OutOfMemoryError
from brokersql.cycle import Options, run_cycle, write_run
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO, call
from tests.faults.injecting import (
    CHEAP,
    CHEAP_RELATION,
    failing,
    failing_in_sandbox,
)

TASK = 47110182
VALUE = "a value of the snapshot is beyond what the rule expects"
RUN = ("run", DEMO, "--seed", 7, "--policy")


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Compile the policies, so that only a cycle makes their relations."""
    for name in ("panda_job", CHEAP):
        compile_policy(load_policy(name))


@pytest.fixture(autouse=True)
def no_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brokersql.core.database.write_bundle", lambda *_: None)


@pytest.mark.parametrize(
    ("error", "code", "hint"),
    [
        (duckdb.ConversionException, 5, VALUE),
        (duckdb.IOException, 5, "see that the disk has space"),
        (duckdb.BinderException, 5, ""),
        (duckdb.OutOfMemoryException, 8, "keep less (--verdict reasons)"),
        (pa.ArrowMemoryError, 8, "--memory-limit"),
        (MemoryError, 8, "--memory-limit"),
    ],
)
def test_data_disk_and_memory_are_told_apart(
    error: type[Exception], code: int, hint: str
) -> None:
    with failing(CHEAP_RELATION, 9, error) as injected:
        found = call(*RUN, CHEAP)
    assert (found.code, injected.settings) == (code, ["default"]), found.err
    assert f"{CHEAP}.queue_transfer: " in found.err
    assert hint in found.err
    assert (VALUE in found.err) == (hint == VALUE)


def test_the_hint_names_options_that_there_are(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    (place / "tests").mkdir(parents=True)
    (place / "policy.toml").write_text(f"extends = '{CHEAP}'\n")
    (place / "tests/a.sql").write_text("-- test: t\n-- expect: e\nselect true\n")
    assert call("policy", "test", place).code == 0
    with failing(CHEAP_RELATION, 9, duckdb.OutOfMemoryException):
        tested = call("policy", "test", place)
        with pytest.raises(OutOfMemoryError) as caught:
            run_cycle(Snapshot.open(DEMO), CHEAP, Options())
    assert tested.code == 8
    assert "--" not in tested.err
    assert "--" not in caught.value.hint
    with failing(CHEAP_RELATION, 9):
        assert call("policy", "test", place).code == 7
    greedy = "select list(r order by hash(r)) from range(12000000) as t(r)"
    asked = call("sql", DEMO, greedy, "--memory-limit", "60MB")
    assert asked.code == 8
    assert "ask for less at once, or give more: --memory-limit" in asked.err


def test_an_export_is_written_once(tmp_path: Path) -> None:
    file = tmp_path / "demo.duckdb"
    made = ("export", DEMO, "--duckdb", file, "--policy", CHEAP)
    with failing("every table and view") as injected:
        assert call(*made).code == 0
    assert injected.settings == ["default"]
    with failing_in_sandbox("kind = 'view'", 9) as injected:
        told = call(*made, "--force", "--format", "csv", "--where", "kind = 'view'")
    assert (told.code, injected.settings) == (7, ["default", "safer", "safest"])
    assert "failed internally" in told.err
    with duckdb.connect(file, read_only=True) as written:
        assert written.sql("from results.action").fetchall()


def test_a_simulation_begins_anew(tmp_path: Path) -> None:
    made = ("simulate", DEMO, "--cycles", 1, "--seed", 5, "--out")
    plain = call(*made, tmp_path / "plain")
    with failing("jobs that come to each chunk") as injected:
        again = call(*made, tmp_path / "again")
    assert (plain.code, again.code, again.lines) == (0, 0, plain.lines)
    assert injected.settings == ["default"]
    files = [
        {each.relative_to(out): each.read_bytes() for each in out.rglob("*.parquet")}
        for out in (tmp_path / "plain", tmp_path / "again")
    ]
    assert files[0] == files[1]


def test_a_run_records_the_faults_of_all_its_cycles(tmp_path: Path) -> None:
    demo, options = Snapshot.open(DEMO), Options(seed=7, tasks=(TASK,))
    cycles = [run_cycle(demo, "panda_task", options)]
    with failing(CHEAP_RELATION):
        cycles.append(run_cycle(demo, CHEAP, Options(seed=7)))
    write_run(cycles, tmp_path)
    record = json.loads((tmp_path / "run.json").read_text())
    (fault,) = record["engine_faults"]
    assert fault["where"] == f"{CHEAP}.queue_transfer"


def test_a_fault_in_the_last_hint_costs_the_hint_only(tmp_path: Path) -> None:
    made = (*RUN, "panda_job", "--out", tmp_path / "run")
    with failing("the task to look at first", 9) as injected:
        found = call(*made)
    assert (found.code, injected.settings) == (0, ["default"])
    assert found.lines and "written: " in found.err
    assert "next:" not in found.err


def test_a_query_of_stdin_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("select count(*) as n from queue"))
    with failing_in_sandbox("n > 0") as injected:
        found = call("sql", DEMO, "-", "--where", "n > 0")
    assert injected.settings == ["default"]
    assert (found.code, found.lines) == (0, ["n", "42"])


def test_a_command_that_changes_is_not_done_again(tmp_path: Path) -> None:
    shutil.copytree(DEMO, tmp_path / "demo")
    for quiet in ((), ("--quiet",)):
        with failing("(?i)select|create", 9) as injected:
            found = call(*quiet, "history", "add", tmp_path / "hist", tmp_path / "demo")
        assert (found.code, injected.settings) == (7, ["default"])


def test_the_first_fault_of_a_with_block_is_told() -> None:
    for block in (Database.undone, Database.as_written):
        database = Database.open()
        with (
            failing("select 1"),
            pytest.raises(EngineError) as caught,
            block(database),
        ):
            database.run("select 1")
        assert not caught.value.is_echo
